import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import {
	addCustomers,
	addCustomObject,
	addInstance,
	byExternalId,
	byId,
	row,
} from './customerWorld.cts';
import { describePairing } from './pairing.cts';

const INSTANCES = '/resources/customObjects/obj-1/instances';

const world = (sandbox: Sandbox) => {
	addCustomers(sandbox);
	addCustomObject(sandbox, 'obj-1', 'Deals');
	addInstance(sandbox, 'i-1', { externalId: 'D1' });
};
const resource = 'customObjectInstance';
const customObjectId = byId('obj-1');
const create = { resource, operation: 'create', customObjectId, name: 'Renewal' };

describeOperation('customObjectInstance: create', [
	{
		name: 'sends only the fields that are set',
		given: world,
		parameters: { ...create, additionalFields: { customerId: byId('acc-2') } },
		sends: [{ method: 'POST', path: INSTANCES, body: { name: 'Renewal', customerId: 'acc-2' } }],
		returns: [{ name: 'Renewal', customerId: 'acc-2', customObjectId: 'obj-1' }],
	},
	{
		name: 'sends every field that is set, and traits in their types',
		given: world,
		parameters: {
			...create,
			additionalFields: {
				customerId: byId('acc-1'),
				externalId: 'D2',
				organizationId: byId('org-1'),
				ownedByVitallyUserId: byId('admin-1'),
			},
			traits: {
				trait: [
					{ key: 'vitally.custom.stage', type: 'string', stringValue: '' },
					{ key: 'amount', type: 'number', numberValue: 0 },
					{ key: 'won', type: 'boolean', booleanValue: false },
					{ key: 'closes', type: 'date', dateValue: '2026-03-01' },
					{ key: 'products', type: 'multiSelect', multiSelectValue: '={{ [] }}' },
					{ key: 'lost', type: 'string', stringValue: '={{ null }}' },
				],
			},
		},
		sends: [
			{
				method: 'POST',
				path: INSTANCES,
				body: {
					name: 'Renewal',
					customerId: 'acc-1',
					externalId: 'D2',
					organizationId: 'org-1',
					ownedByVitallyUserId: 'admin-1',
					traits: {
						'vitally.custom.stage': '',
						amount: 0,
						won: false,
						closes: '2026-03-01T00:00:00.000Z',
						products: [],
						lost: null,
					},
				},
			},
		],
	},
	{
		name: 'looks each external ID of an account up once',
		given: world,
		parameters: { ...create, additionalFields: { customerId: byExternalId('={{ $json.id }}') } },
		items: [{ id: 'A1' }, { id: 'A2' }, { id: 'A1' }, { id: 'A2' }],
		returns: [
			{ customerId: 'acc-1' },
			{ customerId: 'acc-2' },
			{ customerId: 'acc-1' },
			{ customerId: 'acc-2' },
		],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2),
	},
	{
		name: 'says what may be missing when the service refuses an instance of nobody',
		given: world,
		parameters: create,
		breaksContract: true,
		refuses: /neither an account nor an organization \[item 0\]\nAdd 'Account' or 'Organization'/,
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...create, options: { dryRun: true } },
		sends: [],
		returns: [{ method: 'POST', body: { name: 'Renewal' } }],
	},
]);

