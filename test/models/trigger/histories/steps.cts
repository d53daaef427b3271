import type { Request } from 'express';

import type { Fault } from '../../../../sandbox/faults.cts';
import type { Step } from './historyRun.cts';
import type { Side } from './oracle.cts';

/** What happens at the service. */

export const create = (count: number): Step => ({
	name: `${count} records are created`,
	run: ({ records }) => records.create(count),
});

export const edit = (count: number): Step => ({
	name: `${count} records are edited`,
	run: ({ records }) => records.edit(count),
});

export const remove = (count: number): Step => ({
	name: `${count} records are deleted`,
	run: ({ records }) => records.delete(count),
});

export const compute = (count: number, side: Side): Step => ({
	name: `the service computes ${count} scores that are ${side}`,
	run: ({ records }) => records.compute(count, side),
});

export const editValues = (count: number, side: Side): Step => ({
	name: `${count} records are edited, with scores that are ${side}`,
	run: ({ records }) => records.editValues(count, side),
});

/** What the trigger does. */

export const poll = (minutes = 1): Step => ({
	name: `a poll after ${minutes} minutes`,
	run: async (run) => await run.poll(minutes),
});

export const rest = (): Step => ({
	name: 'polls until all is read',
	run: async (run) => await run.rest(),
});

/** What goes wrong while it polls. */

const failure = (status: number, on: Fault['on']): Fault => ({
	kind: 'status',
	status,
	on,
	times: 1,
});

/** Whether a request is one of a full list reading, which has the order of creation. */
const isOfFullReading = ({ query }: Request) => query.sortBy === 'createdAt';

export const pollWithFailingFullReading = (page: number): Step => ({
	name: `a poll whose round fails at its page ${page}`,
	run: async (run) => await run.pollWith(failure(500, { matches: isOfFullReading, nth: page })),
});

export const pollWithFailingPage = (page: number): Step => ({
	name: `a poll that fails at page ${page}`,
	run: async (run) =>
		await run.mayFail(async () => await run.pollWith(failure(500, { nth: page }))),
});

/** The service no longer knows the cursors that the trigger has stored. */
export const pollWithExpiredCursors = (status: number): Step => ({
	name: `a poll whose stored cursors have expired, which is a ${status}`,
	run: async (run) => {
		const expired = new Set(run.storedCursors);
		// Each once: a page that is read anew may come with the same text as its cursor.
		const matches = ({ query }: Request) => expired.delete(String(query.from));

		await run.pollWith({ kind: 'status', status, on: { matches } });
	},
});

export const pollWithServiceClock = (aheadByMinutes: number): Step => ({
	name: `a poll while the service's clock is ${aheadByMinutes} minutes ahead`,
	run: async (run) => await run.pollWith({ kind: 'wrongDate', aheadByMs: aheadByMinutes * 60_000 }),
});

export const pollWithOwnClock = (aheadByMinutes: number): Step => ({
	name: `a poll without 'Date' while the own clock is ${aheadByMinutes} minutes ahead`,
	run: async (run) => {
		run.machineAheadMinutes = aheadByMinutes;
		await run.pollWith({ kind: 'noDate' });
		run.machineAheadMinutes = 0;
	},
});

/** What happens to n8n. */

export const restart = (): Step => ({
	name: 'n8n starts again',
	run: async (run) => await run.restart(),
});

export const publish = (): Step => ({
	name: 'the workflow is published again',
	run: async (run) => await run.activate(async () => await run.node.update()),
});

export const rename = (name: string): Step => ({
	name: `the trigger is renamed to '${name}'`,
	run: async (run) => await run.polls(async () => await run.node.rename(name)),
});

/** The next poll signs its requests with the other key of the workspace. */
export const rotateKey = (): Step => ({
	name: 'the API key is rotated',
	run: (run) => run.rotateKey(),
});

export const activateTwiceAtOnce = (): Step => ({
	name: 'the workflow is activated twice at once',
	run: async (run) =>
		await run.activate(async () => {
			await Promise.all([run.node.activate(), run.node.activate()]);
		}),
});

export const pollTwiceAtOnce = (): Step => ({
	name: 'two polls at once',
	run: async (run) =>
		await run.polls(async () => {
			await Promise.all([run.node.tick(), run.node.tick()]);
		}),
});

/** Polls without storing the execution. Only the durable scheduler notices it, and keeps the state that it had. */
export const pollWithLostExecution = (): Step => ({
	name: 'a poll whose execution n8n cannot store',
	run: async (run) => {
		run.node.losesNext = true;
		await run.mayFail(async () => await run.poll(1));
		run.node.losesNext = false;
	},
});

/** The same steps again and again. */
export function repeat(times: number, ...steps: Step[]): Step[] {
	return Array.from({ length: times }, () => steps).flat();
}
