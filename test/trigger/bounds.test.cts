import { advanceHead } from '../../nodes/Vitally/trigger/head';
import { MOMENTS_LIMIT } from '../../nodes/Vitally/trigger/moments';
import { SNAPSHOT_LIMIT } from '../../nodes/Vitally/trigger/snapshots';
import type { FeedState } from '../../nodes/Vitally/trigger/state';
import { KNOWN_LIMIT, Walk } from '../../nodes/Vitally/trigger/walk';
import { pollPages, stampAt } from './poll.cts';

const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

const row = (index: number, updatedAt: string) => ({
	id: uuid(index),
	createdAt: stampAt(0),
	updatedAt,
	archivedAt: updatedAt,
	healthScore: (index % 100) / 10,
});

function started(settings: Parameters<typeof pollPages>[1]): FeedState {
	const { state } = pollPages([{ results: [row(0, stampAt(0))], next: null }], settings, null);
	if (!state) throw new Error('no start');
	return state;
}

describe('the size of the state', () => {
	const watching = { triggerOn: 'accountUpdated', watch: ['healthScore'] } as const;

	it('holds a watched number of 100,000 accounts in 5 MB', () => {
		const state = started(watching);
		const results = Array.from({ length: 100_000 }, (_, index) => row(index, stampAt(0)));
		const head = { results: [row(0, stampAt(0))], next: null };
		const learned = pollPages([head, { results, next: null }], watching, state);
		expect(Object.keys(learned.state?.snapshots?.values ?? {})).toHaveLength(100_000);
		expect(JSON.stringify(learned.state).length).toBeLessThan(5_000_000);
		expect(learned.state?.snapshots?.size).toBeLessThan(SNAPSHOT_LIMIT / 2);
		expect(learned.notices).toEqual([]);
	});

	it('keeps no more snapshots at the limit, and says so with every event and in the log', () => {
		const snapshots = { size: SNAPSHOT_LIMIT, values: { [uuid(1)]: '[3]' } };
		const state = { ...started(watching), snapshots };
		const results = [row(2, stampAt(9)), row(1, stampAt(8))];
		const full = pollPages([{ results, next: null }], watching, state);
		expect(full.events).toMatchObject([
			{ changedKeys: ['healthScore'], previous: { healthScore: 3 } },
			{ changedKeys: [], previousUnknown: true },
		]);
		expect(full.notices).toEqual([expect.stringContaining('previousUnknown')]);
		expect(Object.keys(full.state?.snapshots?.values ?? {})).toEqual([uuid(1)]);
		expect(full.state?.unlearned).toBeUndefined();
	});

	it('forgets the oldest archivings at the limit, counts them as old, and says so', () => {
		const settings = { triggerOn: 'noteArchived' } as const;
		const known = Object.fromEntries(
			Array.from({ length: MOMENTS_LIMIT }, (_, index) => [uuid(index), stampAt(index)]),
		);
		const moments = { since: 0, learned: 'no', known } as const;
		const now = stampAt(MOMENTS_LIMIT);
		const again = { ...row(10, now), archivedAt: stampAt(10) };
		const results = [again, row(MOMENTS_LIMIT, now)];
		const first = pollPages([{ results, next: null }], settings, { ...started(settings), moments });
		expect(first.events).toMatchObject([{ record: { id: uuid(MOMENTS_LIMIT) } }]);
		expect(first.notices).toEqual([expect.stringContaining('forgotten')]);
		expect(Object.keys(first.state?.moments?.known ?? {}).length).toBeLessThan(MOMENTS_LIMIT);
		const later = { ...again, updatedAt: stampAt(MOMENTS_LIMIT + 9) };
		expect(pollPages([{ results: [later], next: null }], settings, first.state).events).toEqual([]);
	});

	it('shortens the overlap when too many records changed within it, and says so', () => {
		const state = started({ triggerOn: 'accountUpdated' });
		const walk = new Walk(state.head);
		const count = KNOWN_LIMIT + 10;
		const records = Array.from({ length: count }, (_, index) => {
			const at = Date.parse(stampAt(100)) + Math.floor((count - index) / 2);
			return { record: {}, id: uuid(index), at, stamp: new Date(at).toISOString() };
		});
		walk.page(records, null);
		const { head, notices } = advanceHead(state, walk, 120_000, undefined);
		expect(Object.keys(head.known).length).toBeLessThanOrEqual(KNOWN_LIMIT);
		expect(Object.keys(head.known).length).toBeGreaterThan(KNOWN_LIMIT - 5);
		expect(head.from).toBeGreaterThan(records[0].at - 120_000);
		expect(notices).toEqual([expect.stringContaining('become visible late')]);
	});
});
