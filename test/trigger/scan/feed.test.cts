import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { parseTimestamp, SeenVersions } from '../../../nodes/Vitally/trigger/scan/record';
import type {
	FeedConfig,
	ListPosition,
	ListState,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';
import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { configOf, eventsOf, pollList, pollPages, row, timestampAt } from './poll.cts';

const page = (...results: ServiceRecord[]) => ({ results, next: null });

const idsOf = (config: FeedConfig, state: unknown, ...results: ServiceRecord[]) =>
	pollPages([page(...results)], config, state).events.map(({ record }) => record.id);

describe('the lists', () => {
	it('asks for churned accounts with the events of the list of active ones, nowhere else', () => {
		const asking = EVENTS.map(({ name }) => name).filter(
			(triggerOn) =>
				createScan(null, configOf({ triggerOn, includeChurned: true })).request?.status ===
				'activeOrChurned',
		);
		const ofAccounts = EVENTS.map(({ name }) => name).filter((name) => /^account[A-Z]/.test(name));

		expect(asking).toContain('accountUpdated');
		expect(asking).toEqual(ofAccounts.filter((name) => name !== 'accountChurned'));
	});
});

describe('what is an event', () => {
	it('a creation is no update, an edit after it is', () => {
		const config = configOf({ triggerOn: 'accountUpdated' } as const);
		const { state } = pollPages([page(row('a', 0))], config, null);
		const results = [row('c', 8, 9), row('b', 7), row('a', 0)];

		expect(idsOf(config, state, ...results)).toEqual(['c']);
	});

	it('a transition is one for each time, also at the creation', () => {
		const config = configOf({ triggerOn: 'taskCompleted' });
		const at = (seconds: number | null) => ({ completedAt: seconds && timestampAt(seconds) });
		const polls = eventsOf(config, at(null), at(290), at(290), at(null), at(1190), at(500));

		expect(polls.map(({ length }) => length)).toEqual([0, 1, 0, 0, 1, 1]);

		const created = { createdAt: timestampAt(300), ...at(300) };

		expect(eventsOf(config, null, created)[1]).toHaveLength(1);
	});

	it('a record without its time is left out, and the log says so', () => {
		const { notices, events } = pollPages(
			[page(row('a', 0, 9, { churnedAt: 'soon' }), row('b', 0))],
			configOf({ triggerOn: 'accountChurned' }),
			null,
		);

		expect(events).toEqual([]);
		expect(notices).toEqual([expect.stringMatching(/^2 records .* no readable churnedAt/)]);

		// An organization that has not churned has none.
		const all = configOf({ triggerOn: 'organizationChurned' });

		expect(pollPages([page(row('a', 0, 9))], all, null).notices).toEqual([]);
	});

	it('a churn date that was set ahead before the start is not', () => {
		const config = configOf({ triggerOn: 'accountChurned' } as const);
		const ahead = row('a', 0, 5, { churnedAt: timestampAt(900) });
		const { state } = pollPages([page(ahead)], config, null);
		const now = row('b', 0, 9, { churnedAt: timestampAt(9) });

		expect(idsOf(config, state, now, ahead)).toEqual(['b']);

		// Nor one that the start did not come to.
		const part = { ...page(row('z', 0, 6, { churnedAt: timestampAt(6) })), next: 'more' };
		const cut = pollPages([part], { ...config, maxPages: 1 }, null);

		expect(idsOf(config, cut.state, now, ahead)).toEqual(['b']);
	});
});

describe('what the service should not send', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const start = () => pollPages([page(row('a', 0))], config, null).state;

	it('a list without its timestamps is an error, also at the start', () => {
		for (const state of [null, start()]) {
			const scan = createScan(state, config);
			const read = () => scan.page([{ id: 'x', createdAt: timestampAt(9) }], null);

			expect(read).toThrow('came without the updatedAt of its records');
		}
	});

	it('records without a readable timestamp or id are left out', () => {
		const untimed = [
			{ id: 'x', updatedAt: null },
			{ id: 'y' },
			{ ...row('z', 1, 9), id: null },
			{ ...row('z', 1, 9), id: undefined },
		];

		expect(idsOf(config, start(), ...untimed.slice(0, 2), { updatedAt: null })).toEqual([]);

		const done = pollPages([page(...untimed, row('b', 1, 9))], config, start());

		expect(done.events.map(({ record }) => record.id)).toEqual(['b']);
	});

	it('lets only a remembered cursor be rejected, and reads without it', () => {
		const resume = { cursor: 'old', first: `m|${timestampAt(9)}` };
		const lists = [{ floor: 1, backlog: { start: 0, end: 1, resume } }];
		const scan = createScan({ ...start(), lists }, config);

		expect([scan.request?.from, scan.cursorRejected?.()]).toEqual(['old', true]);
		expect([scan.request?.from, scan.cursorRejected?.()]).toEqual([undefined, false]);

		scan.page([row('c', 1, 9)], 'fresh');

		expect([scan.request?.from, scan.cursorRejected?.()]).toEqual(['fresh', false]);
	});
});

