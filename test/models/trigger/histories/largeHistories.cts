import { runsLargest, someOf } from '../../histories.cts';
import type { NamedHistory } from './namedHistory.cts';
import { compute, create, edit, editValues, poll, remove, repeat, rest } from './steps.cts';
import {
	ACCOUNT_UPDATED,
	ENTERED_SEGMENT,
	HEALTH_DROPPED,
	HEALTH_DROPPED_IN_ORGANIZATION,
	MEETING_CREATED,
	type WatchedEvent,
} from './watchedEvents.cts';

const MINUTES_OF_DAY = 1440;

/** A size for most runs of the tests, and the one of the defect that the history comes from. */
const size = (quick: number, whole: number) => (runsLargest ? whole : quick);

const WEEKS = size(3, 26);

const week = [
	remove(60),
	create(60),
	poll(MINUTES_OF_DAY),
	compute(5, 'below'),
	poll(2 * MINUTES_OF_DAY),
	compute(5, 'above'),
	rest(),
];

/** The state of 200 records in all, however many there were. */
const STATE_OF_200 = 30_000;

/** The polls in which a full list reading begins: one 15 minutes after the last, with a poll each minute. */
export const WITHIN_A_FULL_READING = 17;

const weeks = (event: WatchedEvent): NamedHistory => ({
	name: `${event.name}: 60 of 200 records are deleted and replaced each week, for ${WEEKS} weeks`,
	event,
	scheduler: 'durable',
	records: 200,
	steps: repeat(WEEKS, ...week),
	maxStateBytes: STATE_OF_200,
});

const WITHOUT_VALUE = size(1_000, 40_000);

const withoutValue: NamedHistory = {
	name: `${WITHOUT_VALUE} accounts without a score`,
	event: HEALTH_DROPPED,
	scheduler: 'default',
	records: WITHOUT_VALUE + 200,
	maxPages: 500,
	steps: [
		compute(WITHOUT_VALUE, 'unknown'),
		rest(),
		compute(5, 'below'),
		rest(),
		...repeat(3, editValues(10, 'below'), poll(), compute(20, 'above'), rest()),
	],
};

const IN_WORKSPACE = size(500, 20_000);

const inLargeWorkspace: NamedHistory = {
	name: `one organization among ${IN_WORKSPACE} accounts`,
	event: HEALTH_DROPPED_IN_ORGANIZATION,
	scheduler: 'durable',
	records: IN_WORKSPACE,
	maxPages: 500,
	steps: [compute(500, 'below'), rest(), edit(200), poll(), editValues(200, 'below'), rest()],
	// One of 50 accounts is stored, at less than 100 bytes each, beside the rest of the state.
	maxStateBytes: 2 * IN_WORKSPACE + 5_000,
};

const BUSY = size(300, 20_000);

const aMinute = [edit(150), poll()];

const busy: NamedHistory = {
	name: `150 edits a minute on ${BUSY} accounts, from the first minute on`,
	event: HEALTH_DROPPED,
	scheduler: 'durable',
	records: BUSY,
	maxPages: 500,
	steps: [
		...repeat(20, ...aMinute),
		compute(5, 'below'),
		...repeat(18, ...aMinute),
		editValues(5, 'below'),
		...repeat(3, ...aMinute),
	],
	withinPolls: WITHIN_A_FULL_READING,
	pollsOfFullReading: 1,
};

const onePage = (event: WatchedEvent): NamedHistory => ({
	name: `${event.name}: Max Pages 1, while 150 records are edited each minute`,
	event,
	scheduler: 'default',
	records: 400,
	maxPages: 1,
	steps: [
		...repeat(20, ...aMinute),
		compute(5, 'below'),
		...repeat(20, ...aMinute),
		editValues(4, 'below'),
		rest(),
	],
});

export const LARGE_HISTORIES: NamedHistory[] = [
	...someOf(1, [weeks(HEALTH_DROPPED), weeks(ENTERED_SEGMENT), weeks(MEETING_CREATED)]),
	withoutValue,
	inLargeWorkspace,
	busy,
	...someOf(1, [onePage(ACCOUNT_UPDATED), onePage(HEALTH_DROPPED)]),
];
