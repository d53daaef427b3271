import { measure } from './process.cts';
import type { Section } from './section.cts';

/** The longest block that is allowed, in ms, by the number of records. */
const LIMITS = new Map([
	[20_000, 50],
	[100_000, 150],
]);

export interface BlocksCase {
	count: number;
	limitMs: number;
}

/** Measures how long each operation and event on many records keeps n8n from everything else. */
export async function benchBlocks(): Promise<Section> {
	const rows: Section['rows'] = [];

	for (const [count, limitMs] of LIMITS) {
		const input: BlocksCase = { count, limitMs };

		rows.push(...(await measure<Section['rows']>('blocks.case.cts', input)));
	}

	return {
		title: 'Longest blocks',
		intro:
			"Every operation on a list or a table, and every event, with so many records: the longest time between two turns of the event loop in which n8n's process did nothing else, in CPU time, garbage collection included; where it exceeds the limit, the shorter one of two runs. The limits are 50 ms for 20,000 records and 150 ms for 100,000.",
		rows,
	};
}
