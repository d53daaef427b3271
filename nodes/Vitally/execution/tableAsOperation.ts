import type { Operation, TableOperation } from './operation';
import type { Runnable } from './runItems';

/** Both ways for an operation on all items of a run: in the second one, the item is all there is. */
export function tableAsOperation(table: TableOperation): Pick<Runnable, 'run' | 'table'> {
	const run: Operation = async (item) => {
		const rows = async function* () {
			yield { index: 0, item };
		};

		const outcome = await table({ size: 1, rows, hint: () => {} });
		if (outcome.error) throw outcome.error.cause;

		const json = outcome.summary ?? outcome.rows.get(0)?.json;

		return [...(json ? [json] : []), ...(outcome.unpaired ?? [])];
	};

	return { run, table };
}