describeOperation('customObjectInstance: getAll', [
	{
		name: 'returns exactly as many as the limit says, in ten fields',
		given: (sandbox) => {
			world(sandbox);
			for (let number = 2; number <= 160; number++) addInstance(sandbox, `i-${number}`);
		},
		parameters: { resource, operation: 'getAll', customObjectId, limit: 130 },
		returns: Array.from({ length: 130 }, () => ({ customObjectId: 'obj-1', customerId: 'acc-1' })),
		then: ({ requests }) =>
			expect(requests.map(({ path }) => path)).toEqual([INSTANCES, INSTANCES]),
	},
	{
		name: 'lists archived instances in place of live ones, filtered',
		given: (sandbox) => {
			world(sandbox);
			for (const day of [10, 11, 12]) {
				const archivedAt = row('', day).updatedAt;
				addInstance(sandbox, `i-${day}`, { ...row(`i-${day}`, day), archivedAt });
			}
		},
		parameters: {
			resource,
			operation: 'getAll',
			customObjectId,
			simple: false,
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

const update = {
	resource,
	operation: 'update',
	customObjectId,
	customObjectInstanceId: byId('i-1'),
};
const search = (value: string) => ({
	method: 'GET',
	path: `${INSTANCES}/search`,
	query: { externalId: value },
});

describeOperation('customObjectInstance: update', [
	{
		name: 'sends what is set, null and empty values included',
		given: world,
		parameters: {
			...update,
			updateFields: {
				customerId: byExternalId('A2'),
				externalId: 'D9',
				name: '',
				organizationId: byId('={{ null }}'),
				ownedByVitallyUserId: byId('={{ null }}'),
			},
			traitsMode: 'json',
			traitsJson: '{ "a.b": 0 }',
			traitsToClear: ['c.d'],
			options: { dryRun: true },
		},
		sends: [{ method: 'GET', path: '/resources/accounts/A2' }],
		returns: [
			{
				method: 'PUT',
				body: {
					customerId: 'acc-2',
					externalId: 'D9',
					name: '',
					organizationId: null,
					ownedByVitallyUserId: null,
					traits: { 'a.b': 0, 'c.d': null },
				},
			},
		],
	},
	{
		name: 'finds the instance by its external ID, once for all items, and keeps their order',
		given: world,
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D1'),
			updateFields: { name: '={{ $json.name }}' },
		},
		items: [{ name: 'First' }, { name: 'Second' }],
		sends: [
			search('D1'),
			{ method: 'PUT', path: `${INSTANCES}/i-1`, body: { name: 'First' } },
			{ method: 'PUT', path: `${INSTANCES}/i-1`, body: { name: 'Second' } },
		],
		returns: [
			{ id: 'i-1', name: 'First' },
			{ id: 'i-1', name: 'Second' },
		],
	},
	{
		name: 'refuses an external ID that several instances have',
		given: (sandbox) => {
			world(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D1'),
			updateFields: { name: 'New' },
		},
		sends: [search('D1')],
		refuses: '2 instances have the external ID "D1" [item 0]',
	},
	{
		name: 'writes to no other instance when the search ignores its criterion',
		given: (sandbox) => {
			world(sandbox);
			const body = [{ id: 'i-1', externalId: 'D1' }];
			sandbox.faults.add({ kind: 'status', status: 200, body });
		},
		parameters: {
			...update,
			customObjectInstanceId: byExternalId('D7'),
			updateFields: { name: 'New' },
		},
		sends: [search('D7')],
		refuses: 'Vitally has no instance with the external ID "D7" [item 0]',
	},
	{
		name: 'names the instance that is not there',
		given: world,
		parameters: {
			...update,
			customObjectInstanceId: byId('i/9'),
			updateFields: { name: 'New' },
		},
		sends: [{ method: 'PUT', path: `${INSTANCES}/i%2F9`, body: { name: 'New' } }],
		refuses: 'The instance "i/9" was not found [item 0]',
	},
	{
		name: 'gives the ID and what was sent when the service answers without a body',
		given: (sandbox) => {
			world(sandbox);
			sandbox.faults.add({ kind: 'status', status: 204, on: { method: 'PUT' } });
		},
		parameters: { ...update, updateFields: { name: 'New' } },
		returns: [{ id: 'i-1', name: 'New' }],
	},
]);

describeOperation('customObjectInstance: delete', [
	{
		name: 'archives the instance',
		given: world,
		parameters: {
			resource,
			operation: 'delete',
			customObjectId,
			customObjectInstanceId: byExternalId('D1'),
		},
		sends: [search('D1'), { method: 'DELETE', path: `${INSTANCES}/i-1` }],
		returns: [{ deleted: true, id: 'i-1' }],
		then: ({ state }) => expect(state.instances.get('i-1')?.archivedAt).not.toBeNull(),
	},
]);

describePairing('customObjectInstance: update', {
	given: world,
	parameters: {
		...update,
		customObjectInstanceId: byExternalId('={{ $json.id }}'),
		updateFields: { name: 'New' },
	},
	good: { id: 'D1' },
	bad: { id: 'D9' },
	refuses: /no instance with the external ID "D9" \[item 1\]/,
});
