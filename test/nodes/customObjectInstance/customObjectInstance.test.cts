import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import {
	addCustomObject,
	addDeal,
	addInstance,
	INSTANCES,
	searchByExternalId,
} from '../../fixtures/customObjects.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';
import { traitRow } from '../../fixtures/accounts.cts';

const customObjectId = byId('obj-1');

const get = { customObjectId, customObjectInstanceId: byId('i-1') };

describeOperation('customObjectInstance: get', [
	{
		name: 'searches by the Vitally ID, since there is no read of one instance',
		given: addDeal,
		parameters: get,
		sends: [{ method: 'GET', path: `${INSTANCES}/search`, query: { id: 'i-1' } }],
		returns: [{ id: 'i-1', externalId: 'D1', accountId: 'acc-1', traits: {} }],
	},
	{
		name: 'or by the External ID',
		given: addDeal,
		parameters: { ...get, customObjectInstanceId: byExternalId('D1') },
		sends: [searchByExternalId('D1')],
		returns: [{ id: 'i-1' }],
	},
	{
		name: 'reports that there is none with the Vitally ID',
		given: addDeal,
		parameters: { ...get, customObjectInstanceId: byId('i-9') },
		throws: errorText(
			'The custom object instance "i-9" was not found [item 0]',
			"Check the value of 'Instance': it may be deleted, or belong to another custom object than 'Custom Object'.",
		),
	},
]);

describeOperation('customObjectInstance: getAll', [
	{
		name: 'of one account, which may be a further one',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { furtherCustomerIds: ['acc-2'] });
			addInstance(sandbox, 'i-3', { customerId: 'acc-2' });
		},
		parameters: {
			customObjectId,
			sortBy: 'createdAt',
			filters: { account: byExternalId('A2') },
		},
		returns: [
			{ id: 'i-3', accountNames: ['Account 2'], accountId: 'acc-2' },
			{ id: 'i-2', accountNames: ['Account 1', 'Account 2'], accountId: 'acc-1' },
		],
	},
	{
		name: 'lists archived instances in place of live ones, filtered',
		given: (sandbox) => {
			addDeal(sandbox);
			for (const day of [10, 11, 12]) {
				const archivedAt = row('', day).updatedAt;
				addInstance(sandbox, `i-${day}`, { ...row(`i-${day}`, day), archivedAt });
			}
		},
		parameters: {
			customObjectId,
			output: 'raw',
			filters: { archived: true, nameContains: 'I-1', updatedAfter: '2026-01-10T00:00:00Z' },
		},
		sends: [
			{
				method: 'GET',
				path: INSTANCES,
				query: { archived: 'true', limit: '100', sortBy: 'updatedAt' },
			},
		],
		returns: [{ id: 'i-12' }, { id: 'i-11', customer: { id: 'acc-1' } }],
	},
]);

const SEARCH = `${INSTANCES}/search`;

const given = (sandbox: Sandbox) => {
	addCustomers(sandbox);
	addCustomObject(sandbox, 'obj-1', 'Deals');
	const traits = { 'vitally.custom.stage': 'Won' };
	addInstance(sandbox, 'i-1', { externalId: 'D1', organizationId: 'org-1', traits });
	addInstance(sandbox, 'i-2', { externalId: 'D2', customerId: 'acc-2' });
};
const answerWith = (body: unknown) => (sandbox: Sandbox) =>
	sandbox.faults.add({ kind: 'status', status: 200, body, times: 1 });

const search = { customObjectId, searchValue: 'D1' };

const raw = { ...search, output: 'raw' };

describeOperation('customObjectInstance: search', [
	{
		name: 'searches for the value of a checkbox',
		given,
		parameters: {
			...search,
			searchBy: 'customField',
			customFieldId: byId('stage-1'),
			searchValue: '={{ false }}',
		},
		sends: [
			{
				method: 'GET',
				path: SEARCH,
				query: { customFieldId: 'stage-1', customFieldValue: 'false' },
			},
		],
		returns: [],
	},
	{
		name: 'accepts one record',
		given: answerWith({ id: 'a' }),
		parameters: raw,
		returns: [{ id: 'a' }],
	},
]);

const create = { customObjectId, name: 'Renewal' };

