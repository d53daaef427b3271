import { describeOperation } from '../../engine/operationCases.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

const get = { resource: 'survey', operation: 'getQuestion', questionId: 'survey-1-q1' };
const path = '/resources/surveyQuestions/survey-1-q1';

describeOperation('survey: getQuestion', [
	{
		name: 'reads one',
		given: addSurvey,
		parameters: get,
		sends: [{ method: 'GET', path }],
		returns: [{ id: 'survey-1-q1', title: 'How was it?', type: 'number', isRequired: true }],
	},
	{
		name: 'takes one that comes by itself, since the page does not show the answer',
		given: (sandbox) =>
			sandbox.faults.add({ kind: 'status', status: 200, body: { id: 'q', title: 'Why?' } }),
		parameters: get,
		returns: [{ id: 'q', title: 'Why?' }],
	},
	{
		name: 'says that it is not there',
		parameters: get,
		throws: 'The question "survey-1-q1" was not found',
	},
]);
