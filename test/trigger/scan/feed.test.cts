import { SeenVersions } from '../../../nodes/Vitally/trigger/scan/seenVersions';
import type {
	FeedConfig,
	ListPosition,
	ListState,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';
import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { parseTimestamp } from '../../../nodes/Vitally/values/recordValues';
import { errorOf, resultOf } from '../../errors/thrownError.cts';
import { OTHER_LIST, UNREADABLE_STATE, withoutTime } from '../notices.cts';
import { openPoll } from './openPoll.cts';
import {
	configOf,
	eventsOf,
	eventsOfUnread,
	pollList,
	pollPages,
	row,
	timestampAt,
	type Page,
} from './poll.cts';

const page = (...results: ServiceRecord[]) => ({ results, next: null });

const idsOf = (config: FeedConfig, state: unknown, ...results: ServiceRecord[]) =>
	pollPages([page(...results)], config, state).events.map(({ record }) => record.id);

describe('a scan', () => {
	/** The status of the accounts that an event asks for with Include Churned; only accounts have one. */
	const statusOf = (event: string) => {
		if (!/^account[A-Z]/.test(event)) return undefined;

		return event === 'accountChurned' ? 'churned' : 'activeOrChurned';
	};

	it.each(EVENTS.map(({ name }) => ({ name, status: statusOf(name) })))(
		'asks with Include Churned for the status $status: $name',
		({ name, status }) => {
			const { request } = openPoll(null, configOf({ triggerOn: name, includeChurned: true }));

			expect({ status: request?.status }).toEqual({ status });
		},
	);
});

describe('a scan of NPS responses', () => {
	const listsRead = (settings: Partial<FeedConfig>) => {
		const config = configOf({ triggerOn: 'npsResponseUpdated', ...settings });
		const [{ readings }] = openPoll(null, config).scan.phases;

		return readings.map(({ request }) => request?.target ?? 'all');
	};

	it('reads the lists of accounts and of organizations without a scope', () => {
		expect(listsRead({})).toEqual(['accounts', 'organization']);
	});

	it('reads one list with a scope, whose nested list has all responses', () => {
		expect(listsRead({ scope: { type: 'organization', id: 'o1' } })).toEqual(['all']);
	});
});

describe('the events of a scan', () => {
	it.each([
		{ time: 'the same time', again: row('a', 0, 9), events: 'none' },
		{ time: 'an earlier time', again: row('a', 0, 8), events: 'none' },
		{ time: 'a later time', again: row('a', 0, 10), events: 'a' },
	])('include a record that comes again with $time: $events', ({ again, events }) => {
		const config = configOf({ triggerOn: 'taskUpdated' });
		const start = pollPages([page(row('a', 0))], config, null);
		const first = pollPages([page(row('a', 0, 9))], config, start.state);
		const found = {
			atFirst: first.events.map(({ record }) => record.id).join(),
			again: idsOf(config, first.state, again).join() || 'none',
		};

		expect(found).toEqual({ atFirst: 'a', again: events });
	});

	it('include an edit after the creation, and not the creation', () => {
		const config = configOf({ triggerOn: 'accountUpdated' } as const);
		const { state } = pollPages([page(row('a', 0))], config, null);
		const results = [row('c', 8, 9), row('b', 7), row('a', 0)];

		expect({ events: idsOf(config, state, ...results) }).toEqual({ events: ['c'] });
	});

	describe('the completion of a task', () => {
		const config = configOf({ triggerOn: 'taskCompleted' });
		const at = (seconds: number | null) => ({ completedAt: seconds && timestampAt(seconds) });

		/** The times of completion in the events of the last poll. */
		const timesIn = (...versions: Array<ServiceRecord | null>) => ({
			completedAt: eventsOf(config, ...versions)
				.at(-1)
				?.map(({ record }) => record.completedAt),
		});

		it.each([
			{ name: 'one that is set', before: [null], now: 290, isEvent: true },
			{
				name: 'one that is the same after another edit',
				before: [null, 290],
				now: 290,
				isEvent: false,
			},
			{ name: 'one that is taken back', before: [null, 290], now: null, isEvent: false },
			{ name: 'one that is set again', before: [null, 290, null], now: 890, isEvent: true },
			{ name: 'one that becomes a later time', before: [null, 290], now: 500, isEvent: true },
			{ name: 'one that becomes an earlier time', before: [null, 590], now: 500, isEvent: true },
			{ name: 'one from before the start', before: [-20], now: -20, isEvent: false },
		])('causes an event for $name: $isEvent', ({ before, now, isEvent }) => {
			expect(timesIn(...before.map(at), at(now))).toEqual({
				completedAt: isEvent ? [timestampAt(Number(now))] : [],
			});
		});

		it.each([
			{ time: 'before the start', seconds: -1, events: [] },
			{ time: 'at the newest time of the start', seconds: 0, events: [] },
			{ time: 'after the start', seconds: 1, events: ['b'] },
		])(
			'causes for a task that the start has not read, completed $time, the events $events',
			({ seconds, events }) => {
				const found = eventsOfUnread(config, at(seconds));

				expect({ events: found.map(({ record }) => record.id) }).toEqual({ events });
			},
		);

		it('causes an event where it comes with the creation', () => {
			const created = { createdAt: timestampAt(300), ...at(300) };

			expect(timesIn(null, created)).toEqual({ completedAt: [timestampAt(300)] });
		});
	});

	describe('a record without the time of its churn', () => {
		const config = configOf({ triggerOn: 'accountChurned' });
		const untimed = [row('a', 0, 9, { churnedAt: 'soon' }), row('b', 0)];
		const poll = () => pollPages([page(...untimed)], config, null);

		it('causes no event', () => {
			expect({ events: poll().events.map(({ record }) => record.id) }).toEqual({ events: [] });
		});

		it.each([{ count: 1 }, { count: 2 }])(
			'appears in the log where the list has only churned ones: $count of them',
			({ count }) => {
				const { notices } = pollPages([page(...untimed.slice(-count))], config, null);

				expect({ notices }).toEqual({ notices: [withoutTime(count, 'churnedAt')] });
			},
		);
	});

	it('leave out an organization that has not churned, which the log does not mention', () => {
		const config = configOf({ triggerOn: 'organizationChurned' });

		expect({ notices: pollPages([page(row('a', 0, 9))], config, null).notices }).toEqual({
			notices: [],
		});
	});

	describe('a churn date in the future that was set before the start', () => {
		const config = configOf({ triggerOn: 'accountChurned' } as const);
		const ahead = row('a', 0, 5, { churnedAt: timestampAt(900) });
		const now = row('b', 0, 9, { churnedAt: timestampAt(9) });

		it('causes no event when it comes', () => {
			const { state } = pollPages([page(ahead)], config, null);

			expect({ events: idsOf(config, state, now, ahead) }).toEqual({ events: ['b'] });
		});

		it('causes no event where the start did not read the record', () => {
			const first = { ...page(row('z', 0, 6, { churnedAt: timestampAt(6) })), next: 'more' };
			const { state } = pollPages([first], { ...config, maxPages: 1 }, null);

			expect({ events: idsOf(config, state, now, ahead) }).toEqual({ events: ['b'] });
		});
	});
});

describe('a list with faulty records', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const start = () => pollPages([page(row('a', 0))], config, null).state;

	it.each([
		['the start', null],
		['a later poll', start()],
	])('ends %s in an error where it has no timestamps', (_, state) => {
		const scan = openPoll(state, config);
		const read = () => scan.accept([{ id: 'x', createdAt: timestampAt(9) }], null);

		expect(errorOf(read)).toEqual({
			class: 'ListError',
			message: "does not have the field 'updatedAt', which shows the trigger which records are new",
		});
	});

	it('causes no event of a record without a readable timestamp or ID', () => {
		const untimed = [
			{ id: 'x', updatedAt: null },
			{ id: 'y' },
			{ ...row('z', 1, 9), id: null },
			{ ...row('z', 1, 9), id: undefined },
		];

		expect({ events: idsOf(config, start(), ...untimed, row('b', 1, 9)) }).toEqual({
			events: ['b'],
		});
	});

	it('passes where a record without a timestamp has no ID either, so that it is none', () => {
		const untimed = [{ id: 'x', updatedAt: null }, { id: 'y' }, { updatedAt: null }];

		expect({ events: idsOf(config, start(), ...untimed) }).toEqual({ events: [] });
	});

	describe('the cursor of a list', () => {
		const resume = { cursor: 'old', first: `m|${timestampAt(9)}` };
		const lists = [{ floor: 1, backlog: { start: 0, end: 1, resume } }];
		const resuming = () => openPoll({ ...start(), lists }, config);

		/** Whether the cursor of the next request can be dropped, and the one of the request after that. */
		const dropping = (scan: ReturnType<typeof openPoll>) => ({
			from: scan.request?.from,
			isDropped: scan.dropStoredCursor(),
			thenFrom: scan.request?.from,
		});

		it('stays out of the next request where it comes from the state', () => {
			expect(dropping(resuming())).toEqual({ from: 'old', isDropped: true, thenFrom: undefined });
		});

		it('stays in a request that has none of the state', () => {
			const scan = resuming();

			scan.dropStoredCursor();

			expect({ isDropped: scan.dropStoredCursor() }).toEqual({ isDropped: false });
		});

		it('stays where the poll has received it', () => {
			const scan = resuming();

			scan.dropStoredCursor();
			scan.accept([row('c', 1, 9)], 'fresh');

			expect(dropping(scan)).toEqual({ from: 'fresh', isDropped: false, thenFrom: 'fresh' });
		});
	});
});

