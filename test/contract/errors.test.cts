import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation, errorText } from '../engine/operationCases.cts';
import { byId } from '../fixtures/locators.cts';

const message = { resource: 'account', operation: 'upsert', accountId: 'A1' };

describeOperation('rejected messages', [
	{
		name: '400: account messages are blocked',
		given: (sandbox) => {
			sandbox.blockedMessages.add('account');
		},
		type: 'vitallyAnalytics',
		parameters: message,
		throws: errorText(
			'Vitally rejected the account message: Account messages are blocked [item 0]',
			`Check the values of this item. If Vitally rejects every message of the type 'account', the type is blocked for your workspace: ask Vitally support to unblock it. (HTTP 400, POST /analytics/v1/account)`,
		),
	},
]);

/** Credentials contain these keys; the service keeps the old ones. */
const useRevokedKeys = (sandbox: Sandbox) =>
	Object.assign(sandbox, { apiKey: 'sk_live_revoked', analyticsKey: 'revoked' });

describeOperation('rejected keys', [
	{
		name: '401: a key that the REST API does not know',
		given: useRevokedKeys,
		parameters: { resource: 'account', operation: 'get', accountId: byId('acc-1') },
		throws: errorText(
			'Vitally does not accept the API key [item 0]',
			'Check the key in the credential: it may be revoked or regenerated, or belong to another workspace or data center. Vitally says: "Authorization is not valid". (HTTP 401, GET /resources/accounts/acc-1)',
		),
	},
	{
		name: '401: a key that the Analytics API does not know',
		given: useRevokedKeys,
		type: 'vitallyAnalytics',
		parameters: message,
		throws: errorText(
			'Vitally does not accept the API key [item 0]',
			'The Analytics API uses a different key than the REST API: copy it from Settings, Integrations, Vitally Analytics API. Vitally says: "Authorization is not valid". (HTTP 401, POST /analytics/v1/account)',
		),
	},
]);

/** As another program with the same key does. */
async function spendBudget({ url, apiKey, limits }: Sandbox): Promise<void> {
	limits.budget = 1;
	const headers = { authorization: `Basic ${btoa(`${apiKey}:`)}` };
	await fetch(`${url}/resources/accounts`, { headers });
}

describeOperation(
	'exceeded rate limits',
	[
		{
			name: '429: a longer wait than is allowed',
			given: spendBudget,
			parameters: { resource: 'account', operation: 'get', accountId: byId('acc-1') },
			credential: { maxWait: 59 },
			throws: errorText(
				"Vitally asks to wait 60 seconds before the next request, and 'Max Wait' allows 59 [item 0]",
				"The limit of 1,000 requests per minute is used up, possibly by other tools with the same key. Raise 'Max Wait' in the credential, spread the work over a longer time, or create a separate key for this workflow.",
			),
			then: ({ requests }) => expect(requests.map(({ status }) => status)).toEqual([200, 429]),
		},
	],
	{ seed: 'empty', now: () => Date.parse('2026-11-20') },
);
