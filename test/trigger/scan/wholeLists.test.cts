import { MAX_STORE_SIZE } from '../../../nodes/Vitally/trigger/scan/recordStore';
import type { FeedConfig, PollResult } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf, pollList } from './poll.cts';

type List = Array<{ id: string; [field: string]: unknown }>;

const rows = (from: number, to: number): List =>
	Array.from({ length: to - from }, (_, index) => ({ id: `r${from + index}`, name: 'as it was' }));

const poll = (list: List, config: FeedConfig, stored: unknown, maxRequests?: number) => {
	const result = pollList(list, config, stored, { maxRequests });

	return { ...result, state: JSON.parse(JSON.stringify(result.state)) as unknown };
};

const ids = ({ events }: Pick<PollResult, 'events'>) => events.map(({ record }) => record.id);

/** The list with a record at the front, changed. */
const moved = (list: List, id: string, change: object = {}): List => [
	{ ...list.find((record) => record.id === id), ...change, id },
	...list.filter((record) => record.id !== id),
];

describe('a list that is read whole', () => {
	const config = configOf({ triggerOn: 'meetingUpdated' });
	const list = rows(0, 300);

	it('starts without events', () => {
		expect(poll(list, config, null)).toMatchObject({ events: [], requests: 3, notices: [] });
	});

	it('reads a record before its changes are events, where the start cannot read all of them', () => {
		const capped = { ...config, maxPages: 1 };
		const start = poll(list, capped, null);

		expect(start.requests).toBe(1);

		const second = poll(moved(list, 'r9', { name: 'new' }), capped, start.state);

		expect(ids(second)).toEqual(['r9']);

		const third = poll(
			[...moved(list, 'r250', { name: 'new' }), { id: 'r300' }],
			capped,
			second.state,
		);

		expect(ids(third)).toEqual(['r300', 'r9', 'r250']);
	});

	const NEWEST_AT_START = '2026-01-02T00:00:00.000Z';

	it.each(
		['meetingCreated', 'meetingUpdated'].flatMap((triggerOn) => [
			{ triggerOn, createdAt: '2026-01-01T00:00:00.000Z', events: [] },
			{ triggerOn, createdAt: NEWEST_AT_START, events: [] },
			{ triggerOn, createdAt: '2026-01-02T00:00:00.001Z', events: ['missed'] },
		]),
	)(
		'has for $triggerOn the events $events of a record that the start missed, created at $createdAt',
		({ triggerOn, createdAt, events }) => {
			const watched = configOf({ triggerOn });
			// The record moved from one page to another while the start read them.
			const read = list.map((record) => ({ ...record, createdAt: NEWEST_AT_START }));
			const start = poll(read, watched, null);
			const next = poll([...read, { id: 'missed', createdAt }], watched, start.state);

			expect({ events: ids(next) }).toEqual({ events });
		},
	);

	it('emits a record that appears after a start of one page, however early it was created', () => {
		const read = [{ id: 'known', createdAt: NEWEST_AT_START }];
		const { state } = poll(read, config, null);
		const late = { id: 'late', createdAt: '2026-01-01T00:00:00.000Z' };

		expect({ events: ids(poll([...read, late], config, state)) }).toEqual({ events: ['late'] });
	});

	it('leaves out records that the state cannot contain, which would be events again and again', () => {
		const { state } = poll(list.slice(0, 1), config, null);
		const { store, ...others } = state as { store: object };
		const full = { ...others, store: { ...store, size: MAX_STORE_SIZE, status: 'pending' } };
		const second = poll(list, config, full);

		expect(ids(second)).toEqual([]);
		expect(second.notices).toEqual([expect.stringContaining('are all that can be stored')]);
		expect(ids(poll(list, config, second.state))).toEqual([]);
	});

	it('loses nothing of the rest where a poll reads only a part', () => {
		const { state } = poll(list, config, null);
		const now = list.map((record) => (record.id === 'r250' ? { ...record, name: 'new' } : record));
		const cut = poll(now, config, state, 1);

		expect(cut).toMatchObject({ events: [], notices: [expect.stringContaining('the whole list')] });
		expect(ids(poll(now, config, cut.state))).toEqual(['r250']);
	});

	it('shows the previous values of watched fields, also of fields that are chosen later', () => {
		const watching = { ...config, watch: ['name'] };
		const { state } = poll(list, config, null);
		const learned = poll(list, watching, state);

		expect(learned.events).toEqual([]);

		const changed = poll(moved(list, 'r7', { name: 'new' }), watching, learned.state);

		expect(changed.events).toMatchObject([
			{ changedKeys: ['name'], previous: { name: 'as it was' } },
		]);
	});

	it('reports all records where it was empty at the start', () => {
		const { state } = poll([], config, null);

		expect(ids(poll(rows(0, 2), config, state))).toEqual(['r1', 'r0']);
	});

	it('orders events by the time of the creation, and skips a row without an ID', () => {
		const { state } = poll([], config, null);
		const timed = rows(0, 2).map((record, day) => ({
			...record,
			createdAt: `2026-01-0${day + 1}`,
		}));
		const unknown = [{ name: 'a' }, { id: null }] as never[];

		expect(ids(poll([...timed, ...unknown], config, state))).toEqual(['r0', 'r1']);

		const newest = { ...config, newestOnFirstRun: 1 };

		expect(ids(poll([...timed, ...unknown], newest, null))).toEqual(['r1']);
	});
});
