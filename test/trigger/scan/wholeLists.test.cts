import { MAX_STORE_SIZE } from '../../../nodes/Vitally/trigger/scan/recordStore';
import type { FeedConfig, PollResult } from '../../../nodes/Vitally/trigger/scan/types';
import { pick } from '../../fixtures/pick.cts';
import { noRoomFor, NOT_WHOLE } from '../notices.cts';
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
		const { requests, notices, ...start } = poll(list, config, null);

		expect({ requests, events: ids(start).length, notices }).toEqual({
			requests: 3,
			events: 0,
			notices: [],
		});
	});

	describe('a list of which the start reads one page', () => {
		const capped = { ...config, maxPages: 1 };
		const start = () => poll(list, capped, null);
		const next = () => poll(moved(list, 'r9', { name: 'new' }), capped, start().state);

		it('takes as many requests as Max Pages', () => {
			expect({ requests: start().requests }).toEqual({ requests: 1 });
		});

		it('has in the next poll the event of the changed record alone, and none of those that the start left out', () => {
			const emitted = ids(next());

			expect({ events: emitted.length, last: emitted.at(-1) }).toEqual({ events: 1, last: 'r9' });
		});

		it('has events of all records in the poll after that', () => {
			const now = [...moved(list, 'r250', { name: 'new' }), { id: 'new, without a date' }];

			// The name of r9 is that from before again.
			expect({ events: ids(poll(now, capped, next().state)) }).toEqual({
				events: ['new, without a date', 'r9', 'r250'],
			});
		});
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

		expect({
			eventsOfPoll: ids(second),
			notices: second.notices,
			eventsOfNextPoll: ids(poll(list, config, second.state)),
		}).toEqual({ eventsOfPoll: [], notices: [noRoomFor(1)], eventsOfNextPoll: [] });
	});

	it('causes no event by the fields of a record in another order', () => {
		const inOneOrder = [{ id: 'a', name: 'A', tags: ['x', 'y'], place: { city: 'B', zip: 1 } }];
		const inAnother = [{ place: { zip: 1, city: 'B' }, tags: ['y', 'x'], name: 'A', id: 'a' }];
		const { state } = poll(inOneOrder, config, null);

		expect({ events: ids(poll(inAnother, config, state)) }).toEqual({ events: [] });
	});

	it('loses nothing of the rest where a poll reads only a part', () => {
		const { state } = poll(list, config, null);
		const now = list.map((record) => (record.id === 'r250' ? { ...record, name: 'new' } : record));
		const cut = poll(now, config, state, 1);

		expect({
			eventsOfPart: ids(cut),
			notices: cut.notices,
			eventsOfNextPoll: ids(poll(now, config, cut.state)),
		}).toEqual({ eventsOfPart: [], notices: [NOT_WHOLE], eventsOfNextPoll: ['r250'] });
	});

	it.each([
		{ polls: 'one poll does', missed: 1, events: [] },
		{ polls: 'two polls do', missed: 2, events: ['r250'] },
	])(
		'has the events $events of a record that comes again after $polls not show it',
		({ missed, events }) => {
			const without = list.filter(({ id }) => id !== 'r250');
			let read = poll(list, config, null);

			for (let polls = 0; polls < missed; polls++) read = poll(without, config, read.state);

			expect({ events: ids(poll(list, config, read.state)) }).toEqual({ events });
		},
	);

	it('forgets no record that a poll of a part did not reach', () => {
		const { state } = poll(list, config, null);
		let cut = { state };

		// Two readings in a row that do not show a record would mean that it was deleted.
		for (let polls = 0; polls < 3; polls++) cut = poll(list, config, cut.state, 1);

		expect({ eventsOfWholeList: ids(poll(list, config, cut.state)) }).toEqual({
			eventsOfWholeList: [],
		});
	});

	describe('a list of which fields come to be watched', () => {
		const watching = { ...config, watch: ['name'] };
		const learn = () => poll(list, watching, poll(list, config, null).state);

		it('causes no event by the values that it has then', () => {
			expect({ events: ids(learn()) }).toEqual({ events: [] });
		});

		it('shows the values from before in later events', () => {
			const { events } = poll(moved(list, 'r7', { name: 'new' }), watching, learn().state);

			expect(pick(events, 'changedKeys', 'previous')).toEqual([
				{ changedKeys: ['name'], previous: { name: 'as it was' } },
			]);
		});
	});

	it('reports all records where it was empty at the start', () => {
		const { state } = poll([], config, null);

		expect({ events: ids(poll(rows(0, 2), config, state)) }).toEqual({ events: ['r1', 'r0'] });
	});

	/** The first record is the older one. */
	const timed = rows(0, 2).map((record, day) => ({ ...record, createdAt: `2026-01-0${day + 1}` }));

	it('has its events in the order in which their records were created', () => {
		const { state } = poll([], config, null);

		expect({ events: ids(poll(timed, config, state)) }).toEqual({ events: ['r0', 'r1'] });
	});

	it('starts with the record that was created last, where the newest one is asked for', () => {
		expect({ events: ids(poll(timed, { ...config, newestOnFirstRun: 1 }, null)) }).toEqual({
			events: ['r1'],
		});
	});

	it('has no event of a row without an ID', () => {
		const { state } = poll([], config, null);
		const unknown = [{ name: 'a' }, { id: null }] as never[];

		expect({ events: ids(poll([...timed, ...unknown], config, state)) }).toEqual({
			events: ['r0', 'r1'],
		});
	});
});
