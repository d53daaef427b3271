import { at, type Call, type Endpoint } from '../endpoint.cts';

const message = (resource: string, operation: string, parameters: object): Call => ({
	type: 'vitallyAnalytics',
	parameters: { resource, operation, ...parameters },
});

const userOfAccount = { userId: 'U1', accountId: 'A1' };
const newDeal = { customObjectId: 'obj-1', externalId: 'I9', accountId: 'A1' };

/** docs/internal/service.md, Analytics API: account message; docs/internal/public-facts.md, 6 */
export const ANALYTICS: Endpoint[] = [
	at('POST', '/analytics/v1/account', message('account', 'upsert', { accountId: 'A1' })),
	at(
		'POST',
		'/analytics/v1/organization',
		message('organization', 'upsert', { organizationId: 'O1' }),
	),
	at('POST', '/analytics/v1/user', message('user', 'upsert', userOfAccount)),
	at(
		'POST',
		'/analytics/v1/track',
		message('event', 'track', { event: 'Login', ...userOfAccount }),
	),
	at('POST', '/analytics/v1/unlink', message('user', 'unlink', userOfAccount)),
	at(
		'POST',
		'/analytics/v1/customobjectinstance',
		message('customObjectInstance', 'upsert', newDeal),
	),
];
