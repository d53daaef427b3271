import { canonicalTimestamp, parseTimestamp } from '../../../nodes/Vitally/trigger/scan/record';
import { EVENTS } from '../../../nodes/Vitally/trigger/triggerEvents';
import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import { pollPages, timestampAt } from './poll.cts';
import { configOf } from './config.cts';

const row = (id: string, createdAt: number, updatedAt = createdAt, fields: object = {}) => ({
	id,
	createdAt: timestampAt(createdAt),
	updatedAt: timestampAt(updatedAt),
	...fields,
});

const page = (...results: unknown[]) => ({ results, next: null });

const keys = (config: Parameters<typeof pollPages>[1], state: unknown, ...results: unknown[]) =>
	pollPages([page(...results)], config, state).events.map(({ key }) => key);

describe('the lists', () => {
	it.each<[string, object]>([
		['accountCreated', { limit: 1, sortBy: 'createdAt' }],
		['accountUpdated', { limit: 1, sortBy: 'updatedAt' }],
		['accountChurned', { limit: 100, sortBy: 'updatedAt', status: 'churned' }],
		['conversationCreated', { limit: 1, sortBy: 'createdAt' }],
		['conversationUpdated', { limit: 1, sortBy: 'updatedAt' }],
		['noteArchived', { limit: 100, sortBy: 'updatedAt', archived: true }],
		['projectArchived', { limit: 100, sortBy: 'updatedAt', archived: true }],
	])('%s', (triggerOn, query) => {
		expect(createScan(null, configOf({ triggerOn })).request).toEqual(query);
	});

	it('asks for churned accounts with the events of the list of active ones, nowhere else', () => {
		const asking = EVENTS.map(({ name }) => name).filter(
			(triggerOn) =>
				createScan(null, configOf({ triggerOn, includeChurned: true })).request?.status ===
				'activeOrChurned',
		);
		expect(asking).toEqual([
			'accountCreated',
			'accountCsmChanged',
			'accountEnteredSegment',
			'accountExitedSegment',
			'accountHealthDropped',
			'accountUpdated',
		]);
	});
});

describe('what is an event', () => {
	it('a creation is no update, an edit after it is', () => {
		const config = configOf({ triggerOn: 'accountUpdated' } as const);
		const { state } = pollPages([page(row('a', 0))], config, null);
		const results = [row('c', 8, 9), row('b', 7), row('a', 0)];
		expect(keys(config, state, ...results)).toEqual([`c|${timestampAt(9)}`]);
	});

	it('the newest records of a first run come oldest first, and not again', () => {
		const config = configOf({ triggerOn: 'accountCreated', newestOnFirstRun: 2 } as const);
		const list = [row('c', 3), row('b', 2), row('a', 1)];
		const first = pollPages([page(...list)], config, null);
		expect(first.events.map(({ key }) => key)).toEqual(['b', 'c']);
		expect(keys(config, first.state, row('d', 4), ...list)).toEqual(['d']);
	});

	it('everything after an empty list is', () => {
		const config = configOf({ triggerOn: 'projectCreated' } as const);
		const { state } = pollPages([page()], config, null);
		expect(keys(config, state, row('b', 2), row('a', 1))).toEqual(['a', 'b']);
	});

	it('a churn date that was set ahead before the start is not', () => {
		const config = configOf({ triggerOn: 'accountChurned' } as const);
		const ahead = row('a', 0, 5, { churnedAt: timestampAt(900) });
		const { state } = pollPages([page(ahead)], config, null);
		const now = row('b', 0, 9, { churnedAt: timestampAt(9) });
		expect(keys(config, state, now, ahead)).toEqual([`b|${timestampAt(9)}`]);
	});

	it('archived: once for each time', () => {
		const config = configOf({ triggerOn: 'noteArchived' } as const);
		const archived = (id: string, at: number, updatedAt: number) =>
			row(id, 0, updatedAt, { archivedAt: timestampAt(at) });
		let { state } = pollPages([page(archived('old', 5, 5))], config, null);
		const emitted = [
			[archived('old', 5, 9), archived('new', 8, 8)],
			[archived('new', 8, 10), archived('old', 5, 9)],
			[archived('new', 12, 12), archived('old', 5, 9)],
		].map((results) => {
			const done = pollPages([page(...results)], config, state);
			state = done.state;
			return done.events.map(({ key }) => key);
		});
		expect(emitted).toEqual([[`new|${timestampAt(8)}`], [], [`new|${timestampAt(12)}`]]);
	});
});

