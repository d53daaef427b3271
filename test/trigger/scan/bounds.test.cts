import { MAX_SEEN } from '../../../nodes/Vitally/trigger/scan/listScan';
import { MAX_STORE_SIZE } from '../../../nodes/Vitally/trigger/scan/changeDetection';
import { MAX_NAMES_SIZE } from '../../../nodes/Vitally/trigger/scan/detectors/segmentDetector';
import type { ListState } from '../../../nodes/Vitally/trigger/scan/types';
import { pollPages, timestampAt } from './poll.cts';
import { configOf } from './config.cts';

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
	store: { size: number; values: Record<string, string> },
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
		expect(Object.keys(read.state?.store?.values ?? {})).toHaveLength(100_000);
		expect(JSON.stringify(read.state).length).toBeLessThan(5_000_000);
		expect(read.state?.store?.size).toBeLessThan(MAX_STORE_SIZE / 2);
		expect(read.notices).toEqual([]);
	});

	it('keeps no more watched values at the limit, and reports it in every event and in the log', () => {
		const values = { [uuid(1)]: '[3.5]' };
		const state = withStore(watching, { size: MAX_STORE_SIZE, values });
		const results = [row(2, timestampAt(9)), row(1, timestampAt(8))];
		const full = pollPages([{ results, next: null }], watching, state);
		expect(full.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 3.5 } },
			{ changedKeys: [], previousUnknown: true },
		]);
		expect(full.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(Object.keys(full.state?.store?.values ?? {})).toEqual([uuid(1)]);
		expect(full.state?.lists[0].snapshot).toBeUndefined();
	});

	it('forgets a watched value that grows at the limit, after its event, and not one that shrinks', () => {
		const values = { [uuid(1)]: '[3]', [uuid(2)]: '[2.5]', [uuid(3)]: '[3]' };
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
		expect(full.state?.store?.values).toEqual({ [uuid(2)]: '[3]', [uuid(3)]: '[3]' });
		expect(full.state?.store?.size).toBeLessThan(MAX_STORE_SIZE);

		const after = [changed(1, 3.5)].map((record) => ({ ...record, updatedAt: timestampAt(99) }));
		const later = pollPages([{ results: after, next: null }], watching, full.state);
		expect(later.events).toMatchObject([{ changedKeys: [], previousUnknown: true }]);
	});

	describe('the names of segments', () => {
		const exited = configOf({ triggerOn: 'accountExitedSegment' } as const);
		const segmentOf = (index: number) => ({ id: uuid(index), name: `Segment ${index}` });
		const inSegments = (index: number, seconds: number, ...segments: number[]) => ({
			...row(index, timestampAt(seconds)),
			segments: segments.map(segmentOf),
		});
		/** Each account is in another segment, more than the list of names can contain. */
		let start: ReturnType<typeof pollPages>;
		beforeAll(() => {
			const results = Array.from({ length: 20_000 }, (_, index) => inSegments(index, 0, index));
			const pages = [
				{ results, next: null },
				{ results, next: null },
			];
			start = pollPages(pages, exited, null);
		});
		const named = (state: ListState | null) => (state?.store?.names ?? []).map(([, name]) => name);

		it('have at most 1 MB, and an exit from one without a name shows its ID', () => {
			const { state, notices } = start;
			expect(JSON.stringify(state?.store?.names).length).toBeLessThanOrEqual(MAX_NAMES_SIZE);
			expect(named(state).length).toBeGreaterThan(13_000);
			expect(Object.keys(state?.store?.values ?? {})).toHaveLength(20_000);
			expect(notices).toEqual([expect.stringContaining('An exit from another one shows its ID')]);
			const results = [inSegments(19_999, 3), inSegments(19_998, 2, 19_998), inSegments(0, 1)];
			const { events } = pollPages([{ results, next: null }], exited, state);
			expect(events.map(({ segmentsRemoved }) => segmentsRemoved)).toEqual([
				['Segment 0'],
				[uuid(19_999)],
			]);
		});
	});

	it('when an archiving cannot be stored, its edits are no events, nor is what was archived before it', () => {
		const config = configOf({ triggerOn: 'noteArchived' } as const);
		const full = withStore(config, { size: MAX_STORE_SIZE, values: {} });
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

	it('shortens the lookback when too many records changed within it, with a notice', () => {
		const config = configOf({ triggerOn: 'accountUpdated' });
		const count = MAX_SEEN + 10;
		const results = Array.from({ length: count }, (_, index) => {
			const timeMs = Date.parse(timestampAt(100)) + Math.floor((count - index) / 2);
			return row(index, new Date(timeMs).toISOString());
		});
		const { state, notices } = pollPages([{ results, next: null }], config, started(config));
		const seen = Object.keys(state?.seen ?? {}).length;
		expect(seen).toBeLessThanOrEqual(MAX_SEEN);
		expect(seen).toBeGreaterThan(MAX_SEEN - 5);
		expect(state?.lists[0].floor).toBeGreaterThan(Date.parse(results[0].updatedAt) - 120_000);
		expect(notices).toEqual([expect.stringContaining('become visible late')]);
	});
});
