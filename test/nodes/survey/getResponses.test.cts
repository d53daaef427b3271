import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addSurvey } from '../../fixtures/surveys.cts';

const get = { resource: 'survey', operation: 'getResponses', surveyId: 'survey-1' };
const path = '/resources/surveys/survey-1/responses';
const ids = (...numbers: number[]) => numbers.map((number) => ({ id: `survey-1-r${number}` }));

describeOperation('survey: getResponses', [
	{
		name: 'reads as many as the limit says',
		given: (sandbox) => addSurvey(sandbox, 3),
		parameters: { ...get, limit: 2 },
		sends: [{ method: 'GET', path, query: { limit: '2' } }],
		returns: ids(3, 2),
	},
	{
		name: 'says that a survey is not there',
		parameters: { ...get, surveyId: 'survey-9' },
		throws: /The survey "survey-9" was not found \[item 0\]\nCheck the value of 'Survey ID'/,
	},
	{
		name: 'takes an answer without a cursor, as the page has it',
		given: (sandbox) =>
			sandbox.faults.add({ kind: 'status', status: 200, body: { data: [{ id: 'r' }] } }),
		parameters: get,
		breaksContract: true,
		returns: [{ id: 'r' }],
	},
	{
		name: 'is an error where the answer is no list',
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 200, body: { data: 'none' } }),
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
