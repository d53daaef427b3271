import { updateAccount } from '../../sandbox/state/accounts.cts';
import { builtPackages } from '../engine/engine.cts';
import { TriggerWorld } from './triggerWorld.cts';

describe('Vitally Trigger', () => {
	const world = TriggerWorld.forEachTest();

	it('is a polling trigger without inputs', async () => {
		const { description } = (await builtPackages()).getByNameAndVersion(
			'n8n-nodes-vitally.vitallyTrigger',
			1,
		);
		expect(description).toMatchObject({ polling: true, group: ['trigger'], inputs: [] });
	});

	describe('what a poll costs', () => {
		it.each([0, 1, 99, 100, 101, 150])('%d changes: at most ceil(k / 100) + 1', async (changes) => {
			const node = world.open({ triggerOn: 'accountUpdated' });
			expect(await world.costOf(async () => await node.activate())).toBe(1);
			expect(world.sandbox.requests[0].query).toEqual({ limit: '1', sortBy: 'updatedAt' });
			world.touch(changes);
			const cost = await world.costOf(async () => await node.tick());
			expect(cost).toBeLessThanOrEqual(Math.ceil(changes / 100) + 1);
			expect(node.items).toHaveLength(changes);
			expect(node.executions).toHaveLength(changes ? 1 : 0);
			// Until the overlap is over, a burst is read once more.
			await world.costOf(async () => await node.tick());
			expect(await world.costOf(async () => await node.tick())).toBe(1);
			expect(world.sandbox.contractRefusals()).toEqual([]);
		});

		it('an idle poll of a list without timestamps is one request too', async () => {
			const node = world.open({ triggerOn: 'projectUpdated' });
			await node.activate();
			expect(await world.costOf(async () => await node.tick())).toBe(1);
			expect(node.executions).toEqual([]);
		});
	});

	describe('events', () => {
		it('come oldest first, simplified, with what was before', async () => {
			const [first, second] = world.activeAccounts;
			world.sandbox.state.accounts.change(first, { healthScore: 8 });
			const options = { fieldsToWatch: ['healthScore', 'traits.plan'] };
			const node = world.open({ triggerOn: 'accountUpdated', options });
			await node.activate();
			await node.tick();
			expect(node.executions).toEqual([]);
			world.clock.now += 1000;
			updateAccount(world.sandbox.state, second, { name: 'Not watched' });
			world.clock.now += 1000;
			const updatedAt = world.sandbox.state.now();
			world.sandbox.state.accounts.change(first, { healthScore: 3, updatedAt });
			world.clock.now += 1000;
			updateAccount(world.sandbox.state, second, { traits: { plan: 'gold' } });
			await node.tick();
			expect(node.items).toMatchObject([
				{
					id: first.id,
					healthScore: 3,
					changedFields: ['healthScore'],
					previousValues: { healthScore: 8 },
					currentValues: { healthScore: 3 },
				},
				{ id: second.id, changedFields: ['traits.plan'], currentValues: { 'traits.plan': 'gold' } },
			]);
			expect(node.items[0]).not.toHaveProperty('traits');
			expect(node.items[0]).not.toHaveProperty('previousUnknown');
		});

		it('hold the whole record without Simplify', async () => {
			const node = world.open({ triggerOn: 'accountUpdated', options: { simple: false } });
			await node.activate();
			world.touch(1);
			await node.tick();
			expect(node.items[0]).toHaveProperty('keyRoles');
			expect(node.items[0]).not.toHaveProperty('changedFields');
		});

		it('the newest records come at the first activation only if asked for', async () => {
			const options = { firstRun: 'newest', firstRunLimit: 3 };
			const node = world.open({ triggerOn: 'noteCreated', options });
			await node.activate();
			expect(node.items).toHaveLength(3);
			await node.restart();
			await node.tick();
			expect(node.items).toHaveLength(3);
		});

		it('churned accounts stay out unless they are included', async () => {
			const churned = world.accounts.filter(({ traits }) => traits.churnedAt)[0];
			const without = world.open({ triggerOn: 'accountUpdated' });
			const including = world.open({
				triggerOn: 'accountUpdated',
				options: { includeChurned: true },
			});
			for (const node of [without, including]) await node.activate();
			world.clock.now += 1000;
			updateAccount(world.sandbox.state, churned, { name: 'Gone' });
			for (const node of [without, including]) await node.tick();
			expect(without.items).toEqual([]);
			expect(including.items).toMatchObject([{ name: 'Gone' }]);
		});

		it.each([true, false])('projects tell updates; updatedAt shown: %s', async (shown) => {
			world.sandbox.state.views.projectsShowUpdatedAt = shown;
			const node = world.open({ triggerOn: 'projectUpdated' });
			await node.activate();
			expect(node.warnings.length).toBe(shown ? 0 : 1);
			for (const project of [...world.sandbox.state.projects.all()].slice(3, 5)) {
				world.clock.now += 1000;
				const updatedAt = world.sandbox.state.now();
				world.sandbox.state.projects.change(project, { name: `At ${updatedAt}`, updatedAt });
			}
			// A day later `durationInDays` is another number, which is no change.
			world.clock.now += 86_400_000;
			for (let polls = 0; polls < 3; polls++) await node.tick();
			const names = node.items.map(({ name }) => name);
			expect(names).toHaveLength(2);
			expect(names).toEqual([...names].sort());
		});
	});
});