describe('a poll', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const timeAt = (seconds: number) => Date.parse(timestampAt(seconds));
	const timestampOf = (timeMs = 0) => new Date(timeMs).toISOString();
	const clockMs = timeAt(100);
	const watermark = timeAt(60);
	const state = pollPages([page(row('z', 0, 10))], config, null).state as ListState;

	/** Reads pages as far as the scan asks: the events by ID and second, and the number of requests. */
	const read = (settings: FeedConfig, stored: object, ...pages: ServiceRecord[][]) => {
		const scan = openPoll({ ...state, ...stored }, settings);
		let requests = 0;

		for (const results of pages) {
			if (!scan.request) break;

			requests++;
			scan.accept(results, requests < pages.length ? `page ${requests}` : null, clockMs);
		}

		const events = scan.finish().events.map(({ record: { id, updatedAt } }) => {
			const second = (Date.parse(String(updatedAt)) - timeAt(0)) / 1000;

			return `${String(id)} of second ${second}`;
		});

		return { events, requests };
	};

	it('ends after Max Pages with unread records; pages without any do not count', () => {
		const seen = { ...state.seen, y: timeAt(20) };
		const pages = [[row('y', 0, 20)], [row('c', 0, 18)], [row('b', 0, 16)]];

		expect(read({ ...config, maxPages: 1 }, { seen }, ...pages)).toEqual({
			events: ['c of second 18'],
			requests: 2,
		});
	});

	it('reads a record whose time is the one from which on it reads', () => {
		const lists = [{ floor: watermark }];

		expect(read(config, { lists, watermark }, [row('a', 0, 60)])).toEqual({
			events: ['a of second 60'],
			requests: 1,
		});
	});

	it('emits both versions of a record that it reads in the backlog and above', () => {
		const lists = [
			{ floor: watermark + 1, backlog: { start: watermark - 30_000, end: watermark } },
		];
		const pages = [[row('a', 0, 50), row('b', 0, 20)], [row('a', 0, 90)]];

		expect(read(config, { lists, watermark }, ...pages)).toEqual({
			events: ['a of second 50', 'a of second 90'],
			requests: 2,
		});
	});

	it('drops a version that was ahead of the clock where the record has an earlier time by then', () => {
		const pages = [[row('a', 0, 160)], [row('b', 0, 95), row('a', 0, 94)]];

		expect(read(config, {}, ...pages)).toEqual({
			events: ['a of second 94', 'b of second 95'],
			requests: 2,
		});
	});

	describe('a poll of two lists', () => {
		const responses = configOf({ triggerOn: 'npsResponseUpdated' } as const);
		const answer = row('a', 0, 0, { score: 9 });
		const started = pollPages([page(answer), page(answer)], responses, null).state;
		const clocks = [20, 50].map((at) => ({ ...page(answer), at }));
		const before = pollPages(clocks, responses, started).state;

		const pollAt = (at: number, ...changed: ServiceRecord[]) => {
			const list = { ...page(...changed, answer), at };

			return pollPages([list, list], responses, before).state;
		};

		it('remembers the clock at the newest time', () => {
			const clockAt = (stored: ListState | null) => timestampOf(stored?.clockMs);

			expect({ before: clockAt(before), afterIdlePoll: clockAt(pollAt(70)) }).toEqual({
				before: timestampAt(50),
				afterIdlePoll: timestampAt(50),
			});
		});

		/** From which second on the poll after the next one reads, where the next one ends after a page of the first list. */
		const readsFromAfterFirstList = () => {
			const scan = openPoll(before, responses);

			scan.accept([answer], null, timeAt(500));
			const { lists } = scan.finish().state as ListState;
			const [first, second] = lists.map(({ floor }) => (floor - timeAt(0)) / 1000);

			return { first, second };
		};

		it('reads a list that it has read from behind its newest record on, when the lookback has passed', () => {
			expect({ firstListFromSecond: readsFromAfterFirstList().first }).toEqual({
				firstListFromSecond: 0.001,
			});
		});

		it('reads a list that it has not read from where it was before, as it may have older records', () => {
			expect({ secondListFromSecond: readsFromAfterFirstList().second }).toEqual({
				secondListFromSecond: -120,
			});
		});

		it('reads each list again from its own floor where the clock of the last poll was ahead', () => {
			const floors = [timeAt(40), timeAt(20)];
			const stored = {
				...before,
				watermark: timeAt(300),
				lists: [{ floor: timeAt(200) }, { floor: timeAt(200) }],
				raised: { byClockMs: timeAt(1000), watermark: timeAt(50), floors },
			};
			const late = row('late', 0, 30, { score: 9 });
			const lists = [page(answer), page(late, answer)].map((list) => ({ ...list, at: 400 }));
			const { events } = pollPages(lists, responses, stored);

			expect({ events: events.map(({ record }) => record.id) }).toEqual({ events: ['late'] });
		});

		it('stores as its floor the newest time less the lookback', () => {
			const state = pollAt(500, row('b', 0, 500, { score: 9 }));

			expect({
				clock: timestampOf(state?.clockMs),
				secondFloor: timestampOf(state?.lists[1].floor),
			}).toEqual({ clock: timestampAt(500), secondFloor: timestampAt(380) });
		});
	});

	it('reads a page of the rest of the list although changes fill Max Pages', () => {
		const watching = { ...config, watch: ['score'], maxPages: 1 };
		const start = pollPages([{ ...page(row('a', 0)), next: 'more' }], watching, null);
		const front = page(row('c', 0, 50), row('a', 0));
		const rest = page(row('b', 0, -10));

		expect({ requests: pollPages([front, rest], watching, start.state).read }).toEqual({
			requests: 2,
		});
	});

	it('remembers no time that only the rest of the list has', () => {
		const watching = { ...config, watch: ['score'] };
		const start = pollPages([{ ...page(row('a', 0)), next: 'more' }], watching, null);

		const front = { ...page(row('a', 0)), at: 20 };
		const rest = { ...page(row('b', 0, 30), row('a', 0)), at: 40 };
		const poll = pollPages([front, rest], watching, start.state);

		expect({ requests: poll.read, watermark: timestampOf(poll.state?.watermark) }).toEqual({
			requests: 2,
			watermark: timestampAt(0),
		});
	});

	it('emits records with one timestamp in the reverse order of the list', () => {
		expect(read(config, {}, [row('b', 0, 95), row('a', 0, 95)])).toEqual({
			events: ['a of second 95', 'b of second 95'],
			requests: 1,
		});
	});
});

