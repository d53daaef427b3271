import type { NpsResponse } from './npsResponses.cts';
import type { ServiceState } from './serviceState.cts';

type NpsCountField = 'npsDetractorCount' | 'npsPassiveCount' | 'npsPromoterCount';

type NpsCounts = Record<NpsCountField, number>;

/** Returns the field that counts responses with a score from 0 to 10 (docs/internal/beyond.md, 5). */
export function npsKind(score: number): NpsCountField {
	if (score <= 6) return 'npsDetractorCount';

	return score <= 8 ? 'npsPassiveCount' : 'npsPromoterCount';
}

/** Counts the responses of a user's customers again, and notes the user's last one. */
export function recountNps(state: ServiceState, userId: string): void {
	const user = state.users.get(userId);
	if (!user) return;

	const timeOf = ({ respondedAt }: NpsResponse) => Date.parse(respondedAt ?? '');
	const responses = [...state.npsResponses.all()].filter(
		(response) => response.userId === userId && response.score !== null,
	);
	const [last] = responses.sort((a, b) => timeOf(b) - timeOf(a));

	state.users.change(user, {
		npsLastScore: last?.score ?? null,
		npsLastFeedback: last?.feedback ?? null,
		npsLastRespondedAt: last?.respondedAt ?? null,
	});
	recountCustomers(state, new Set([...user.accountIds, ...user.organizationIds]));
}

/** Counts the responses of these accounts and organizations again, in one go over all. */
export function recountCustomers(state: ServiceState, customerIds: ReadonlySet<string>): void {
	const counts = new Map<string, NpsCounts>();

	for (const id of customerIds) {
		counts.set(id, { npsDetractorCount: 0, npsPassiveCount: 0, npsPromoterCount: 0 });
	}

	for (const { userId, score } of state.npsResponses.all()) {
		if (score === null) continue;

		const user = state.users.get(userId);

		for (const id of [...(user?.accountIds ?? []), ...(user?.organizationIds ?? [])]) {
			const count = counts.get(id);
			if (count) count[npsKind(score)] += 1;
		}
	}

	for (const [id, count] of counts) {
		const account = state.accounts.get(id);
		if (account) state.accounts.change(account, count);

		const organization = state.organizations.get(id);
		if (organization) state.organizations.change(organization, count);
	}
}
