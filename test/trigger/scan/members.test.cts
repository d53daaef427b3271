import { configOf } from './config.cts';
import { ListService } from './listService.cts';
import { poll, pollPages, timestampAt } from './poll.cts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

describe.each([
	['accountChurned', 'churnedAt'],
	['noteArchived', 'archivedAt'],
] as const)('%s', (triggerOn, field) => {
	const config = configOf({ triggerOn });

	/** A service in which so many records are in the list of the feed, and ten are not yet. */
	const withMembers = (members: number) => {
		const service = new ListService(100);
		for (let index = 0; index < members + 10; index++) service.create(0);
		for (const id of service.ids.slice(0, members)) {
			service.now += 10_000;
			end(service, id, 0);
		}
		return service;
	};
	const end = (service: ListService, id: string, daysAgo: number) => {
		const at = new Date(service.now - daysAgo * DAY).toISOString();
		service.edit(id, () => ({ [field]: at }), 0);
	};
	const ids = ({ events }: ReturnType<typeof poll>) => events.map(({ record }) => record.id);

	it.each([0, 1, 100, 250])(
		'set back by a month, right after a start with %d members',
		(members) => {
			const service = withMembers(members);
			const start = poll(service, config, null);
			expect(start.events).toEqual([]);
			service.now += 1000;
			const fresh = `r${members + 3}`;
			end(service, fresh, 30);
			const first = poll(service, config, start.state);
			expect(ids(first)).toEqual([fresh]);
			service.edit(fresh, ({ color }) => ({ color: color + 1 }), 0);
			for (const id of service.ids.slice(0, Math.min(members, 50))) {
				service.edit(id, ({ color }) => ({ color: color + 1 }), 0);
			}
			expect(ids(poll(service, config, first.state))).toEqual([]);
		},
	);

	it('a start costs a request for each hundred members, and one if there are more than hundred', () => {
		expect(poll(withMembers(100), config, null).requests).toHaveLength(1);
		expect(poll(withMembers(250), config, null).requests).toHaveLength(3 + 1);
	});

	it('in as many polls as needed: older ones are no events, edited or not', () => {
		const service = withMembers(500);
		const capped = { ...config, maxPages: 2 };
		let { state } = poll(service, capped, null);
		for (let polls = 0; polls < 8; polls++) {
			service.now += 3 * MINUTE;
			service.edit(`r${polls}`, ({ color }) => ({ color: color + 1 }), 0);
			const done = poll(service, capped, state);
			expect(done.events).toEqual([]);
			state = done.state;
		}
		service.now += 1000;
		end(service, 'r505', 30);
		expect(ids(poll(service, capped, state))).toEqual(['r505']);
	});

	it('one that moves to the front while the list is read is a member too', () => {
		const row = (id: string, at: number) => ({
			id,
			createdAt: timestampAt(0),
			updatedAt: timestampAt(at),
			[field]: timestampAt(0),
		});
		const list = Array.from({ length: 150 }, (_, index) => row(`m${index}`, 500 - index));
		const moved = row('m120', 900);
		const pages = [
			{ results: list.slice(0, 100), next: 'n' },
			{ results: list.slice(100).filter(({ id }) => id !== 'm120'), next: null },
			{ results: [moved, ...list.slice(0, 99)], next: 'n' },
			{ results: list.slice(99).filter(({ id }) => id !== 'm120'), next: null },
			{ results: [moved, ...list.slice(0, 99)], next: 'n' },
		];
		const { state } = pollPages(pages, config, null);
		expect(state?.store).toMatchObject({ status: 'complete' });
		const edited = row('m120', 950);
		expect(pollPages([{ results: [edited], next: null }], config, state).events).toEqual([]);
	});
});
