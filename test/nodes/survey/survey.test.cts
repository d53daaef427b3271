import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

describe('getResponses', () => {
	const get = { surveyId: 'survey-1' };
	const path = '/resources/surveys/survey-1/responses';
	const ids = (...numbers: number[]) => numbers.map((number) => ({ id: `survey-1-r${number}` }));

	describeOperation('survey: getResponses', [
		{
			name: 'reads as many as the limit allows',
			given: (sandbox) => addSurvey(sandbox, 3),
			parameters: { ...get, limit: 2 },
			sends: [{ method: 'GET', path, query: { limit: '2' } }],
			returns: ids(3, 2),
		},
		{
			name: 'reports that a survey is not there',
			parameters: { ...get, surveyId: 'survey-9' },
			throws: /The survey "survey-9" was not found \[item 0\]\nCheck the value of 'Survey ID'/,
		},
		{
			name: 'accepts a response without a cursor, as the page has it',
			given: (sandbox) =>
				sandbox.faults.add({ kind: 'status', status: 200, body: { data: [{ id: 'r' }] } }),
			parameters: get,
			breaksContract: true,
			returns: [{ id: 'r' }],
		},
		{
			name: 'is an error where the response is no list',
			given: (sandbox) =>
				sandbox.faults.add({ kind: 'status', status: 200, body: { data: 'none' } }),
			parameters: get,
			throws: 'returned a response that is not a page',
		},
	]);

	describeOperation(
		'survey: getResponses over pages',
		[
			{
				name: 'reads on while there is a cursor',
				given: (sandbox) => addSurvey(sandbox, 5),
				parameters: { ...get, returnAll: true },
				returns: ids(5, 4, 3, 2, 1),
				then: ({ requests }: Sandbox) => expect(requests).toHaveLength(3),
			},
			{
				name: 'and no further than the limit',
				given: (sandbox) => addSurvey(sandbox, 5),
				parameters: { ...get, limit: 3 },
				returns: ids(5, 4, 3),
				then: ({ requests }: Sandbox) => expect(requests).toHaveLength(2),
			},
		],
		{ seed: 'empty', largestPage: 2 },
	);
});

describe('getResponse', () => {
	const get = { responseId: 'survey-1-r1' };

	describeOperation('survey: getResponse', [
		{
			name: 'unwraps the response',
			given: addSurvey,
			parameters: get,
			sends: [{ method: 'GET', path: '/resources/surveyResponses/survey-1-r1' }],
			returns: [
				{ id: 'survey-1-r1', userID: 'user-1', questionResponses: [{ data: { value: 1 } }] },
			],
		},
		{
			name: 'reports that it is not there',
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
});

describe('getQuestion', () => {
	const get = { questionId: 'survey-1-q1' };
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
			name: 'accepts one that comes unwrapped, since the page does not show the response',
			given: (sandbox) =>
				sandbox.faults.add({ kind: 'status', status: 200, body: { id: 'q', title: 'Why?' } }),
			parameters: get,
			returns: [{ id: 'q', title: 'Why?' }],
		},
		{
			name: 'reports that it is not there',
			parameters: get,
			throws: 'The question "survey-1-q1" was not found',
		},
	]);
});
