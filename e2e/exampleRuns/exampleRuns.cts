import type { ExampleRun } from './exampleRun.cts';
import { MODELS } from './models.cts';
import { OTHER_EVENTS } from './otherEvents.cts';
import { SHEETS } from './sheets.cts';
import { STORED_ROWS } from './storedRows.cts';
import { SUPPORT } from './support.cts';
import { TABLES } from './tables.cts';
import { TO_EMAIL } from './toEmail.cts';
import { TO_SLACK } from './toSlack.cts';

/** One row per example, by the name of its file. */
export const EXAMPLE_RUNS: Record<string, ExampleRun> = {
	...MODELS,
	...OTHER_EVENTS,
	...SHEETS,
	...STORED_ROWS,
	...SUPPORT,
	...TABLES,
	...TO_EMAIL,
	...TO_SLACK,
};
