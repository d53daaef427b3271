import { runsAll, someOf } from '../../histories.cts';
import { WITHIN_A_FULL_READING } from './largeHistories.cts';
import type { NamedHistory } from './namedHistory.cts';
import {
	compute,
	create,
	edit,
	editValues,
	poll,
	pollWithExpiredCursors,
	pollWithFailingPage,
	pollWithFailingFullReading,
	pollWithOwnClock,
	pollWithServiceClock,
	repeat,
	rest,
} from './steps.cts';
import { ACCOUNT_CREATED, ACCOUNT_UPDATED, HEALTH_DROPPED } from './watchedEvents.cts';

const HOUR = 60;

const PAGES = [1, 2, 3, 4];

const failingFullReadings: NamedHistory = {
	name: 'rounds that fail at each of their pages',
	event: HEALTH_DROPPED,
	scheduler: 'default',
	records: 40,
	pageSize: 10,
	steps: PAGES.flatMap((page) => [
		compute(3, 'below'),
		edit(2),
		...repeat(15, poll()),
		pollWithFailingFullReading(page),
		pollWithFailingFullReading(1),
		editValues(2, 'below'),
		pollWithFailingFullReading(1),
		...repeat(3, poll()),
		compute(5, 'above'),
		rest(),
	]),
	withinPolls: WITHIN_A_FULL_READING + 3,
	pollsOfFullReading: 4,
};

/** The changes of a poll come in that poll, whatever becomes of its full list reading. */
const editsBesideFailingFullReadings: NamedHistory = {
	name: 'edits in the polls whose rounds fail',
	event: HEALTH_DROPPED,
	scheduler: 'default',
	records: 40,
	pageSize: 10,
	steps: PAGES.flatMap((page) => [
		...repeat(15, poll()),
		editValues(3, 'below'),
		pollWithFailingFullReading(page),
		editValues(3, 'above'),
		rest(),
	]),
	withinPolls: 1,
};

const failingPages: NamedHistory = {
	name: 'polls that fail at each of their pages',
	event: ACCOUNT_UPDATED,
	scheduler: 'default',
	records: 60,
	pageSize: 10,
	steps: PAGES.flatMap((page) => [edit(35), pollWithFailingPage(page), edit(3), poll()]).concat(
		rest(),
	),
	withinPolls: 2,
};

/** What an event has to survive with each kind of clock. */
const CLOCKS = [
	{ clock: pollWithServiceClock, aheadBy: HOUR, name: "the service's clock an hour ahead" },
	{ clock: pollWithServiceClock, aheadBy: 9000 * HOUR, name: "the service's clock a year ahead" },
	{ clock: pollWithServiceClock, aheadBy: -12 * HOUR, name: "the service's clock 12 hours behind" },
	{ clock: pollWithOwnClock, aheadBy: 48 * HOUR, name: "no 'Date', the own clock 2 days ahead" },
	{ clock: pollWithOwnClock, aheadBy: -48 * HOUR, name: "no 'Date', the own clock 2 days behind" },
];

const clocks = [HEALTH_DROPPED, ACCOUNT_UPDATED, ACCOUNT_CREATED].flatMap((event) =>
	CLOCKS.map(
		({ clock, aheadBy, name }): NamedHistory => ({
			name: `${event.name}: ${name}, for one poll and for ten`,
			event,
			scheduler: 'default',
			records: 30,
			pageSize: 10,
			steps: [1, 10].flatMap((times) => [
				edit(4),
				create(2),
				compute(2, 'below'),
				...repeat(times, clock(aheadBy)),
				edit(4),
				create(2),
				editValues(2, 'below'),
				...repeat(3, poll()),
				compute(6, 'above'),
				poll(16),
				compute(2, 'below'),
				...repeat(17, poll()),
				compute(6, 'above'),
				rest(),
			]),
		}),
	),
);

/** A key that is not accepted or may not read the list, and the rate limit: a poll ends with these. */
const NOT_OF_CURSORS = [401, 403, 429];

const ALL_4XX = Array.from({ length: 100 }, (_, index) => 400 + index);

const STATUSES = (runsAll ? ALL_4XX : [400, 404, 410, 422]).filter(
	(status) => !NOT_OF_CURSORS.includes(status),
);

/** Ends while much is unread, so that the state has cursors. */
const leaveUnread = [edit(45), poll()];

const expiredCursors = STATUSES.map(
	(status): NamedHistory => ({
		name: `stored cursors that expire with a ${status}`,
		event: ACCOUNT_UPDATED,
		scheduler: 'durable',
		records: 50,
		pageSize: 10,
		maxPages: 1,
		steps: [...repeat(2, ...leaveUnread, pollWithExpiredCursors(status)), rest()],
	}),
);

/** A full list reading that failed has a cursor too. */
const expiredFullReadings = STATUSES.map(
	(status): NamedHistory => ({
		name: `rounds whose cursors expire with a ${status}`,
		event: HEALTH_DROPPED,
		scheduler: 'durable',
		records: 40,
		pageSize: 10,
		steps: [
			compute(4, 'below'),
			poll(14),
			pollWithFailingFullReading(3),
			poll(14),
			pollWithFailingFullReading(3),
			pollWithExpiredCursors(status),
			poll(),
			rest(),
		],
		pollsOfFullReading: 3,
	}),
);

export const FAULT_HISTORIES: NamedHistory[] = [
	...someOf(1, [failingFullReadings, editsBesideFailingFullReadings]),
	failingPages,
	...someOf(2, clocks),
	...someOf(1, expiredCursors),
	...someOf(1, expiredFullReadings),
];
