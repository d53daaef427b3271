import { npsKind, recountCustomers } from '../state/npsCounts.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const FEEDBACK = {
	npsDetractorCount: ['The export is too slow for us.', 'Nobody answered our last two tickets.'],
	npsPassiveCount: ['Good, but the reports could be clearer.', 'It does what it should.'],
	npsPromoterCount: ['The onboarding was a pleasure.', 'We recommend it to our partners.'],
};

/**
 * Adds responses of all kinds: the last response of each user with a score, then earlier ones of the same users.
 * The counts of accounts and organizations follow from them.
 */
export function addNpsResponses(state: ServiceState, random: SeededRandom, count: number): void {
	const answering = [...state.users.all()].filter(({ npsLastScore }) => npsLastScore !== null);

	for (let index = 0; index < count && answering.length > 0; index += 1) {
		const round = Math.floor(index / answering.length);
		const user = answering[index % answering.length];
		const score = round === 0 ? Number(user.npsLastScore) : random.between(0, 10);
		const age = 100 * round + random.between(1, 90) + random.fraction();
		const feedback = random.percent(60) ? random.pick(FEEDBACK[npsKind(score)]) : null;
		const respondedAt = daysAgo(age);

		state.npsResponses.insert({
			id: state.newId(),
			createdAt: respondedAt,
			updatedAt: respondedAt,
			externalId: random.percent(70) ? `nps-${index + 1}` : null,
			userId: user.id,
			score,
			feedback,
			respondedAt,
			dismissedAt: null,
		});

		if (round === 0) {
			state.users.change(user, { npsLastFeedback: feedback, npsLastRespondedAt: respondedAt });
		}
	}

	for (const user of answering.slice(count)) state.users.change(user, { npsLastScore: null });
	recountCustomers(
		state,
		new Set([...state.accounts.all(), ...state.organizations.all()].map(({ id }) => id)),
	);
}
