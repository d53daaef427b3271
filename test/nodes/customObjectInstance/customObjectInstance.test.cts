import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Instance } from '../../../sandbox/state/customObjects.cts';
import { runIn } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { emptyLocatorError, nullLikeError } from '../../errors/valueErrors.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import {
	addCustomObject,
	addDeal,
	addInstance,
	INSTANCES,
	searchByExternalId,
} from '../../fixtures/customObjects.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId, byName, typedId } from '../../fixtures/locators.cts';
import { GET } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { bodiesOf } from '../account/syncCases.cts';

const customObjectId = byId('obj-1');

const UUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const get = { customObjectId, customObjectInstanceId: byId('i-1') };

describeOperation('customObjectInstance: get', [
	...[byId, typedId].map((pick) => ({
		name: `searches by the Vitally ID, in whatever letters it is entered: ${pick('').mode}`,
		given: (sandbox: Sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, UUID);
		},
		parameters: { ...get, customObjectInstanceId: pick(UUID.toUpperCase()) },
		sends: [GET(`${INSTANCES}/search`, { id: UUID })],
		returns: [{ id: UUID, accountId: 'acc-1' }],
	})),
	{
		name: 'reports that there is no such custom object',
		parameters: { ...get, customObjectId: byId('obj-9') },
		throws: {
			message: 'The custom object "obj-9" was not found',
			description:
				'Check the value of \'Custom Object\': it must be the ID, not the name, and belong to the workspace of the credential. Vitally says: "Custom object not found". (HTTP 404, GET /resources/customObjects/obj-9/instances/search)',
			httpCode: '404',
		},
	},
	{
		name: 'reports that there is none with the Vitally ID',
		given: addDeal,
		parameters: { ...get, customObjectInstanceId: byId('i-9') },
		throws: {
			message: 'The custom object instance "i-9" was not found',
			description:
				"Check the value of 'Instance': it may be deleted, or belong to another custom object than 'Custom Object'.",
			httpCode: '404',
		},
	},
]);

describeOperation('customObjectInstance: getAll', [
	{
		name: 'returns those of one account, which may be a further one',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { furtherCustomerIds: ['acc-2'] });
			addInstance(sandbox, 'i-3', { customerId: 'acc-2' });
		},
		parameters: { customObjectId, sortBy: 'createdAt', filters: { account: byExternalId('A2') } },
		returns: [
			{ id: 'i-3', accountNames: ['Account 2'], accountId: 'acc-2' },
			{ id: 'i-2', accountNames: ['Account 1', 'Account 2'], accountId: 'acc-1' },
		],
	},
	...[
		{ shown: 'the primary account alone', hidden: 'customers', ids: ['i-3'] },
		{ shown: 'the list of accounts alone', hidden: 'customerId', ids: ['i-3', 'i-2'] },
	].map(({ shown, hidden, ids }) => ({
		name: `finds the instances of an account where the list shows ${shown}`,
		given: (sandbox: Sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { furtherCustomerIds: ['acc-2'] });
			addInstance(sandbox, 'i-3', { customerId: 'acc-2' });
			sandbox.faults.add({
				kind: 'shown',
				as: (record: object) =>
					Object.fromEntries(Object.entries(record).filter(([field]) => field !== hidden)),
			});
		},
		parameters: {
			customObjectId,
			output: 'raw',
			sortBy: 'createdAt',
			filters: { account: byExternalId('A2') },
		},
		returns: ids.map((id) => ({ id })),
	})),
	{
		name: 'returns none where the list shows that its instances have no account',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({
				kind: 'shown',
				as: (record: object) => ({ ...record, customerId: null, customers: [] }),
				on: { path: /instances/ },
			});
		},
		parameters: { customObjectId, filters: { account: byExternalId('A2') } },
		returns: [],
	},
	{
		name: 'fails where the list shows no account of an instance',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({
				kind: 'shown',
				as: ({ id, externalId }: { id?: unknown; externalId?: unknown }) => ({ id, externalId }),
			});
		},
		parameters: { customObjectId, filters: { account: byExternalId('A2') } },
		throws: {
			message:
				"The filter 'Account' cannot be applied, because Vitally's list does not show customerId",
			description: "Remove 'Account' under 'Filters'.",
		},
	},
]);

