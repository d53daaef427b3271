/**
 * Endpoints that the sandbox serves and no operation reaches yet. An operation that names or reaches one
 * has to take it out of here: endpoints.test.cts fails otherwise. When all that the sandbox serves is
 * offered, the list is empty, and this file goes.
 */
export const NOT_YET_OFFERED: string[] = [
	'POST /resources/conversations/:conversationId/messages',
	'GET /resources/messages/:id',
	'DELETE /resources/messages/:id',
];

/** Endpoints that are reached, but take no fields: their own tests show what is sent. */
export const BODY_IS_A_LIST: Record<string, string> = {
	'POST /analytics/v1/batch': 'test/nodes/analytics/account/items.test.cts',
};