describe('a stored state', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const state = pollPages([page(row('a', 0))], config, null).state as ListState;
	const [{ floor }] = state.lists;

	/** What a poll says in the log, or the error in which it ends. */
	const noticesOf = (stored: unknown, settings: FeedConfig = config) => {
		try {
			return pollPages([page(row('a', 0))], settings, stored).notices;
		} catch (error) {
			return [`The poll ends in an error: ${(error as Error).message}`];
		}
	};

	const startOf = (settings: FeedConfig) => {
		const scan = openPoll(null, settings);

		for (let pages = 0; scan.request; pages++) {
			if (pages === 20) throw new Error('The start does not end after 20 pages');

			scan.accept([row('a', 0, 0, { score: 9 })], null);
		}

		return scan.finish().state as ListState;
	};

	const meetings = configOf({ triggerOn: 'meetingUpdated' });
	const replied = configOf({ triggerOn: 'conversationCustomerReplied' });
	const responses = configOf({ triggerOn: 'npsResponseUpdated' });

	it.each<{ name: string; stored: unknown; settings: FeedConfig }>([
		{ name: 'an earlier version', stored: { ...state, v: 1 }, settings: config },
		{ name: 'a text', stored: '{', settings: config },
		{
			name: 'records of its workspace that are no list',
			stored: { ...state, workspace: { key: 'k', records: 'none' } },
			settings: config,
		},
		{
			name: 'messages of its conversations in another form',
			stored: { ...startOf(replied), replies: { since: 0, newest: [] } },
			settings: replied,
		},
		{ name: 'lists that are none', stored: { ...state, lists: 'none' }, settings: config },
		{
			name: 'too many lists',
			stored: { ...state, lists: [{ floor }, { floor }] },
			settings: config,
		},
		{
			name: 'a damaged list',
			stored: { ...startOf(responses), lists: [{ floor }, null] },
			settings: responses,
		},
		{
			name: 'no list',
			stored: { ...startOf(meetings), lists: [] },
			settings: meetings,
		},
	])(
		'gives way to a start from now where it is or has $name, and the log says so',
		({ stored, settings }) => {
			expect({ notices: noticesOf(stored, settings).slice(0, 1) }).toEqual({
				notices: [UNREADABLE_STATE],
			});
		},
	);

	const pollAt = (hours: number) => () =>
		pollPages([{ ...page(row('a', 0)), at: -3600 * hours }], config, state).notices;

	it('counts as damaged when it is more than a day ahead of the clock', () => {
		expect(errorOf(pollAt(25))).toEqual({ class: 'Error', message: 'ahead of the clock' });
	});

	it('continues when it is less than a day ahead of the clock', () => {
		expect({ notices: resultOf(pollAt(23)) }).toEqual({ notices: [] });
	});

	it('continues with the settings that it was stored with', () => {
		expect({ notices: noticesOf(state) }).toEqual({ notices: [] });
	});

	it.each<{ name: string; stored: unknown; settings: Partial<FeedConfig> }>([
		{ name: 'one that is not readable', stored: { ...state, v: 1 }, settings: {} },
		{ name: 'one of another host', stored: state, settings: { workspace: 'b' } },
		{
			name: 'one of another workspace',
			stored: state,
			settings: { restartReason: 'The key is one of another workspace.' },
		},
	])(
		'gives way to a start that emits no existing record, though a first run does: $name',
		({ stored, settings }) => {
			const asked = { ...config, newestOnFirstRun: 5, ...settings };

			expect({ events: idsOf(asked, stored, row('a', 0)) }).toEqual({ events: [] });
		},
	);

	const ofId: FeedConfig['scope'] = { type: 'account', id: 'a' };
	const ofExternalId: FeedConfig['scope'] = { type: 'account', id: 'a', externalId: 'x' };

	it.each<{ name: string; before?: Partial<FeedConfig>; now: Partial<FeedConfig> }>([
		{ name: 'a scope', now: { scope: ofId } },
		{ name: 'a scope by External ID', now: { scope: ofExternalId } },
		{ name: 'no scope any more', before: { scope: ofId }, now: { scope: undefined } },
		{
			name: 'another account as scope',
			before: { scope: ofId },
			now: { scope: { ...ofId, id: 'b' } },
		},
		{
			name: 'an organization as scope that has the same ID',
			before: { scope: ofId },
			now: { scope: { ...ofId, type: 'organization' } },
		},
		{
			name: 'an account of another External ID as scope',
			before: { scope: ofExternalId },
			now: { scope: { ...ofExternalId, externalId: 'y' } },
		},
		{
			name: 'an account as scope whose External ID is the Vitally ID of the one before',
			before: { scope: ofId },
			now: { scope: { type: 'account', id: 'b', externalId: 'a' } },
		},
		{
			name: 'an organization as scope that has the same External ID',
			before: { scope: ofExternalId },
			now: { scope: { ...ofExternalId, type: 'organization' } },
		},
		{ name: 'another host of the workspace', now: { workspace: 'b' } },
		{ name: 'another custom object or survey', before: { parentId: 'o' }, now: { parentId: 'p' } },
		{ name: 'another event', now: { triggerOn: 'noteUpdated' } },
	])('gives way to a start from now with $name', ({ before, now }) => {
		const settings = { ...config, ...before };
		const { state: stored } = pollPages([page(row('a', 0))], settings, null);

		expect({ notices: noticesOf(stored, { ...settings, ...now }) }).toEqual({
			notices: [OTHER_LIST],
		});
	});

	it('continues in a scope by External ID whose account was created again, with another Vitally ID', () => {
		const settings = { ...config, scope: ofExternalId };
		const { state: stored } = pollPages([page(row('a', 0))], settings, null);

		expect({
			notices: noticesOf(stored, { ...settings, scope: { ...ofExternalId, id: 'b' } }),
		}).toEqual({ notices: [] });
	});

	it.each([
		{ switched: 'on', before: false },
		{ switched: 'off', before: true },
	])('starts from now where Include Churned is switched $switched', ({ before }) => {
		const accounts = configOf({ triggerOn: 'accountUpdated' });
		const poll = [page(row('a', 0))];
		const { state: stored } = pollPages(poll, { ...accounts, includeChurned: before }, null);

		const noticesWith = (settings: Pick<FeedConfig, 'includeChurned'>) =>
			noticesOf(stored, { ...accounts, ...settings });

		expect({
			asBefore: noticesWith({ includeChurned: before }),
			switched: noticesWith({ includeChurned: !before }),
		}).toEqual({
			asBefore: [],
			switched: [OTHER_LIST],
		});
	});

	describe('a stored state with other watched fields', () => {
		const watching = { ...config, watch: ['score'] };

		/** The state before the first page of the next poll. */
		const continuedWith = (settings: FeedConfig, lists: object[]) => {
			const store = { size: 0, values: [], status: 'complete' };
			const stored = { ...state, watermark: 500, lists, watched: '', store };

			return openPoll(stored, settings).finish().state as ListState;
		};

		const backlog = { start: 100, end: 200 };

		/** What is left to read of each list: the changes from a time on, those of a backlog, and the rest. */
		const leftOf = (lists: readonly ListPosition[]) =>
			lists.map(({ floor, backlog: unread, snapshot }) => ({
				changesFrom: floor,
				backlog: unread ? `${unread.start} to ${unread.end}` : 'none',
				rest: snapshot ? `${snapshot.start} to ${snapshot.end}` : 'none',
			}));

		const unread = [{ floor: 300, backlog, snapshot: { start: 0, end: 50 } }];

		const watches = (...watch: string[]): Partial<FeedConfig> => ({ watch });
		const meets = (field: string, is: 'dropsBelow' | 'risesAbove', value = '5') => ({
			conditions: [{ field, is, value }],
		});

		it.each<{ name: string; known: Partial<FeedConfig>; now: Partial<FeedConfig>; values: string }>(
			[
				{
					name: 'the same fields',
					known: watches('a', 'b'),
					now: watches('a', 'b'),
					values: 'kept',
				},
				...[['a', 'c'], ['b', 'a'], ['a'], ['a', 'b', 'c']].map((fields) => ({
					name: `the fields ${fields.join()} in place of a,b`,
					known: watches('a', 'b'),
					now: watches(...fields),
					values: 'learned anew',
				})),
				{
					name: 'another limit of a threshold',
					known: meets('a', 'dropsBelow'),
					now: meets('a', 'dropsBelow', '6'),
					values: 'kept',
				},
				{
					name: 'a threshold in the other direction',
					known: meets('a', 'dropsBelow'),
					now: meets('a', 'risesAbove'),
					values: 'kept',
				},
				{
					name: 'a threshold on another field',
					known: meets('a', 'dropsBelow'),
					now: meets('b', 'dropsBelow'),
					values: 'learned anew',
				},
				{
					name: 'another limit with Compare All',
					known: { ...meets('a', 'dropsBelow'), readsFullList: true },
					now: { ...meets('a', 'dropsBelow', '6'), readsFullList: true },
					values: 'kept',
				},
				{
					name: 'the other direction with Compare All',
					known: { ...meets('a', 'dropsBelow'), readsFullList: true },
					now: { ...meets('a', 'risesAbove'), readsFullList: true },
					values: 'kept',
				},
			],
		)('has its values $values with $name', ({ known, now, values }) => {
			const tasks = configOf({ triggerOn: 'taskUpdated' });
			const record = row('a', 0, 0, { a: 1, b: 2, c: 3 });
			const { state: stored } = pollPages([page(record)], { ...tasks, ...known }, null);
			const next = openPoll(stored, { ...tasks, ...now }).finish().state as ListState;

			expect({ values: next.store?.size ? 'kept' : 'learned anew' }).toEqual({ values });
		});

		it('keeps what is unread, and reads the rest for their values', () => {
			const { lists, store } = continuedWith(watching, unread);

			expect({ left: leftOf(lists), known: store?.status }).toEqual({
				left: [{ changesFrom: 300, backlog: '100 to 200', rest: '0 to 99' }],
				known: 'pending',
			});
		});

		it('reads no rest where none is watched now', () => {
			const { lists, store } = continuedWith(config, unread);

			expect({ left: leftOf(lists), store }).toEqual({
				left: [{ changesFrom: 300, backlog: '100 to 200', rest: 'none' }],
				store: undefined,
			});
		});

		it('reads no rest where the list was empty', () => {
			const { lists, store } = continuedWith(watching, [{ floor: 0 }]);

			expect({ left: leftOf(lists), known: store?.status }).toEqual({
				left: [{ changesFrom: 0, backlog: 'none', rest: 'none' }],
				known: 'pending',
			});
		});

		it('reads a rest that ends at 0', () => {
			const { lists } = continuedWith(watching, [{ floor: 1 }]);

			expect({ left: leftOf(lists) }).toEqual({
				left: [{ changesFrom: 1, backlog: 'none', rest: '0 to 0' }],
			});
		});

		it('reads the rest of both lists below the older floor', () => {
			const settings = { ...watching, ...configOf({ triggerOn: 'npsResponseUpdated' }) };
			const stream = state.stream.replace('conversation', 'npsResponse');
			const lists = [{ floor: 300 }, { floor: 200 }];
			const stored = { ...state, stream, watermark: 500, lists, watched: '' };
			const continued = openPoll(stored, settings).finish().state as ListState;

			expect({ left: leftOf(continued.lists) }).toEqual({
				left: [
					{ changesFrom: 300, backlog: 'none', rest: '0 to 199' },
					{ changesFrom: 200, backlog: 'none', rest: '0 to 199' },
				],
			});
		});
	});
});

