import { HttpError } from '../httpError.cts';
import { fieldsFromTraits, isChurned, newAccount, npsScore } from './customers.cts';
import type { Account } from './customers.cts';
import { destroyAccount } from './destruction.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { omit } from './omit.cts';
import { assertParentsExist } from './parents.cts';
import type { RequestParameters, Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

interface AccountBody {
	externalId: string;
	name: string;
	organizationId?: string;
	traits?: Traits;
}

interface AccountChange {
	name?: string;
	traits?: Traits;
	/** Service or external id; null detaches (docs/internal/public-facts.md, 5). */
	organizationId?: string | null;
	/** The owner, for which only null is accepted over REST (docs/internal/public-facts.md, 5). */
	accountOwnerId?: null;
}

export function accountView(state: ServiceState, account: Account) {
	return {
		...account,
		...fieldsFromTraits(account.traits),
		usersCount: state.users.countOf(account.id),
		npsScore: npsScore(account),
	};
}

/** Returns an account inside another record: without key roles, as seen (docs/internal/public-facts.md, 4.1). */
export function embeddedAccount(state: ServiceState, id: string | null) {
	const account = state.accounts.get(id);

	return account ? omit(accountView(state, account), 'keyRoles') : null;
}

/**
 * Moves `updatedAt` of accounts to the millisecond in which a note or a user of theirs was created; an update
 * does not move it (docs/internal/public-facts.md, 4.1).
 *
 * @param row the note or user; a POST with a known external id may have updated it
 */
export function moveAccountsOf<T extends Row>(
	state: ServiceState,
	accountIds: (string | null)[],
	row: T,
): T {
	const { createdAt, updatedAt } = row;

	// A record that was updated has moved on from its creation.
	if (createdAt !== updatedAt) return row;

	for (const id of accountIds) {
		const account = state.accounts.get(id);
		if (account) state.accounts.change(account, { updatedAt });
	}

	return row;
}

export function createAccount(
	state: ServiceState,
	body: AccountBody,
	duplicate: DuplicateExternalId = state.duplicateExternalId,
): Account {
	const known = recordToUpdate(state.accounts, body.externalId, duplicate, 'account');
	if (known) return updateAccount(state, known, body);

	const { organizationId = null, externalId, name, traits } = body;

	if (organizationId !== null && !state.organizations.get(organizationId)) {
		throw new HttpError(400, 'organizationId is not the id of an organization.');
	}

	const account = newAccount(state.newRow(), externalId, name, mergeTraits({}, traits));

	return state.accounts.insert({ ...account, organizationId });
}

export function updateAccount(
	state: ServiceState,
	account: Account,
	change: AccountChange,
): Account {
	const { name = account.name, accountOwnerId = account.accountOwnerId, traits } = change;
	let organizationId = change.organizationId;

	if (typeof organizationId === 'string') {
		organizationId = state.organizations.byEitherId(organizationId)?.id;

		if (!organizationId) {
			throw new HttpError(400, 'organizationId is not the id of an organization.');
		}
	}

	return state.accounts.change(account, {
		name,
		accountOwnerId,
		traits: mergeTraits(account.traits, traits),
		organizationId: organizationId === undefined ? account.organizationId : organizationId,
		updatedAt: state.now(),
	});
}

/** docs/internal/service.md, Accounts. */
export const accounts: Resource<Account> = {
	path: '/resources/accounts',
	label: 'Account',
	parentIds: ({ organizationId }) => [organizationId],
	view: accountView,
	matches: listFilter,
	find: (state, { id }) => state.accounts.byEitherId(id),
	create: (state, body: AccountBody) => createAccount(state, body),
	update: updateAccount,
	remove: destroyAccount,
};

/**
 * Lists active accounts unless `status` asks for others. The list of an organization has no `status`
 * parameter and contains all.
 */
function listFilter(state: ServiceState, parameters: RequestParameters) {
	const { organizationId, status = 'active' } = parameters;

	assertParentsExist(state, { organizationId });

	return (account: Account): boolean => {
		if (organizationId !== undefined) return account.organizationId === organizationId;

		return status === 'activeOrChurned' || isChurned(account) === (status === 'churned');
	};
}

/**
 * Returns an object with the score and its parts; the body of the answer is not published
 * (docs/internal/public-facts.md, 9).
 */
export function healthScores({ healthScore }: Account) {
	return { healthScore, components: [{ name: 'Overall', score: healthScore, weight: 1 }] };
}
