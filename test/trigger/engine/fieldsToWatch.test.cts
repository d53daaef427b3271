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
	const removeAccounts = () => {
		const { accounts } = fixtures.sandbox.state;
		for (const account of fixtures.accounts) accounts.remove(account);
	};

	it('accepts labels and bare keys of traits, and names changes as they were written', async () => {
		const [account] = fixtures.activeAccounts;
		const { plan } = account.traits;
		fixtures.sandbox.state.accounts.change(account, { healthScore: 8 });
		const node = open('Health Score', 'plan');
		await node.activate();
		await node.tick();
		fixtures.clock.now += 1000;
		const updatedAt = fixtures.sandbox.state.now();
		fixtures.sandbox.state.accounts.change(account, { healthScore: 3, updatedAt });
		await node.tick();
		fixtures.clock.now += 1000;
		updateAccount(fixtures.sandbox.state, account, { traits: { plan: 'gold' } });
		await node.tick();
		expect(node.items).toMatchObject([
			{
				changedFields: ['Health Score'],
				previousValues: { 'Health Score': 8 },
				currentValues: { 'Health Score': 3, plan },
			},
			{ changedFields: ['plan'], currentValues: { 'Health Score': 3, plan: 'gold' } },
		]);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it('costs one request more at the activation, none later', async () => {
		const node = open('Health Score', 'plan');
		await node.activate();
		expect(fixtures.sandbox.requests.map(({ query }) => query)).toEqual([
			{ limit: '100', sortBy: 'updatedAt' },
			{ limit: '1', sortBy: 'updatedAt' },
		]);
		for (let polls = 0; polls < 3; polls++) await node.tick();
		expect(await fixtures.costOf(async () => await node.tick())).toBe(1);
		node.parameters = {
			triggerOn: 'accountUpdated',
			watch: 'fields',
			fieldsToWatch: ['Health Scor'],
		};
		await expect(node.update()).rejects.toMatchObject({
			message: "No account has a field or trait 'Health Scor'. Did you mean 'healthScore'?",
			failure: { cause: 'configuration-invalid' },
		});
	});

	it('finds traits that no record has yet in their definitions', async () => {
		define({ path: 'vitally.custom.risk', label: 'Renewal Risk', type: 'string' });
		const [account] = fixtures.activeAccounts;
		const node = open('Renewal Risk');
		await node.activate();
		await node.tick();
		fixtures.clock.now += 1000;
		updateAccount(fixtures.sandbox.state, account, { traits: { 'vitally.custom.risk': 'high' } });
		await node.tick();
		expect(node.items).toMatchObject([
			{ previousValues: { 'Renewal Risk': null }, currentValues: { 'Renewal Risk': 'high' } },
		]);
		expect(fixtures.sandbox.requests[1].query).toEqual({ model: 'accounts' });
	});

	it('of an empty list are found with its first records', async () => {
		removeAccounts();
		const node = open('Health Score');
		await node.activate();
		await node.tick();
		expect(node.errors).toEqual([]);
		fixtures.clock.now += 1000;
		const { state } = fixtures.sandbox;

		const account = createAccount(state, { externalId: 'first', name: 'First' });
		await node.tick();
		fixtures.clock.now += 1000;
		state.accounts.change(account, { healthScore: 2, updatedAt: state.now() });
		await node.tick();
		expect(node.errors).toEqual([]);
		expect(node.items).toMatchObject([{ currentValues: { 'Health Score': 2 } }]);
	});
});
