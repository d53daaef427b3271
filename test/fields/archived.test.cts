import { describeOperation } from '../engine/operationCases.cts';
import { byId } from '../fixtures/locators.cts';

describeOperation('the filter on archived projects', [
	{
		name: 'stays unsent with those of one account, because that list is not known to accept it',
		parameters: {
			resource: 'project',
			operation: 'getAll',
			scope: 'account',
			accountId: byId('acc-1'),
			filters: { archived: true },
		},
		throws: 'not found',
		sends: [
			{
				method: 'GET',
				path: '/resources/accounts/acc-1/projects',
				query: { limit: '50', sortBy: 'updatedAt' },
			},
		],
	},
]);
