import { addPeople } from '../../fixtures/customers.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { row } from '../../fixtures/records.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('responses to NPS surveys', () => {
	const fixtures = TriggerFixtures.forEachTest();
	const dismissed = { score: null, respondedAt: null };

	const addDismissed = (id: string) => {
		const dismissedAt = fixtures.sandbox.state.now();
		const times = { createdAt: dismissedAt, updatedAt: dismissedAt };
		return addNpsResponse(fixtures.sandbox, id, { ...dismissed, ...times, dismissedAt });
	};

	const change = (id: string, fields: object) => {
		fixtures.clock.now += 1000;
		const { state } = fixtures.sandbox;
		const response = state.npsResponses.get(id);
		if (response) state.npsResponses.change(response, { ...fields, updatedAt: state.now() });
	};

	it.each([
		['any', ['0', '6', '7', '8', '9', '10']],
		['detractor', ['0', '6']],
		['passive', ['7', '8']],
		['promoter', ['9', '10']],
	])('with the score %s', async (score, expected) => {
		addPeople(fixtures.sandbox);
		const node = fixtures.open({ triggerOn: 'npsResponseCreated', score });
		await node.activate();
		for (const given of [0, 6, 7, 8, 9, 10]) {
			fixtures.clock.now += 1000;
			const now = fixtures.sandbox.state.now();
			const times = { createdAt: now, updatedAt: now, respondedAt: now };
			addNpsResponse(fixtures.sandbox, String(given), { ...times, score: given });
		}
		await node.tick();
		expect(node.items.map(({ id }) => id)).toEqual(expected);
	});

	it.each([
		['before the activation', true, true],
		['after it', false, true],
		['and answered between two polls', false, false],
	])(
		'dismissed %s: one creation when there is a score, and no update',
		async (_, isOld, isSeen) => {
			addPeople(fixtures.sandbox);
			addNpsResponse(fixtures.sandbox, 'other', row('other'));
			if (isOld) addDismissed('nps');
			const watched = { watch: 'fields', fieldsToWatch: ['score'] };
			const created = fixtures.open({ triggerOn: 'npsResponseCreated' });
			const updated = fixtures.open({ triggerOn: 'npsResponseUpdated' });
			const rescored = fixtures.open({ triggerOn: 'npsResponseUpdated', ...watched });
			const nodes = [created, updated, rescored];
			const poll = async () => {
				for (const node of nodes) await node.tick();
			};
			for (const node of nodes) await node.activate();
			fixtures.clock.now += 1000;
			if (!isOld) addDismissed('nps');
			if (isSeen) await poll();
			change('nps', { feedback: null });
			if (isSeen) await poll();
			expect(nodes.flatMap(({ items }) => items)).toEqual([]);

			change('nps', { score: 9, respondedAt: fixtures.sandbox.state.now() });
			await poll();
			await poll();
			expect(created.items).toMatchObject([{ id: 'nps', score: 9 }]);
			expect([...updated.items, ...rescored.items]).toEqual([]);

			change('nps', { score: 10 });
			await poll();
			expect(created.items).toHaveLength(1);
			expect(updated.items).toMatchObject([{ id: 'nps', score: 10 }]);
			expect(rescored.items).toMatchObject([{ id: 'nps', previousValues: { score: 9 } }]);
		},
	);

	it('the user is the one of the row, without a request', async () => {
		addPeople(fixtures.sandbox);
		const node = fixtures.open({ triggerOn: 'npsResponseCreated' });
		await node.activate();
		fixtures.clock.now += 1000;
		const at = fixtures.sandbox.state.now();
		addNpsResponse(fixtures.sandbox, 'nps', { createdAt: at, updatedAt: at, respondedAt: at });
		await node.tick();
		const { name, email } = fixtures.sandbox.state.users.get('user-1') ?? {};
		expect(node.items).toMatchObject([{ userName: name, userEmail: email }]);
		const paths = new Set(fixtures.sandbox.requests.map(({ path }) => path));
		expect([...paths].filter((path) => path.startsWith('/resources/users'))).toEqual([]);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it('a dismissed one is no test event, and none of the newest of the first run', async () => {
		addPeople(fixtures.sandbox);
		addNpsResponse(fixtures.sandbox, 'answered', row('answered', 19));
		for (const id of ['nps-1', 'nps-2']) addDismissed(id);
		const options = { firstRun: 'newest', firstRunLimit: 1 };
		const node = fixtures.open({ triggerOn: 'npsResponseCreated', options });
		await node.activate();
		expect(node.items).toHaveLength(1);
		expect(node.items[0].score).toEqual(expect.any(Number));
	});
});
