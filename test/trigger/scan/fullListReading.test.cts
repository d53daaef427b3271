import type { FeedConfig, ListState, PollResult } from '../../../nodes/Vitally/trigger/scan/types';
import { errorOf } from '../../errors/thrownError.cts';
import { lessThan } from '../../fixtures/bounds.cts';
import { FULL_LIST_IN_PARTS } from '../notices.cts';
import { openPoll } from './openPoll.cts';
import { configOf, pollList } from './poll.cts';

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 5, 1);

interface Account {
	id: string;
	score: number | null;
	updatedAt: string;
	createdAt: string;
	segments: object[];
}

const accountsOf = (count: number, score: (index: number) => number = () => 7, name = 'account') =>
	Array.from({ length: count }, (_, index): Account => {
		const id = `${name} ${index}`;
		const updatedAt = new Date(NOW - (index + 1) * 10 * MINUTE).toISOString();
		const createdAt = new Date(NOW - (index + 9000) * 10 * MINUTE).toISOString();
		const segments = [{ id: 's1', name: 'One' }];

		return { id, score: score(index), updatedAt, createdAt, segments };
	});

const dropped = configOf({
	triggerOn: 'accountHealthDropped',
	conditions: [{ field: 'score', is: 'dropsBelow' as const, value: '5' }],
	readsFullList: true,
	maxPages: 1000,
});

interface Polled {
	config?: FeedConfig;
	state: unknown;
	/** Since the start. */
	minutes: number;
	pageSize?: number;
	maxRequests?: number;
}

const poll = (accounts: Account[], { config = dropped, state, minutes, ...limits }: Polled) => {
	const result = pollList(accounts, config, state, {
		clockMs: NOW + minutes * MINUTE,
		...limits,
	});

	return { ...result, state: result.state as ListState };
};

const start = (accounts: Account[], settings: Omit<Partial<Polled>, 'state'> = {}) =>
	poll(accounts, { state: undefined, minutes: 0, ...settings });

/** The IDs of the records of which a poll has events. */
const idsOf = ({ events }: Pick<PollResult, 'events'>) => events.map(({ record }) => record.id);

/** The events of a poll, with what they do not know. */
const dropsOf = ({ events }: Pick<PollResult, 'events'>) =>
	events.map(({ record, previousUnknown }) => ({ id: record.id, previousUnknown }));

/** What is known of the records of the list after a poll; each has a key and a value. */
const knownOf = ({ state: { store } }: { state: ListState }) => ({
	status: store?.status,
	knownRecords: (store?.values.length ?? 0) / 2,
});

