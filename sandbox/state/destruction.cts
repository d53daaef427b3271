import type { Account } from './customers.cts';
import type { Row } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import type { Table } from './table.cts';

/**
 * Destroys an account and the data that belongs to it alone (docs/service.md, States and
 * transitions): a user or a conversation of several accounts stays, without this one.
 */
export function destroyAccount(state: ServiceState, account: Account): void {
	const { id } = account;
	leave(state.users, id);
	leave(state.conversations, id);
	removeWhere(state.notes, (note) => note.accountId === id);
	removeWhere(state.projects, (project) => project.accountId === id);
	removeWhere(state.tasks, (task) => task.accountId === id);
	removeWhere(state.instances, (instance) => instance.customerId === id);
	state.accounts.remove(account);
}

function leave<T extends Row & { accountIds: string[] }>(table: Table<T>, accountId: string): void {
	removeWhere(table, ({ accountIds }) => accountIds.length === 1 && accountIds[0] === accountId);
	for (const row of table.all()) {
		if (!row.accountIds.includes(accountId)) continue;
		const accountIds = row.accountIds.filter((id) => id !== accountId);
		table.change(row, { accountIds } as Partial<T>);
	}
}

function removeWhere<T extends Row>(table: Table<T>, isGone: (row: T) => boolean): void {
	for (const row of [...table.all()]) if (isGone(row)) table.remove(row);
}