describe('what the service should not send', () => {
	const config = configOf({ triggerOn: 'conversationUpdated' } as const);
	const start = () => pollPages([page(row('a', 0))], config, null).state;

	it('records without a readable timestamp or id are left out and reported', () => {
		const untimed = [{ id: 'x', updatedAt: null }, { id: 'y' }, { ...row('z', 9), id: null }, null];
		const done = pollPages([page(...untimed, row('b', 1, 9))], config, start());
		expect(done.events.map(({ record }) => record.id)).toEqual(['b']);
		expect(done.notices).toEqual([expect.stringContaining('4 records')]);
	});

	it('a list without one readable timestamp is no start, and no history later', () => {
		const { state, notices } = pollPages([page({ id: 'x' })], config, null);
		expect(state).toBeNull();
		expect(notices).toHaveLength(1);
		expect(keys(config, state, row('x', 1, 5))).toEqual([]);
	});

	it('a cursor that comes twice ends the poll and loses nothing', () => {
		const first = { results: [row('c', 1, 9)], next: 'n' };
		const second = { results: [row('b', 1, 8)], next: 'n' };
		const scan = createScan(start(), config);
		scan.page(first.results, first.next);
		scan.page(second.results, second.next);
		expect(scan.request).toBeNull();
		const done = scan.finish();
		expect(done.notices).toEqual([expect.stringContaining('cursor twice')]);
		const rest = [row('b', 1, 8), row('d', 1, 7), row('a', 0)];
		expect(keys(config, done.state, ...rest)).toEqual([`d|${timestampAt(7)}`]);
	});

	it('a remembered cursor that begins among ties already read is not trusted', () => {
		const seen = Object.fromEntries(['k', 'l'].map((id) => [id, timestampAt(9)]));
		const end = Date.parse(timestampAt(9));
		const resume = { cursor: 'old', first: `m|${timestampAt(9)}` };
		const lists = [{ floor: end + 1, backlog: { start: end, end, resume } }];
		const scan = createScan({ ...start(), watermark: end, lists, seen }, config);
		expect(scan.request?.from).toBe('old');
		scan.page([row('k', 1, 9)], null);
		expect(scan.request?.from).toBeUndefined();
		scan.page([row('u', 1, 9), row('k', 1, 9), row('l', 1, 9)], null);
		expect(scan.finish().events.map(({ key }) => key)).toEqual([`u|${timestampAt(9)}`]);
	});

	it('lets only a remembered cursor be rejected', () => {
		const scan = createScan(start(), config);
		expect(scan.cursorRejected?.()).toBe(false);
		scan.page([row('c', 1, 9)], 'fresh');
		expect(scan.cursorRejected?.()).toBe(false);
	});
});

describe('stored states', () => {
	const config = configOf({ triggerOn: 'accountUpdated', newestOnFirstRun: 3 } as const);

	const whole = pollPages([page(row('a', 0))], config, null).state;

	it.each<[string, unknown]>([
		['another version', { ...whole, v: 1 }],
		['a text', 'text'],
		['a list', []],
	])('%s: from now, with a notice', (_name, stored) => {
		const done = pollPages([page(row('b', 1, 9), row('a', 0))], config, stored);
		expect(done.events).toEqual([]);
		expect(done.notices).toEqual([expect.stringContaining('not readable')]);
		expect(done.state?.v).toBe(2);
		expect(keys(config, done.state, row('c', 1, 12), row('b', 1, 9))).toHaveLength(1);
	});
});

describe('timestamps', () => {
	it.each([
		['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
		['2026-01-02T03:04:05', '2026-01-02T03:04:05.000Z'],
		['2026-01-02T03:04:05.678901+02:00', '2026-01-02T01:04:05.678901Z'],
		['2026-01-02T03:04:05.670000Z', '2026-01-02T03:04:05.670Z'],
		['2026-01-02', '2026-01-02T00:00:00.000Z'],
		['2026-13-02T00:00:00Z', undefined],
		['yesterday', undefined],
		['5', undefined],
		[1767322800000, undefined],
		[null, undefined],
	])('%s is %s', (text, canonical) => {
		expect(canonicalTimestamp(text)).toBe(canonical);
		expect(parseTimestamp(text)).toBe(canonical && Date.parse(canonical));
	});
});
