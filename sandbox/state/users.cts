import { HttpError } from '../httpError.cts';
import type { RequestParameters, Resource } from './resource.cts';
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

/** All matches of exactly one criterion (docs/beyond.md, 3). */
export function searchUsers(state: ServiceState, criteria: RequestParameters) {
	const [[name, value] = [], ...others] = Object.entries(criteria);
	if (value === undefined || others.length > 0) {
		throw new HttpError(400, 'Search by exactly one of externalId, email and emailSubdomain.');
	}
	const wanted = value.toLowerCase();
	const matches = ({ externalId, email }: User): boolean => {
		if (name === 'externalId') return externalId === value;
		// What a subdomain is stands on no page: all behind the at sign (a neutral choice).
		const text = email.toLowerCase();
		return name === 'email' ? text === wanted : text.split('@')[1] === wanted;
	};
	const results = [...state.users.all()].filter(matches);
	return { results: results.map((user) => userView(state, user)) };
}

export const users: Resource<User> = {
	path: '/resources/users',
	label: 'User',
	parentIds: (user) => [...user.accountIds, ...user.organizationIds],
	view: userView,
	find: (state, { id }) => state.users.byEitherId(id),
};
