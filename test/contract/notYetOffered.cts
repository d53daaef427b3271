/**
 * Endpoints that the sandbox serves and no operation reaches yet. An operation that names or reaches one
 * has to take it out of here: endpoints.test.cts fails otherwise. When all that the sandbox serves is
 * offered, the list is empty, and this file goes.
 */
export const NOT_YET_OFFERED: string[] = [
	'POST /resources/conversations/:conversationId/messages',
	'GET /resources/messages/:id',
	'DELETE /resources/messages/:id',
	'GET /resources/npsResponses',
	'POST /resources/npsResponses',
	'GET /resources/accounts/:accountId/npsResponses',
	'GET /resources/organizations/:organizationId/npsResponses',
	'GET /resources/npsResponses/:id',
	'PUT /resources/npsResponses/:id',
	'DELETE /resources/npsResponses/:id',
	'GET /resources/users',
	'POST /resources/users',
	'GET /resources/accounts/:accountId/users',
	'GET /resources/organizations/:organizationId/users',
	'GET /resources/users/search',
	'GET /resources/users/:id',
	'PUT /resources/users/:id',
	'DELETE /resources/users/:id',
];

/** Endpoints that are reached, but take no fields: their own tests show what is sent. */
export const BODY_IS_A_LIST: Record<string, string> = {
	'POST /analytics/v1/batch': 'test/nodes/analytics/account/items.test.cts',
};
