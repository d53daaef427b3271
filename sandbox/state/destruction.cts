import type { Account, Organization } from './customers.cts';
import type { Ties } from './parents.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { Table } from './table.cts';
import type { User } from './users.cts';

/**
 * Destroys an account and the data that belongs to it alone (docs/internal/service.md, States and
 * transitions): a user or a conversation of several accounts stays, without this one.
 */
export function destroyAccount(state: ServiceState, account: Account): void {
	const { id } = account;
	const isAlone = ({ accountIds }: Tied) => accountIds.length === 1 && accountIds[0] === id;

	untie(state, 'accountIds', id, isAlone);
	removeWhere(state.notes, (note) => note.accountId === id);
	removeWhere(state.projects, (project) => project.accountId === id);
	removeWhere(state.tasks, (task) => task.accountId === id);
	removeWhere(state.instances, (instance) => instance.customerId === id);
	state.accounts.remove(account);
}

/**
 * Destroys an organization and the data that belongs to it alone (docs/internal/beyond.md, 2). Its accounts stay,
 * without an organization, and with them what is theirs (a neutral choice).
 */
export function destroyOrganization(state: ServiceState, organization: Organization): void {
	const { id: organizationId } = organization;
	const isAlone = ({ accountIds, organizationIds }: Tied) =>
		accountIds.length === 0 &&
		organizationIds.length === 1 &&
		organizationIds[0] === organizationId;

	untie(state, 'organizationIds', organizationId, isAlone);
	detach(state.accounts, organizationId, () => false);
	detach(state.notes, organizationId, ({ accountId }) => accountId === null);
	detach(state.projects, organizationId, ({ accountId }) => accountId === null);
	detach(state.tasks, organizationId, ({ accountId }) => accountId === null);
	detach(state.instances, organizationId, ({ customerId }) => customerId === null);
	state.organizations.remove(organization);
}

/** Removes a user with the NPS responses, which have no user then (a neutral choice). */
export function removeUser(state: ServiceState, user: User): void {
	state.users.remove(user);

	for (const response of state.npsResponses.all()) {
		if (response.userId === user.id) state.npsResponses.remove(response);
	}
}

/** A record of several customers. */
type Tied = Row & Ties;

/**
 * Ends the ties of users, conversations and meetings to a customer.
 *
 * @param isAlone returns whether a record has no other customer, and is removed
 */
function untie(
	state: ServiceState,
	tie: keyof Ties,
	customerId: string,
	isAlone: (row: Tied) => boolean,
): void {
	for (const user of state.users.all()) {
		if (isAlone(user)) removeUser(state, user);
	}

	removeWhere(state.conversations, isAlone);
	removeWhere(state.meetings, isAlone);

	for (const table of [state.users, state.conversations, state.meetings] as Table<Tied>[]) {
		for (const row of table.all()) {
			if (!row[tie].includes(customerId)) continue;

			table.change(row, { [tie]: row[tie].filter((id) => id !== customerId) });
		}
	}
}

/**
 * Ends the ties of records to an organization.
 *
 * @param isAlone returns whether a record has no other parent, and is removed
 */
function detach<T extends Row & { organizationId: string | null }>(
	table: Table<T>,
	organizationId: string,
	isAlone: (row: T) => boolean,
): void {
	for (const row of table.all()) {
		if (row.organizationId !== organizationId) continue;

		if (isAlone(row)) table.remove(row);
		else table.change(row, { organizationId: null } as Partial<T>);
	}
}

function removeWhere<T extends Row>(table: Table<T>, isRemoved: (row: T) => boolean): void {
	for (const row of table.all()) {
		if (isRemoved(row)) table.remove(row);
	}
}
