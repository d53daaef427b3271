import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import type { FeedConfig, ListState } from '../../../nodes/Vitally/trigger/scan/types';
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

const poll = (
	accounts: Account[],
	config: FeedConfig,
	state: unknown,
	clockMs: number,
	pageSize = 100,
) => {
	const done = pollList(accounts, config, state, { clockMs, pageSize });

	return { ...done, state: done.state as ListState };
};

const dropped = configOf({
	triggerOn: 'accountHealthDropped',
	conditions: [{ field: 'score', is: 'dropsBelow' as const, value: '5' }],
	readsAll: true,
	maxPages: 1000,
});

describe('a round', () => {
	it('takes one request for each 100 records, at most once in 15 minutes', () => {
		const accounts = accountsOf(300);
		const start = poll(accounts, dropped, undefined, NOW);
		const first = poll(accounts, dropped, start.state, NOW + MINUTE);
		const between = poll(accounts, dropped, first.state, NOW + 14 * MINUTE);
		const second = poll(accounts, dropped, between.state, NOW + 16 * MINUTE);
		const polls = [first, between, second];

		expect(polls.map(({ requests }) => requests)).toEqual([4, 1, 4]);
		expect(polls.flatMap(({ notices }) => notices)).toEqual([]);
	});

	it('is read on by the next polls where there are more than 500 pages', () => {
		const accounts = accountsOf(1_006);
		const start = poll(accounts, dropped, undefined, NOW, 2);
		const first = poll(accounts, dropped, start.state, NOW + MINUTE, 2);

		expect(first).toMatchObject({
			requests: 501,
			notices: [expect.stringContaining('in parts of 50000')],
		});

		const exactly = poll(accounts.slice(0, 1000), dropped, start.state, NOW + MINUTE, 2);

		expect(exactly).toMatchObject({ requests: 501, notices: [] });

		const scan = createScan(first.state, dropped);

		scan.page(accounts.slice(0, 2) as never, null, NOW + 2 * MINUTE);

		expect(scan.request).toEqual({ from: '1000', sortBy: 'createdAt' });
		expect(scan.cursorRejected?.()).toBe(true);

		scan.page(accounts.slice(0, 2) as never, '2', NOW + 2 * MINUTE);

		expect([scan.request?.from, scan.cursorRejected?.()]).toEqual(['2', false]);

		const lowered = accounts.slice(1_004);

		for (const account of lowered) account.score = 3;
		const second = poll(accounts, dropped, first.state, NOW + 2 * MINUTE, 2);
		const events = lowered.map(({ id }) => ({ record: { id } }));

		expect(second).toMatchObject({ requests: 4, events });

		// Since the beginning of the last one.
		const third = poll(accounts, dropped, second.state, NOW + 16.5 * MINUTE, 2);

		expect(third.requests).toBe(501);
	});

	it('begins once all that was updated is read, and knows what is ahead of the clock', () => {
		const accounts = accountsOf(300);
		const { state } = poll(accounts, dropped, undefined, NOW);
		const [ahead, ...edited] = accounts.map((one, index) => {
			return { ...one, updatedAt: new Date(NOW + MINUTE - index).toISOString() };
		});
		const all = [{ ...ahead, updatedAt: new Date(NOW + 60 * MINUTE).toISOString() }, ...edited];
		const first = poll(all, { ...dropped, maxPages: 1 }, state, NOW + 2 * MINUTE);

		expect(first.requests).toBe(1);

		const second = poll(all, dropped, first.state, NOW + 3 * MINUTE);

		all[0].score = 2;
		const third = poll(all, dropped, second.state, NOW + 20 * MINUTE);

		expect(third.events).toMatchObject([{ record: { id: ahead.id } }]);
	});

	it('is an error where a cursor comes twice, because it would never end', () => {
		const accounts = accountsOf(3) as never[];
		const scan = createScan(poll(accounts, dropped, undefined, NOW).state, dropped);

		for (const next of [null, '2']) scan.page(accounts, next, NOW + MINUTE);

		expect(() => scan.page(accounts, '2', NOW + MINUTE)).toThrow('returned the same page twice');
	});

	it('ignores a copy that is behind what the list has shown', () => {
		const accounts = accountsOf(3);
		const start = poll(accounts, dropped, undefined, NOW);
		const edited = { ...accounts[0], score: 3, updatedAt: new Date(NOW + 1000).toISOString() };
		const scan = createScan(start.state, dropped);

		scan.page([edited, ...accounts.slice(1)] as never, null, NOW + MINUTE);
		scan.page(accounts as never, null, NOW + MINUTE);
		const { state } = scan.finish();
		const again = poll([edited, ...accounts.slice(1)], dropped, state, NOW + 17 * MINUTE);

		expect(again.events).toEqual([]);
	});

	it('leaves a new record to its list, in which it enters its first segments', () => {
		const entered = configOf({ triggerOn: 'accountEnteredSegment', readsAll: true });
		const accounts = accountsOf(2);
		const start = poll(accounts, entered, undefined, NOW);
		const at = new Date(NOW + MINUTE).toISOString();
		const all = [{ ...accountsOf(3)[2], createdAt: at, updatedAt: at }, ...accounts];
		const scan = createScan(start.state, entered);

		for (const page of [accounts, all]) scan.page(page as never, null, NOW + MINUTE);
		const first = scan.finish();

		expect(first.events).toEqual([]);
		expect(poll(all, entered, first.state, NOW + 2 * MINUTE).events).toHaveLength(1);
	});

	it('learns a record that is unknown without an event', () => {
		const accounts = accountsOf(3, () => 3);
		const { state } = poll(accounts, dropped, undefined, NOW);
		const values = state.store?.values ?? [];

		values.splice(values.indexOf(accounts[1].id), 2);
		const learned = poll(accounts, dropped, state, NOW + MINUTE);

		expect(learned.events).toEqual([]);
		expect(learned.state.store?.values).toContain(accounts[1].id);
	});
});

