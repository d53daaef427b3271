import { HttpError } from '../httpError.cts';
import { embeddedAccount, moveAccountsOf } from './accounts.cts';
import { removeUser } from './destruction.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { omit } from './omit.cts';
import { organizationView } from './organizations.cts';
import { tiedTo } from './parents.cts';
import type { Ties } from './parents.cts';
import type { RequestParameters, Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

/** Someone at a customer (docs/internal/beyond.md, 3). */
export interface User extends Row, Ties {
	externalId: string;
	name: string | null;
	email: string | null;
	avatar: string | null;
	traits: Traits;
	joinDate: string | null;
	firstKnown: string | null;
	lastSeenTimestamp: string | null;
	lastInboundMessageTimestamp: string | null;
	lastOutboundMessageTimestamp: string | null;
	npsLastScore: number | null;
	npsLastFeedback: string | null;
	npsLastRespondedAt: string | null;
	unsubscribedFromConversations: boolean;
	unsubscribedFromConversationsAt: string | null;
	deactivatedAt: string | null;
	segments: { id: string; name: string }[];
	/** The time at which the user goes; no field of an answer shows it. */
	deleteOn: string | null;
}

interface UserChange {
	name?: string;
	email?: string;
	avatar?: string;
	traits?: Traits;
	joinDate?: string;
	unsubscribedFromConversations?: boolean;
	accountIds?: string[];
	organizationIds?: string[];
}

interface UserBody extends UserChange {
	externalId: string;
}

/** Returns a user of whom only the external id is known; the dates are as seen (docs/internal/public-facts.md, 4.3). */
export function newUser(row: Row, externalId: string): User {
	return {
		...row,
		externalId,
		name: null,
		email: null,
		avatar: null,
		traits: {},
		joinDate: row.createdAt,
		firstKnown: row.createdAt,
		lastSeenTimestamp: null,
		lastInboundMessageTimestamp: null,
		lastOutboundMessageTimestamp: null,
		npsLastScore: null,
		npsLastFeedback: null,
		npsLastRespondedAt: null,
		unsubscribedFromConversations: false,
		unsubscribedFromConversationsAt: null,
		deactivatedAt: null,
		segments: [],
		accountIds: [],
		organizationIds: [],
		deleteOn: null,
	};
}

/** Returns a user with each account and organization as a whole (docs/internal/beyond.md, 3). */
export function userView(state: ServiceState, user: User) {
	const { accountIds, organizationIds } = user;

	return {
		...omit(user, 'accountIds', 'organizationIds', 'deleteOn'),
		accounts: accountIds.flatMap((id) => embeddedAccount(state, id) ?? []),
		organizations: organizationIds
			.flatMap((id) => state.organizations.get(id) ?? [])
			.map((organization) => organizationView(state, organization)),
	};
}

export function createUser(
	state: ServiceState,
	body: UserBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
): User {
	const sameExternalId = state.users.byExternalId(body.externalId);
	if (sameExternalId && !isThere(state, sameExternalId)) state.users.remove(sameExternalId);

	const known = recordToUpdate(state.users, body.externalId, duplicate, 'user');
	if (known) return updateUser(state, known, body);

	const user = newUser(state.newRow(), body.externalId);

	return state.users.insert({ ...user, ...changedFields(state, user, body) });
}

function updateUser(state: ServiceState, user: User, change: UserChange): User {
	return state.users.change(user, {
		...changedFields(state, user, change),
		updatedAt: state.now(),
	});
}

/**
 * Returns what a body changes. Ties are added and never ended (docs/internal/beyond.md, 3).
 *
 * @throws HttpError 400 for unknown ids
 */
function changedFields(state: ServiceState, user: User, change: UserChange): Partial<User> {
	const { accountIds = [], organizationIds = [], traits, ...fields } = change;

	for (const id of accountIds) {
		if (!state.accounts.get(id)) throw new HttpError(400, `${id} is not the id of an account.`);
	}

	for (const id of organizationIds) {
		if (!state.organizations.get(id)) {
			throw new HttpError(400, `${id} is not the id of an organization.`);
		}
	}

	const { unsubscribedFromConversations = user.unsubscribedFromConversations } = fields;

	return {
		...fields,
		unsubscribedFromConversationsAt: unsubscribedFromConversations
			? (user.unsubscribedFromConversationsAt ?? state.now())
			: null,
		traits: mergeTraits(user.traits, traits),
		accountIds: [...new Set([...user.accountIds, ...accountIds])],
		organizationIds: [...new Set([...user.organizationIds, ...organizationIds])],
	};
}

/** Returns whether the day of a user's deletion has not come. */
function isThere(state: ServiceState, { deleteOn }: User): boolean {
	return deleteOn === null || Date.parse(deleteOn) > Date.parse(state.now());
}

/** Deletes a user at once, or from a day on: until then the user can be read (docs/internal/beyond.md, 3). */
function deleteUser(state: ServiceState, user: User, { deleteOn }: RequestParameters): void {
	if (deleteOn === undefined) removeUser(state, user);
	else state.users.change(user, { deleteOn, updatedAt: state.now() });
}

/**
 * Returns all users that match exactly one criterion (docs/internal/beyond.md, 3).
 *
 * @throws HttpError 400 for no criterion, and for several
 */
export function searchUsers(state: ServiceState, criteria: RequestParameters) {
	const names = Object.keys(criteria);
	const [name] = names;
	const value = criteria[name];

	if (names.length !== 1 || value === undefined) {
		throw new HttpError(400, 'Search by exactly one of externalId, email and emailSubdomain.');
	}

	const wanted = value.toLowerCase();

	const matches = (user: User): boolean => {
		if (name === 'externalId') return user.externalId === value;

		const email = user.email?.toLowerCase();

		// What a subdomain is is on no page: all behind the at sign (a neutral choice).
		return name === 'email' ? email === wanted : email?.split('@')[1] === wanted;
	};

	const results = [...state.users.all()].filter((user) => isThere(state, user) && matches(user));

	return { results: results.map((user) => userView(state, user)) };
}

/** docs/internal/beyond.md, 3 */
export const users: Resource<User> = {
	path: '/resources/users',
	label: 'User',
	parentIds: (user) => [...user.accountIds, ...user.organizationIds],
	view: userView,
	matches: (state, parameters) => {
		const isTied = tiedTo(state, parameters);

		return (user) => isThere(state, user) && isTied(user);
	},
	find: (state, { id }) => {
		const user = state.users.byEitherId(id);

		return user && isThere(state, user) ? user : undefined;
	},
	create: (state, body: UserBody) => {
		const user = createUser(state, body);

		return moveAccountsOf(state, user.accountIds, user);
	},
	update: updateUser,
	remove: deleteUser,
};