it('a start that later polls finish knows all records with the next list of one page', () => {
	const conditions = [{ field: 'score', is: 'isSet', value: '' }] as const;
	const config = configOf({ triggerOn: 'accountUpdated', conditions });
	const old = row('a', 0, 0, { score: 1 });
	const changed = row('c', 0, 900);
	const newest = row('d', 0, 2000);
	let state: ListState | null = null;

	const statusAfter = (pages: Page[], maxPages: number) => {
		const poll = pollPages(pages, { ...config, maxPages }, state);

		expect({ events: poll.events.map(({ record }) => record.id) }).toEqual({ events: [] });

		state = poll.state;

		return state?.store?.status;
	};

	const whole = page(changed, old);
	const statuses = {
		aStartOfOnePage: statusAfter([{ ...page(changed), next: '2' }], 1),
		theRestOfTheList: statusAfter([whole, whole], 1),
		aListOfTwoPages: statusAfter([{ ...page(newest), next: '2' }, whole], 5),
		aListOfOnePage: statusAfter([page(newest), page(newest, changed)], 1),
	};

	expect(statuses).toEqual({
		aStartOfOnePage: 'pending',
		theRestOfTheList: 'reconciling',
		// While it reads the first page, a record of the second one may move there.
		aListOfTwoPages: 'reconciling',
		aListOfOnePage: 'complete',
	});
});

