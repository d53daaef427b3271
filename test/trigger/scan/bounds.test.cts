import { MAX_STORE_SIZE } from '../../../nodes/Vitally/trigger/scan/changeDetection';
import { MAX_SEEN } from '../../../nodes/Vitally/trigger/scan/record';
import type { ListState } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf, pollPages, timestampAt } from './poll.cts';

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const row = (index: number, updatedAt: string) => ({
	id: uuid(index),
	createdAt: timestampAt(0),
	updatedAt,
	archivedAt: updatedAt,
	healthScore: (index % 100) / 10,
});

function started(config: Parameters<typeof pollPages>[1]): ListState {
	const { state } = pollPages([{ results: [row(0, timestampAt(0))], next: null }], config, null);
	if (!state) throw new Error('no start');
	return state;
}

function withStore(
	config: Parameters<typeof pollPages>[1],
	store: { size: number; values: string[] },
): ListState {
	return { ...started(config), store: { status: 'complete', ...store } };
}

describe('the size of the state', () => {
	const watching = configOf({ triggerOn: 'accountUpdated', watch: ['healthScore'] } as const);

	it('is below 5 MB with a watched number of 100,000 accounts', () => {
		const first = { results: [row(0, timestampAt(0))], next: 'n' };
		const { state } = pollPages([first], watching, null);
		const results = Array.from({ length: 100_000 }, (_, index) => row(index, timestampAt(0)));
		const head = { results: [row(0, timestampAt(0))], next: null };
		const read = pollPages([head, { results, next: null }], watching, state);
		expect(read.state?.store?.values).toHaveLength(200_000);
		expect(JSON.stringify(read.state).length).toBeLessThan(5_000_000);
		expect(read.state?.store?.size).toBeLessThan(MAX_STORE_SIZE / 2);
		expect(read.notices).toEqual([]);
	});

	it('keeps no more watched values at the limit, and reports it in every event and in the log', () => {
		const values = [uuid(1), '[3.5]'];
		const state = withStore(watching, { size: MAX_STORE_SIZE, values });
		const results = [row(2, timestampAt(9)), row(1, timestampAt(8))];
		const full = pollPages([{ results, next: null }], watching, state);
		expect(full.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 3.5 } },
			{ changedKeys: [], previousUnknown: true },
		]);
		expect(full.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(full.state?.store?.values).toEqual([uuid(1), expect.any(String)]);
		expect(full.state?.lists[0].snapshot).toBeUndefined();
	});

	it('forgets a watched value that grows at the limit, after its event, and not one that shrinks', () => {
		const values = [uuid(1), '[3]', uuid(2), '[2.5]', uuid(3), '[3]'];
		const state = withStore(watching, { size: MAX_STORE_SIZE, values });
		const changed = (index: number, healthScore: number) => ({
			...row(index, timestampAt(10 - index)),
			healthScore,
		});
		const results = [changed(1, 3.25), changed(2, 3), changed(3, 3)];
		const full = pollPages([{ results, next: null }], watching, state);
		expect(full.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 2.5 } },
			{ changedKeys: ['healthScore'], previous: { healthScore: 3 } },
		]);
		expect(full.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(full.state?.store?.values).toEqual([uuid(2), '[3]', uuid(3), '[3]']);
		expect(full.state?.store?.size).toBeLessThan(MAX_STORE_SIZE);

		const after = [changed(1, 3.5)].map((record) => ({ ...record, updatedAt: timestampAt(99) }));
		const later = pollPages([{ results: after, next: null }], watching, full.state);
		expect(later.events).toMatchObject([{ changedKeys: [], previousUnknown: true }]);
	});

	it('contains a bounded number of versions after a burst within the lookback window', () => {
		const config = configOf({ triggerOn: 'accountUpdated' });
		const count = MAX_SEEN + 10;
		const results = Array.from({ length: count }, (_, index) => {
			const timeMs = Date.parse(timestampAt(100)) + Math.floor((count - index) / 2);
			return row(index, new Date(timeMs).toISOString());
		});
		const { state, events } = pollPages([{ results, next: null }], config, started(config));
		expect(events).toHaveLength(count);
		const seen = Object.keys(state?.seen ?? {}).length;
		expect(seen).toBeLessThanOrEqual(MAX_SEEN);
		expect(seen).toBeGreaterThan(MAX_SEEN - 5);
	});

	it('when an archiving cannot be stored, its edits are no events, nor is what was archived before it', () => {
		const config = configOf({ triggerOn: 'noteArchived' } as const);
		const full = withStore(config, { size: MAX_STORE_SIZE, values: [] });
		const archived = (index: number, at: number, updatedAt: number) => ({
			...row(index, timestampAt(updatedAt)),
			archivedAt: timestampAt(at),
		});
		const first = pollPages([{ results: [archived(1, 9, 9)], next: null }], config, full);
		expect(first.events).toMatchObject([{ record: { id: uuid(1) } }]);
		expect(first.notices).toEqual([expect.stringContaining('all that can be stored')]);
		const edited = [archived(2, 5, 301), archived(1, 9, 300)];
		const second = pollPages([{ results: edited, next: null }], config, first.state);
		expect(second.events).toEqual([]);
		const later = [archived(3, 400, 400)];
		const third = pollPages([{ results: later, next: null }], config, second.state);
		expect(third.events).toMatchObject([{ record: { id: uuid(3) } }]);
	});
});
