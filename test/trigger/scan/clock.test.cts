import type { ClockReading } from '../../../nodes/Vitally/trigger/scan/types';
import { configOf } from './config.cts';
import { ListService } from './listService.cts';
import { poll } from './poll.cts';

const MINUTE = 60_000;
const YEAR = 8760 * 60 * MINUTE;

/** 300 accounts, the last change ten minutes ago. */
function quietService(): ListService {
	const service = new ListService(100);
	for (let index = 0; index < 300; index++) {
		service.create(0);
		service.now += 10;
	}
	service.now += 10 * MINUTE;
	return service;
}

const touch = ({ color }: { color: number }) => ({ color: color + 1 });

const CLOCKS: Array<ClockReading['clock']> = ['service', 'own'];

describe.each(CLOCKS)('by the clock: %s', (clock) => {
	const updated = configOf({ triggerOn: 'accountUpdated' } as const);
	const reading = (service: ListService): ClockReading => ({ clock, timeMs: service.now });
	const read = (service: ListService, state: unknown) =>
		poll(service, updated, state, { reading: reading(service) });
	const ids = ({ events }: ReturnType<typeof read>) => events.map(({ record }) => record.id);

	it.each([10 * MINUTE, YEAR])('a record %d ms ahead is one event and hides none', (ahead) => {
		const service = quietService();
		let { state } = read(service, null);
		service.edit('r7', touch, 0, ahead);
		const first = read(service, state);
		expect(ids(first)).toEqual(['r7']);
		service.now += MINUTE;
		for (const id of service.ids.slice(20, 30)) service.edit(id, touch, 0);
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
		const service = quietService();
		const { state } = read(service, null);
		service.edit('r7', touch, 0, YEAR);
		const first = read(service, state);
		service.now += MINUTE;
		service.edit('r7', touch, 0);
		const second = read(service, first.state);
		expect(ids(second)).toEqual(['r7']);
		expect(ids(read(service, second.state))).toEqual([]);
	});

	it('what is ahead at the start is history, and hides none', () => {
		const service = quietService();
		for (const id of ['r3', 'r4']) service.edit(id, touch, 0, YEAR);
		const start = read(service, null);
		expect(start.events).toEqual([]);
		service.now += MINUTE;
		service.edit('r5', touch, 0);
		expect(ids(read(service, start.state))).toEqual(['r5']);
	});

	it('a burst costs one request again when the lookback has passed', () => {
		const service = quietService();
		let { state } = read(service, null);
		for (const id of service.ids.slice(0, 250)) service.edit(id, touch, 0);
		const costs = [0, 1, 2, 3, 4, 5].map(() => {
			const done = read(service, state);
			state = done.state;
			service.now += MINUTE + 1000;
			return done.requests.length;
		});
		expect(costs.slice(-2)).toEqual([1, 1]);
	});
});

it('a clock that replaces another shows no time that passed', () => {
	const config = configOf({ triggerOn: 'accountUpdated' } as const);
	const service = quietService();
	const { state } = poll(service, config, null);
	for (const id of service.ids.slice(0, 250)) service.edit(id, touch, 0);
	const burst = poll(service, config, state);
	// Our own clock is an hour fast; what is late by a minute must not be skipped.
	service.edit('r299', touch, MINUTE);
	const own = { clock: 'own', timeMs: service.now + 60 * MINUTE } as const;
	const other = poll(service, config, burst.state, { reading: own });
	service.now += MINUTE;
	const { events } = poll(service, config, other.state, { reading: own });
	expect(events.map(({ record }) => record.id)).toEqual(['r299']);
});
