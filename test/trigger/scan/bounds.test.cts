import { RecordStore } from '../../../nodes/Vitally/trigger/scan/recordStore';
import { SeenVersions } from '../../../nodes/Vitally/trigger/scan/seenVersions';
import type { ListState } from '../../../nodes/Vitally/trigger/scan/types';
import { resultOf } from '../../errors/thrownError.cts';
import { atMost, lessThan, moreThan } from '../../fixtures/bounds.cts';
import { pick } from '../../fixtures/pick.cts';
import { noRoomFor } from '../notices.cts';
import { configOf, pollPages, row, timestampAt } from './poll.cts';

/** Bytes of the values. */
const MAX_STORE_SIZE = 7_000_000;
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

/** A state with these values, at the limit or so many characters beyond it. */
const full = (values: string[] = [], charactersBeyond = 0) => {
	const size = MAX_STORE_SIZE + charactersBeyond;

	return { store: { status: 'complete', size, values } } as const;
};

describe('the size of the state', () => {
	const watching = configOf({ triggerOn: 'accountUpdated', watch: ['healthScore'] } as const);

	it('stays below 50 characters for each account with a watched number', () => {
		const start = pollPages([{ results: [account(0, 0)], next: 'n' }], watching, null);
		const head = { results: [account(0, 0)], next: null };
		const results = Array.from({ length: 1000 }, (_, index) => account(index, -300));
		const { state, notices } = pollPages([head, { results, next: null }], watching, start.state);

		// A key and a value of each.
		expect({
			knownAccounts: Number(state?.store?.values.length) / 2,
			characters: JSON.stringify(state).length,
			notices,
		}).toEqual({ knownAccounts: 1000, characters: lessThan(50_000), notices: [] });
	});

	it('stays below 1 MB where all accounts changed just before the start', () => {
		const config = configOf({
			triggerOn: 'accountHealthDropped',
			conditions: [{ field: 'healthScore', is: 'dropsBelow' as const, value: '5' }],
			readsFullList: true,
		});
		const accounts = Array.from({ length: 30_000 }, (_, index) => account(index, 0, 8));
		const { state } = poll(config, null, ...accounts);

		expect({ bytes: Buffer.byteLength(JSON.stringify(JSON.stringify(state))) }).toEqual({
			bytes: lessThan(1_000_000),
		});
	});

	it('counts bytes, also of Japanese text', () => {
		const config = configOf({ triggerOn: 'accountUpdated', watch: ['name'] } as const);
		let state: unknown = null;

		for (let at = 0; at < 3; at++) {
			const names = Array.from({ length: 20_000 }, (_, index) =>
				row(uuid(at * 20_000 + index), 0, at * 300, { name: '顧客の名前'.repeat(20) }),
			);

			state = poll(config, state, ...names).state;
		}

		const bytes = Buffer.byteLength(
			JSON.stringify(JSON.stringify({ ...(state as object), seen: {} })),
		);

		expect({ bytes }).toEqual({ bytes: moreThan(0.95 * MAX_STORE_SIZE) });
		expect({ bytes }).toEqual({ bytes: lessThan(1.01 * MAX_STORE_SIZE) });
	});

	it('causes no notice below the limit', () => {
		const below = started(watching, full([uuid(1), '[3.5]'], -100));

		expect({ notices: poll(watching, below, account(2, 9)).notices }).toEqual({ notices: [] });
	});

	describe('the size of the state at the limit', () => {
		const pollAtLimit = () =>
			poll(watching, started(watching, full([uuid(1), '[3.5]'])), account(2, 9), account(1, 8));

		it('lets no further watched values in', () => {
			expect({ known: pollAtLimit().state?.store?.values.slice(0, 1) }).toEqual({
				known: [uuid(1)],
			});
		});

		it('shows in the events of records that it has no room for', () => {
			const events = pollAtLimit().events.map(({ record, ...event }) => ({
				id: record.id,
				...event,
			}));

			expect(pick(events, 'id', 'previous', 'previousUnknown')).toEqual([
				{ id: uuid(1), previous: { healthScore: 3.5 } },
				{ id: uuid(2), previous: {}, previousUnknown: true },
			]);
		});

		it('shows in the log', () => {
			expect({ notices: pollAtLimit().notices }).toEqual({ notices: [noRoomFor(1)] });
		});

		it('leaves no rest of the list to read, because nothing of that could be kept', () => {
			const [{ snapshot }] = (pollAtLimit().state as ListState).lists;

			expect({ unread: snapshot }).toEqual({ unread: undefined });
		});
	});

	it('reads no further in the rest of a list whose values it cannot keep', () => {
		const state = started(watching, full());
		const [{ floor }] = state.lists;
		const rest = { start: 0, end: floor - 1 };
		const unread = {
			...state,
			lists: [{ floor, snapshot: rest }],
			store: { ...state.store, status: 'pending' },
		};
		const restOf = (index: number) => ({
			results: [account(index, -300 - index)],
			next: `after ${index}`,
		});
		const poll = pollPages(
			[{ results: [account(0, 0)] }, restOf(2), restOf(3), restOf(4)],
			watching,
			unread,
		);

		expect({ requests: poll.read, unread: poll.state?.lists[0].snapshot }).toEqual({
			requests: 2,
			unread: undefined,
		});
	});

	it.each([
		{ room: 'room for them', store: full([], -10_000), known: 'all values' },
		{ room: 'no room for them', store: full(), known: 'not all values' },
	])('knows $known after it has read the rest of a list with $room', ({ store, known }) => {
		const state = started(watching, store);
		const [{ floor }] = state.lists;
		const unread = {
			...state,
			lists: [{ floor, snapshot: { start: 0, end: floor - 1 } }],
			store: { ...state.store, status: 'pending' },
		};
		const rest = { results: [account(2, -300)], next: null };
		const poll = pollPages([{ results: [account(0, 0)] }, rest], watching, unread);

		const isUnknown = poll.state?.store?.status === 'pending';

		expect({ known: isUnknown ? 'not all values' : 'all values' }).toEqual({ known });
	});

	it.each([
		{ names: 'no other bytes', otherBytes: 0, end: true },
		{
			names: 'as many bytes of names as are left',
			otherBytes: 100,
			end: {
				error:
					'VitallyError: The values of all records need more than the 1 MB that n8n should store, so they cannot all be compared',
			},
		},
	])('leaves room for the names of segments: $names', ({ otherBytes, end }) => {
		const stored = { size: 799_900, values: [], status: 'complete' as const };
		const store = new RecordStore({ action: 'fail' }, stored, otherBytes);
		const keep = () => store.keep({ record: {}, id: 'a', timeMs: 0 }, [1]);

		expect({ isKept: resultOf(keep) }).toEqual({ isKept: end });
	});

	it('forgets a watched value that grows at the limit, after its event, and not one that shrinks', () => {
		const values = [uuid(1), '[3]', uuid(2), '[2.5]', uuid(3), '[3]'];
		const state = started(watching, full(values, 9));

		const grown = account(1, 9, 3.25);
		const shrunk = account(2, 8, 3);
		const unchanged = account(3, 7, 3);
		const first = poll(watching, state, grown, shrunk, unchanged);

		expect(pick(first.events, 'changedKeys', 'previous')).toEqual([
			{ changedKeys: ['healthScore'], previous: { healthScore: 2.5 } },
			{ changedKeys: ['healthScore'], previous: { healthScore: 3 } },
		]);
		expect({
			values: first.state?.store?.values,
			bytes: first.state?.store?.size,
			notices: first.notices,
		}).toEqual({
			values: [uuid(2), '[3]', uuid(3), '[3]'],
			// Two bytes of the second account, and the first one with commas and its quotes, each behind a backslash.
			bytes: MAX_STORE_SIZE + 9 - 2 - (36 + 3 + 10),
			notices: [noRoomFor(2)],
		});

		const visibleLate = account(4, 8, 1);
		const second = poll(watching, first.state, account(1, 99, 3.5), visibleLate);
		const unknown = { changedKeys: [], previousUnknown: true };

		expect(pick(second.events, 'changedKeys', 'previousUnknown')).toEqual([unknown, unknown]);
	});

	describe('the versions of a state after a burst of more than 50,000', () => {
		const config = configOf({ triggerOn: 'accountUpdated' });

		/** A poll at second 100, after a burst that began at this second. */
		const seenAfterBurst = (at: number, clockAt?: number) => {
			const startMs = Date.parse(timestampAt(at));
			const seen: Record<string, number> = {};

			// Two versions in each millisecond.
			for (let index = 0; index < MAX_SEEN + 10; index++) {
				seen[uuid(index + 9)] = startMs + Math.floor(index / 2);
			}

			const page = { results: [account(1, 100)], next: null, at: clockAt };
			const state = pollPages([page], config, started(config, { seen })).state as ListState;

			return { count: Object.keys(state.seen).length, floor: state.lists[0].floor };
		};

		it.each([
			{ clock: 'no clock', clockAt: undefined },
			{ clock: 'its clock', clockAt: 100 },
		])('keep the newest 50,000 where the service sends $clock', ({ clockAt }) => {
			const { count } = seenAfterBurst(60, clockAt);

			expect({ versions: count }).toEqual({ versions: atMost(MAX_SEEN) });
			expect({ versions: count }).toEqual({ versions: moreThan(MAX_SEEN - 5) });
		});

		it('let the next poll read from the present on, where all are ahead of the clock', () => {
			expect({ floorMs: seenAfterBurst(500).floor }).toEqual({
				floorMs: atMost(Date.parse(timestampAt(100)) + 1),
			});
		});
	});

	it.each([
		{ readsFullList: false, name: '50,000', most: MAX_SEEN },
		{ readsFullList: true, name: '3,500 with Compare All', most: 3_500 },
	])('keeps $name versions, and of one more those after the oldest', ({ readsFullList, most }) => {
		const keptOf = (count: number) => {
			const seen = Object.fromEntries(
				Array.from({ length: count }, (_, index) => [uuid(index), 1000 + index]),
			);

			const fromMs = new SeenVersions({ seen }).crowdedFloor({ readsFullList });

			return fromMs === 0 ? 'all' : `those from ${fromMs} ms on`;
		};

		expect({
			ofOneFewer: keptOf(most - 1),
			ofAsMany: keptOf(most),
			ofOneMore: keptOf(most + 1),
			ofTwoMore: keptOf(most + 2),
		}).toEqual({
			ofOneFewer: 'all',
			ofAsMany: 'all',
			ofOneMore: 'those from 1001 ms on',
			ofTwoMore: 'those from 1002 ms on',
		});
	});

	it('keeps one time for archivings that it cannot store, up to which none is an event', () => {
		const config = configOf({ triggerOn: 'noteArchived' } as const);
		const archived = (index: number, at: number, updatedAt: number) =>
			row(uuid(index), 0, updatedAt, { archivedAt: timestampAt(at) });
		const first = poll(config, started(config, full()), archived(1, 9, 9));
		const second = poll(config, first.state, archived(2, 5, 301), archived(1, 9, 300));
		const third = poll(config, second.state, archived(3, 400, 400), archived(1, 9, 399));
		const idsOf = ({ events }: typeof first) => events.map(({ record }) => record.id);

		expect({ notices: first.notices }).toEqual({ notices: [noRoomFor(0)] });
		expect({
			archivedAfterStart: idsOf(first),
			archivedEarlierAndReadLater: idsOf(second),
			archivedLater: idsOf(third),
		}).toEqual({
			archivedAfterStart: [uuid(1)],
			archivedEarlierAndReadLater: [],
			archivedLater: [uuid(3)],
		});
	});
});
