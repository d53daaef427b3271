import { describeOperation } from '../../engine/operationCases.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

const get = { resource: 'survey', operation: 'getResponse', responseId: 'survey-1-r1' };

describeOperation('survey: getResponse', [
	{
		name: 'takes the response out of its wrapping',
		given: addSurvey,
		parameters: get,
		sends: [{ method: 'GET', path: '/resources/surveyResponses/survey-1-r1' }],
		returns: [{ id: 'survey-1-r1', userID: 'user-1', questionResponses: [{ data: { value: 1 } }] }],
	},
	{
		name: 'says that it is not there',
		parameters: get,
		throws: 'The response "survey-1-r1" was not found',
	},
	{
		name: 'is an error where nothing is in it',
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 200, body: { data: null } }),
		parameters: get,
		throws: 'The response has no response',
	},
]);
