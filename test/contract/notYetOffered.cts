/**
 * Endpoints that the sandbox serves and no operation reaches yet. An operation that names or reaches one
 * has to take it out of here: endpoints.test.cts fails otherwise. When all that the sandbox serves is
 * offered, the list is empty, and this file goes.
 */
export const NOT_YET_OFFERED: string[] = [
	'GET /resources/meetings',
	'POST /resources/meetings',
	'GET /resources/accounts/:accountId/meetings',
	'GET /resources/organizations/:organizationId/meetings',
	'GET /resources/meetings/:id',
	'PUT /resources/meetings/:id',
	'DELETE /resources/meetings/:id',
	'POST /resources/meetings/:id/participants',
	'DELETE /resources/meetings/:id/participants/:participantId',
	'GET /resources/meetings/:id/transcript',
	'GET /resources/surveys/:surveyId/responses',
	'GET /resources/surveyResponses/:id',
	'GET /resources/surveyQuestions/:id',
	'GET /resources/tasks',
	'POST /resources/tasks',
	'GET /resources/accounts/:accountId/tasks',
	'GET /resources/organizations/:organizationId/tasks',
	'GET /resources/tasks/:id',
	'PUT /resources/tasks/:id',
	'DELETE /resources/tasks/:id',
];

/** Endpoints that are reached, but take no fields: their own tests show what is sent. */
export const BODY_IS_A_LIST: Record<string, string> = {
	'POST /analytics/v1/batch': 'test/nodes/analytics/account/items.test.cts',
};
