import { found, Refusal } from '../refusal.cts';
import type { Store } from './store.cts';

/** Where an activity record belongs: an account, an organization, or (team projects) neither. */
export interface Parents {
	accountId: string | null;
	organizationId: string | null;
}

/** The parent in the path of a nested list. */
export type Scope = { accountId?: string; organizationId?: string };

/**
 * Parents for ids of a request body, which are service ids. An account brings its organization along
 * (service.md, Project parent); ids that are unknown or do not belong together are refused.
 */
export function parentsOf(store: Store, { accountId, organizationId }: Scope): Parents {
	if (organizationId !== undefined && !store.organizations.get(organizationId)) {
		throw new Refusal(400, 'organizationId is not the id of an organization.');
	}
	if (accountId === undefined) return { accountId: null, organizationId: organizationId ?? null };
	const account = store.accounts.get(accountId);
	if (!account) throw new Refusal(400, 'accountId is not the id of an account.');
	if (organizationId !== undefined && account.organizationId !== organizationId) {
		throw new Refusal(400, 'The account does not belong to the organization.');
	}
	return { accountId, organizationId: account.organizationId };
}

/** 404 when the parent in the path of a nested list is unknown; only service ids are known. */
export function requireParents(store: Store, { accountId, organizationId }: Scope): void {
	if (accountId !== undefined) found(store.accounts.get(accountId), 'Account');
	if (organizationId !== undefined) found(store.organizations.get(organizationId), 'Organization');
}

/** Tells which records a nested list holds. */
export function within(store: Store, { accountId, organizationId }: Scope) {
	requireParents(store, { accountId, organizationId });
	return (row: Parents): boolean =>
		(accountId === undefined || row.accountId === accountId) &&
		(organizationId === undefined || row.organizationId === organizationId);
}
