import type { Kind } from '../fixtures/cells/cell.cts';
import { CELLS } from '../fixtures/cells/index.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { ENTRIES, expectedOf, runCells, TRAIT_TYPES, type CellResult } from './cellEntries.cts';

const RUNS = ENTRIES.flatMap((entry) =>
	Object.entries(entry.runs).map(([kind, run]) => ({
		way: entry.way,
		kind: kind as Kind,
		entry,
		run,
	})),
);

describe.each(RUNS)('a cell in a field of the kind $kind, in $way', ({ kind, entry, run }) => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 100_000 } });
	let results: CellResult[] = [];

	beforeAll(async () => {
		addCustomers(sandbox());

		for (const [trait, type] of Object.entries(TRAIT_TYPES)) {
			defineTrait(sandbox(), trait, { type });
		}

		results = await runCells(sandbox(), CELLS, run);
	});

	it.each(CELLS.map((cell, index) => ({ ...cell, index })))(
		'gives Vitally what was meant, or an error: $name ($tool)',
		(cell) => {
			expect(results[cell.index]).toEqual(expectedOf(cell, kind, entry));
		},
	);
});
