import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addResponses, NPS_RESPONSES, withScores } from '../../fixtures/npsResponses.cts';

const getAll = { resource: 'npsResponse', operation: 'getAll' };
const newest = { limit: '50', sortBy: 'updatedAt' };
const bounds: Array<[object, number[]]> = [
	[{ scoreAtMost: 6 }, [6, 0]],
	[{ scoreAtLeast: '9' }, [10, 9]],
	[{ scoreAtMost: 8, scoreAtLeast: 7 }, [8, 7]],
	[{ scoreAtMost: 0 }, [0]],
	[{ scoreAtMost: '', scoreAtLeast: '={{ null }}' }, [10, 9, 8, 7, 6, 0]],
];

describeOperation('npsResponse: getAll', [
	{
		name: 'returns those for accounts unless told',
		given: addResponses,
		parameters: { ...getAll, limit: 2 },
		sends: [{ method: 'GET', path: NPS_RESPONSES, query: { limit: '2', sortBy: 'updatedAt' } }],
		returns: [{ id: 'nps-1', score: 7 }],
	},
	...(
		[
			['accounts', 'accounts', 'nps-1'],
			['organizations', 'organization', 'nps-2'],
		] as const
	).map(
		([stored, target, id]): OperationCase => ({
			name: `returns those for ${stored}`,
			given: addResponses,
			parameters: { ...getAll, filters: { target: stored } },
			sends: [{ method: 'GET', path: NPS_RESPONSES, query: { ...newest, target } }],
			returns: [{ id }],
		}),
	),
	...bounds.map(
		([filters, scores]): OperationCase => ({
			name: `filters by score here: ${JSON.stringify(filters)}`,
			given: withScores(0, 6, 7, 8, 9, 10),
			parameters: { ...getAll, filters },
			returns: scores.map((score) => ({ score })),
		}),
	),
	{
		name: 'reads on until there are as many as the limit says',
		given: withScores(1, 9, 9, 2, 9),
		parameters: { ...getAll, limit: 2, filters: { scoreAtMost: 6 } },
		returns: [{ score: 2 }, { score: 1 }],
	},
	{
		name: 'returns those of one account, without a target',
		given: addResponses,
		parameters: {
			...getAll,
			scope: 'account',
			accountId: byId('acc-1'),
			filters: { target: 'organizations' },
		},
		sends: [{ method: 'GET', path: '/resources/accounts/acc-1/npsResponses', query: newest }],
		returns: [{ id: 'nps-1' }],
	},
	{
		name: 'returns those of one organization, which may be named by External ID',
		given: addResponses,
		parameters: { ...getAll, scope: 'organization', organizationId: byExternalId('O1') },
		sends: [
			{ method: 'GET', path: '/resources/organizations/O1' },
			{ method: 'GET', path: '/resources/organizations/org-1/npsResponses', query: newest },
		],
		returns: [{ id: 'nps-2' }],
	},
]);

describeOperation(
	'npsResponse: getAll over pages',
	[
		{
			name: 'reads every response once, in the order that stays complete',
			given: withScores(1, 2, 3, 4, 5),
			parameters: { ...getAll, returnAll: true, filters: { scoreAtLeast: 2 } },
			returns: [5, 4, 3, 2].map((score) => ({ score })),
			then: ({ requests }) => {
				expect(requests).toHaveLength(3);
				expect(requests[0].query).toEqual({ limit: '100', sortBy: 'createdAt' });
			},
		},
	],
	{ seed: 'empty', largestPage: 2 },
);