describe('a poll', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const [clockMs, watermark] = [100, 60].map((seconds) => Date.parse(timestampAt(seconds)));
	const state = pollPages([page(row('z', 0, 10))], config, null).state as ListState;

	/** Reads pages as far as it is asked to: the events, and how many pages it was. */
	const read = (settings: FeedConfig, stored: object, ...pages: ServiceRecord[][]) => {
		const scan = createScan({ ...state, ...stored }, settings);
		let count = 0;

		for (const results of pages) {
			if (scan.request) scan.page(results, pages[++count] ? `page ${count}` : null, clockMs);
		}

		const times = scan.finish().events.map(({ record: { id, updatedAt } }) => {
			return `${String(id)}${(Date.parse(String(updatedAt)) - clockMs) / 1000 + 100}`;
		});

		return [times.join(' '), count];
	};

	it('ends after Max Pages with unread records; pages without any do not count', () => {
		const seen = { ...state.seen, y: Date.parse(timestampAt(20)) };
		const pages = [[row('y', 0, 20)], [row('c', 0, 18)], [row('b', 0, 16)]];

		expect(read({ ...config, maxPages: 1 }, { seen }, ...pages)).toEqual(['c18', 2]);
	});

	it('has both versions of a record that it reads in the backlog and above', () => {
		const lists = [
			{ floor: watermark + 1, backlog: { start: watermark - 30_000, end: watermark } },
		];
		const pages = [[row('a', 0, 50), row('b', 0, 20)], [row('a', 0, 90)]];

		expect(read(config, { lists, watermark }, ...pages)).toEqual(['a50 a90', 2]);
	});

	it('drops a version that was ahead of the clock where the record has an earlier time by then', () => {
		const pages = [[row('a', 0, 160)], [row('b', 0, 95), row('a', 0, 94)]];

		expect(read(config, {}, ...pages)).toEqual(['a94 b95', 2]);
	});

	it('remembers the clock at the newest time, and what is certainly read; no time that only the rest of the list has', () => {
		const responses = configOf({ triggerOn: 'npsResponseUpdated' } as const);
		const answer = page(row('a', 0, 0, { score: 9 }));
		const two = pollPages([answer, answer], responses, null).state;
		const clocks = [20, 50].map((at) => ({ ...answer, at }));
		const { state: after } = pollPages(clocks, responses, two);

		const next = (at: number, ...more: ServiceRecord[]) => {
			const list = { ...page(...more, row('a', 0, 0, { score: 9 })), at };

			return pollPages([list, list], responses, after).state;
		};

		const idle = [after, next(70)].map((done) => done?.clockMs);

		expect(idle).toEqual([50, 50].map((at) => Date.parse(timestampAt(at))));

		// A list that the poll did not come to may have older ones.
		const cut = createScan(after, responses);

		cut.page(answer.results, null, Date.parse(timestampAt(500)));
		const floors = (cut.finish().state as ListState).lists.map((list) => list.floor);

		expect(floors).toEqual([Date.parse(timestampAt(0)) + 1, after?.lists[1].floor]);

		// All that is older than the newest time by the lookback was read.
		const [clockMs, floor] = [500, 380].map((at) => Date.parse(timestampAt(at)));
		const busy = next(500, row('b', 0, 500, { score: 9 }));

		expect(busy).toMatchObject({ clockMs, lists: [{ floor: expect.any(Number) }, { floor }] });

		const watching = { ...config, watch: ['score'] };
		const start = pollPages([{ ...page(row('a', 0)), next: 'more' }], watching, null).state;
		const rest = { ...page(row('b', 0, 30), row('a', 0)), at: 40 };
		const done = pollPages([{ ...page(row('a', 0)), at: 20 }, rest], watching, start);

		expect([done.read, done.state?.watermark]).toEqual([2, Date.parse(timestampAt(0))]);
	});

	it('emits records with one timestamp in the reverse order of the list', () => {
		expect(read(config, {}, [row('b', 0, 95), row('a', 0, 95)])).toEqual(['a95 b95', 1]);
	});
});