describeOperation('customObjectInstance: create', [
	...(
		[
			[{}, { customerId: 'acc-1' }],
			[{ belongsTo: 'organization' }, { organizationId: 'org-1' }],
			[{ belongsTo: 'both' }, { customerId: 'acc-1', organizationId: 'org-1' }],
		] as const
	).map(([belongsTo, sent]) => ({
		name: `belongs to what is chosen: ${JSON.stringify(belongsTo)}`,
		given: addDeal,
		parameters: {
			...create,
			...belongsTo,
			accountId: byExternalId('A1'),
			organizationId: byId('org-1'),
		},
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({ name: 'Renewal', ...sent }),
	})),
	...[
		{},
		{ belongsTo: 'both', accountId: byId('={{ null }}') },
		{ operation: 'upsert', externalId: 'D1' },
	].map((parameters) => ({
		name: `needs an account or an organization before anything is sent: ${JSON.stringify(parameters)}`,
		given: addDeal,
		parameters: { ...create, ...parameters },
		throws: errorText(
			'The instance needs an account or an organization. [item 0]',
			"Enter a value for 'Account' or 'Organization', or check that the expression returns one.",
		),
		sends: [],
	})),
	{
		name: 'needs both where both are chosen',
		given: addDeal,
		parameters: { ...create, belongsTo: 'both', accountId: byId('acc-1') },
		throws: "The field 'Organization' is empty",
		sends: [],
	},
]);

const update = { customObjectId, customObjectInstanceId: byId('i-1') };

describeOperation('customObjectInstance: update', [
	{
		name: 'finds the instance by its external ID, once for all items, and keeps their order',
		given: addDeal,
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D1'),
			updateFields: { name: '={{ $json.name }}' },
		},
		items: [{ name: 'First' }, { name: 'Second' }],
		sends: [
			searchByExternalId('D1'),
			{ method: 'PUT', path: `${INSTANCES}/i-1`, body: { name: 'First' } },
			{ method: 'PUT', path: `${INSTANCES}/i-1`, body: { name: 'Second' } },
		],
		returns: [
			{ id: 'i-1', name: 'First' },
			{ id: 'i-1', name: 'Second' },
		],
	},
	{
		name: 'writes to no other instance when the search ignores its criterion',
		given: (sandbox) => {
			addDeal(sandbox);
			const body = [{ id: 'i-1', externalId: 'D1' }];
			sandbox.faults.add({ kind: 'status', status: 200, body });
		},
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D7'),
			updateFields: { name: 'New' },
		},
		sends: [searchByExternalId('D7')],
		throws: 'Vitally has no custom object instance with the external ID "D7" [item 0]',
	},
	{
		name: 'returns the ID and the sent fields when the response has no body',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 204, on: { method: 'PUT' } });
		},
		parameters: { ...update, updateFields: { name: 'New' } },
		returns: [{ id: 'i-1', name: 'New' }],
	},
]);

describeOperation('customObjectInstance: delete', [
	{
		name: 'archives the instance',
		given: addDeal,
		parameters: {
			customObjectId,
			customObjectInstanceId: byExternalId('D1'),
		},
		sends: [searchByExternalId('D1'), { method: 'DELETE', path: `${INSTANCES}/i-1` }],
		returns: [{ deleted: true, id: 'i-1', externalId: 'D1' }],
		then: ({ state }) => expect(state.instances.get('i-1')?.archivedAt).not.toBeNull(),
	},
]);

const upsert = {
	customObjectId,
	externalId: 'D1',
	name: 'Renewal',
	accountId: byId('acc-1'),
};
const ofExternalId = ({ state }: Sandbox, externalId: string) =>
	[...state.instances.all()].filter((one) => one.externalId === externalId);

