import type { FeedConfig } from '../../../nodes/Vitally/trigger/scan/types';
import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { pick } from '../../fixtures/pick.cts';
import { NO_START } from '../notices.cts';
import { openPoll } from './openPoll.cts';
import { configOf, pollList, pollPages, row, timestampAt } from './poll.cts';

const EPOCH = Date.parse(timestampAt(0));
/** 0 stays 0: the beginning of the list. */
const secondsOf = (timeMs: unknown) => (timeMs ? (Number(timeMs) - EPOCH) / 1000 : 0);

/** Ends a list after the page in which it stands. */
const END = 'the end of the list';

/** A page of records by ID and second, some with a score: `['a90', 'b80=9']`. */
const pageOf = (texts: string[], index: number) => {
	const results = texts
		.filter((text) => text !== END)
		.map((text) => {
			const [, id, at, score = 1] = /^([a-z]+)(\d+)(?:=(\d))?$/.exec(text) ?? [];

			return row(id, -9, Number(at), { score: Number(score), dismissedAt: null });
		});

	return { results, next: texts.includes(END) ? null : `page ${index}`, at: 100 };
};

interface StartCase {
	/** What the start reads. */
	name: string;
	settings: object;
	/** What each request of the start returns, as far as it asks. */
	pages: string[][];
	requests: number;
	/** IDs of the records that are emitted. */
	events?: string[];
	/** The floor of each list, and the time down to which it has not been read; in seconds. */
	lists?: Array<{ floor: number; unreadTo?: number }>;
	/** Whether earlier values of all records are known, and from which second on. */
	known?: { status: string; since?: number };
	/** The notice in place of a state, where the list has no start yet. */
	notice?: string;
}

type Position = NonNullable<StartCase['lists']>[number];
type Known = NonNullable<StartCase['known']>;

/** Where the next poll goes on in each list. */
const placesOf = (lists: Position[] = []) =>
	lists.map(({ floor, unreadTo }) => {
		const changes = `changes from second ${floor} on`;

		return unreadTo === undefined ? changes : `${changes}, and the rest up to second ${unreadTo}`;
	});

const KNOWN_VALUES: Record<string, string> = {
	complete: 'those of all records',
	reconciling: 'all but those of records that may have moved',
	pending: 'those of the records that were read',
};

/** Whose earlier values are known. */
const valuesOf = (known?: Known) => {
	if (!known) return 'none';

	const values = KNOWN_VALUES[known.status];

	return known.since === undefined ? values : `${values}, as of second ${known.since}`;
};

/** Starts at second 100. */
function start({ settings, pages }: StartCase) {
	const config = configOf({ triggerOn: 'accountUpdated', lookbackMs: 5000, ...settings });
	const { read, events, state, notices } = pollPages(pages.map(pageOf), config, null);
	const lists = state?.lists.map(
		({ floor, snapshot }): Position =>
			snapshot
				? { floor: secondsOf(floor), unreadTo: secondsOf(snapshot.end) }
				: { floor: secondsOf(floor) },
	);
	const { status, since } = state?.store ?? {};
	const known = status && { status, since: since ? secondsOf(since) : undefined };

	return { requests: read, events: events.map(({ record }) => record.id), lists, known, notices };
}

/** Pages of one record each that the clock has not reached. */
const pagesAhead = (count: number) =>
	Array.from({ length: count }, (_, index) => [`${'a'.repeat(index + 1)}${900 - index}`]);

const WATCHING = { watch: ['score'] };
const CONDITION = { conditions: [{ field: 'score', is: 'isSet', value: '' }] };
const RESPONSES = { triggerOn: 'npsResponseUpdated' };
const newest = (newestOnFirstRun: number, maxPages = 20) => ({ newestOnFirstRun, maxPages });