/** The custom objects obj-1 and obj-2, each with an instance of one name and one External ID. */
function addTwins(sandbox: Sandbox): void {
	addCustomers(sandbox);

	for (const number of [1, 2]) {
		const object = `obj-${number}`;

		addCustomObject(sandbox, object, `Object ${number}`);
		addInstance(sandbox, `i-${number}`, {
			customObjectId: object,
			externalId: 'X1',
			name: 'Twin',
		});
	}
}

/** The same, and the field `amount`, which is a number in obj-1 and a text in obj-2. */
function addTwinFields(sandbox: Sandbox): void {
	addTwins(sandbox);
	const { customObjects } = sandbox.state;
	const types = ['number', 'string'];

	for (const [index, object] of [...customObjects.all()].entries()) {
		const [field] = object.customFields;

		customObjects.change(object, {
			customFields: [{ ...field, path: 'amount', label: 'Amount', type: types[index] }],
		});
	}
}

const ofEach = {
	resource: 'customObjectInstance',
	customObjectId: byId('={{ $json.object }}'),
};
const ITEMS = [{ object: 'obj-1' }, { object: 'obj-2' }];

describeOperation('items of two custom objects', [
	...[
		{ way: 'name', picked: byName('Twin') },
		{ way: 'External ID', picked: byExternalId('X1') },
	].map(({ way, picked }) => ({
		name: `read each the instance of their own by the same ${way}`,
		given: addTwins,
		parameters: { ...ofEach, operation: 'get', customObjectInstanceId: picked },
		items: ITEMS,
		returns: [{ id: 'i-1' }, { id: 'i-2' }],
	})),
	{
		name: 'list each the instances of their own',
		given: addTwins,
		parameters: { ...ofEach, operation: 'getAll', sortBy: 'createdAt' },
		items: ITEMS,
		returns: [{ id: 'i-1' }, { id: 'i-2' }],
	},
	...[
		{ operation: 'update', fields: { customObjectInstanceId: byExternalId('X1') } },
		{
			operation: 'upsert',
			fields: { externalId: 'X1', name: 'Twin', accountId: byId('acc-1') },
		},
	].map(({ operation, fields }) => ({
		name: `write each the types that the traits of their own have: ${operation}`,
		given: addTwinFields,
		parameters: {
			...ofEach,
			operation,
			...fields,
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [] },
			options: { columnsWithoutTrait: 'ignore' },
		},
		items: ITEMS.map((item) => ({ ...item, Amount: '12' })),
		then: (sandbox: Sandbox) =>
			expect(
				bodiesOf(sandbox).map((body) => (body as { traits: { amount: unknown } }).traits.amount),
			).toEqual([12, '12']),
	})),
]);

const byField = { customObjectId, searchBy: 'customField', customFieldId: byId('stage-1') };

describeOperation('customObjectInstance: search', [
	...[
		{ searchBy: 'externalId', query: { externalId: ' D1 ' } },
		{ searchBy: 'id', query: { id: 'D1' } },
	].map(({ searchBy, query }) => ({
		name: `sends blanks only where they may be part of an ID: ${searchBy}`,
		given: addDeal,
		parameters: { customObjectId, searchBy, searchValue: ' D1 ' },
		sends: [GET(`${INSTANCES}/search`, query)],
	})),
	{
		name: 'rejects a word for nothing',
		parameters: { ...byField, searchValue: 'null' },
		throws: nullLikeError('Value', 'null'),
		sends: [],
	},
	{
		name: 'searches for the value of a checkbox',
		given: addDeal,
		parameters: { ...byField, searchValue: '={{ false }}' },
		sends: [GET(`${INSTANCES}/search`, { customFieldId: 'stage-1', customFieldValue: 'false' })],
		returns: [],
	},
]);