describe('a full list reading', () => {
	it('takes one request for each 100 records, at most once in 15 minutes', () => {
		const accounts = accountsOf(300);
		const { state } = start(accounts);

		const first = poll(accounts, { state, minutes: 1 });
		const between = poll(accounts, { state: first.state, minutes: 14 });
		const second = poll(accounts, { state: between.state, minutes: 16 });

		expect({
			firstReading: first.requests,
			within15Minutes: between.requests,
			secondReading: second.requests,
		}).toEqual({ firstReading: 4, within15Minutes: 1, secondReading: 4 });
		expect([first, between, second].flatMap(({ notices }) => notices)).toEqual([]);
	});

	describe('a full list reading of more than 500 pages', () => {
		const pageSize = 2;

		/** The first full list reading, of which 500 pages are read. */
		const startReading = (accounts: Account[]) => {
			const { state } = start(accounts, { pageSize });

			return poll(accounts, { state, minutes: 1, pageSize });
		};

		it('ends after 500 pages, and the log says that there are others', () => {
			const { requests, notices } = startReading(accountsOf(1_006));

			expect({ requests, notices }).toEqual({ requests: 501, notices: [FULL_LIST_IN_PARTS] });
		});

		it('says nothing in the log where the list ends with page 500', () => {
			const { requests, notices } = startReading(accountsOf(1_000));

			expect({ requests, notices }).toEqual({ requests: 501, notices: [] });
		});

		it('reads its pages in the order of creation, in which no record moves', () => {
			const accounts = accountsOf(1_006);
			const scan = openPoll(startReading(accounts).state, dropped);

			// The first request looks for changes.
			scan.accept(accounts.slice(0, 2) as never[], null, NOW + 17 * MINUTE);

			expect({ sortedBy: scan.request?.sortBy }).toEqual({ sortedBy: 'createdAt' });
		});

		it('begins again where its stored cursor is rejected', () => {
			const accounts = accountsOf(1_006);
			const scan = openPoll(startReading(accounts).state, dropped);
			const page = accounts.slice(0, 2) as never[];

			scan.accept(page, null, NOW + 17 * MINUTE);

			const before = scan.request;
			const isStoredDropped = scan.dropStoredCursor();

			expect({ before, isStoredDropped, afterwards: scan.request }).toEqual({
				before: { from: '1000', sortBy: 'createdAt' },
				isStoredDropped: true,
				afterwards: { sortBy: 'createdAt' },
			});

			scan.accept(page, '2', NOW + 17 * MINUTE);

			expect({ from: scan.request?.from, isNewDropped: scan.dropStoredCursor() }).toEqual({
				from: '2',
				isNewDropped: false,
			});
		});

		it('continues in the next poll, and starts again 15 minutes after its beginning', () => {
			const accounts = accountsOf(1_006);
			const first = startReading(accounts);
			const lowered = accounts.slice(1_004);

			for (const account of lowered) account.score = 3;
			const second = poll(accounts, { state: first.state, minutes: 2, pageSize });

			expect({ requests: second.requests, events: idsOf(second) }).toEqual({
				requests: 4,
				events: lowered.map(({ id }) => id),
			});

			const third = poll(accounts, { state: second.state, minutes: 16.5, pageSize });

			expect({ requests: third.requests }).toEqual({ requests: 501 });
		});
	});

	it('begins at once where other fields are watched, whose values it has not read', () => {
		const watching = (field: string) =>
			configOf({ triggerOn: 'accountUpdated', watch: [field], readsFullList: true, maxPages: 1 });

		const watchesScore = watching('score');
		const watchesSegments = watching('segments');
		const accounts = accountsOf(300);
		const { state } = start(accounts, { config: watchesScore });
		const first = poll(accounts, { config: watchesScore, state, minutes: 1 });
		const changed = poll(accounts, { config: watchesSegments, state: first.state, minutes: 2 });

		accounts[299].segments = [];
		const next = poll(accounts, { config: watchesSegments, state: changed.state, minutes: 18 });

		expect({
			requestsOfPollWithOtherFields: changed.requests,
			itsEvents: idsOf(changed),
			eventsOfNextReading: idsOf(next),
		}).toEqual({
			// One page of changes, one of the rest of the list, and three of all records.
			requestsOfPollWithOtherFields: 5,
			itsEvents: [],
			eventsOfNextReading: [accounts[299].id],
		});
	});

	it('begins although updated records are unread, and knows what is ahead of the clock', () => {
		const accounts = accountsOf(300);
		const { state } = start(accounts);
		const edited = accounts.map((account, index) => ({
			...account,
			updatedAt: new Date(NOW + MINUTE - index).toISOString(),
		}));
		const ahead = edited[0];

		ahead.updatedAt = new Date(NOW + 60 * MINUTE).toISOString();
		const first = poll(edited, { config: { ...dropped, maxPages: 1 }, state, minutes: 2 });

		expect({ requests: first.requests }).toEqual({ requests: 1 + 3 });

		const second = poll(edited, { state: first.state, minutes: 3 });

		ahead.score = 2;
		const third = poll(edited, { state: second.state, minutes: 20 });

		expect({ beforeTheDrop: idsOf(second), afterIt: idsOf(third) }).toEqual({
			beforeTheDrop: [],
			afterIt: [ahead.id],
		});
	});

	it('fails where a cursor comes twice, because it would never end', () => {
		const accounts = accountsOf(3) as never[];
		const scan = openPoll(start(accounts).state, dropped);

		scan.accept(accounts, null, NOW + MINUTE);
		scan.accept(accounts, '2', NOW + MINUTE);

		expect(errorOf(() => scan.accept(accounts, '2', NOW + MINUTE))).toEqual({
			class: 'ListError',
			message: 'returned the same page twice',
		});
	});

	it('ignores a copy that is behind what the list has shown', () => {
		const accounts = accountsOf(3);
		const edited = accountsOf(3);

		edited[0].score = 3;
		edited[0].updatedAt = new Date(NOW + 1000).toISOString();
		const scan = openPoll(start(accounts).state, dropped);

		scan.accept(edited as never, null, NOW + MINUTE);
		scan.accept(accounts as never, null, NOW + MINUTE);
		const { state } = scan.finish();

		expect({ events: idsOf(poll(edited, { state, minutes: 17 })) }).toEqual({ events: [] });
	});

	it('leaves a new record to its list, in which it enters its first segments', () => {
		const config = configOf({ triggerOn: 'accountEnteredSegment', readsFullList: true });
		const accounts = accountsOf(2);
		const at = new Date(NOW + MINUTE).toISOString();
		const withNew = [{ ...accountsOf(3)[2], createdAt: at, updatedAt: at }, ...accounts];
		const scan = openPoll(start(accounts, { config }).state, config);

		// The new account comes between the page of the list and that of the full list reading.
		scan.accept(accounts as never, null, NOW + MINUTE);
		scan.accept(withNew as never, null, NOW + MINUTE);
		const { events, state } = scan.finish();

		expect({
			inTheReading: idsOf({ events }),
			inTheNextPoll: idsOf(poll(withNew, { config, state, minutes: 2 })),
		}).toEqual({ inTheReading: [], inTheNextPoll: [withNew[0].id] });
	});

	describe.each(['pending', 'reconciling'])(
		'a full list reading where unknown records need not be new: %s',
		(status) => {
			/** Three accounts of which the trigger knows none, and of which the first one is edited. */
			const learn = () => {
				const accounts = accountsOf(3, () => 3);
				const { state } = start(accounts);
				const store = { ...state.store, values: [], size: 0, status };

				accounts[0].updatedAt = new Date(NOW + MINUTE / 2).toISOString();

				return poll(accounts, { state: { ...state, store }, minutes: 1 });
			};

			it('causes no event of them', () => {
				expect({ events: idsOf(learn()) }).toEqual({ events: [] });
			});

			it('causes an event of a record that was created since, which enters its first segment', () => {
				const config = configOf({ triggerOn: 'accountEnteredSegment', readsFullList: true });
				const accounts = accountsOf(3);
				const { state } = start(accounts, { config });
				const store = { ...state.store, values: [], size: 0, status };
				const at = new Date(NOW + MINUTE / 2).toISOString();
				const created = { ...accountsOf(4)[3], createdAt: at, updatedAt: at };
				const all = [created, ...accounts];

				expect({
					events: idsOf(poll(all, { config, state: { ...state, store }, minutes: 1 })),
				}).toEqual({ events: [created.id] });
			});

			it('learns them', () => {
				expect(knownOf(learn())).toEqual({ status: 'complete', knownRecords: 3 });
			});
		},
	);

	it('knows all records when it has ended, whatever the updated ones are', () => {
		const accounts = accountsOf(400);
		const capped = { ...dropped, maxPages: 1 };
		let { state } = start(accounts, { config: capped });

		/** A poll after which more than one page of accounts was edited, so that none reads them all. */
		const pollBusy = (minutes: number) => {
			for (const [index, account] of accounts.slice(0, 150).entries()) {
				account.updatedAt = new Date(NOW + minutes * MINUTE - index).toISOString();
			}

			const result = poll(accounts, { config: capped, state, minutes });

			state = result.state;

			return idsOf(result);
		};

		for (const account of accounts.slice(300, 350)) account.score = 3;

		const firstEvents = pollBusy(1);
		const knownAfterFirst = state.store?.status;

		accounts[360].score = 3;

		expect({ firstEvents, knownAfterFirst, nextEvents: pollBusy(17) }).toEqual({
			firstEvents: [],
			knownAfterFirst: 'complete',
			nextEvents: [accounts[360].id],
		});
	});

	it('begins at once where another threshold is set, so that no account below it is a drop', () => {
		const accounts = accountsOf(20, () => 7);
		const { state } = start(accounts);
		const first = poll(accounts, { state, minutes: 1 });
		const conditions = [{ ...dropped.conditions[0], value: '8' }];
		const config = { ...dropped, conditions };

		for (const account of accounts) account.updatedAt = new Date(NOW + 2 * MINUTE).toISOString();
		const changed = poll(accounts, { config, state: first.state, minutes: 3 });

		expect({ eventsOfNewThreshold: idsOf(changed) }).toEqual({ eventsOfNewThreshold: [] });

		accounts[3].score = 9;
		const raised = poll(accounts, { config, state: changed.state, minutes: 20 });

		accounts[3].score = 7;
		const lowered = poll(accounts, { config, state: raised.state, minutes: 40 });

		expect({ events: idsOf(lowered) }).toEqual({ events: [accounts[3].id] });
	});

	it('begins again after a response whose clock was ahead', () => {
		const accounts = accountsOf(3);
		const { state } = start(accounts);
		const ahead = poll(accounts, { state, minutes: 60 * 24 });

		accounts[0].score = 3;
		const next = poll(accounts, { state: ahead.state, minutes: 2 });

		expect({ events: idsOf(next) }).toEqual({ events: [accounts[0].id] });
	});
});