const STARTS: StartCase[] = [
	{
		name: 'one page where no earlier values are needed',
		settings: {},
		pages: [
			['a90', 'b80'],
			['c70', END],
		],
		requests: 1,
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'as many pages as the newest 3 records need',
		settings: newest(3),
		pages: [
			['a90', 'b80'],
			['c70', 'd60'],
			['e50', END],
		],
		requests: 2,
		events: ['c', 'b', 'a'],
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'as many pages as the newest 2 records need that the settings want',
		settings: { ...newest(2), isWanted: ({ score }: { score?: unknown }) => score === 9 },
		pages: [
			['a90', 'b80=9'],
			['c70=9', 'd60'],
			['e50', END],
		],
		requests: 2,
		events: ['c', 'b'],
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'Max Pages at most for the newest records',
		settings: newest(9, 2),
		pages: [
			['a90', 'b80'],
			['c70', 'd60'],
			['e50', END],
		],
		requests: 2,
		events: ['d', 'c', 'b', 'a'],
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'the whole list where it has fewer records than the newest that are asked for',
		settings: newest(9),
		pages: [
			['a90', 'b80'],
			['c70', END],
		],
		requests: 2,
		events: ['c', 'b', 'a'],
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'to the first record that is not ahead of the clock',
		settings: {},
		pages: [['a300'], ['b200'], ['c90'], ['d80', END]],
		requests: 3,
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'beyond Max Pages to the first record that is not ahead of the clock',
		settings: newest(0, 1),
		pages: [['a300'], ['b200'], ['c90'], ['d80', END]],
		requests: 3,
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'over 400 pages that are ahead of the clock to the first record that is not',
		settings: newest(0, 1),
		pages: [...pagesAhead(400), ['z90'], ['y80', END]],
		requests: 401,
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'an empty list, and begins at 0',
		settings: {},
		pages: [[END]],
		requests: 1,
		lists: [{ floor: 0 }],
	},
	{
		name: 'a list that is all ahead of the clock, and begins at 0',
		settings: {},
		pages: [['a300', END]],
		requests: 1,
		lists: [{ floor: 0 }],
	},
	{
		name: 'one page that is all ahead of the clock, and has no state without the next one',
		settings: {},
		pages: [['a300']],
		requests: 1,
		notice: NO_START,
	},
	{
		name: 'two pages for watched fields, and the front again',
		settings: WATCHING,
		pages: [
			['a90', 'b80'],
			['c70', END],
			['a90', 'b80'],
			['c70', END],
		],
		requests: 3,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'one page for watched fields, and knows all where the list has no other',
		settings: WATCHING,
		pages: [['a90', 'b80', END]],
		requests: 1,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'an empty list for watched fields, and knows all',
		settings: WATCHING,
		pages: [[END]],
		requests: 1,
		lists: [{ floor: 0 }],
		known: { status: 'complete' },
	},
	{
		name: 'an empty list for a condition, and knows all',
		settings: CONDITION,
		pages: [[END]],
		requests: 1,
		lists: [{ floor: 0 }],
		known: { status: 'complete' },
	},
	{
		name: 'one page for the newest 2 records, which it contains',
		settings: newest(2),
		pages: [
			['a90', 'b80'],
			['c70', END],
		],
		requests: 1,
		events: ['b', 'a'],
		lists: [{ floor: 90.001 }],
	},
	{
		name: 'one page for a condition, and begins a lookback before its newest record',
		settings: CONDITION,
		pages: [['a90', 'b80', END]],
		requests: 1,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'two pages for a condition, and the front again',
		settings: CONDITION,
		pages: [
			['a90', 'b80'],
			['c70', END],
			['a90', 'b80'],
			['c70', END],
		],
		requests: 3,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'two pages for a condition, and begins before a newer record of the front, which it could not read to its end',
		settings: CONDITION,
		pages: [
			['a90', 'b80'],
			['c70', END],
			['d100', 'a90'],
		],
		requests: 3,
		lists: [{ floor: 85 }],
		known: { status: 'reconciling', since: 90 },
	},
	{
		name: 'two pages within the lookback for a condition, twice more to their end',
		settings: CONDITION,
		pages: [
			['a90', 'b89'],
			['c88', END],
			['a90', 'b89'],
			['c88', END],
			['a90', 'b89'],
			['c88', END],
		],
		requests: 5,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'two pages again where a new record came while it read them',
		settings: CONDITION,
		pages: [
			['a90', 'b89'],
			['c88', END],
			['d91', 'a90'],
			['b89', 'c88', END],
			['d91', 'a90'],
			['b89', 'c88', END],
			['d91', 'a90'],
			['b89', 'c88', END],
		],
		requests: 7,
		lists: [{ floor: 86 }],
		known: { status: 'complete', since: 91 },
	},
	{
		name: 'two pages again where the last one has another record',
		settings: CONDITION,
		pages: [
			['a90', 'b89'],
			['c88', END],
			['a90', 'b89'],
			['d88', END],
			['a90', 'b89'],
			['d88', END],
			['a90', 'b89'],
			['d88', END],
		],
		requests: 7,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'on to the first record that is not ahead of the clock, for a condition',
		settings: CONDITION,
		pages: [
			['a300'],
			['b90'],
			['c89', END],
			['a300'],
			['b90'],
			['c89', END],
			['a300'],
			['b90'],
			['c89', END],
		],
		requests: 8,
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'Max Pages for a condition, and leaves the rest to the next polls',
		settings: { ...CONDITION, maxPages: 1 },
		pages: [
			['a90', 'b80'],
			['c70', END],
		],
		requests: 1,
		lists: [{ floor: 85, unreadTo: 80 }],
		known: { status: 'pending', since: 90 },
	},
	{
		name: 'beyond Max Pages for a condition, and has no state where the first record that is not ahead is too far',
		settings: { ...CONDITION, maxPages: 1 },
		pages: [['a300'], ['b200'], ['c90'], ['d80', END]],
		requests: 4,
		notice: NO_START,
	},
	{
		name: 'one page for a condition and the newest 2 records',
		settings: { ...CONDITION, ...newest(2) },
		pages: [['a90', 'b80', 'c70', END]],
		requests: 1,
		events: ['b', 'a'],
		lists: [{ floor: 85 }],
		known: { status: 'complete', since: 90 },
	},
	{
		name: 'both lists of responses, the second one with the newer record',
		settings: RESPONSES,
		pages: [
			['a90', 'b80', END],
			['c95', 'd85', END],
		],
		requests: 2,
		lists: [{ floor: 90 }, { floor: 90 }],
		known: { status: 'complete', since: 95 },
	},
	{
		name: 'both lists of responses, the first one with the newer record',
		settings: RESPONSES,
		pages: [
			['a95', 'b80', END],
			['c90', 'd85', END],
		],
		requests: 2,
		lists: [{ floor: 90 }, { floor: 90 }],
		known: { status: 'complete', since: 95 },
	},
	{
		name: 'one page of each list of responses, and leaves the rest of the second one',
		settings: { ...RESPONSES, maxPages: 1 },
		pages: [
			['a90', END],
			['c95', 'd85'],
		],
		requests: 2,
		lists: [{ floor: 90 }, { floor: 90, unreadTo: 85 }],
		known: { status: 'pending', since: 95 },
	},
	{
		name: 'one page of each list of responses, and leaves the rest of the first one',
		settings: { ...RESPONSES, maxPages: 1 },
		pages: [['a90'], ['c95', END]],
		requests: 2,
		lists: [{ floor: 90, unreadTo: 90 }, { floor: 90 }],
		known: { status: 'pending', since: 95 },
	},
	{
		name: 'a second list that is all ahead of the clock, and has no state',
		settings: RESPONSES,
		pages: [['a90', END], ['c300'], ['d200']],
		requests: 3,
		notice: NO_START,
	},
];

