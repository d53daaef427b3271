import { found, Refusal } from '../refusal.cts';
import { fieldsFromTraits, isChurned, newAccount } from './customers.cts';
import type { Account } from './customers.cts';
import { recordToUpdate } from './externalIds.cts';
import type { DuplicateExternalId } from './externalIds.cts';
import { requireParents } from './parents.cts';
import type { Traits } from './row.cts';
import type { Store } from './store.cts';
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

export function accountView(store: Store, account: Account) {
	const { npsPromoterCount, npsPassiveCount, npsDetractorCount } = account;
	const answers = npsPromoterCount + npsPassiveCount + npsDetractorCount;
	return {
		...account,
		...fieldsFromTraits(account.traits),
		usersCount: store.users.countOf(account.id),
		npsScore: answers ? Math.round((100 * (npsPromoterCount - npsDetractorCount)) / answers) : null,
	};
}

/** Lists active accounts unless `status` asks for others (service.md, Accounts). */
export function listAccounts(store: Store, query: PageQuery & { status?: AccountStatus }) {
	const { status = 'active' } = query;
	const page = store.accounts.page(
		query,
		(account) => status === 'activeOrChurned' || isChurned(account) === (status === 'churned'),
	);
	return { ...page, results: page.results.map((account) => accountView(store, account)) };
}

/** All tracked accounts of an organization: this list has no `status` parameter. */
export function listAccountsOfOrganization(store: Store, id: string, query: PageQuery) {
	requireParents(store, { organizationId: id });
	const page = store.accounts.page(query, ({ organizationId }) => organizationId === id);
	return { ...page, results: page.results.map((account) => accountView(store, account)) };
}

/** @param id service or external id (service.md, Conventions) */
export function getAccount(store: Store, id: string): Account {
	return found(store.accounts.byEitherId(id), 'Account');
}

export function createAccount(store: Store, body: AccountBody, duplicate: DuplicateExternalId) {
	const known = recordToUpdate(store.accounts, body.externalId, duplicate, 'account');
	if (known) return updateAccount(store, known, body);
	const { organizationId = null, externalId, name, traits } = body;
	if (organizationId !== null && !store.organizations.get(organizationId)) {
		throw new Refusal(400, 'organizationId is not the id of an organization.');
	}
	const account = newAccount(store.newRow(), externalId, name, mergeTraits({}, traits));
	return store.accounts.insert({ ...account, organizationId });
}

export function updateAccount(store: Store, account: Account, change: AccountChange): Account {
	const { name = account.name, accountOwnerId = account.accountOwnerId, traits } = change;
	let organizationId = change.organizationId;
	if (typeof organizationId === 'string') {
		organizationId = store.organizations.byEitherId(organizationId)?.id;
		if (!organizationId) throw new Refusal(400, 'organizationId is not the id of an organization.');
	}
	return store.accounts.change(account, {
		name,
		accountOwnerId,
		traits: mergeTraits(account.traits, traits),
		organizationId: organizationId === undefined ? account.organizationId : organizationId,
		updatedAt: store.now(),
	});
}

/** The answer's body is not published; an object with the score and its parts (public-facts.md, 9). */
export function healthScores({ healthScore }: Account) {
	return { healthScore, components: [{ name: 'Overall', score: healthScore, weight: 1 }] };
}
