import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { addCustomObject, addInstance } from '../../fixtures/customObjects.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { byId } from '../../fixtures/locators.cts';

const SEARCH = '/resources/customObjects/obj-1/instances/search';

const given = (sandbox: Sandbox) => {
	addCustomers(sandbox);
	addCustomObject(sandbox, 'obj-1', 'Deals');
	const traits = { 'vitally.custom.stage': 'Won' };
	addInstance(sandbox, 'i-1', { externalId: 'D1', organizationId: 'org-1', traits });
	addInstance(sandbox, 'i-2', { externalId: 'D2', customerId: 'acc-2' });
};
const answerWith = (body: unknown) => (sandbox: Sandbox) =>
	sandbox.faults.add({ kind: 'status', status: 200, body, times: 1 });

const search = {
	resource: 'customObjectInstance',
	operation: 'search',
	customObjectId: byId('obj-1'),
	searchValue: 'D1',
};

const criteria: Array<[string, string]> = [
	['id', 'i-1'],
	['externalId', 'D1'],
	['customerId', 'acc-1'],
	['organizationId', 'org-1'],
];

describeOperation('customObjectInstance: search', [
	...criteria.map(
		([searchBy, searchValue]): OperationCase => ({
			name: `sends ${searchBy} and nothing else`,
			given: given,
			parameters: { ...search, searchBy, searchValue },
			sends: [{ method: 'GET', path: SEARCH, query: { [searchBy]: searchValue } }],
			returns: [{ id: 'i-1', traits: { 'vitally.custom.stage': 'Won' } }],
		}),
	),
	{
		name: 'sends a custom field with its value',
		given: given,
		parameters: {
			...search,
			searchBy: 'customField',
			customFieldId: byId('stage-1'),
			searchValue: 'Won',
		},
		sends: [
			{
				method: 'GET',
				path: SEARCH,
				query: { customFieldId: 'stage-1', customFieldValue: 'Won' },
			},
		],
		returns: [{ id: 'i-1' }],
	},
	{
		name: 'searches for numbers and false as text',
		given: given,
		parameters: { ...search, searchValue: '={{ $json.value }}' },
		items: [{ value: 0 }, { value: false }],
		returns: [],
		then: ({ requests }) =>
			expect(requests.map(({ query }) => query)).toEqual([
				{ externalId: '0' },
				{ externalId: 'false' },
			]),
	},
	{
		name: 'refuses an empty value, which would find everything or nothing',
		parameters: { ...search, searchValue: '={{ "" }}' },
		throws: "The field 'Value' is empty",
		sends: [],
	},
	{
		name: 'names the custom object that is not there',
		parameters: search,
		throws: 'The custom object "obj-1" was not found',
	},
]);

/** The document does not show the answer. */
const raw = { ...search, output: 'raw' };

describeOperation('customObjectInstance: what a search may answer', [
	{
		name: 'a bare list',
		given: answerWith([{ id: 'a' }, { id: 'b' }]),
		parameters: raw,
		returns: [{ id: 'a' }, { id: 'b' }],
	},
	{
		name: 'a page',
		given: answerWith({ results: [{ id: 'a' }], next: null }),
		parameters: raw,
		returns: [{ id: 'a' }],
	},
	{
		name: 'pages, read to the end with the same criterion',
		given: (sandbox) => {
			answerWith({ results: [{ id: 'a' }], next: 'more' })(sandbox);
			answerWith({ results: [{ id: 'b' }], next: null })(sandbox);
		},
		parameters: raw,
		sends: [
			{ method: 'GET', path: SEARCH, query: { externalId: 'D1' } },
			{ method: 'GET', path: SEARCH, query: { externalId: 'D1', from: 'more' } },
		],
		returns: [{ id: 'a' }, { id: 'b' }],
		breaksContract: true,
	},
	{
		name: 'one record',
		given: answerWith({ id: 'a' }),
		parameters: raw,
		returns: [{ id: 'a' }],
	},
	{ name: 'null', given: answerWith(null), parameters: raw, returns: [] },
	{ name: 'nothing at all', given: answerWith(undefined), parameters: raw, returns: [] },
	{
		name: 'a text, which is refused',
		given: answerWith('<html></html>'),
		parameters: raw,
		throws: 'The list of Vitally returned a response that is not a page',
	},
	{
		name: 'an object of another kind, which is refused',
		given: answerWith({ count: 0 }),
		parameters: raw,
		throws: 'The list of Vitally returned a response that is not a page',
	},
]);