describe('a start', () => {
	it.each(STARTS)('reads $name', (startCase) => {
		const { requests, events = [], notice } = startCase;
		const found = start(startCase);

		expect({ requests: found.requests, events: found.events, notices: found.notices }).toEqual({
			requests,
			events,
			notices: notice ? [notice] : [],
		});
	});

	it.each(STARTS)('lets the next poll go on where it has ended: it reads $name', (startCase) => {
		expect({ nextPollReads: placesOf(start(startCase).lists) }).toEqual({
			nextPollReads: placesOf(startCase.lists),
		});
	});

	it.each(STARTS)('knows the values that it has read: it reads $name', (startCase) => {
		expect({ knownValues: valuesOf(start(startCase).known) }).toEqual({
			knownValues: valuesOf(startCase.known),
		});
	});
});

/** The events whose records have to be known from before the start. */
const KNOWS_ALL =
	/(Archived|Completed|Churned|Segment|CsmChanged|HealthDropped)$|^(npsResponse|meeting|survey)/;

describe('a start of an event', () => {
	it.each(EVENTS.map(({ name, preset }) => ({ name, preset, readsOn: KNOWS_ALL.test(name) })))(
		'reads on behind the first page of its list: $name, $readsOn',
		({ name, preset, readsOn }) => {
			const scan = openPoll(null, configOf({ triggerOn: name, ...preset }));
			const { results } = pageOf(['a90=9'], 0);
			const times = { archivedAt: null, completedAt: null, churnedAt: null };

			scan.accept([{ ...results[0], ...times, segments: [] }], 'page 2');

			expect({ readsOn: scan.request?.from === 'page 2' }).toEqual({ readsOn });
		},
	);
});