/** Bytes of a state in n8n's database, where it is a text within JSON. */
const bytesOf = (state: unknown) => Buffer.byteLength(JSON.stringify(JSON.stringify(state)));

describe('the state between full list readings', () => {
	// Numbers of accounts that need more than 1 MB with a score, and with a segment.
	const MANY = 30_000;
	const MANY_IN_SEGMENTS = 42_000;
	const pageSize = 1000;

	describe('a state in which all accounts would need more than 1 MB', () => {
		/** Returns the score of a record; one record of ten is below the threshold of 5. */
		const scoreOf = (index: number) => {
			if (index % 10 === 0) return 3;

			return index % 100 === 1 ? 6 : 7;
		};

		let all: Account[];
		let started: ListState;
		let accounts: Account[];
		let state: ListState;

		beforeAll(() => {
			all = accountsOf(MANY, scoreOf);
			all[31].score = null;
			started = start(all, { pageSize }).state;
		});

		beforeEach(() => {
			accounts = all.map((account) => ({ ...account }));
			state = started;
		});

		it('keeps only which accounts are below the threshold', () => {
			expect({ bytes: bytesOf(state) }).toEqual({ bytes: lessThan(200_000) });
		});

		it('finds drops, without the score before', () => {
			const dropOf = ({ id }: Account) => [{ id, previousUnknown: true }];

			accounts[1].score = 2;
			accounts[10].score = 8;
			accounts[21].score = null;
			const first = poll(accounts, { state, minutes: 1, pageSize });

			expect({ drops: dropsOf(first) }).toEqual({ drops: dropOf(accounts[1]) });

			// The score of account 21 was above the threshold before it was missing. That of account 31 is its first.
			accounts[21].score = 2;
			accounts[31].score = 2;
			const between = poll(accounts, { state: first.state, minutes: 2, pageSize });

			expect({ events: idsOf(between) }).toEqual({ events: [] });

			const second = poll(accounts, { state: between.state, minutes: 20, pageSize });

			expect({ drops: dropsOf(second) }).toEqual({ drops: dropOf(accounts[21]) });
			expect({ bytes: bytesOf(second.state) }).toEqual({ bytes: lessThan(200_000) });
		});

		it('finds the next drop of an account that was below and has risen since', () => {
			accounts[10].score = 8;
			const risen = poll(accounts, { state, minutes: 1, pageSize });

			accounts[10].score = 2;
			const lowered = poll(accounts, { state: risen.state, minutes: 20, pageSize });

			expect({ whenRisen: idsOf(risen), whenLowered: idsOf(lowered) }).toEqual({
				whenRisen: [],
				whenLowered: [accounts[10].id],
			});
		});

		it('shows no drop of an account that was not read yet, which may be below for long', () => {
			const partial = { ...state, store: { ...state.store, status: 'pending' } };

			accounts[5].score = 2;

			expect({ drops: idsOf(poll(accounts, { state: partial, minutes: 40, pageSize })) }).toEqual({
				drops: [],
			});
		});

		it('causes no event where another threshold is set', () => {
			const conditions = [{ ...dropped.conditions[0], value: '6.5' }];
			const config = { ...dropped, conditions };

			for (const minutes of [20, 40]) {
				const raised = poll(accounts, { config, state, minutes, pageSize });

				expect({ minutes, events: raised.events.length }).toEqual({ minutes, events: 0 });

				state = raised.state;
			}
		});
	});

	it('tells new accounts apart, however many: a first score is no drop, a lower one later is', () => {
		const scoreOf = (index: number) => (index % 10 ? 7 : 3);
		const accounts = accountsOf(MANY, scoreOf);
		// More than the versions that a state keeps.
		const created = accountsOf(4_000, () => 7, 'new account').map((account, index) => ({
			...account,
			createdAt: new Date(NOW + 19 * MINUTE - index).toISOString(),
			updatedAt: new Date(NOW + 19.5 * MINUTE - index).toISOString(),
		}));

		created[1000].score = 2;
		const all = [...created, ...accounts];
		const { state } = start(accounts, { pageSize });

		// It ends early, so the next one reads new accounts too.
		const cut = poll(all, { state, minutes: 20, maxRequests: 2, pageSize });
		const first = poll(all, { state: cut.state, minutes: 21, pageSize });

		expect({ dropsOfPart: idsOf(cut), dropsOfRest: idsOf(first) }).toEqual({
			dropsOfPart: [],
			dropsOfRest: [],
		});

		const lowered = created[created.length - 1];

		lowered.score = 3;
		const second = poll(all, { state: first.state, minutes: 40, pageSize });

		expect({ events: idsOf(second) }).toEqual({ events: [lowered.id] });
	});

	it('leaves out accounts in no segment, of which each that enters one is an event', () => {
		const config = configOf({
			triggerOn: 'accountEnteredSegment',
			readsFullList: true,
			maxPages: 1000,
		});
		const accounts = accountsOf(MANY_IN_SEGMENTS);
		const [{ segments }] = accounts;

		for (const [index, account] of accounts.entries()) if (index % 100) account.segments = [];

		const { state } = start(accounts, { config, pageSize });

		expect({ bytes: bytesOf(state) }).toEqual({ bytes: lessThan(200_000) });

		accounts[1].segments = segments;
		const next = poll(accounts, { config, state, minutes: 20, pageSize });

		expect({ events: idsOf(next) }).toEqual({ events: [accounts[1].id] });
	});

	it('takes less than 1 MB for 100,000 accounts of which half have no score', () => {
		const accounts = accountsOf(100_000, (index) => (index % 10 ? 7 : 3));

		for (const [index, account] of accounts.entries()) if (index % 2) account.score = null;

		const { state } = start(accounts, { pageSize });

		expect({ bytes: bytesOf(state) }).toEqual({ bytes: lessThan(1_000_000) });
	});

	it.each([
		{ name: 'scores', config: dropped },
		{
			name: 'segments',
			config: configOf({ triggerOn: 'userEnteredSegment', readsFullList: true }),
		},
	])('forgets deleted records with $name, so that it stays small for years', ({ config }) => {
		let users = accountsOf(400, () => 3);
		let { state } = start(users, { config, pageSize });
		const sizes: number[] = [];

		for (let week = 1; week <= 12; week++) {
			users = users.map((user) => ({ ...user, id: `${week} ${user.id}` }));

			for (let reading = 0; reading < 3; reading++) {
				const minutes = week * 60 * 24 * 7 + reading * 20;

				state = poll(users, { config, state, minutes, pageSize }).state;
			}

			sizes.push(bytesOf(state));
		}

		expect({ bytes: Math.max(...sizes) }).toEqual({ bytes: lessThan(1.5 * sizes[0]) });
	});

	it('finds the drop of a new account that was left out since, as it was above the threshold', () => {
		const accounts = accountsOf(10, () => 3);
		const { state } = start(accounts);
		// Room for two of the new accounts.
		const full = { ...state, store: { ...state.store, size: 799_940 } };
		const created = accountsOf(8, () => 7, 'new account').map((account, index) => ({
			...account,
			createdAt: new Date(NOW + 19 * MINUTE - index).toISOString(),
			updatedAt: new Date(NOW + 19.5 * MINUTE - index).toISOString(),
		}));
		const all = [...created, ...accounts];
		const crowded = poll(all, { state: full, minutes: 20 });
		const lowered = created[created.length - 1];

		lowered.score = 3;
		const next = poll(all, { state: crowded.state, minutes: 40 });

		expect({ whenCrowded: idsOf(crowded), whenLowered: idsOf(next) }).toEqual({
			whenCrowded: [],
			whenLowered: [lowered.id],
		});
	});

	it('keeps a record that one reading did not show', () => {
		const accounts = accountsOf(4, () => 3);
		const [hidden, ...others] = accounts;
		const { state } = start(accounts);
		let read = poll(accounts, { state, minutes: 1 });

		const eventsOfReading = (list: Account[], minutes: number) => {
			read = poll(list, { state: JSON.parse(JSON.stringify(read.state)), minutes });

			return dropsOf(read);
		};

		/** How many records are known after a reading of a list, in which nothing drops. */
		const knownAfter = (list: Account[], minutes: number) => {
			expect({ minutes, drops: eventsOfReading(list, minutes) }).toEqual({ minutes, drops: [] });

			return knownOf(read).knownRecords;
		};

		expect({
			hiddenOnce: knownAfter(others, 20),
			shown: knownAfter(accounts, 40),
			hiddenOnceAgain: knownAfter(others, 60),
			hiddenTwice: knownAfter(others, 80),
		}).toEqual({ hiddenOnce: 4, shown: 4, hiddenOnceAgain: 4, hiddenTwice: 3 });

		hidden.updatedAt = new Date(NOW + 99 * MINUTE).toISOString();

		expect(eventsOfReading([hidden, ...others], 100)).toEqual([
			{ id: hidden.id, previousUnknown: true },
		]);
	});

	it('forgets deleted records also where a reading takes several polls', () => {
		const accounts = accountsOf(6, () => 3);
		const { state } = start(accounts);
		let stored = { state };

		for (let minutes = 1; minutes < 100; minutes++) {
			const list = minutes < 20 ? accounts : accounts.slice(1);
			const result = poll(list, { ...stored, minutes, pageSize: 2, maxRequests: 2 });

			expect({ minutes, drops: idsOf(result) }).toEqual({ minutes, drops: [] });

			stored = { state: JSON.parse(JSON.stringify(result.state)) as ListState };
		}

		expect(knownOf(stored)).toEqual({ status: 'complete', knownRecords: 5 });
	});

	it('keeps nothing of records outside of the scope', () => {
		const accounts = accountsOf(300, () => 3);
		const inScope = new Set(['account 100', 'account 101']);
		const config = {
			...dropped,
			isInScope: ({ id }: object & { id?: unknown }) => inScope.has(String(id)),
		};
		const { state } = start(accounts, { config });
		const first = poll(accounts, { config, state, minutes: 1 });

		expect({ ...knownOf(first), seen: Object.keys(first.state.seen) }).toEqual({
			status: 'complete',
			knownRecords: 2,
			seen: [],
		});

		accounts[100].score = 8;
		accounts[102].score = 8;
		const second = poll(accounts, { config, state: first.state, minutes: 20 });

		accounts[100].score = 2;
		accounts[102].score = 2;
		const third = poll(accounts, { config, state: second.state, minutes: 40 });

		expect({ events: idsOf(third) }).toEqual({ events: ['account 100'] });
	});

	it.each<{ name: string; config: FeedConfig; score: number }>([
		{
			name: 'segments',
			config: configOf({ triggerOn: 'accountEnteredSegment', readsFullList: true, maxPages: 1000 }),
			score: 7,
		},
		{
			name: 'scores below one of two thresholds',
			config: {
				...dropped,
				conditions: [...dropped.conditions, { field: 'score', is: 'risesAbove', value: '9' }],
			},
			score: 3,
		},
		{
			name: 'what records have that meet neither a threshold nor another condition',
			config: {
				...dropped,
				conditions: [...dropped.conditions, { field: 'segments', is: 'isCleared', value: '' }],
			},
			score: 7,
		},
	])(
		'causes an error with advice where it would be larger than 1 MB: $name',
		({ config, score }) => {
			const accounts = accountsOf(MANY_IN_SEGMENTS, () => score);

			expect(errorOf(() => knownOf(start(accounts, { config, pageSize })))).toEqual({
				class: 'VitallyError',
				message:
					'The values of all records need more than the 1 MB that n8n should store, so they cannot all be compared',
				description:
					"Set 'Compare' to the updated records, which every poll reads. If the event has 'From', you can also choose an account or organization there, so that the trigger reads fewer records.",
				facts: { failure: { cause: 'configuration-invalid' } },
			});
		},
	);
});
