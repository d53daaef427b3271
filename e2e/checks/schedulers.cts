import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Check, CheckContext } from '../check.cts';
import { n8nFolder } from '../n8n.cts';
import { KINDS } from '../polling/kinds.cts';
import { SCENARIOS } from '../polling/scenarios.cts';
import { WatchedRecords } from '../polling/watched.cts';
import { table } from '../../scripts/generate/markdown.cts';

const REPORT = join(__dirname, '..', '..', 'docs', 'internal', 'trigger-in-n8n.md');

const SCHEDULERS = {
	default: {},
	durable: {
		N8N_SCHEDULER_ENABLED: 'true',
		N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
		N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
		N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
		// Seconds until another n8n continues the poll of a killed one; 60 by default.
		N8N_SCHEDULER_LEASE_DURATION: '30',
	},
};

export const check: Check = {
	inParallel: true,
	name: 'The trigger on both schedulers of n8n: running, stopped, killed in the middle of a poll',

	async run(context) {
		const rows = (
			await Promise.all(
				Object.entries(SCHEDULERS).map(async ([name, env]) => await live(context, name, env)),
			)
		).flat();
		const cells = rows.map(({ scheduler, event, scenario, changes, lost, repeated }) =>
			[scheduler, event, scenario, changes, lost, repeated].map(String),
		);
		const report = table(COLUMNS, cells);
		console.log(report);
		mkdirSync(dirname(REPORT), { recursive: true });
		writeFileSync(REPORT, `${INTRODUCTION}\n\n${report}\n`);
		for (const { scheduler, event, scenario, lost } of rows) {
			assert.equal(lost, 0, `${scheduler}: ${event}: ${scenario}: ${lost} events lost`);
		}
		const changes = rows.reduce((sum, row) => sum + row.changes, 0);
		const repeated = rows.reduce((sum, row) => sum + row.repeated, 0);
		return `${changes} changes, 0 events lost, ${repeated} repeated`;
	},
};

/** One n8n through all scenarios. */
async function live(
	{ installation, packed, folder, timed }: CheckContext,
	scheduler: string,
	env: NodeJS.ProcessEnv,
) {
	const home = n8nFolder(folder(`trigger-${scheduler}`), packed.folder);
	const watched = await WatchedRecords.start({ installation, folder: home, env });
	const changed: Array<[string, string[]]> = [];
	for (const [scenario, play] of Object.entries(SCENARIOS)) {
		const ids = await timed(`${scheduler}: ${scenario}`, async () => await play(watched));
		changed.push([scenario, ids]);
	}
	// Shows what would come a second time.
	await watched.nextPoll();
	const rows = changed.flatMap(([scenario, ids]) =>
		watched.count(ids).map((counted) => ({ scheduler, scenario, ...counted })),
	);
	assert.equal(watched.invented, 0, 'Events of records that nobody changed');
	const cursors = scheduler === 'durable' ? KINDS.length : 0;
	assert.equal(watched.storedCursors, cursors, 'Not the scheduler meant');
	await watched.close();
	return rows;
}

const COLUMNS = [
	...['Scheduler', 'Event', 'Changes made'],
	...['Changes', 'Events lost', 'Events repeated'],
];

const INTRODUCTION = `# The trigger in a real n8n

_Vitally Trigger_ on _Account Updated_ and on _User Entered Segment_, polled every 20 seconds by n8n 2.41 with its default scheduler and with its durable scheduler and cursors (lease of 30 seconds). Every record is changed once, so each change has to start one event; they are counted in the node after the trigger. Written by \`npm run e2e -- schedulers\`.

What follows the trigger is up to n8n: an execution that a kill interrupts is marked as crashed, and can be run again there. The default scheduler stores the trigger's state and the execution one after the other, so a kill in the milliseconds between can cost one poll's events; the durable one stores both together.`;
