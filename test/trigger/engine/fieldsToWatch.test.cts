import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('Fields to Watch', () => {
	const fixtures = TriggerFixtures.forEachTest();
	const open = (...fieldsToWatch: string[]) =>
		fixtures.open({ triggerOn: 'accountUpdated', watch: 'fields', fieldsToWatch });
	const define = (...definitions: object[]) =>
		fixtures.sandbox.faults.add({
			kind: 'status',
			status: 200,
			body: definitions,
			on: { path: '/resources/customFields' },
		});
	it('are in the item with their values, in the order of the settings', async () => {
		const [account] = fixtures.activeAccounts;
		const { state } = fixtures.sandbox;
		const { plan } = account.traits;
		state.accounts.change(account, { healthScore: 8 });
		const node = open('healthScore', 'traits.plan');
		await node.activate();
		await node.tick();
		fixtures.clock.now += 1000;
		state.accounts.change(account, { healthScore: 3, updatedAt: state.now() });
		await node.tick();
		fixtures.clock.now += 1000;
		updateAccount(state, account, { traits: { plan: 'gold' } });
		await node.tick();
		expect(node.items).toMatchObject([
			{
				changedFields: ['healthScore'],
				previousValues: { healthScore: 8 },
				currentValues: { healthScore: 3, 'traits.plan': plan },
			},
			{
				changedFields: ['traits.plan'],
				currentValues: { healthScore: 3, 'traits.plan': 'gold' },
			},
		]);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it('are checked when they are new, and never again', async () => {
		const node = open('healthScore', 'traits.plan');
		await node.activate();
		const page = { limit: '100', sortBy: 'updatedAt' };
		expect(fixtures.sandbox.requests.map(({ query }) => query)).toEqual([page, page]);
		for (let polls = 0; polls < 3; polls++) await node.tick();
		expect(await fixtures.costOf(async () => await node.tick())).toBe(1);
		const fieldsToWatch = ['Health Score'];
		node.parameters = { triggerOn: 'accountUpdated', watch: 'fields', fieldsToWatch };
		await expect(node.update()).rejects.toMatchObject({
			message: "No account has a field or trait 'Health Score'",
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('may be traits that no record has yet, if they are defined', async () => {
		define({ path: 'vitally.custom.risk', label: 'Renewal Risk', type: 'string' });
		const [account] = fixtures.activeAccounts;
		const node = open('traits.vitally.custom.risk');
		await node.activate();
		await node.tick();
		fixtures.clock.now += 1000;
		updateAccount(fixtures.sandbox.state, account, { traits: { 'vitally.custom.risk': 'high' } });
		await node.tick();
		expect(node.items).toMatchObject([
			{
				previousValues: { 'traits.vitally.custom.risk': null },
				currentValues: { 'traits.vitally.custom.risk': 'high' },
			},
		]);
		expect(fixtures.sandbox.requests[1].query).toEqual({ model: 'accounts' });
	});

	it('of an empty list are not checked', async () => {
		const { state } = fixtures.sandbox;
		for (const account of fixtures.accounts) state.accounts.remove(account);
		const node = open('healthScore', 'traits.plan');
		await node.activate();
		fixtures.clock.now += 1000;
		const account = createAccount(state, { externalId: 'first', name: 'First' });
		await node.tick();
		fixtures.clock.now += 1000;
		state.accounts.change(account, { healthScore: 2, updatedAt: state.now() });
		await node.tick();
		expect(node.errors).toEqual([]);
		expect(node.items).toMatchObject([{ currentValues: { healthScore: 2 } }]);
	});
});