describe('a stored state', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const state = pollPages([page(row('a', 0))], config, null).state as ListState;
	const [{ floor }] = state.lists;
	const noticesOf = (stored: unknown, settings: FeedConfig = config) =>
		pollPages([page(row('a', 0))], settings, stored).notices;

	const startOf = (settings: FeedConfig) => {
		const scan = createScan(null, settings);

		while (scan.request) scan.page([row('a', 0, 0, { score: 9 })], null);

		return scan.finish().state as ListState;
	};

	const meetings = configOf({ triggerOn: 'meetingUpdated' });
	const responses = configOf({ triggerOn: 'npsResponseUpdated' });

	it.each<[string, unknown, FeedConfig]>([
		['of an earlier version', { ...state, v: 1 }, config],
		['text', '{', config],
		['with lists that are none', { ...state, lists: 'none' }, config],
		['with too many lists', { ...state, lists: [{ floor }, { floor }] }, config],
		[
			'with lists of which one is damaged',
			{ ...startOf(responses), lists: [{ floor }, null] },
			responses,
		],
		['with lists where there are none', { ...startOf(meetings), lists: [] }, meetings],
	])('%s starts from now, and the log says so', (_, stored, settings) => {
		expect(noticesOf(stored, settings)[0]).toContain('not readable');
	});

	it('more than a day ahead of the clock is damaged', () => {
		const pollAt = (hours: number) => () =>
			pollPages([{ ...page(row('a', 0)), at: -3600 * hours }], config, state);

		expect(pollAt(23)).not.toThrow();
		expect(pollAt(25)).toThrow('ahead of the clock');
	});

	it('of another event, scope or key starts from now, and the log says so', () => {
		const scope = { of: 'account', id: 'a' } as const;
		const others = [
			{ scope },
			{ workspace: 'b' },
			{ parentId: 'p' },
			{ scope: { ...scope, externalId: 'b' } },
			{ triggerOn: 'noteUpdated' },
		];

		for (const other of others) {
			expect(noticesOf(state, { ...config, ...other })).toEqual([
				expect.stringContaining('another one than in the last poll'),
			]);
		}

		expect(noticesOf(state)).toEqual([]);
	});

	it('of a scope by external ID continues when the record is created again', () => {
		const scoped = (id: string, externalId?: string) => ({
			...config,
			scope: { of: 'account' as const, id, externalId },
		});
		const { state: before } = pollPages([page(row('a', 0))], scoped('1', 'x'), null);

		expect(noticesOf(before, scoped('2', 'x'))).toEqual([]);
		expect(noticesOf(before, scoped('1', 'y'))).toHaveLength(1);

		const other = { of: 'organization', id: '1', externalId: 'x' } as const;

		expect(noticesOf(before, { ...config, scope: other })).toHaveLength(1);
	});

	it('with other watched fields keeps what is unread, and reads the rest for their values', () => {
		const watching = { ...config, watch: ['score'] };
		const backlog = { start: 100, end: 200 };
		const lists = [{ floor: 300, backlog, snapshot: { start: 0, end: 50 } }];
		const store = { size: 0, values: [], status: 'complete' };

		const of = (settings: FeedConfig, positions: object[] = lists) => {
			const stored = { ...state, watermark: 500, lists: positions, watched: '', store };
			const { state: now } = createScan(stored, settings).finish();

			return [(now as ListState).lists, now?.store?.status];
		};

		const snapshot = { start: 0, end: 99 };

		expect(of(watching)).toEqual([[{ floor: 300, backlog, snapshot }], 'pending']);
		expect(of(config)).toEqual([[{ floor: 300, backlog }], undefined]);
		expect(of(watching, [{ floor: 0 }])).toEqual([[{ floor: 0 }], 'pending']);
		expect(of(watching, [{ floor: 1 }])[0]).toEqual([{ floor: 1, snapshot: { start: 0, end: 0 } }]);

		const nps = { ...watching, ...configOf({ triggerOn: 'npsResponseUpdated' }) };
		const two = [{ floor: 300 }, { floor: 200 }];
		const ofNps = { ...state, stream: state.stream.replace('conversation', 'npsResponse') };
		const done = createScan({ ...ofNps, watermark: 500, lists: two, watched: '' }, nps).finish();

		expect((done.state as ListState).lists).toEqual(
			two.map((list) => ({ ...list, snapshot: { start: 0, end: 199 } })),
		);
	});
});