describe('what is stored between rounds', () => {
	const sizeOf = (state: ListState) => JSON.stringify(state).length;

	// As long as 2,000 records need more than 1 MB.
	const ID_LENGTH = 600;

	it('is at most 1 MB: where it would be more, only the accounts below the threshold', () => {
		const scoreOf = (index: number) => (index % 100 === 1 ? 6 : 7);
		const accounts = accountsOf(2000, (index) => (index % 10 ? scoreOf(index) : 3), ID_LENGTH);

		// Its first score is no drop.
		accounts[31].score = null;
		const start = poll(accounts, dropped, undefined, NOW);

		expect(sizeOf(start.state)).toBeLessThan(150_000);

		accounts[1].score = 2;
		accounts[10].score = 8;
		accounts[21].score = null;
		let { state } = start;
		const events = [1, 2, 20].map((minutes) => {
			const one = poll(accounts, dropped, state, NOW + minutes * MINUTE);

			({ state } = one);
			accounts[21].score = accounts[31].score = 2;

			return one.events;
		});
		// A score that was missing for a while is above the threshold as it was before.
		const drop = ({ id }: Account) => [{ record: { id }, previousUnknown: true }];

		expect(events).toMatchObject([drop(accounts[1]), [], drop(accounts[21])]);
		expect(sizeOf(state)).toBeLessThan(150_000);

		// An account that was not read yet may be below for long.
		const partial = { ...state, store: { ...state.store, status: 'pending' } };
		const others = accounts.with(5, { ...accounts[5], score: 2 });

		expect(poll(others, dropped, partial, NOW + 40 * MINUTE).events).toEqual([]);

		// What is stored does not show which accounts are below another threshold.
		const conditions = [{ ...dropped.conditions[0], value: '6.5' }];
		const raised = { ...dropped, conditions };

		for (const minutes of [20, 40, 60]) {
			const one = poll(accounts, raised, state, NOW + minutes * MINUTE);

			({ state } = one);

			expect(one.events).toEqual([]);
		}
	});

	it('shows which accounts are new, however many: a first score is no drop, one below it is', () => {
		const scoreOf = (index: number) => (index % 10 ? 7 : 3);
		const accounts = accountsOf(2000, scoreOf, ID_LENGTH);
		const created = accountsOf(1800, () => 7, ID_LENGTH - 1).map((one, index) => {
			const [createdAt, updatedAt] = [19, 19.5].map((minutes) =>
				new Date(NOW + minutes * MINUTE - index).toISOString(),
			);

			return { ...one, createdAt, updatedAt };
		});

		created[1000].score = 2;
		const all = [...created, ...accounts];
		const start = poll(accounts, dropped, undefined, NOW);
		// It ends early, so the next one reads new accounts too.
		const settings = { clockMs: NOW + 20 * MINUTE, most: 5 };
		const cut = pollList(all, dropped, start.state, settings);
		const first = poll(all, dropped, cut.state, NOW + 21 * MINUTE);

		expect([cut.events, first.events]).toEqual([[], []]);

		const [lowered] = created.slice(-1);

		lowered.score = 3;
		const second = poll(all, dropped, first.state, NOW + 40 * MINUTE);

		expect(second.events).toMatchObject([{ record: { id: lowered.id } }]);
	});

	it.each<[string, FeedConfig, number]>([
		['segments', configOf({ triggerOn: 'accountEnteredSegment', readsAll: true }), 7],
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

		expect(() => poll(accounts, config, undefined, NOW)).toThrow(
			expect.objectContaining({
				message: expect.stringContaining('need more than the 1 MB'),
				description: expect.stringContaining("set 'Check' to 'Updated Records'"),
			}),
		);
	});
});
