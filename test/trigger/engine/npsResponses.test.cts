import { addPeople } from '../../fixtures/customers.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { TriggerFixtures } from './fixtures.cts';

/** Those that were dismissed: test/trigger/scan/npsResponses.test.cts. */
describe('responses to NPS surveys', () => {
	const fixtures = TriggerFixtures.forEachTest();

	it('with the score that is chosen, and the user of the row without a request', async () => {
		const { sandbox, clock } = fixtures;
		addPeople(sandbox);
		const nodes = ['any', 'detractor', 'passive', 'promoter'].map((score) =>
			fixtures.open({ triggerOn: 'npsResponseCreated', score }),
		);
		for (const node of nodes) await node.activate();
		for (const score of [0, 6, 7, 8, 9, 10]) {
			clock.now += 1000;
			const at = sandbox.state.now();
			const times = { createdAt: at, updatedAt: at, respondedAt: at };
			addNpsResponse(sandbox, String(score), { ...times, score });
		}
		for (const node of nodes) await node.tick();
		expect(nodes.map(({ items }) => items.map(({ id }) => id))).toEqual([
			['0', '6', '7', '8', '9', '10'],
			['0', '6'],
			['7', '8'],
			['9', '10'],
		]);
		const { name, email } = sandbox.state.users.get('user-1') ?? {};
		expect(nodes[0].items[0]).toMatchObject({ userName: name, userEmail: email });
		const paths = sandbox.requests.map(({ path }) => path);
		expect(paths.filter((path) => path.startsWith('/resources/users'))).toEqual([]);
		expect(sandbox.contractErrors()).toEqual([]);
	});

	it('with durable cursors, none is skipped after an activation whose only responses are left out', async () => {
		const { sandbox, clock } = fixtures;
		addPeople(sandbox);
		const add = (id: string, score: number) => {
			clock.now += 1000;
			const at = sandbox.state.now();
			addNpsResponse(sandbox, id, { createdAt: at, updatedAt: at, respondedAt: at, score });
		};
		add('before', 3);
		const options = { firstRun: 'newest', firstRunLimit: 1 };
		const promoters = { triggerOn: 'npsResponseCreated', score: 'promoter', options };
		const node = await fixtures.activate(promoters, { scheduler: 'durable' });
		for (const id of ['first', 'second']) add(id, 9);
		await node.tick();
		expect(node.items.map(({ id }) => id)).toEqual(['first', 'second']);
	});
});
