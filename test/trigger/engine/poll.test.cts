import { updateAccount } from '../../../sandbox/state/accounts.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('Vitally Trigger', () => {
	const fixtures = TriggerFixtures.forEachTest();

	describe('what a poll costs', () => {
		it.each([0, 100, 101])('%d changes: at most ceil(k / 100) + 1', async (changes) => {
			const node = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			expect(await fixtures.costOf(async () => await node.activate())).toBe(1);
			expect(fixtures.sandbox.requests[0].query).toEqual({ limit: '100', sortBy: 'updatedAt' });
			fixtures.touch(changes);
			const cost = await fixtures.costOf(async () => await node.tick());
			expect(cost).toBeLessThanOrEqual(Math.ceil(changes / 100) + 1);
			expect(node.items).toHaveLength(changes);
			expect(node.executions).toHaveLength(changes ? 1 : 0);
			// Until the lookback window is over, a burst is read once more.
			await fixtures.costOf(async () => await node.tick());
			expect(await fixtures.costOf(async () => await node.tick())).toBe(1);
			expect(fixtures.sandbox.contractErrors()).toEqual([]);
		});

		it('a list without timestamps is read whole in every poll', async () => {
			const { meetings, newRow } = fixtures.sandbox.state;
			const [meeting] = meetings.all();
			for (let more = 0; more < 200; more++)
				meetings.insert({ ...meeting, ...newRow(), externalId: `m-${more}` });
			const node = fixtures.open({ triggerOn: 'meetingUpdated' });
			await node.activate();
			expect(await fixtures.costOf(async () => await node.tick())).toBe(3);
			expect(node.executions).toEqual([]);
		});
	});

	describe('events', () => {
		it('the newest records come at the first activation only if asked for', async () => {
			const options = { firstRun: 'newest', firstRunLimit: 3 };
			const node = fixtures.open({ triggerOn: 'noteCreated', options });
			await node.activate();
			expect(node.items).toHaveLength(3);
			await node.restart();
			await node.tick();
			expect(node.items).toHaveLength(3);
		});

		it('churned accounts stay out unless they are included', async () => {
			const churned = fixtures.accounts.filter(({ traits }) => traits.churnedAt)[0];
			const without = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			const including = fixtures.open({
				triggerOn: 'accountUpdated',
				watch: 'anyChange',
				options: { includeChurned: true },
			});
			for (const node of [without, including]) await node.activate();
			fixtures.clock.now += 1000;
			updateAccount(fixtures.sandbox.state, churned, { name: 'Gone' });
			for (const node of [without, including]) await node.tick();
			expect(without.items).toEqual([]);
			expect(including.items).toMatchObject([{ name: 'Gone' }]);
		});

		it('updates of projects are found', async () => {
			const node = fixtures.open({ triggerOn: 'projectUpdated' });
			await node.activate();
			expect(node.warnings).toEqual([]);
			for (const project of [...fixtures.sandbox.state.projects.all()].slice(3, 5)) {
				fixtures.clock.now += 1000;
				const updatedAt = fixtures.sandbox.state.now();
				fixtures.sandbox.state.projects.change(project, { name: `At ${updatedAt}`, updatedAt });
			}
			// A day later `durationInDays` is another number: that is no event.
			fixtures.clock.now += 86_400_000;
			for (let polls = 0; polls < 3; polls++) await node.tick();
			const names = node.items.map(({ name }) => name);
			expect(names).toHaveLength(2);
			expect(names).toEqual([...names].sort());
		});
	});
});