describe('a start during whose reading a record moves to the front', () => {
	const config = configOf({
		triggerOn: 'accountUpdated',
		newestOnFirstRun: 4,
		conditions: [{ field: 'score', is: 'dropsBelow', value: '5' }],
	} as const);

	const startWith = (moved: string) => {
		const lastPage = ['c70', 'd60=9', END];
		const again = [[moved, 'b80'], lastPage];
		const pages = [['a90', 'b80'], lastPage, ...again, ...again, ...again];

		return pollPages(pages.map(pageOf), config, null);
	};

	it('emits it once, as it is then', () => {
		const { events } = startWith('a100=2');

		expect(events.map(({ record: { id, score } }) => ({ id, score }))).toEqual([
			{ id: 'c', score: 1 },
			{ id: 'b', score: 1 },
			{ id: 'a', score: 2 },
		]);
	});

	it('emits it not where it no longer meets the condition then', () => {
		const { events } = startWith('a100=8');

		expect({ events: events.map(({ record }) => record.id) }).toEqual({ events: ['c', 'b'] });
	});

	it('remembers the version that it emitted', () => {
		const { state } = startWith('a100=8');
		const drop = { ...pageOf(['a300=3', END], 0), at: 300 };
		const { events } = pollPages([drop], config, state);

		expect(pick(events, 'previous')).toEqual([{ previous: { score: 8 } }]);
	});

	it('ends although one moves all the time, and knows that it may have missed it', () => {
		const scan = openPoll(null, config);
		let pages = 0;

		while (scan.request && pages < 200) {
			const page = pages % 2 ? ['z1', END] : [`a${900 + pages}`];
			const { results, next } = pageOf(page, pages);

			scan.accept(results, next, Date.parse(timestampAt(2000)));
			pages++;
		}

		// Thirty pages more than three readings.
		expect({ pages, known: scan.finish().state?.store?.status }).toEqual({
			pages: 3 * 2 + 30,
			known: 'reconciling',
		});
	});
});

