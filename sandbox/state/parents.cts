import { found, HttpError } from '../httpError.cts';
import type { ServiceState } from './serviceState.cts';

/** The parents of an activity record: an account, an organization, or neither for team projects. */
export interface Parents {
	accountId: string | null;
	organizationId: string | null;
}

/** The accounts and organizations of a record that may have several. */
export interface Ties {
	accountIds: string[];
	organizationIds: string[];
}

/** The parent in the path of a nested list. */
export type Scope = { accountId?: string; organizationId?: string };

/**
 * Returns the parents that a request body names by service ids. An account brings its organization along
 * (docs/internal/service.md, Project).
 *
 * @throws HttpError 400 for ids that are unknown or do not belong together
 */
export function parentsOf(state: ServiceState, { accountId, organizationId }: Scope): Parents {
	if (organizationId !== undefined && !state.organizations.get(organizationId)) {
		throw new HttpError(400, 'organizationId is not the id of an organization.');
	}

	if (accountId === undefined) return { accountId: null, organizationId: organizationId ?? null };

	const account = state.accounts.get(accountId);
	if (!account) throw new HttpError(400, 'accountId is not the id of an account.');

	if (organizationId !== undefined && account.organizationId !== organizationId) {
		throw new HttpError(400, 'The account does not belong to the organization.');
	}

	return { accountId, organizationId: account.organizationId };
}

/** @throws HttpError 404 if the parent in the path of a nested list is unknown; only service ids are known */
export function assertParentsExist(
	state: ServiceState,
	{ accountId, organizationId }: Scope,
): void {
	if (accountId !== undefined) found(state.accounts.get(accountId), 'Account');
	if (organizationId !== undefined) found(state.organizations.get(organizationId), 'Organization');
}

/** Returns whether a body moves its record to other parents. */
export function namesParent({ accountId, organizationId }: Scope): boolean {
	return accountId !== undefined || organizationId !== undefined;
}

/** Returns which records a nested list contains. */
export function within(state: ServiceState, { accountId, organizationId }: Scope) {
	assertParentsExist(state, { accountId, organizationId });

	return (row: Parents): boolean =>
		(accountId === undefined || row.accountId === accountId) &&
		(organizationId === undefined || row.organizationId === organizationId);
}

/** Does the same as `within`, for records of several accounts and organizations. */
export function tiedTo(state: ServiceState, { accountId, organizationId }: Scope) {
	assertParentsExist(state, { accountId, organizationId });

	return (row: Ties): boolean =>
		(accountId === undefined || row.accountIds.includes(accountId)) &&
		(organizationId === undefined || row.organizationIds.includes(organizationId));
}
