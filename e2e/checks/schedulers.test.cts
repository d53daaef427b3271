import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { table } from '../../scripts/generate/markdown.cts';
import { home, installation, report, step } from '../context.cts';
import { WatchedUsers } from '../polling/watchedUsers.cts';

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

/** Several of the polls, one in 20 seconds, are due when n8n starts again, and none is too late to run. */
const STANDSTILL_MS = 30_000;

const INTRODUCTION = `# The trigger in a real n8n

_Vitally Trigger_ on _User Entered Segment_, polled every 20 seconds by n8n 2.41 with its default scheduler and with its durable scheduler and cursors (lease of 30 seconds). Every user is changed once, so each change has to start one event; they are counted in the node after the trigger. Written by \`npm run e2e -- schedulers\`, which fails when an event is lost, or repeated with the durable scheduler.

## Several polls from one cursor

Each of the _Poll Times_ is a job of its own for n8n's durable scheduler. After a standstill it runs all polls that are due at once, each from the cursor that was stored before, and it accepts the events of each: when n8n stores the cursor of a poll, it does not compare the stored cursor with the one that this poll began from. A single _Poll Time_ is enough where a poll lasts until the next one.

The trigger decides itself: the first poll to end with events emits them. Another poll of the same node emits nothing and stores nothing, if events were emitted after it had begun, or if it continues the same cursor within half a minute after they were emitted. No change is lost by that, because such a poll changes no cursor. If n8n cannot store the events of a poll, they come again after this half minute. Only one process knows which polls it runs, so several main instances may repeat events.

The check forces this after each start of n8n: it waits until several polls are due, and Vitally's answers take 5 seconds. The last column counts the polls that then ran at the same time.

## What n8n keeps

What follows the trigger is up to n8n: an execution that a kill interrupts is marked as crashed, and can be run again there. The default scheduler stores the trigger's state and the execution one after the other, so a kill in the milliseconds between can cost one poll's events; the durable one stores both together.`;

/** A time in the life of an active trigger; returns the IDs of the users that changed in it. */
type Scenario = (users: WatchedUsers) => Promise<string[]>;

/** The scenarios, which run in this order on one n8n. */
const SCENARIOS: Record<string, Scenario> = {
	'Right after activation': async (users) => await users.change(10),

	'While n8n runs, one a second': async (users) => await users.change(30, 1000),

	'While n8n is stopped': async (users) => {
		await users.stop();
		const ids = await users.change(40);

		await pause(STANDSTILL_MS);
		users.slowDown();
		await users.startN8n();

		return ids;
	},

	'Around a kill -9 in the middle of a poll': async (users) => {
		// More than one page.
		const ids = await users.change(130);

		await users.hangingPoll();
		ids.push(...(await users.change(5)));
		await users.stop('SIGKILL');
		ids.push(...(await users.change(5)));
		users.slowDown();
		await users.startN8n();

		return ids;
	},
};

it('The trigger on both schedulers of n8n: running, stopped, killed in the middle of a poll', async () => {
	const rowsOfSchedulers = await Promise.all(
		Object.entries(SCHEDULERS).map(async ([name, env]) => await runScenarios(name, env)),
	);
	const rows = rowsOfSchedulers.flat();
	const counted = table(
		[
			'Scheduler',
			'Changes made',
			'Changes',
			'Events lost',
			'Events repeated',
			'Polls at the same time',
		],
		rows.map((row) => Object.values(row).map(String)),
	);

	report(counted);
	writeFileSync(REPORT, `${INTRODUCTION}\n\n${counted}\n`);

	const isDurable = ({ scheduler }: { scheduler: string }) => scheduler === 'durable';
	const lost = rows.filter((row) => row.lost > 0);
	const repeated = rows.filter((row) => isDurable(row) && row.repeated > 0);

	assert.deepEqual(lost, [], 'Events lost');
	assert.deepEqual(repeated, [], 'Events repeated');
	assert.ok(
		rows.some((row) => isDurable(row) && row.polls > 1),
		'No polls at the same time, so nothing shows that their events come once',
	);
});

/** Runs all scenarios on an n8n. */
async function runScenarios(scheduler: string, env: NodeJS.ProcessEnv) {
	const users = await WatchedUsers.start({ installation, folder: home(scheduler), env });
	const changed: Array<{ scenario: string; ids: string[]; polls: number }> = [];

	for (const [scenario, play] of Object.entries(SCENARIOS)) {
		await step(`${scheduler}: ${scenario}`, async () => {
			const ids = await play(users);

			await users.arrived(ids);
			changed.push({ scenario, ids, polls: users.speedUp() });
		});
	}

	// Shows what would come a second time.
	await users.nextPoll();
	assert.equal(users.invented, 0, 'Events of users that nobody changed');
	assert.equal(users.storedCursors, scheduler === 'durable' ? 1 : 0, 'Not the scheduler meant');

	await users.stop();

	return changed.map(({ scenario, ids, polls }) => ({
		scheduler,
		scenario,
		...users.count(ids),
		polls,
	}));
}