it('a start that later polls finish knows all records with the next list of one page', () => {
	const conditions = [{ field: 'score', is: 'isSet', value: '' }] as const;
	const config = configOf({ triggerOn: 'accountUpdated', conditions });
	const all = page(row('c', 0, 900), row('a', 0, 0, { score: 1 }));
	const polls = [
		[{ ...page(row('c', 0, 900)), next: '2' }],
		[all, all],
		[{ ...page(row('d', 0, 2000)), next: '2' }, all],
		[page(row('d', 0, 2000)), page(row('d', 0, 2000), row('c', 0, 900))],
	];
	let state: ListState | null = null;
	const statuses = polls.map((pages, index) => {
		// The third poll reads its head to the end, in two pages.
		const settings = { ...config, maxPages: index === 2 ? 5 : 1 };
		const done = pollPages(pages, settings, state);

		({ state } = done);

		expect(done.events).toEqual([]);

		return state?.store?.status;
	});

	expect(statuses).toEqual(['pending', 'reconciling', 'reconciling', 'complete']);
});

it('a burst is read again until the lookback has passed, then one request is enough', () => {
	const config = configOf({ triggerOn: 'accountUpdated' });
	const rows = (at: number, count: number) =>
		Array.from({ length: count }, (_, index) => row(`r${index}`, -9, at - index / 1000));
	let { state } = pollList(rows(0, 300), config, null);
	const changed = [...rows(5, 250), ...rows(0, 300).slice(250)];
	const costs = [0, 1, 2, 3, 4, 5].map((minutes) => {
		const clockMs = Date.parse(timestampAt(5 + 61 * minutes));
		const done = pollList(changed, config, state, { clockMs });

		state = done.state;

		return done.requests;
	});

	expect(costs).toEqual([3, 3, 3, 3, 1, 1]);
});

describe('the versions that were read', () => {
	const seen = { a: 10, b: 20, c: 30, d: 40, e: 50 };
	const versions = new SeenVersions({ seen, ahead: ['e'] });

	it.each<[string, string, ListPosition]>([
		['from the floor on', 'd e', { floor: 40 }],
		['in the backlog', 'b c e', { floor: 50, backlog: { start: 20, end: 30 } }],
		['in an open backlog', 'd e', { floor: 60, backlog: { start: 40, end: null } }],
		['at the end of the snapshot', 'b', { floor: 60, snapshot: { start: 0, end: 20 } }],
	])('are stored as long as a list may return them: %s', (_, ids, position) => {
		const saved = versions.saved([{ floor: 99 }, position]);

		expect(Object.keys(saved.seen).join(' ')).toBe(ids);
		expect(saved.ahead).toEqual(ids.includes('e') ? ['e'] : undefined);
	});

	it('are ahead of the clock until the next version that is not', () => {
		const read = new SeenVersions({ seen, ahead: ['e'] });

		read.add({ id: 'e', timeMs: 45, record: {} }, false);

		expect(read.isFresh({ id: 'e', timeMs: 44, record: {} })).toBe(false);
	});
});

describe('timestamps', () => {
	const { TZ } = process.env;

	beforeAll(() => (process.env.TZ = 'America/New_York'));

	afterAll(() => {
		delete process.env.TZ;
		Object.assign(process.env, TZ && { TZ });
	});

	it.each([
		['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
		['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
		['2026-01-02T03:04:05.678901+02:00', '2026-01-02T01:04:05.678Z'],
		['2026-01-02T03:04:05.670000Z', '2026-01-02T03:04:05.670Z'],
		['2026-01-02', '2026-01-02T00:00:00.000Z'],
		['2026-13-02T00:00:00Z', undefined],
		['yesterday', undefined],
		['5', undefined],
		[1767322800000, undefined],
		[null, undefined],
	])('%s is %s', (text, canonical) => {
		const timeMs = parseTimestamp(text);

		expect(timeMs === undefined ? undefined : new Date(timeMs).toISOString()).toBe(canonical);
	});
});
