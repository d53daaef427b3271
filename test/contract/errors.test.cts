import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { byId } from '../fixtures/locators.cts';

const message = {
	type: 'vitallyAnalytics',
	parameters: { resource: 'account', operation: 'upsert', accountId: 'A1' },
};

/** Credentials contain these keys; the service keeps the old ones. */
const useRevokedKeys = (sandbox: Sandbox) =>
	Object.assign(sandbox, { apiKey: 'sk_live_revoked', analyticsKey: 'revoked' });

/** What test/transport/errors does not see: the two services give different advice. */
describeOperation('an error says how to get unstuck', [
	{
		name: 'with a key that the REST API does not know',
		given: useRevokedKeys,
		parameters: { resource: 'account', operation: 'get', accountId: byId('acc-1') },
		throws: /^Vitally does not accept the API key .*\nCheck the key in the credential: /,
	},
	{
		name: 'with a key that the Analytics API does not know',
		given: useRevokedKeys,
		...message,
		throws: /^Vitally does not accept the API key .*\nThe Analytics API uses a different key /,
	},
]);
