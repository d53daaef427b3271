import type { NpsResponse } from './npsResponses.cts';
import type { ServiceState } from './serviceState.cts';

/** docs/internal/beyond.md, 5 */
export function npsKind({ score }: Pick<NpsResponse, 'score'>) {
	if (score <= 6) return 'npsDetractorCount' as const;
	return score <= 8 ? ('npsPassiveCount' as const) : ('npsPromoterCount' as const);
}

/** Counts the responses of a user's customers again, and notes the user's last one. */
export function recountNps(state: ServiceState, userId: string): void {
	const user = state.users.get(userId);
	if (!user) return;
	const own = [...state.npsResponses.all()].filter((response) => response.userId === userId);
	const [last] = own.sort((a, b) => Date.parse(b.respondedAt) - Date.parse(a.respondedAt));
	state.users.change(user, {
		npsLastScore: last?.score ?? null,
		npsLastFeedback: last?.feedback ?? null,
		npsLastRespondedAt: last?.respondedAt ?? null,
	});
	recountCustomers(state, new Set([...user.accountIds, ...user.organizationIds]));
}

/** Counts the responses of these accounts and organizations again, in one go over all. */
export function recountCustomers(state: ServiceState, customerIds: ReadonlySet<string>): void {
	const none = { npsDetractorCount: 0, npsPassiveCount: 0, npsPromoterCount: 0 };
	const counts = new Map([...customerIds].map((id) => [id, { ...none }]));
	for (const response of state.npsResponses.all()) {
		const user = state.users.get(response.userId);
		for (const id of [...(user?.accountIds ?? []), ...(user?.organizationIds ?? [])]) {
			const count = counts.get(id);
			if (count) count[npsKind(response)] += 1;
		}
	}
	for (const [id, count] of counts) {
		const [account, organization] = [state.accounts.get(id), state.organizations.get(id)];
		if (account) state.accounts.change(account, count);
		if (organization) state.organizations.change(organization, count);
	}
}
