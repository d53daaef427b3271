import type { FeedConfig } from '../../../nodes/Vitally/trigger/feed/config';
import { openScan } from '../../../nodes/Vitally/trigger/feed/openScan';
import type { PollResult } from '../../../nodes/Vitally/trigger/feed/scan';
import { ROWS_LIMIT } from '../../../nodes/Vitally/trigger/feed/snapshotDiff/snapshotScan';
import type { SnapshotDiffState } from '../../../nodes/Vitally/trigger/feed/state';
import { configOf } from './config.cts';

/** A list without timestamps: the records themselves, newest first. */
type List = Array<{ id: string; [field: string]: unknown }>;

const rows = (from: number, to: number): List =>
	Array.from({ length: to - from }, (_, index) => ({ id: `r${from + index}`, name: 'as it was' }));

interface SnapshotPoll extends PollResult {
	state: SnapshotDiffState;
	requests: number;
}

/** One poll; pages of 100 as the service has them. */
function poll(list: List, config: FeedConfig, stored: unknown): SnapshotPoll {
	let scan = openScan(stored, config);
	let requests = 0;
	while (scan.request) {
		const start = Number(scan.request.from ?? 0);
		const end = start + scan.request.limit;
		scan = scan.page(list.slice(start, end), end < list.length ? String(end) : null);
		requests++;
	}
	const done = scan.finish();
	const state = JSON.parse(JSON.stringify(done.state)) as SnapshotDiffState;
	return { ...done, state, requests };
}

const ids = ({ events }: PollResult) => events.map(({ record }) => record.id);

const moved = (list: List, id: string, change: object = {}): List => {
	const record = list.find((one) => one.id === id);
	return [{ ...record, ...change, id }, ...list.filter((one) => one.id !== id)];
};

