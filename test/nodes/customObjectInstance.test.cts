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
