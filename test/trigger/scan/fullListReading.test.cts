import type { FeedConfig, ListState } from '../../../nodes/Vitally/trigger/scan/types';
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

const accountsOf = (count: number, score: (index: number) => number = () => 7, idLength = 4) =>
	Array.from({ length: count }, (_, index): Account => {
		const id = String(index).padStart(idLength, '0');
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

describe('a full list reading', () => {
	it('takes one request for each 100 records, at most once in 15 minutes', () => {
		const accounts = accountsOf(300);
		const { state } = start(accounts);

		const first = poll(accounts, { state, minutes: 1 });
		const between = poll(accounts, { state: first.state, minutes: 14 });
		const second = poll(accounts, { state: between.state, minutes: 16 });
		const polls = [first, between, second];

		expect(polls.map(({ requests }) => requests)).toEqual([4, 1, 4]);
		expect(polls.flatMap(({ notices }) => notices)).toEqual([]);
	});

	describe('of a list with more than 500 pages', () => {
		const pageSize = 2;

		/** The first full list reading, of which 500 pages are read. */
		const startReading = (accounts: Account[]) => {
			const { state } = start(accounts, { pageSize });

			return poll(accounts, { state, minutes: 1, pageSize });
		};

		it('ends after 500 pages, and says so where there are others', () => {
			const accounts = accountsOf(1_006);

			expect(startReading(accounts)).toMatchObject({
				requests: 501,
				notices: [expect.stringContaining('in parts of 50000')],
			});

			const { state } = start(accounts, { pageSize });
			const exactly500 = poll(accounts.slice(0, 1000), { state, minutes: 1, pageSize });

			expect(exactly500).toMatchObject({ requests: 501, notices: [] });
		});

		it('begins again where its stored cursor is rejected', () => {
			const accounts = accountsOf(1_006);
			const scan = openPoll(startReading(accounts).state, dropped);
			const page = accounts.slice(0, 2) as never[];

			scan.accept(page, null, NOW + 17 * MINUTE);

			expect(scan.request).toEqual({ from: '1000', sortBy: 'createdAt' });
			expect(scan.dropStoredCursor()).toBe(true);
			expect(scan.request).toEqual({ sortBy: 'createdAt' });

			scan.accept(page, '2', NOW + 17 * MINUTE);

			expect(scan.request?.from).toBe('2');
			expect(scan.dropStoredCursor()).toBe(false);
		});

		it('is read on by the next poll, and comes again 15 minutes after its beginning', () => {
			const accounts = accountsOf(1_006);
			const first = startReading(accounts);
			const lowered = accounts.slice(1_004);

			for (const account of lowered) account.score = 3;
			const second = poll(accounts, { state: first.state, minutes: 2, pageSize });
			const events = lowered.map(({ id }) => ({ record: { id } }));

			expect(second).toMatchObject({ requests: 4, events });

			const third = poll(accounts, { state: second.state, minutes: 16.5, pageSize });

			expect(third.requests).toBe(501);
		});
	});

	it('begins once all that was updated is read, and knows what is ahead of the clock', () => {
		const accounts = accountsOf(300);
		const { state } = start(accounts);
		const edited = accounts.map((account, index) => ({
			...account,
			updatedAt: new Date(NOW + MINUTE - index).toISOString(),
		}));
		const ahead = edited[0];

		ahead.updatedAt = new Date(NOW + 60 * MINUTE).toISOString();
		const first = poll(edited, { config: { ...dropped, maxPages: 1 }, state, minutes: 2 });

		expect(first.requests).toBe(1);

		const second = poll(edited, { state: first.state, minutes: 3 });

		ahead.score = 2;
		const third = poll(edited, { state: second.state, minutes: 20 });

		expect(third.events).toMatchObject([{ record: { id: ahead.id } }]);
	});

	it('is an error where a cursor comes twice, because it would never end', () => {
		const accounts = accountsOf(3) as never[];
		const scan = openPoll(start(accounts).state, dropped);

		scan.accept(accounts, null, NOW + MINUTE);
		scan.accept(accounts, '2', NOW + MINUTE);

		expect(() => scan.accept(accounts, '2', NOW + MINUTE)).toThrow('returned the same page twice');
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

		expect(poll(edited, { state, minutes: 17 }).events).toEqual([]);
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

		expect(events).toEqual([]);
		expect(poll(withNew, { config, state, minutes: 2 }).events).toHaveLength(1);
	});

	it('learns a record that is unknown without an event', () => {
		const accounts = accountsOf(3, () => 3);
		const { state } = start(accounts);
		const values = state.store?.values ?? [];

		// An ID and its value.
		values.splice(values.indexOf(accounts[1].id), 2);
		const learned = poll(accounts, { state, minutes: 1 });

		expect(learned.events).toEqual([]);
		expect(learned.state.store?.values).toContain(accounts[1].id);
	});
});

describe('what is stored between full list readings', () => {
	const sizeOf = (state: ListState) => JSON.stringify(state).length;

	// As long as 2,000 records need more than 1 MB.
	const ID_LENGTH = 600;

	describe('where all accounts would need more than 1 MB', () => {
		/** One of ten is below the threshold of 5. */
		const scoreOf = (index: number) => {
			if (index % 10 === 0) return 3;

			return index % 100 === 1 ? 6 : 7;
		};

		let accounts: Account[];
		let state: ListState;

		beforeEach(() => {
			accounts = accountsOf(2000, scoreOf, ID_LENGTH);
			accounts[31].score = null;
			state = start(accounts).state;
		});

		it('is only which accounts are below the threshold', () => {
			expect(sizeOf(state)).toBeLessThan(150_000);
		});

		it('is enough to find drops, without the score before', () => {
			const dropOf = ({ id }: Account) => [{ record: { id }, previousUnknown: true }];

			accounts[1].score = 2;
			accounts[10].score = 8;
			accounts[21].score = null;
			const first = poll(accounts, { state, minutes: 1 });

			expect(first.events).toMatchObject(dropOf(accounts[1]));

			// The score of account 21 was above the threshold before it was missing. That of account 31 is its first.
			accounts[21].score = 2;
			accounts[31].score = 2;
			const between = poll(accounts, { state: first.state, minutes: 2 });

			expect(between.events).toEqual([]);

			const second = poll(accounts, { state: between.state, minutes: 20 });

			expect(second.events).toMatchObject(dropOf(accounts[21]));
			expect(sizeOf(second.state)).toBeLessThan(150_000);
		});

		it('shows no drop of an account that was not read yet, which may be below for long', () => {
			const partial = { ...state, store: { ...state.store, status: 'pending' } };

			accounts[5].score = 2;

			expect(poll(accounts, { state: partial, minutes: 40 }).events).toEqual([]);
		});

		it('does not show which accounts are below another threshold', () => {
			const conditions = [{ ...dropped.conditions[0], value: '6.5' }];
			const config = { ...dropped, conditions };

			for (const minutes of [20, 40, 60]) {
				const raised = poll(accounts, { config, state, minutes });

				expect(raised.events).toEqual([]);

				state = raised.state;
			}
		});
	});

	it('shows which accounts are new, however many: a first score is no drop, one below it is', () => {
		const scoreOf = (index: number) => (index % 10 ? 7 : 3);
		const accounts = accountsOf(2000, scoreOf, ID_LENGTH);
		const created = accountsOf(1800, () => 7, ID_LENGTH - 1).map((account, index) => ({
			...account,
			createdAt: new Date(NOW + 19 * MINUTE - index).toISOString(),
			updatedAt: new Date(NOW + 19.5 * MINUTE - index).toISOString(),
		}));

		created[1000].score = 2;
		const all = [...created, ...accounts];
		const { state } = start(accounts);

		// It ends early, so the next one reads new accounts too.
		const cut = poll(all, { state, minutes: 20, maxRequests: 5 });
		const first = poll(all, { state: cut.state, minutes: 21 });

		expect(cut.events).toEqual([]);
		expect(first.events).toEqual([]);

		const lowered = created[created.length - 1];

		lowered.score = 3;
		const second = poll(all, { state: first.state, minutes: 40 });

		expect(second.events).toMatchObject([{ record: { id: lowered.id } }]);
	});

	it.each<[string, FeedConfig, number]>([
		['segments', configOf({ triggerOn: 'accountEnteredSegment', readsFullList: true }), 7],
		[
			'scores below one of two thresholds',
			{
				...dropped,
				conditions: [...dropped.conditions, { field: 'score', is: 'risesAbove', value: '9' }],
			},
			3,
		],
	])('is an error that advises fewer records where it would be more: %s', (_, config, score) => {
		const accounts = accountsOf(2000, () => score, ID_LENGTH);

		expect(() => start(accounts, { config })).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('need more than the 1 MB'),
				description: expect.stringContaining("set 'Check' to 'Updated Records'"),
			}),
		);
	});
});