const create = { customObjectId, name: 'Renewal' };

describeOperation('customObjectInstance: create', [
	...(
		[
			{ belongsTo: 'account', sent: { customerId: 'acc-1' } },
			{ belongsTo: 'organization', sent: { organizationId: 'org-1' } },
			{ belongsTo: 'both', sent: { customerId: 'acc-1', organizationId: 'org-1' } },
		] as const
	).map(({ belongsTo, sent }) => ({
		name: `belongs to what is chosen: ${belongsTo}`,
		given: addDeal,
		parameters: {
			...create,
			belongsTo,
			accountId: byExternalId('A1'),
			organizationId: byId('org-1'),
		},
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({ name: 'Renewal', ...sent }),
	})),
	...[
		{ when: 'none is chosen', parameters: {} },
		{
			when: 'both are to be chosen, and an expression returns nothing',
			parameters: { belongsTo: 'both', accountId: byId('={{ null }}') },
		},
		{
			when: 'none is chosen for Create or Update',
			parameters: { operation: 'upsert', externalId: 'D1' },
		},
	].map(({ when, parameters }) => ({
		name: `needs an account or an organization where ${when}, before anything is sent`,
		given: addDeal,
		parameters: { ...create, ...parameters },
		throws: {
			message: 'The instance needs an account or an organization',
			description:
				"Enter a value for 'Account' or 'Organization', or check that the expression returns one.",
		},
		sends: [],
	})),
	{
		name: 'needs both where both are chosen, before the custom object is looked up',
		parameters: {
			...create,
			customObjectId: byName('Deals'),
			belongsTo: 'both',
			accountId: byId('acc-1'),
		},
		throws: emptyLocatorError('Organization'),
		sends: [],
	},
]);

describeOperation(
	'customObjectInstance: update',
	[
		{ found: 'another External ID', externalId: 'D1' },
		{ found: 'the External ID in other letters', externalId: 'd7' },
		{ found: 'no External ID', externalId: null },
	].map(({ found, externalId }) => ({
		name: `writes to no instance of a search that has ${found}`,
		given: withFault(addDeal, {
			kind: 'status',
			status: 200,
			body: [{ id: 'i-1', externalId }],
		}),
		parameters: {
			customObjectId,
			customObjectInstanceId: byExternalId('D7'),
			updateFields: { name: 'New' },
		},
		sends: [searchByExternalId('D7')],
		throws: {
			message: 'Vitally has no custom object instance with the External ID "D7"',
			description:
				"Check the value of 'Instance': it may be deleted, or belong to another custom object than 'Custom Object'.",
			httpCode: '404',
		},
	})),
);

const upsert = { ...create, externalId: 'D1', accountId: byId('acc-1') };

describeOperation('customObjectInstance: upsert', [
	{
		name: 'creates again the one that it has created, where someone deletes it before the next item',
		given: (sandbox) => {
			addDeal(sandbox);
			const { instances } = sandbox.state;

			const matches = () => {
				const created = instances.byExternalId('D7');
				if (created) instances.remove(created);

				return false;
			};

			sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT', matches } });
		},
		parameters: { ...upsert, externalId: 'D7' },
		items: [{}, {}],
		returns: [
			{ externalId: 'D7', created: true },
			{ externalId: 'D7', created: true },
		],
		then: ({ requests }) => {
			const writes = requests.map(({ method }) => method).filter((method) => method !== 'GET');

			expect({ writes }).toEqual({ writes: ['POST', 'PUT', 'POST'] });
		},
	},
	{
		name: 'writes to none of several with one External ID',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: upsert,
		throws: {
			message: '2 custom object instances have the External ID "D1"',
			description: "Choose one of them by its Vitally ID, for example with 'By ID'.",
		},
		sends: [searchByExternalId('D1')],
	},
]);

