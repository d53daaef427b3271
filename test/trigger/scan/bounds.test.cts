import { advanceWatermark } from '../../../nodes/Vitally/trigger/feed/incremental/watermark';
import { TRANSITIONS_LIMIT } from '../../../nodes/Vitally/trigger/feed/detectors/transitions';
import { SEGMENTS_LIMIT } from '../../../nodes/Vitally/trigger/feed/detectors/rememberedSegments';
import { WATCHED_VALUES_LIMIT } from '../../../nodes/Vitally/trigger/feed/detectors/rememberedValues';
import type { ListState } from '../../../nodes/Vitally/trigger/scan/types';
import {
	SEEN_LIMIT,
	SliceReader,
} from '../../../nodes/Vitally/trigger/feed/incremental/sliceReader';
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

describe('the size of the state', () => {
	const watching = configOf({ triggerOn: 'accountUpdated', watch: ['healthScore'] } as const);

	it('holds a watched number of 100,000 accounts in 5 MB', () => {
		const state = started(watching);
		const results = Array.from({ length: 100_000 }, (_, index) => row(index, timestampAt(0)));
		const head = { results: [row(0, timestampAt(0))], next: null };
		const read = pollPages([head, { results, next: null }], watching, state);
		expect(Object.keys(read.state?.watchedValues?.values ?? {})).toHaveLength(100_000);
		expect(JSON.stringify(read.state).length).toBeLessThan(5_000_000);
		expect(read.state?.watchedValues?.size).toBeLessThan(WATCHED_VALUES_LIMIT / 2);
		expect(read.notices).toEqual([]);
	});

	it('keeps no more watched values at the limit, and says so with every event and in the log', () => {
		const watchedValues = { size: WATCHED_VALUES_LIMIT, values: { [uuid(1)]: '[3.5]' } };
		const state = { ...started(watching), watchedValues };
		const results = [row(2, timestampAt(9)), row(1, timestampAt(8))];
		const full = pollPages([{ results, next: null }], watching, state);
		expect(full.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 3.5 } },
			{ changedKeys: [], previousUnknown: true },
		]);
		expect(full.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(Object.keys(full.state?.watchedValues?.values ?? {})).toEqual([uuid(1)]);
		expect(full.state?.snapshot).toBeUndefined();
	});

	it('forgets a watched value that grows at the limit, after its event, and not one that shrinks', () => {
		const values = { [uuid(1)]: '[3]', [uuid(2)]: '[2.5]', [uuid(3)]: '[3]' };
		const watchedValues = { size: WATCHED_VALUES_LIMIT, values };
		const state = { ...started(watching), watchedValues };
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
		expect(full.state?.watchedValues?.values).toEqual({ [uuid(2)]: '[3]', [uuid(3)]: '[3]' });
		expect(full.state?.watchedValues?.size).toBeLessThan(WATCHED_VALUES_LIMIT);

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
		/** Each account is in a segment of its own, and there are more of them than there is room for names. */
		let start: ReturnType<typeof pollPages>;
		beforeAll(() => {
			const results = Array.from({ length: 20_000 }, (_, index) => inSegments(index, 0, index));
			const pages = [
				{ results, next: null },
				{ results, next: null },
			];
			start = pollPages(pages, exited, null);
		});
		const named = (state: ListState | null) =>
			(state?.segments ?? []).filter((segment) => segment !== null).map(([, name]) => name);

		it('take 1 MB at most, and an exit from one without a name shows its ID', () => {
			const { state, notices } = start;
			expect(JSON.stringify(state?.segments).length).toBeLessThanOrEqual(SEGMENTS_LIMIT + 1);
			expect(named(state).length).toBeGreaterThan(13_000);
			expect(Object.keys(state?.watchedValues?.values ?? {})).toHaveLength(20_000);
			expect(notices).toEqual([expect.stringContaining('An exit from another one shows its ID')]);
			const results = [inSegments(19_999, 3), inSegments(19_998, 2, 19_998), inSegments(0, 1)];
			const { events } = pollPages([{ results, next: null }], exited, state);
			expect(events.map(({ segmentsRemoved }) => segmentsRemoved)).toEqual([
				['Segment 0'],
				[uuid(19_999)],
			]);
		});

		it('that no account is in any more make room, but for those that one is still in', () => {
			const left = Array.from({ length: 50 }, (_, index) => inSegments(index, 1 + index));
			const moved = [inSegments(60, 80, 60, 30_000), ...left.reverse()];
			const swept = pollPages([{ results: moved, next: null }], exited, start.state);
			expect(named(start.state)).toContain('Segment 49');
			expect(named(swept.state)).not.toContain('Segment 49');
			expect(named(swept.state)).toContain('Segment 60');
			const results = [inSegments(61, 300, 61, 30_001)];
			const { state, notices } = pollPages([{ results, next: null }], exited, swept.state);
			expect(named(state)).toContain('Segment 30001');
			expect(notices).toEqual([]);
			const { events } = pollPages(
				[{ results: [inSegments(61, 500, 61)], next: null }],
				exited,
				state,
			);
			expect(events).toMatchObject([{ segmentsRemoved: ['Segment 30001'] }]);
		});

		it('never lack the chosen one', () => {
			const chosen = configOf({ ...exited, segment: 'segment 19999' } as const);
			const seen = [inSegments(19_999, 1, 19_999)];
			const known = pollPages([{ results: seen, next: null }], chosen, start.state);
			expect(named(known.state)).toContain('Segment 19999');
			const { events } = pollPages(
				[{ results: [inSegments(19_999, 200)], next: null }],
				chosen,
				known.state,
			);
			expect(events).toMatchObject([{ segmentsRemoved: ['Segment 19999'] }]);
		});
	});

	it('forgets the oldest archivings at the limit, counts them as old, and says so', () => {
		const config = configOf({ triggerOn: 'noteArchived' } as const);
		const seen = Object.fromEntries(
			Array.from({ length: TRANSITIONS_LIMIT }, (_, index) => [uuid(index), timestampAt(index)]),
		);
		const transitions = { since: 0, snapshot: 'pending', seen } as const;
		const now = timestampAt(TRANSITIONS_LIMIT);
		const again = { ...row(10, now), archivedAt: timestampAt(10) };
		const results = [again, row(TRANSITIONS_LIMIT, now)];
		const first = pollPages([{ results, next: null }], config, { ...started(config), transitions });
		expect(first.events).toMatchObject([{ record: { id: uuid(TRANSITIONS_LIMIT) } }]);
		expect(first.notices).toEqual([expect.stringContaining('forgotten')]);
		expect(Object.keys(first.state?.transitions?.seen ?? {}).length).toBeLessThan(
			TRANSITIONS_LIMIT,
		);
		const later = { ...again, updatedAt: timestampAt(TRANSITIONS_LIMIT + 9) };
		expect(pollPages([{ results: [later], next: null }], config, first.state).events).toEqual([]);
	});

	it('shortens the lookback when too many records changed within it, and says so', () => {
		const state = started(configOf({ triggerOn: 'accountUpdated' }));
		const reader = new SliceReader(state.head);
		const count = SEEN_LIMIT + 10;
		const records = Array.from({ length: count }, (_, index) => {
			const timeMs = Date.parse(timestampAt(100)) + Math.floor((count - index) / 2);
			return { record: {}, id: uuid(index), timeMs, version: new Date(timeMs).toISOString() };
		});
		reader.page(records, null);
		const { head, notices } = advanceWatermark(state, reader, 120_000, undefined);
		expect(Object.keys(head.seen).length).toBeLessThanOrEqual(SEEN_LIMIT);
		expect(Object.keys(head.seen).length).toBeGreaterThan(SEEN_LIMIT - 5);
		expect(head.start).toBeGreaterThan(records[0].timeMs - 120_000);
		expect(notices).toEqual([expect.stringContaining('become visible late')]);
	});
});