describe('a poll of the two lists of responses, after their rest was read', () => {
	const config = configOf({ triggerOn: 'npsResponseUpdated', watch: ['score'] });
	const old = row('old', -900, 0, { score: 9 });

	/** What is known after a poll that reads so many pages of each list, the last one with nothing new. */
	const knownAfter = (pagesOf: Record<string, number>) => {
		const { state } = pollPages([page(old), page(old)], config, null);
		const store = { ...state?.store, status: 'reconciling' };
		const scan = openPoll({ ...state, store }, config);

		for (let requests = 0; scan.request; requests++) {
			if (requests === 20) throw new Error('The poll does not end after 20 requests');

			const { target = 'all', from = '1' } = scan.request;
			const isLast = Number(from) === pagesOf[target];
			const changed = row(`${target} ${from}`, -900, 900 - Number(from), { score: 8 });

			scan.accept(isLast ? [old] : [changed], isLast ? null : String(Number(from) + 1));
		}

		const { store: known } = scan.finish().state as ListState;

		return known?.status === 'complete' ? 'all' : 'not all';
	};

	it.each([
		{ accounts: 1, organizations: 1, known: 'all' },
		{ accounts: 2, organizations: 1, known: 'not all' },
		{ accounts: 1, organizations: 2, known: 'not all' },
		{ accounts: 2, organizations: 2, known: 'not all' },
	])(
		'knows $known responses with $accounts pages of accounts and $organizations of organizations, as one may move between two pages',
		({ accounts, organizations, known }) => {
			expect({ known: knownAfter({ accounts, organization: organizations }) }).toEqual({ known });
		},
	);
});

