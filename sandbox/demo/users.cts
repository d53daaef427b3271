import type { Account } from '../state/customers.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { newUser } from '../state/users.cts';
import type { User } from '../state/users.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';
import { slug, USER_ROLES } from './words.cts';

/** Adds people at the customers; one in ten belongs to two accounts. */
export function addUsers(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	accounts: Account[],
): User[] {
	if (accounts.length === 0) return [];

	return Array.from({ length: count }, (_, index) => {
		const home = accounts[index % accounts.length];
		const second = random.percent(10) ? random.pick(accounts) : home;
		const role = USER_ROLES[(index + Math.floor(index / accounts.length)) % USER_ROLES.length];
		const createdAt = daysAgo(random.between(30, 600) + random.fraction());
		const organizationIds = [home, second].flatMap(({ organizationId }) => organizationId ?? []);
		const row = { id: state.newId(), createdAt, updatedAt: daysAgo(random.fraction() * 30) };

		return state.users.insert({
			...newUser(row, `user-${50_000 + index}`),
			name: `${role}, ${home.name}`,
			email: `${slug(role)}-${index}@${slug(home.name)}.example`,
			traits: { role, trained: random.percent(40) },
			joinDate: createdAt,
			lastSeenTimestamp: daysAgo(random.fraction() * 30),
			npsLastScore: random.percent(50) ? random.between(0, 10) : null,
			accountIds: [...new Set([home.id, second.id])],
			organizationIds: [...new Set(organizationIds)],
		});
	});
}
