import { describeOperation } from '../../engine/operationCases.cts';
import { addDeal, addInstance, INSTANCES } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';

const resource = 'customObjectInstance';
const customObjectId = byId('obj-1');

describeOperation('customObjectInstance: getAll', [
	{
		name: 'returns exactly as many as the limit says, in ten fields',
		given: (sandbox) => {
			addDeal(sandbox);
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
			addDeal(sandbox);
			for (const day of [10, 11, 12]) {
				const archivedAt = row('', day).updatedAt;
				addInstance(sandbox, `i-${day}`, { ...row(`i-${day}`, day), archivedAt });
			}
		},
		parameters: {
			resource,
			operation: 'getAll',
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
