import { found, HttpError } from '../httpError.cts';
import { fieldsFromTraits, isChurned, newAccount } from './customers.cts';
import type { Account } from './customers.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { assertParentsExist } from './parents.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';
import type { PageQuery } from './table.cts';

export interface AccountBody {
	externalId: string;
	name: string;
	organizationId?: string;
	traits?: Traits;
}

export interface AccountChange {
	name?: string;
	traits?: Traits;
	/** Service or external id; null detaches (public-facts.md, 5). */
	organizationId?: string | null;
	/** Only null is accepted over REST (public-facts.md, 5). */
	accountOwnerId?: null;
}

export type AccountStatus = 'active' | 'churned' | 'activeOrChurned';

export function accountView(state: ServiceState, account: Account) {
	const { npsPromoterCount, npsPassiveCount, npsDetractorCount } = account;
	const answers = npsPromoterCount + npsPassiveCount + npsDetractorCount;
	return {
		...account,
		...fieldsFromTraits(account.traits),
		usersCount: state.users.countOf(account.id),
		npsScore: answers ? Math.round((100 * (npsPromoterCount - npsDetractorCount)) / answers) : null,
	};
}

/** Lists active accounts unless `status` asks for others (service.md, Accounts). */
export function listAccounts(state: ServiceState, query: PageQuery & { status?: AccountStatus }) {
	const { status = 'active' } = query;
	const page = state.accounts.page(
		query,
		(account) => status === 'activeOrChurned' || isChurned(account) === (status === 'churned'),
	);
	return { ...page, results: page.results.map((account) => accountView(state, account)) };
}

/** All tracked accounts of an organization: this list has no `status` parameter. */
export function listAccountsOfOrganization(state: ServiceState, id: string, query: PageQuery) {
	assertParentsExist(state, { organizationId: id });
	const page = state.accounts.page(query, ({ organizationId }) => organizationId === id);
	return { ...page, results: page.results.map((account) => accountView(state, account)) };
}

/** @param id service or external id (service.md, Conventions) */
export function getAccount(state: ServiceState, id: string): Account {
	return found(state.accounts.byEitherId(id), 'Account');
}

export function createAccount(
	state: ServiceState,
	body: AccountBody,
	duplicate: DuplicateExternalId,
) {
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
		if (!organizationId)
			throw new HttpError(400, 'organizationId is not the id of an organization.');
	}
	return state.accounts.change(account, {
		name,
		accountOwnerId,
		traits: mergeTraits(account.traits, traits),
		organizationId: organizationId === undefined ? account.organizationId : organizationId,
		updatedAt: state.now(),
	});
}

/** The answer's body is not published; an object with the score and its parts (public-facts.md, 9). */
export function healthScores({ healthScore }: Account) {
	return { healthScore, components: [{ name: 'Overall', score: healthScore, weight: 1 }] };
}
