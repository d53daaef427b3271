import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { USERS, withUsers } from '../../fixtures/users.cts';

const getAll = { resource: 'user', operation: 'getAll' };
const newest = { limit: '50', sortBy: 'updatedAt' };

/** Of u1 and u2 the first is of org-1, the second of acc-2 as well. */
const given = (sandbox: Sandbox) => {
	withUsers('u1', 'u2')(sandbox);
	const [first, second] = sandbox.state.users.all();
	sandbox.state.users.change(first, { organizationIds: ['org-1'] });
	sandbox.state.users.change(second, { accountIds: ['acc-1', 'acc-2'] });
};

describeOperation('user: getAll', [
	{
		name: 'returns exactly as many as the limit says',
		given: withUsers('u1', 'u2', 'u3'),
		parameters: { ...getAll, limit: 2 },
		sends: [{ method: 'GET', path: USERS, query: { limit: '2', sortBy: 'updatedAt' } }],
		returns: [{ externalId: 'u3' }, { externalId: 'u2' }],
	},
	{
		name: 'returns those of one organization, which may be named by External ID',
		given,
		parameters: { ...getAll, scope: 'organization', organizationId: byExternalId('O1') },
		sends: [
			{ method: 'GET', path: '/resources/organizations/O1' },
			{ method: 'GET', path: '/resources/organizations/org-1/users', query: newest },
		],
		returns: [{ externalId: 'u1' }],
	},
	{
		name: 'filters by name and time here, since the service takes no filter',
		given: withUsers('a1', 'b1', 'A2'),
		parameters: {
			...getAll,
			filters: { nameContains: 'of A', createdAfter: '2026-01-02T00:00:00Z' },
		},
		sends: [{ method: 'GET', path: USERS, query: { limit: '100', sortBy: 'updatedAt' } }],
		returns: [{ externalId: 'A2' }],
	},
]);

describeOperation(
	'user: getAll over pages',
	[
		{
			name: 'reads every user once, in the order that stays complete',
			given: withUsers('u1', 'u2', 'u3', 'u4', 'u5'),
			parameters: { ...getAll, returnAll: true },
			returns: ['u5', 'u4', 'u3', 'u2', 'u1'].map((externalId) => ({ externalId })),
			then: ({ requests }) => {
				expect(requests).toHaveLength(3);
				expect(requests[0].query).toEqual({ limit: '100', sortBy: 'createdAt' });
			},
		},
	],
	{ seed: 'empty', largestPage: 2 },
);
