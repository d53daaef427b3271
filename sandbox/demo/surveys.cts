import type { ServiceState } from '../state/serviceState.cts';
import type { User } from '../state/users.cts';
import { daysAgo } from './calendar.cts';
import type { Chance } from './chance.cts';

const QUESTIONS = [
	{ title: 'How easy was the onboarding?', type: 'number', isRequired: true },
	{ title: 'Which parts do you use?', type: 'array', isRequired: true },
	{ title: 'What would you change?', type: 'string', isRequired: false },
	{ title: 'When did you go live?', type: 'date', isRequired: false },
] as const;

/** One survey with a question of each type. */
export function addSurvey(state: ServiceState, chance: Chance, count: number, users: User[]): void {
	if (users.length === 0 || count === 0) return;
	const surveyId = state.newId();
	const questions = QUESTIONS.map((question) =>
		state.surveyQuestions.insert({
			id: state.newId(),
			createdAt: daysAgo(200),
			updatedAt: daysAgo(200),
			body: '',
			...question,
		}),
	);
	for (let index = 0; index < count; index += 1) {
		const user = chance.pick(users);
		const answers = [
			{ type: 'number' as const, value: chance.between(1, 5) },
			{ type: 'array' as const, value: chance.pick([['Core'], ['Core', 'Reports']]) },
			{ type: 'string' as const, value: chance.pick(['A faster export.', 'Nothing.']) },
			{ type: 'date' as const, value: daysAgo(chance.between(100, 190)).slice(0, 10) },
		];
		const respondedAt = daysAgo(chance.between(1, 90) + chance.fraction());
		state.surveyResponses.insert({
			id: state.newId(),
			createdAt: respondedAt,
			updatedAt: respondedAt,
			surveyId,
			organizationId: user.organizationIds[0] ?? null,
			userID: user.id,
			title: 'Onboarding survey',
			body: '',
			respondedAt,
			questionResponses: answers.map((data, at) => ({
				id: state.newId(),
				questionId: questions[at].id,
				data,
			})),
		});
	}
}
