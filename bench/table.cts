import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../sandbox/sandbox.cts';
import type { WantedTable } from './process.cts';

/** Returns rows as a database would, for accounts that the sandbox has, or has not. */
export function tableOf({ state }: Sandbox, wanted: WantedTable): IDataObject[] {
	const { rows, changedEvery, isNew } = wanted;
	if (isNew) return Array.from({ length: rows }, (_, index) => row(`new-${index}`, index));

	const table: IDataObject[] = [];

	for (const account of state.accounts.all()) {
		if (table.length === rows) break;

		const index = table.length;
		const isChanged = changedEvery > 0 && index % changedEvery === 0;
		const same = row(account.externalId, index);

		// Other systems often keep numbers as strings.
		state.accounts.change(account, {
			name: String(same.name),
			traits: { ...account.traits, plan: String(same.plan), seats: Number(same.seats) },
		});
		table.push(isChanged ? { ...same, plan: 'another' } : same);
	}

	return table;
}

function row(id: string, index: number): IDataObject {
	return { id, name: `Account ${index}`, plan: index % 2 ? 'gold' : 'free', seats: String(index) };
}
