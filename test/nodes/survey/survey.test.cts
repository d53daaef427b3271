import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

const answerWith = (body: unknown) => (sandbox: Sandbox) =>
	sandbox.faults.add({ kind: 'status', status: 200, body });

const surveyId = 'survey-1';
const ids = (...numbers: number[]) => numbers.map((number) => ({ id: `survey-1-r${number}` }));

describeOperation(
	'survey: getResponses',
	[
		{
			name: 'reads on while there is a cursor',
			given: (sandbox) => addSurvey(sandbox, 5),
			parameters: { surveyId, returnAll: true },
			returns: ids(5, 4, 3, 2, 1),
			then: ({ requests }) =>
				expect(requests.map(({ path }) => path)).toEqual(
					Array(3).fill('/resources/surveys/survey-1/responses'),
				),
		},
		{
			name: 'and no further than the limit',
			given: (sandbox) => addSurvey(sandbox, 5),
			parameters: { surveyId, limit: 3 },
			returns: ids(5, 4, 3),
			then: ({ requests }) => expect(requests).toHaveLength(2),
		},
		{
			name: 'reports that a survey is not there',
			parameters: { surveyId: 'survey-9' },
			throws: /The survey "survey-9" was not found \[item 0\]\nCheck the value of 'Survey ID'/,
		},
		{
			name: 'accepts a response without a cursor, as the page has it',
			given: answerWith({ data: [{ id: 'r' }] }),
			parameters: { surveyId },
			breaksContract: true,
			returns: [{ id: 'r' }],
		},
	],
	{ seed: 'empty', largestPage: 2 },
);

describeOperation('survey: getResponse', [
	{
		name: 'unwraps the response',
		given: addSurvey,
		parameters: { responseId: 'survey-1-r1' },
		sends: [{ method: 'GET', path: '/resources/surveyResponses/survey-1-r1' }],
		returns: [{ id: 'survey-1-r1', userID: 'user-1', questionResponses: [{ data: { value: 1 } }] }],
	},
	{
		name: 'is an error where nothing is in it',
		given: answerWith({ data: null }),
		parameters: { responseId: 'survey-1-r1' },
		throws: 'The response is not a Vitally record',
	},
]);

const questionId = 'survey-1-q1';

describeOperation('survey: getQuestion', [
	{
		name: 'reads one',
		given: addSurvey,
		parameters: { questionId },
		sends: [{ method: 'GET', path: '/resources/surveyQuestions/survey-1-q1' }],
		returns: [{ id: 'survey-1-q1', title: 'How was it?', type: 'number', isRequired: true }],
	},
	{
		name: 'accepts one that comes unwrapped, since the page does not show the response',
		given: answerWith({ id: 'q', title: 'Why?' }),
		parameters: { questionId },
		returns: [{ id: 'q', title: 'Why?' }],
	},
]);
