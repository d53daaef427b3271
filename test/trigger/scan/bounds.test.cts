import type { ListState } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf, pollPages, row, timestampAt } from './poll.cts';

/** Characters of the values, as docs/trigger.md says. */
const MAX_STORE_SIZE = 10_000_000;
const MAX_SEEN = 50_000;

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const account = (index: number, at: number, healthScore = (index % 100) / 10) =>
	row(uuid(index), 0, at, { healthScore });

type Config = Parameters<typeof pollPages>[1];

const poll = (config: Config, state: unknown, ...results: object[]) =>
	pollPages([{ results: results as never, next: null }], config, state);

function started(config: Config, state: Partial<ListState> = {}): ListState {
	return { ...(poll(config, null, account(0, 0)).state as ListState), ...state };
}

const full = (values: string[] = [], more = 0) =>
	({ store: { status: 'complete', size: MAX_STORE_SIZE + more, values } }) as const;

describe('the size of the state', () => {
	const watching = configOf({ triggerOn: 'accountUpdated', watch: ['healthScore'] } as const);

	it('is below 50 characters for each account with a watched number', () => {
		const first = { results: [account(0, 0)], next: 'n' };
		const { state } = pollPages([first], watching, null);
		const results = Array.from({ length: 1000 }, (_, index) => account(index, 0));
		const head = { results: [account(0, 0)], next: null };
		const read = pollPages([head, { results, next: null }], watching, state);

		expect(read.state?.store?.values).toHaveLength(2000);
		expect(JSON.stringify(read.state).length).toBeLessThan(50_000);
		expect(read.notices).toEqual([]);
	});

	it('keeps no more watched values at the limit, and reports it in every event and in the log', () => {
		const values = [uuid(1), '[3.5]'];
		const below = started(watching, full(values, -100));

		expect(poll(watching, below, account(2, 9)).notices).toEqual([]);

		const state = started(watching, full(values));
		const done = poll(watching, state, account(2, 9), account(1, 8));

		expect(done.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 3.5 } },
			{ changedKeys: [], previousUnknown: true },
		]);
		expect(done.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(done.state?.store?.values).toEqual([uuid(1), expect.any(String)]);
		expect(done.state?.lists[0].snapshot).toBeUndefined();
	});

	it('forgets a watched value that grows at the limit, after its event, and not one that shrinks', () => {
		const values = [uuid(1), '[3]', uuid(2), '[2.5]', uuid(3), '[3]'];
		const state = started(watching, full(values, 9));
		const done = poll(watching, state, account(1, 9, 3.25), account(2, 8, 3), account(3, 7, 3));

		expect(done.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 2.5 } },
			{ changedKeys: ['healthScore'], previous: { healthScore: 3 } },
		]);
		expect(done.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(done.state?.store?.values).toEqual([uuid(2), '[3]', uuid(3), '[3]']);
		// Two characters of the second one, and the first one with quotes and commas.
		expect(done.state?.store?.size).toBe(MAX_STORE_SIZE + 9 - 2 - (36 + 3 + 6));

		// Also of one that becomes visible late.
		const later = poll(watching, done.state, account(1, 99, 3.5), account(4, 8, 1));
		const unknown = { changedKeys: [], previousUnknown: true };

		expect(later.events).toMatchObject([unknown, unknown]);
	});

	it('has the newest 50,000 versions after a burst within the lookback window, and all ahead of the clock', () => {
		const config = configOf({ triggerOn: 'accountUpdated' });

		const seenIn = (at: number) => {
			const from = Date.parse(timestampAt(at));
			const ties = Array.from({ length: MAX_SEEN + 10 }, (_, index) => [
				uuid(index + 9),
				from + Math.floor(index / 2),
			]);
			const state = started(config, { seen: Object.fromEntries(ties) as Record<string, number> });
			const done = poll(config, state, account(1, 100)).state as ListState;

			return { count: Object.keys(done.seen).length, floor: done.lists[0].floor };
		};

		const { count } = seenIn(60);

		expect(count).toBeLessThanOrEqual(MAX_SEEN);
		expect(count).toBeGreaterThan(MAX_SEEN - 5);
		expect(seenIn(500).floor).toBeLessThanOrEqual(Date.parse(timestampAt(100)) + 1);
	});

	it('when an archiving cannot be stored, its edits are no events, nor is what was archived before it', () => {
		const config = configOf({ triggerOn: 'noteArchived' } as const);
		const archived = (index: number, at: number, updatedAt: number) =>
			row(uuid(index), 0, updatedAt, { archivedAt: timestampAt(at) });
		const first = poll(config, started(config, full()), archived(1, 9, 9));

		expect(first.events).toMatchObject([{ record: { id: uuid(1) } }]);
		expect(first.notices).toEqual([expect.stringContaining('all that can be stored')]);

		const second = poll(config, first.state, archived(2, 5, 301), archived(1, 9, 300));

		expect(second.events).toEqual([]);

		const third = poll(config, second.state, archived(3, 400, 400), archived(1, 9, 399));

		expect(third.events).toMatchObject([{ record: { id: uuid(3) } }]);
	});
});
