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

describe('records ahead of the clock', () => {
	const updated = configOf({ triggerOn: 'accountUpdated' } as const);
	const read = (service: ListService, state: unknown) => poll(service, updated, state);
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
});