it('a burst is read again until the lookback has passed, then one request is enough', () => {
	const config = configOf({ triggerOn: 'accountUpdated' });
	const rows = (at: number, count: number) =>
		Array.from({ length: count }, (_, index) => row(`r${index}`, -9, at - index / 1000));
	let { state } = pollList(rows(0, 300), config, null);
	const changed = [...rows(5, 250), ...rows(0, 300).slice(250)];

	const requestsAfter = (minutes: number) => {
		const clockMs = Date.parse(timestampAt(5 + 61 * minutes));
		const poll = pollList(changed, config, state, { clockMs });

		state = poll.state;

		return poll.requests;
	};

	const requests = Object.fromEntries(
		[0, 1, 2, 3, 4, 5].map((minutes) => [`after ${minutes} minutes`, requestsAfter(minutes)]),
	);

	expect(requests).toEqual({
		'after 0 minutes': 3,
		'after 1 minutes': 3,
		'after 2 minutes': 3,
		'after 3 minutes': 3,
		'after 4 minutes': 1,
		'after 5 minutes': 1,
	});
});

describe('the versions that were read', () => {
	const seen = { 'of 10': 10, 'of 20': 20, 'of 30': 30, 'of 40': 40, 'of 50': 50 };
	const versions = new SeenVersions({ seen, ahead: ['of 50'] });

	it.each<{ name: string; ids: string[]; position: ListPosition }>([
		{ name: 'from the floor 40 on', ids: ['of 40', 'of 50'], position: { floor: 40 } },
		{
			name: 'in the backlog from 20 to 30',
			ids: ['of 20', 'of 30', 'of 50'],
			position: { floor: 50, backlog: { start: 20, end: 30 } },
		},
		{
			name: 'in the open backlog from 40 on',
			ids: ['of 40', 'of 50'],
			position: { floor: 60, backlog: { start: 40, end: null } },
		},
		{
			name: 'at the end of the snapshot to 20',
			ids: ['of 20'],
			position: { floor: 60, snapshot: { start: 0, end: 20 } },
		},
	])('stay in the state as long as a list may return them: $name', ({ ids, position }) => {
		const saved = versions.saved([{ floor: 99 }, position]);

		expect({ versions: Object.keys(saved.seen) }).toEqual({ versions: ids });
	});

	it.each([
		{ versionsThat: 'a list may still return', floor: 50, ahead: ['of 50'] },
		{ versionsThat: 'no list returns any more', floor: 60, ahead: undefined },
	])('have as ahead of the clock $ahead of those that $versionsThat', ({ floor, ahead }) => {
		expect({ ahead: versions.saved([{ floor }]).ahead }).toEqual({ ahead });
	});

	it('count as ahead of the clock until the record has a version that is not', () => {
		const seenVersions = new SeenVersions({ seen, ahead: ['of 50'] });

		seenVersions.add({ id: 'of 50', timeMs: 45, record: {} });

		const isFresh = seenVersions.isFresh({ id: 'of 50', timeMs: 44, record: {} });

		// Of a record whose version is ahead of the clock, every other one is new.
		expect({ 'a version of 44 after one of 45': isFresh ? 'new' : 'older' }).toEqual({
			'a version of 44 after one of 45': 'older',
		});
	});
});

