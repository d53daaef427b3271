import { describeOperation } from '../engine/operationCases.cts';
import { byId } from '../fixtures/locators.cts';

/** The filter as the form, an expression or an AI model returns it, and what of it is sent. */
const VALUES: Array<[unknown, string]> = [
	[true, 'true'],
	['false', 'false'],
];

const list = { resource: 'note', operation: 'getAll' };

describeOperation('the filter on archived records', [
	...VALUES.map(([archived, sent]) => ({
		name: JSON.stringify(archived),
		parameters: { ...list, filters: { archived } },
		sends: [
			{
				method: 'GET',
				path: '/resources/notes',
				query: { limit: '50', sortBy: 'updatedAt', archived: sent },
			},
		],
	})),
	{
		name: 'rejects what is neither true nor false',
		parameters: { ...list, filters: { archived: 'yes' } },
		throws: /The value "yes" of 'Archived' is not true or false/,
		sends: [],
	},
]);

describeOperation('the filter on projects of one account', [
	{
		name: 'stays unsent, because that list is not known to accept it',
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
