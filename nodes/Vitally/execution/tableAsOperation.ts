import type { Operation, TableOperation } from './operation';
import type { Runnable } from './runItems';

/**
 * Returns both ways to run an operation on all items of a run. n8n's routing calls it item by item, and then the table has
 * this item as its only row.
 */
export function tableAsOperation(table: TableOperation): Pick<Runnable, 'run' | 'table'> {
	const run: Operation = async (item) => {
		const rows = async function* () {
			yield { index: 0, item };
		};

		const outcome = await table({ size: 1, rows, earlier: new Map(), hint: () => {} });
		if (outcome.error) throw outcome.error.cause;

		const json = outcome.summary ?? outcome.rows.get(0)?.json;
		const records = json ? [json] : [];

		return [...records, ...(outcome.unpaired ?? [])];
	};

	return { run, table };
}
