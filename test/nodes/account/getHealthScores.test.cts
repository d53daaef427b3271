import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, withAccounts } from '../../fixtures/accounts.cts';
import { byExternalId } from '../../fixtures/locators.cts';

describeOperation('account: getHealthScores', [
	{
		name: 'hands on what the service returns',
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'getHealthScores',
			accountId: byExternalId('a1'),
		},
		sends: [{ method: 'GET', path: `${ACCOUNTS}/a1/healthScores` }],
		returns: [{}],
	},
	...[
		{ body: [{ score: 1 }, { score: 2 }], returns: [{ score: 1 }, { score: 2 }] },
		{ body: { score: 7 }, returns: [{ score: 7 }] },
	].map(({ body, returns }) => ({
		name: `hands on ${JSON.stringify(body)}, since the document does not show the body`,
		given: (sandbox: Sandbox) => sandbox.faults.add({ kind: 'status', status: 200, body }),
		parameters: {
			resource: 'account',
			operation: 'getHealthScores',
			accountId: byExternalId('a1'),
		},
		returns,
	})),
	...['7', '<html>Please log in</html>'].map((body) => ({
		name: `takes ${body} for no answer`,
		given: (sandbox: Sandbox) => sandbox.faults.add({ kind: 'status', status: 200, body }),
		parameters: {
			resource: 'account',
			operation: 'getHealthScores',
			accountId: byExternalId('a1'),
		},
		throws: 'The response is not a Vitally record',
	})),
]);
