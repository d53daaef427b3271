import type { ServiceState } from '../state/serviceState.cts';
import type { User } from '../state/users.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const QUESTIONS = [
	{ title: 'How easy was the onboarding?', type: 'number', isRequired: true },
	{ title: 'Which parts do you use?', type: 'array', isRequired: true },
	{ title: 'What would you change?', type: 'string', isRequired: false },
	{ title: 'When did you go live?', type: 'date', isRequired: false },
] as const;

/** Adds a survey with a question of each type. */
export function addSurvey(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	users: User[],
): void {
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
		const user = random.pick(users);
		const answers = [
			{ type: 'number' as const, value: random.between(1, 5) },
			{ type: 'array' as const, value: random.pick([['Core'], ['Core', 'Reports']]) },
			{ type: 'string' as const, value: random.pick(['A faster export.', 'Nothing.']) },
			{ type: 'date' as const, value: daysAgo(random.between(100, 190)).slice(0, 10) },
		];
		const respondedAt = daysAgo(random.between(1, 90) + random.fraction());

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
			questionResponses: answers.map((data, position) => ({
				id: state.newId(),
				questionId: questions[position].id,
				data,
			})),
		});
	}
}
