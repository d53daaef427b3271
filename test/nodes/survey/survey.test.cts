import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { GET } from '../../fixtures/requests.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

const answerWith = (body: unknown) => (sandbox: Sandbox) =>
	sandbox.faults.add({ kind: 'status', status: 200, body });

describeOperation('survey: getResponses', [
	{
		name: 'reports that a survey is not there',
		parameters: { surveyId: 'survey-9' },
		throws: {
			message: 'The survey "survey-9" was not found',
			description:
				'Check the value of \'Survey ID\': it may be deleted, or belong to another workspace than the credential. Vitally says: "Survey not found". (HTTP 404, GET /resources/surveys/survey-9/responses)',
			httpCode: '404',
		},
	},
]);

describeOperation('survey: getResponse', [
	{
		name: 'takes blanks off the ID',
		given: addSurvey,
		parameters: { responseId: ' survey-1-r1 ' },
		sends: [GET('/resources/surveyResponses/survey-1-r1')],
	},
	{
		name: 'unwraps the response',
		given: addSurvey,
		parameters: { responseId: 'survey-1-r1' },
		sends: [GET('/resources/surveyResponses/survey-1-r1')],
		returns: [{ id: 'survey-1-r1', userID: 'user-1', questionResponses: [{ data: { value: 1 } }] }],
	},
	{
		name: 'fails where the response is empty',
		given: answerWith({ data: null }),
		parameters: { responseId: 'survey-1-r1' },
		throws: {
			message: 'The response is not a Vitally record',
			description:
				"Check 'Data Center' and the fields below it in the credential: the response may be from a proxy instead of Vitally. (HTTP 200, GET /resources/surveyResponses/survey-1-r1)",
			httpCode: '200',
		},
	},
]);

const questionId = 'survey-1-q1';

describeOperation('survey: getQuestion', [
	{
		name: 'accepts one that comes unwrapped, since the page does not show the response',
		given: answerWith({ id: 'q', title: 'Why?' }),
		parameters: { questionId },
		returns: [{ id: 'q', title: 'Why?' }],
	},
]);
