import { builtPackages } from '../test/engine/engine.cts';
import {
	EDITOR_CASES,
	EVENT_CASES,
	ITEM_CASES,
	LIST_CASES,
	LOOK_UP_CASES,
	openLists,
} from '../test/execution/longListCases.cts';
import type { BlocksCase } from './blocks.cts';
import type { Section } from './section.cts';

const CASES = [...LIST_CASES, ...ITEM_CASES, ...LOOK_UP_CASES, ...EVENT_CASES, ...EDITOR_CASES];

/** Runs all cases in this process, one after the other. */
process.on('message', async ({ count, limitMs }: BlocksCase) => {
	await builtPackages();
	const lists = await openLists(count);
	const rows: Section['rows'] = [];

	for (const { title, run } of CASES) {
		let { longestBlockMs: blockMs } = await run(lists);
		if (blockMs > limitMs) blockMs = Math.min(blockMs, (await run(lists)).longestBlockMs);

		rows.push({ records: count, case: title, 'longest block ms': Math.round(blockMs) });
	}

	await lists.close();
	process.send?.(rows);
});
