import { at, on, type Endpoint } from '../endpoint.cts';

const survey = on('survey');

/** docs/internal/beyond.md, 12 */
export const SURVEY: Endpoint[] = [
	at(
		'GET',
		'/resources/surveys/:surveyId/responses',
		survey('getResponses', { surveyId: 'survey-1' }),
	),
	at('GET', '/resources/surveyResponses/:id', survey('getResponse', { responseId: 'survey-1-r1' })),
	at('GET', '/resources/surveyQuestions/:id', survey('getQuestion', { questionId: 'survey-1-q1' })),
];
