import { ListService } from './listService.cts';
import { poll } from './poll.cts';
import { configOf } from './config.cts';

const MINUTE = 60_000;
const YEAR = 8760 * 60 * MINUTE;

/** The last change was ten minutes ago. */
function quietService(records: number): ListService {
	const service = new ListService(100);
	for (let index = 0; index < records; index++) {
		service.create(0);
		service.now += 10;
	}
	service.now += 10 * MINUTE;
	return service;
}

const touch = () => ({ color: 1 });

const recolor = ({ color }: { color: number }) => ({ color: color + 1 });

describe('requests of a poll', () => {
	const config = configOf({ triggerOn: 'accountUpdated' } as const);

	it('starts with one request of one item', () => {
		const { requests, events } = poll(quietService(300), config, null);
		expect(requests).toEqual([{ limit: 1, sortBy: 'updatedAt' }]);
		expect(events).toEqual([]);
	});

	it.each([0, 1, 99, 100, 101, 250])('%d changes: at most ceil(k / 100) + 1', (changes) => {
		const service = quietService(300);
		const { state } = poll(service, config, null);
		for (const id of service.ids.slice(0, changes)) service.edit(id, touch, 0);
		const { requests, events } = poll(service, config, state);
		expect(events).toHaveLength(changes);
		expect(requests.length).toBeLessThanOrEqual(Math.ceil(changes / 100) + 1);
	});

	it('reads a burst again until the lookback has passed, then idles with one request', () => {
		const service = quietService(300);
		let state = poll(service, config, null).state;
		for (const id of service.ids.slice(0, 250)) service.edit(id, touch, 0);
		const costs = [0, 1, 2, 3, 4, 5].map(() => {
			const done = poll(service, config, state);
			state = done.state;
			service.now += MINUTE + 1000;
			return done.requests.length;
		});
		expect(costs).toEqual([3, 3, 3, 3, 1, 1]);
	});

	it('leaves the state of an idle feed as it is', () => {
		const service = quietService(300);
		let state = poll(service, config, null).state;
		service.edit('r7', touch, 0);
		for (let index = 0; index < 4; index++) {
			state = poll(service, config, state).state;
			service.now += 2 * MINUTE;
		}
		expect(poll(service, config, state).state).toEqual(state);
	});

	it('reads a burst beyond the page cap in the polls after, each change once', () => {
		const service = quietService(1200);
		let state = poll(service, config, null).state;
		for (const id of service.ids.slice(0, 950)) service.edit(id, touch, 0);
		const polls = [0, 1, 2, 3].map(() => {
			const done = poll(service, { ...config, maxPages: 4 }, state);
			state = done.state;
			return done;
		});
		expect(polls.map(({ events }) => events.length)).toEqual([400, 400, 150, 0]);
		expect(new Set(polls.flatMap(({ events }) => events.map(({ key }) => key))).size).toBe(950);
		expect(polls.map(({ isComplete }) => isComplete)).toEqual([false, false, true, true]);
	});

	it('reads all changes when the time allows two requests a poll', () => {
		const service = quietService(600);
		let state: unknown = poll(service, config, null).state;
		for (const id of service.ids.slice(0, 505)) service.edit(id, touch, 0);
		const ids: unknown[] = [];
		for (let polls = 0; polls < 8; polls++) {
			const done = poll(service, config, state, { maxRequests: 2 });
			ids.push(...done.events.map(({ record }) => record.id));
			state = done.state;
		}
		expect(ids).toHaveLength(505);
		expect(new Set(ids).size).toBe(505);
	});
});

describe('records ahead of the clock', () => {
	const updated = configOf({ triggerOn: 'accountUpdated' } as const);
	const read = (service: ListService, state: unknown) => poll(service, updated, state);
	const ids = ({ events }: ReturnType<typeof read>) => events.map(({ record }) => record.id);

	it.each([10 * MINUTE, YEAR])('a record %d ms ahead is one event and hides none', (ahead) => {
		const service = quietService(300);
		let { state } = read(service, null);
		service.edit('r7', recolor, 0, ahead);
		const first = read(service, state);
		expect(ids(first)).toEqual(['r7']);
		service.now += MINUTE;
		for (const id of service.ids.slice(20, 30)) service.edit(id, recolor, 0);
		const second = read(service, first.state);
		expect(ids(second)).toEqual(service.ids.slice(20, 30));
		state = second.state;
		for (let polls = 0; polls < 5; polls++) {
			service.now += 3 * MINUTE;
			const idle = read(service, state);
			expect(idle.events).toEqual([]);
			expect(idle.requests).toHaveLength(1);
			state = idle.state;
		}
	});

	it('the next edit of such a record is an event, though its timestamp is earlier', () => {
		const service = quietService(300);
		const { state } = read(service, null);
		service.edit('r7', recolor, 0, YEAR);
		const first = read(service, state);
		service.now += MINUTE;
		service.edit('r7', recolor, 0);
		const second = read(service, first.state);
		expect(ids(second)).toEqual(['r7']);
		expect(ids(read(service, second.state))).toEqual([]);
	});

	it('what is ahead at the start is history, and hides none', () => {
		const service = quietService(300);
		for (const id of ['r3', 'r4']) service.edit(id, recolor, 0, YEAR);
		const start = read(service, null);
		expect(start.events).toEqual([]);
		service.now += MINUTE;
		service.edit('r5', recolor, 0);
		expect(ids(read(service, start.state))).toEqual(['r5']);
	});
});
