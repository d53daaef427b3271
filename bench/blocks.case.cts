import { builtPackages } from '../test/engine/engine.cts';
import {
	EDITOR_CASES,
	EVENT_CASES,
	ITEM_CASES,
	LIST_CASES,
	LOOK_UP_CASES,
	openLists,
} from '../test/execution/longListCases.cts';
import type { Section } from './section.cts';

const CASES = [...LIST_CASES, ...ITEM_CASES, ...LOOK_UP_CASES, ...EVENT_CASES, ...EDITOR_CASES];

/** Runs all cases in this process, one after the other. */
process.on('message', async ({ count }: { count: number }) => {
	await builtPackages();
	const lists = await openLists(count);
	const rows: Section['rows'] = [];
	for (const { title, run } of CASES) {
		const first = await run(lists);
		const second = await run(lists);
		const blockMs = Math.min(first.longestBlockMs, second.longestBlockMs);
		rows.push({ records: count, case: title, 'longest block ms': Math.round(blockMs) });
	}
	await lists.close();
	process.send?.(rows);
});