describe('a list without timestamps', () => {
	const config: FeedConfig = configOf({ triggerOn: 'conversationUpdated' });
	const list = rows(0, 300);

	it('is read at the start, without events, and says how changes are detected', () => {
		const start = poll(list, config, null);
		expect(start.events).toEqual([]);
		expect(start.notices).toEqual([expect.stringContaining('no readable updatedAt')]);
		expect(start.state).toMatchObject({ isWhole: true });
		expect(start.requests).toBe(1 + 3);
	});

	it('costs one request while nothing happens', () => {
		const { state } = poll(list, config, null);
		const idle = poll(list, config, state);
		expect(idle).toMatchObject({ requests: 1, events: [], notices: [], isComplete: true, state });
	});

	it.each([1, 50, 100, 130])('%d changes, oldest first: at most ceil(k / 100) + 1', (changes) => {
		const { state } = poll(list, config, null);
		const edited = rows(200, 200 + (changes > 100 ? 100 : changes)).map(({ id }) => id);
		const created = rows(300, 300 + Math.max(0, changes - 100)).map(({ id }) => id);
		const now = [...edited, ...created].reduce((all, id) => moved(all, id, { name: id }), list);
		const done = poll(now, config, state);
		expect(ids(done)).toEqual([...edited, ...created]);
		expect(done.requests).toBeLessThanOrEqual(Math.ceil(changes / 100) + 1);
		expect(poll(now, config, done.state).events).toEqual([]);
	});

	it('records that came to the front as they were are no events, and hide none', () => {
		const { state } = poll(list, config, null);
		const changed = moved(list, 'r150', { name: 'new' });
		const touched = rows(160, 280).reduce((all, { id }) => moved(all, id), changed);
		expect(ids(poll(touched, config, state))).toEqual(['r150']);
	});

	it('what takes a place below others makes none of them look changed', () => {
		const { state } = poll(list, config, null);
		const tied = [...list.slice(0, 5), { id: 'tied' }, ...list.slice(5)];
		expect(ids(poll(tied, config, state))).toEqual(['tied']);
	});

	it('deletions and the running number of days are no events', () => {
		const projects: FeedConfig = configOf({ triggerOn: 'projectUpdated' });
		const dated = list.map((row) => ({ ...row, durationInDays: 7 }));
		const { state } = poll(dated, projects, null);
		const nextDay = dated.slice(2).map((row) => ({ ...row, durationInDays: 8 }));
		expect(poll(nextDay, projects, state).events).toEqual([]);
	});

	it('more changes than the page cap come in the following polls, each once', () => {
		const capped = { ...config, maxPages: 1 };
		const { state } = poll(list, config, null);
		const now = rows(40, 290).reduce((all, { id }) => moved(all, id, { name: id }), list);
		const first = poll(now, capped, state);
		expect(first).toMatchObject({ isComplete: false });
		const later = moved(now, 'r290', { name: 'later' });
		const second = poll(later, capped, first.state);
		const third = poll(later, capped, second.state);
		const fourth = poll(later, capped, third.state);
		const all = [first, second, third, fourth].flatMap(ids);
		expect(all).toHaveLength(251);
		expect(new Set(all).size).toBe(251);
		expect(poll(later, capped, fourth.state)).toMatchObject({ events: [], isComplete: true });
	});

	it('says so when more changed than it remembers', () => {
		const { state } = poll(list, { ...config, maxPages: 1 }, null);
		expect(state.isWhole).toBe(false);
		const now = rows(0, 100).reduce((all, { id }) => moved(all, id, { name: id }), list);
		const done = poll(now, config, state);
		expect(ids(done)).toHaveLength(100);
		expect(done.notices).toEqual([expect.stringContaining('left out')]);
		expect(poll(now, config, done.state)).toMatchObject({ events: [], notices: [], requests: 1 });
	});

	it('more new records than the page cap, above what is remembered, come each once', () => {
		const capped = { ...config, maxPages: 1 };
		let { state } = poll(list, capped, null);
		const now = [...rows(1000, 1250), ...list];
		const polls = [0, 1, 2, 3].map(() => {
			const done = poll(now, capped, state);
			state = done.state;
			return done;
		});
		expect(polls.map(({ events }) => events.length)).toEqual([100, 100, 50, 0]);
		expect(new Set(polls.flatMap(ids)).size).toBe(250);
		expect(polls.flatMap(({ notices }) => notices)).toEqual([]);
		expect(polls.map(({ isComplete }) => isComplete)).toEqual([false, false, true, true]);
	});

	it('one change costs one request also where little is remembered', () => {
		const capped = { ...config, maxPages: 1 };
		const { state } = poll(list, capped, null);
		const done = poll(moved(list, 'r99', { name: 'new' }), capped, state);
		expect(done).toMatchObject({ requests: 1, notices: [], isComplete: true });
		expect(ids(done)).toEqual(['r99']);
	});

	it('remembers a bounded number of records', () => {
		const { state } = poll(rows(0, ROWS_LIMIT + 50), { ...config, maxPages: 500 }, null);
		expect(state.rows).toHaveLength(ROWS_LIMIT);
		expect(state.isWhole).toBe(false);
		expect(JSON.stringify(state).length).toBeLessThan(1_000_000);
	});

	it('tells watched fields with what they were; other fields later make no history', () => {
		const watching: FeedConfig = configOf({ triggerOn: 'projectUpdated', watch: ['name'] });
		const { state } = poll(list, watching, null);
		const now = moved(moved(list, 'r7', { other: 1 }), 'r9', { name: 'new' });
		const done = poll(now, watching, state);
		expect(done.events).toMatchObject([
			{ record: { id: 'r9' }, changedKeys: ['name'], previous: { name: 'as it was' } },
		]);
		const others: FeedConfig = { ...watching, watch: ['other'] };
		const after = poll(now, others, done.state);
		expect(after.events).toEqual([]);
		const last = poll(moved(now, 'r7', { other: 2 }), others, after.state);
		expect(last.events).toMatchObject([{ changedKeys: ['other'], previous: { other: 1 } }]);
	});

	it('that was empty at the start has no history', () => {
		const { state } = poll([], config, null);
		expect(ids(poll(rows(0, 2), config, state))).toEqual(['r1', 'r0']);
	});

	it('archived: never twice, never what was archived before', () => {
		const archived: FeedConfig = configOf({ triggerOn: 'projectArchived' });
		const at = (day: number) => ({ archivedAt: `2026-01-0${day}T00:00:00.000Z` });
		const before = list.map((row) => ({ ...row, ...at(2) }));
		const { state } = poll(before, { ...archived, maxPages: 1 }, null);
		const now = moved(moved(moved(before, 'new', at(3)), 'r250'), 'r5', { name: 'edited' });
		const done = poll(now, archived, state);
		expect(ids(done)).toEqual(['new']);
		expect(poll(moved(now, 'new'), archived, done.state).events).toEqual([]);
	});
});
