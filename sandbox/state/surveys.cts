import { found } from '../httpError.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { PageQuery } from './table.cts';

/** docs/internal/beyond.md, 12 */
export interface SurveyResponse extends Row {
	surveyId: string;
	organizationId: string | null;
	/** Spelled so by the service. */
	userID: string;
	title: string;
	body: string;
	respondedAt: string;
	questionResponses: Array<{
		id: string;
		questionId: string;
		data: { type: 'array' | 'string' | 'date' | 'number'; value: string[] | string | number };
	}>;
}

/** docs/internal/beyond.md, 12 */
export interface SurveyQuestion extends Row {
	title: string;
	body: string;
	type: string;
	isRequired: boolean;
}

/**
 * Returns a page of the responses to a survey, the newest first (a neutral choice).
 *
 * @throws HttpError 404 for a survey without responses, because no list of surveys is known
 */
export function surveyResponses(state: ServiceState, surveyId: string, query: PageQuery) {
	const ofSurvey = (response: SurveyResponse) => response.surveyId === surveyId;

	found([...state.surveyResponses.all()].find(ofSurvey), 'Survey');
	const { results, next } = state.surveyResponses.page({ ...query, sortBy: 'createdAt' }, ofSurvey);

	return { data: results, next };
}

export function surveyResponse(state: ServiceState, id: string) {
	return { data: found(state.surveyResponses.get(id), 'Survey response') };
}

export function surveyQuestion(state: ServiceState, questionId: string) {
	const question = found(state.surveyQuestions.get(questionId), 'Survey question');
	const { id, title, body, type, isRequired } = question;

	return { data: { id, title, body, type, isRequired } };
}
