import type { Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';

/** Someone at a customer (docs/public-facts.md, 4.3). */
export interface User extends Row {
	externalId: string;
	name: string;
	email: string;
	traits: Traits;
	joinDate: string | null;
	lastSeenTimestamp: string | null;
	npsLastScore: number | null;
	accountIds: string[];
	organizationIds: string[];
}

/** A user's row, with each account and organization in short: its id, external id and name. */
export function userView(state: ServiceState, user: User) {
	const { accountIds, organizationIds, ...fields } = user;
	return {
		...fields,
		accounts: accountIds.flatMap((id) => state.accounts.get(id) ?? []).map(inShort),
		organizations: organizationIds.flatMap((id) => state.organizations.get(id) ?? []).map(inShort),
	};
}

const inShort = (row: { id: string; externalId: string; name: string }) => ({
	id: row.id,
	externalId: row.externalId,
	name: row.name,
});

export const users: Resource<User> = {
	path: '/resources/users',
	label: 'User',
	parentIds: (user) => [...user.accountIds, ...user.organizationIds],
	view: userView,
};