describe('parseTimestamp', () => {
	const { TZ } = process.env;

	beforeAll(() => {
		process.env.TZ = 'America/New_York';
	});

	afterAll(() => {
		// An assignment of undefined would set the text 'undefined'.
		if (TZ === undefined) delete process.env.TZ;
		else process.env.TZ = TZ;
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
	])('reads %s as %s', (text, canonical) => {
		const timeMs = parseTimestamp(text);

		expect(timeMs === undefined ? undefined : new Date(timeMs).toISOString()).toBe(canonical);
	});
});

describe('a clock of the service that jumps ahead for one poll', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' });

	/** The events of each poll, of the records as it finds them, newest first, and by the clock that it reads. */
	const eventsByPoll = (polls: Record<string, { at: number; results: ServiceRecord[] }>) => {
		let state: unknown = null;

		const found = Object.entries(polls).map(([name, { at, results }]) => {
			const poll = pollPages([{ results, at }], config, state);

			state = JSON.parse(JSON.stringify(poll.state));

			return [name, poll.events.map(({ record }) => record.id)] as const;
		});

		return Object.fromEntries(found);
	};

	const old = row('old', 0, 0);
	const changed = row('changed', 0, 100);

	it('loses no change that becomes visible late', () => {
		const late = row('late', 0, 95);

		expect(
			eventsByPoll({
				start: { at: 10, results: [old] },
				beforeTheJump: { at: 105, results: [changed, old] },
				atTheJump: { at: 1000, results: [changed, old] },
				afterTheJump: { at: 200, results: [changed, late, old] },
			}),
		).toEqual({ start: [], beforeTheJump: ['changed'], atTheJump: [], afterTheJump: ['late'] });
	});

	it('loses no change where a record has a time ahead of the clock', () => {
		const ahead = row('ahead', 0, 400);
		const next = row('next', 0, 190);

		expect(
			eventsByPoll({
				start: { at: 10, results: [old] },
				beforeTheJump: { at: 105, results: [ahead, changed, old] },
				atTheJump: { at: 1000, results: [ahead, changed, old] },
				afterTheJump: { at: 200, results: [ahead, next, changed, old] },
			}),
		).toEqual({
			start: [],
			beforeTheJump: ['changed', 'ahead'],
			atTheJump: [],
			afterTheJump: ['next'],
		});
	});

	it('loses no change of the polls after the next one', () => {
		const ahead = row('ahead', 0, 400);
		const later = row('later', 0, 250);

		expect(
			eventsByPoll({
				start: { at: 10, results: [old] },
				atTheJump: { at: 1000, results: [ahead, changed, old] },
				afterTheJump: { at: 200, results: [ahead, changed, old] },
				aMinuteLater: { at: 260, results: [ahead, later, changed, old] },
			}),
		).toEqual({
			start: [],
			atTheJump: ['changed', 'ahead'],
			afterTheJump: [],
			aMinuteLater: ['later'],
		});
	});

	it('loses no edit of a record that it took for present', () => {
		const ahead = row('ahead', 0, 400);
		const edited = row('ahead', 0, 190);

		expect(
			eventsByPoll({
				start: { at: 10, results: [old] },
				atTheJump: { at: 1000, results: [ahead, changed, old] },
				afterTheJump: { at: 200, results: [edited, changed, old] },
			}),
		).toEqual({ start: [], atTheJump: ['changed', 'ahead'], afterTheJump: ['ahead'] });
	});

	it('starts nothing anew where the clock was days ahead', () => {
		const day = 24 * 3600;
		const ahead = row('ahead', 0, 3 * day);
		const next = row('next', 0, 190);

		expect(
			eventsByPoll({
				start: { at: 10, results: [old] },
				atTheJump: { at: 4 * day, results: [ahead, old] },
				afterTheJump: { at: 200, results: [ahead, next, old] },
			}),
		).toEqual({ start: [], atTheJump: ['ahead'], afterTheJump: ['next'] });
	});
});