describe('a start that reads a record twice, the second time without what is watched', () => {
	const gold = { id: 'id of gold', name: 'Gold' };
	const responses = {
		triggerOn: 'npsResponseUpdated',
		scope: { type: 'account', id: 'a1' },
	} as const;

	interface TwiceCase {
		name: string;
		config: FeedConfig;
		/** The record at each reading of the start, and at the next poll. */
		first: object;
		second: object;
		next: object;
		/** What the events of the next poll say. */
		events: object[];
	}

	it.each<TwiceCase>([
		{
			name: 'the number of a threshold, so that the next drop is an event',
			config: configOf({
				triggerOn: 'accountUpdated',
				conditions: [{ field: 'score', is: 'dropsBelow', value: '5' }],
			}),
			first: { score: 8 },
			second: { score: null },
			next: { score: 3 },
			events: [{ changedKeys: ['score'], previous: { score: 8 } }],
		},
		{
			name: 'that a condition was met, so that it is no event again',
			config: configOf({
				triggerOn: 'accountUpdated',
				conditions: [{ field: 'note', is: 'isSet', value: '' }],
			}),
			first: { note: 'x' },
			second: {},
			next: { note: 'x' },
			events: [],
		},
		{
			name: 'the value of a watched field, which the next event shows',
			config: configOf({ ...responses, watch: ['comment'] }),
			first: { score: 9, comment: 'Good' },
			second: { score: 9 },
			next: { score: 9, comment: 'Bad' },
			events: [{ changedKeys: ['comment'], previous: { comment: 'Good' } }],
		},
		{
			name: 'the segments, so that none of them is entered again',
			config: configOf({ triggerOn: 'accountEnteredSegment' }),
			first: { segments: [gold] },
			second: {},
			next: { segments: [gold] },
			events: [],
		},
	])('remembers $name', ({ config, first, second, next, events }) => {
		const front = row('a', -9, 90, first);
		const moved = row('a', -9, 100, second);
		const others = { results: [row('c', -9, 70, first)], next: null, at: 200 };
		const pageWith = (record: object & { id: string }) => ({
			results: [record, row('b', -9, 80, first)],
			next: 'more',
			at: 200,
		});
		const again = [pageWith(moved), others];
		const pages = [pageWith(front), others, ...again, ...again, ...again];
		const { state } = pollPages(pages, config, null);
		const changed = { results: [row('a', -9, 300, next)], next: null, at: 300 };

		expect(pick(pollPages([changed], config, state).events, 'changedKeys', 'previous')).toEqual(
			events,
		);
	});
});

describe('a start that has read the first of two records, before other fields are watched', () => {
	const watching = (field: string) =>
		configOf({ triggerOn: 'accountUpdated', watch: [field], maxPages: 1, lookbackMs: 5000 });
	const atStart = [row('a', -9, 90), row('b', -9, 90)];
	const edited = [row('d', -9, 110), row('c', -9, 105)];
	const PAGE = { pageSize: 1, maxRequests: 1 };

	it.each([
		{ edits: 'no record is edited', pollsBefore: 0, list: atStart, events: [] },
		{
			edits: 'a poll has read the first of two edited ones',
			pollsBefore: 1,
			list: [...edited, ...atStart],
			events: ['c', 'd'],
		},
	])('emits what was edited since, and no other record: $edits', (reading) => {
		const { pollsBefore, list, events } = reading;
		let { state } = pollList(atStart, watching('score'), null, PAGE);
		const emitted: string[] = [];

		const poll = (field: string, pages: { pageSize: number; maxRequests?: number }) => {
			const result = pollList(list, watching(field), state, pages);

			state = result.state;
			emitted.push(...result.events.map(({ record }) => String(record.id)));
		};

		for (let polls = 0; polls < pollsBefore; polls++) poll('score', PAGE);
		for (let polls = 0; polls < 4; polls++) poll('name', { pageSize: 1 });

		expect({ emitted: emitted.sort() }).toEqual({ emitted: events });
	});
});

it('the list of accounts, read to its end, does not complete what the one of organizations has not shown yet', () => {
	const config = configOf({ triggerOn: 'npsResponseUpdated', watch: ['score'], maxPages: 1 });

	const poll = (state: unknown) => {
		const scan = openPoll(state, config);

		for (let pages = 0; scan.request; pages++) {
			if (pages === 20) throw new Error('The poll does not end after twice the pages of the lists');

			const { target, from } = scan.request;
			const page = Number(from ?? 0);
			const old = row(`${target}-${page}`, -900, -400 - page, { score: 5 });
			const last = target === 'accounts' ? 1 : 9;

			scan.accept([old], page < last ? String(page + 1) : null, Date.parse(timestampAt(0)));
		}

		return scan.finish().state;
	};

	const { status } = poll(poll(poll(null)))?.store ?? {};

	expect({ start: status === 'pending' ? 'still reads a list' : 'has read both lists' }).toEqual({
		start: 'still reads a list',
	});
});
