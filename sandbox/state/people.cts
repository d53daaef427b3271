import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { PageQuery } from './table.cts';

/** Someone at a customer (public-facts.md, 4.3). */
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

/** Someone of the customer-success team (public-facts.md, 4.4). */
export interface Admin extends Row {
	name: string;
	email: string;
	licenseStatus: 'active' | 'deactivated' | 'auto-created';
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

export function adminView({ id, name, email, licenseStatus }: Admin) {
	return { id, name, email, licenseStatus };
}

export function listUsers(state: ServiceState, query: PageQuery) {
	const page = state.users.page(query);
	return { ...page, results: page.results.map((user) => userView(state, user)) };
}

export function listAdmins(state: ServiceState, query: PageQuery) {
	const page = state.admins.page(query);
	return { ...page, results: page.results.map(adminView) };
}
