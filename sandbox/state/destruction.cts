import type { Account } from './customers.cts';
import type { Row } from './row.cts';
import type { Store } from './store.cts';
import type { Table } from './table.cts';

/**
 * Destroys an account and the data that belongs to it alone (service.md, States and transitions):
 * a user or a conversation of several accounts stays, without this one.
 */
export function destroyAccount(store: Store, account: Account): void {
	const { id } = account;
	leave(store.users, id);
	leave(store.conversations, id);
	removeWhere(store.notes, (note) => note.accountId === id);
	removeWhere(store.projects, (project) => project.accountId === id);
	removeWhere(store.tasks, (task) => task.accountId === id);
	removeWhere(store.instances, (instance) => instance.customerId === id);
	store.accounts.remove(account);
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
