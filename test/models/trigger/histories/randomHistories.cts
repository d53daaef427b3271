import fc from 'fast-check';

import type { History, Step } from './historyRun.cts';
import type { Side } from './oracle.cts';
import {
	activateTwiceAtOnce,
	compute,
	create,
	edit,
	editValues,
	poll,
	pollTwiceAtOnce,
	pollWithExpiredCursors,
	pollWithFailingPage,
	pollWithFailingFullReading,
	pollWithLostExecution,
	pollWithOwnClock,
	pollWithServiceClock,
	publish,
	remove,
	rename,
	rest,
	restart,
} from './steps.cts';
import type { WatchedEvent } from './watchedEvents.cts';

const HOUR = 60;

const fewRecords = fc.integer({ min: 1, max: 12 });
const page = fc.integer({ min: 1, max: 4 });
const side = fc.constantFrom<Side[]>('below', 'below', 'above', 'unknown');
const status = fc.constantFrom(400, 404, 409, 410, 412, 422, 451);

const atService = fc.oneof(
	fewRecords.map(create),
	fewRecords.map(edit),
	fewRecords.map(remove),
	fc.tuple(fewRecords, side).map(([count, to]) => compute(count, to)),
	fc.tuple(fewRecords, side).map(([count, to]) => editValues(count, to)),
);

const polls = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(1, 1, 1, 5, 16).map(poll) },
	{ weight: 1, arbitrary: fc.constant(rest()) },
);

const faults = fc.oneof(
	page.map(pollWithFailingPage),
	status.map(pollWithExpiredCursors),
	fc.constantFrom(-12 * HOUR, -2, 2, HOUR, 9000 * HOUR).map(pollWithServiceClock),
	fc.constantFrom(-48 * HOUR, -2, 2, 48 * HOUR).map(pollWithOwnClock),
);

const ofN8n = fc.constantFrom(
	restart(),
	publish(),
	rename('Accounts'),
	rename('Customers'),
	activateTwiceAtOnce(),
	pollTwiceAtOnce(),
);

/** The default scheduler goes on from a state that it could not store. */
const lostExecution = fc.constant(pollWithLostExecution());

const failingFullReading = page.map(pollWithFailingFullReading);

const stepsOf = ({ hasFullReadings }: WatchedEvent, scheduler: History['scheduler']) => {
	const step = fc.oneof(
		{ weight: 6, arbitrary: atService },
		{ weight: 6, arbitrary: polls },
		{ weight: 3, arbitrary: faults },
		{ weight: 2, arbitrary: ofN8n },
		{ weight: 1, arbitrary: hasFullReadings ? failingFullReading : polls },
		{ weight: 1, arbitrary: scheduler === 'durable' ? lostExecution : polls },
	);

	return fc.array(step, { minLength: 10, maxLength: 50 });
};

/** Histories of an event, each of which ends at rest. */
export function randomHistories(
	event: WatchedEvent,
	scheduler: History['scheduler'],
): fc.Arbitrary<History> {
	const settings = fc.record({
		records: fc.integer({ min: 0, max: 60 }),
		pageSize: fc.integer({ min: 3, max: 20 }),
		maxPages: fc.constantFrom(1, 2, 20),
		steps: stepsOf(event, scheduler),
	});

	return settings.map(({ steps, ...others }) => ({
		...others,
		name: `${event.name}, ${scheduler} scheduler`,
		event,
		scheduler,
		steps: [...steps, rest()],
		[fc.toStringMethod]: () => described(others, steps),
	}));
}

/** How a failure shows a history. */
function described(settings: object, steps: Step[]): string {
	return [JSON.stringify(settings), ...steps.map(({ name }) => name)].join('\n');
}