/** A table with the columns id, name, account and traits. */
const sync = {
	dryRun: false,
	syncOutput: 'summary',
	customObjectId,
	externalId: '={{ $json.id }}',
	name: '={{ $json.name }}',
	accountId: byId('={{ $json.account }}'),
	traitsMode: 'json',
	traitsJson: '={{ $json.traits ?? {} }}',
};
const rowOf = (number: number, cells: object = {}) => ({
	id: `D${number}`,
	name: `Name of i-${number}`,
	account: 'acc-1',
	...cells,
});

describeOperation('customObjectInstance: sync', [
	{
		name: "sends the account of a row as 'customerId', as Vitally calls it, where it differs",
		given: addDeal,
		parameters: sync,
		items: [rowOf(1), rowOf(6, { account: 'acc-2' })],
		returns: [{ unchanged: 1, created: 1, failed: 0 }],
		then: (sandbox) =>
			expect(bodiesOf(sandbox)).toEqual([
				{ externalId: 'D6', name: 'Name of i-6', customerId: 'acc-2' },
			]),
	},
	{
		name: "moves an instance to the account of its row, as 'customerId'",
		given: addDeal,
		parameters: sync,
		items: [rowOf(1, { account: 'acc-2' })],
		returns: [{ updated: 1, failed: 0 }],
		then: (sandbox) => expect(bodiesOf(sandbox)).toEqual([{ customerId: 'acc-2' }]),
	},
	{
		name: 'leaves an instance as it is where the only mapped column is its account, and has no value',
		given: addDeal,
		parameters: {
			...sync,
			name: '',
			accountId: byId(''),
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'defineBelow', value: { accountId: '={{ $json.account }}' } },
		},
		items: [rowOf(1, { account: null })],
		returns: [{ unchanged: 1, failed: 0 }],
	},
	{
		name: 'leaves an instance as it is where its name alone is an expression, and has no value',
		given: addDeal,
		parameters: { ...sync, accountId: byId(''), traitsJson: '{}' },
		items: [rowOf(1, { name: '' })],
		returns: [{ unchanged: 1, failed: 0 }],
	},
	{
		name: 'updates an instance that someone else creates in between',
		given: withFault(addDeal, {
			kind: 'status',
			status: 200,
			body: [],
			on: { method: 'GET' },
			times: 1,
		}),
		parameters: sync,
		items: [rowOf(1, { name: 'New' })],
		returns: [{ created: 0, updated: 1 }],
		then: (sandbox) => expect(bodiesOf(sandbox)).toEqual([{ name: 'New' }]),
	},
	{
		name: 'creates an instance only of a row with an account or organization',
		given: addDeal,
		parameters: { ...sync, belongsTo: 'organization', organizationId: byId('={{ $json.group }}') },
		items: [rowOf(1), rowOf(8, { group: 'org-1' }), rowOf(9)],
		returns: [
			{
				unchanged: 1,
				created: 1,
				failed: 1,
				failures: [
					{ externalId: 'D9', reason: 'The instance needs an account or an organization' },
				],
			},
		],
		then: (sandbox) =>
			expect(bodiesOf(sandbox)).toEqual([
				{ externalId: 'D8', name: 'Name of i-8', organizationId: 'org-1' },
			]),
	},
]);

describe('an instance', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each(['upsert', 'sync'])(
		'appears again after someone else deleted it: %s',
		async (operation) => {
			const { instances } = sandbox().state;

			addDeal(sandbox());
			const parameters = { ...sync, resource: 'customObjectInstance', operation };

			const runItem = async () => {
				const { error } = await runIn(sandbox(), { parameters, items: [rowOf(9)] });
				const instance = instances.byExternalId('D9');

				return { error: error?.message, name: instance?.name };
			};

			expect(await runItem()).toEqual({ error: undefined, name: 'Name of i-9' });

			instances.remove(instances.byExternalId('D9') as Instance);

			expect(await runItem()).toEqual({ error: undefined, name: 'Name of i-9' });
		},
	);
});