describeOperation('customObjectInstance: upsert', [
	{
		name: 'updates the instance that is there, and sends only what is set',
		given: addDeal,
		parameters: upsert,
		sends: [
			searchByExternalId('D1'),
			{
				method: 'PUT',
				path: `${INSTANCES}/i-1`,
				body: { name: 'Renewal', customerId: 'acc-1' },
			},
		],
		returns: [{ id: 'i-1', externalId: 'D1', name: 'Renewal', created: false }],
	},
	{
		name: 'creates one that is not there, of an account found by its External ID',
		given: addDeal,
		parameters: {
			...upsert,
			externalId: 'D2',
			accountId: byExternalId('A2'),
			traits: { trait: [traitRow('amount', 'number', '12')] },
		},
		sends: [
			{ method: 'GET', path: '/resources/accounts/A2' },
			searchByExternalId('D2'),
			{
				method: 'POST',
				path: INSTANCES,
				body: { externalId: 'D2', name: 'Renewal', customerId: 'acc-2', traits: { amount: 12 } },
			},
		],
		returns: [{ externalId: 'D2', traits: { amount: 12 }, created: true }],
	},
	{
		name: 'creates one instance of two items, though the search lags behind',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 200, body: [], on: { path: /search$/ } });
		},
		parameters: { ...upsert, externalId: 'D2', name: '={{ $json.name }}' },
		items: [{ name: 'First' }, { name: 'Second' }],
		returns: [
			{ name: 'First', created: true },
			{ name: 'Second', created: false },
		],
		then: (sandbox) => expect(ofExternalId(sandbox, 'D2')).toMatchObject([{ name: 'Second' }]),
	},
	{
		name: 'creates it again where the one that it found is gone',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 1 });
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: { id: 'i-9' },
				on: { method: 'POST' },
			});
		},
		parameters: upsert,
		returns: [{ id: 'i-9', created: true }],
	},
	{
		name: 'writes to none of several with one External ID',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: upsert,
		throws: '2 custom object instances have the external ID "D1"',
		sends: [searchByExternalId('D1')],
	},
	{
		name: 'changes what another client creates in between, and creates no second',
		given: (sandbox) => {
			addDeal(sandbox);
			const once = { kind: 'status', times: 1 } as const;
			sandbox.faults.add({ ...once, status: 200, body: [], on: { path: /search$/ } });
			sandbox.faults.add({ ...once, status: 400, on: { method: 'POST' } });
		},
		parameters: upsert,
		returns: [{ id: 'i-1', name: 'Renewal', created: false }],
		then: (sandbox) => expect(ofExternalId(sandbox, 'D1')).toHaveLength(1),
	},
]);

/** A table with the columns id, name, account and traits. */
const sync = {
	...{ dryRun: false, syncOutput: 'summary' },
	customObjectId,
	externalId: '={{ $json.id }}',
	name: '={{ $json.name }}',
	accountId: byId('={{ $json.account }}'),
	traitsMode: 'json',
	traitsJson: '={{ $json.traits ?? {} }}',
};
const writesOf = ({ requests }: Sandbox) =>
	requests
		.filter(({ method }) => method !== 'GET')
		.map(({ method, path, body }) => ({ method, path, body }));
const deals =
	(...numbers: number[]) =>
	(sandbox: Sandbox) => {
		addDeal(sandbox);
		for (const number of numbers) addInstance(sandbox, `i-${number}`, { externalId: `D${number}` });
	};
const rowOf = (number: number, more: object = {}) => ({
	...{ id: `D${number}`, name: `Name of i-${number}`, account: 'acc-1' },
	...more,
});

describeOperation('customObjectInstance: sync', [
	{
		name: 'reads a few through the search',
		given: deals(2),
		parameters: sync,
		items: [rowOf(1), rowOf(2)],
		sends: [searchByExternalId('D1'), searchByExternalId('D2')],
		returns: [{ unchanged: 2 }],
	},
	{
		name: 'keeps the instances of different custom objects apart',
		given: (sandbox) => {
			deals(2, 3)(sandbox);
			sandbox.state.customObjects.insert({
				...[...sandbox.state.customObjects.all()][0],
				id: 'obj-2',
			});
			addInstance(sandbox, 'j-1', { externalId: 'D1', customObjectId: 'obj-2' });
		},
		parameters: { ...sync, customObjectId: byId('={{ $json.object }}') },
		items: [
			rowOf(1, { object: 'obj-1', name: 'New' }),
			rowOf(1, { object: 'obj-2', name: 'Other' }),
		],
		returns: [{ updated: 2 }],
		then: ({ state }) =>
			expect(['i-1', 'j-1'].map((id) => state.instances.get(id)?.name)).toEqual(['New', 'Other']),
	},
	{
		name: 'creates an instance of an organization',
		given: addDeal,
		parameters: { ...sync, belongsTo: 'organization', organizationId: byId('org-1') },
		items: [rowOf(8)],
		returns: [{ created: 1 }],
		then: (sandbox) =>
			expect(writesOf(sandbox).map(({ body }) => body)).toEqual([
				{ externalId: 'D8', name: 'Name of i-8', organizationId: 'org-1' },
			]),
	},
	{
		name: 'creates no instance of a row without an account or organization',
		given: addDeal,
		parameters: { ...sync, accountId: undefined },
		items: [rowOf(1), rowOf(9)],
		returns: [
			{
				unchanged: 1,
				failed: 1,
				failures: [
					{ externalId: 'D9', reason: 'The instance needs an account or an organization.' },
				],
			},
		],
		then: (sandbox) => expect(writesOf(sandbox)).toEqual([]),
	},
]);
