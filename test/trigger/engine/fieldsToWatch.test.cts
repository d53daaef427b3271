import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('Fields to Watch', () => {
	const fixtures = TriggerFixtures.forEachTest();
	const watching = (triggerOn: string, ...fieldsToWatch: string[]) => ({
		...{ triggerOn, watch: 'fields', fieldsToWatch },
	});
	const open = (...fields: string[]) => fixtures.open(watching('accountUpdated', ...fields));
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
		expect(Object.keys(Object(node.items[0].previousValues))).toEqual(['healthScore']);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
	});

	it('are checked when they are new, and never again', async () => {
		// One account that has it is enough.
		const without = { traits: { plan: null } };
		updateAccount(fixtures.sandbox.state, fixtures.activeAccounts[0], without);
		const node = open('healthScore', 'traits.plan');
		await node.activate();
		const page = { limit: '100', sortBy: 'updatedAt' };
		expect(fixtures.sandbox.requests.map(({ query }) => query)).toEqual([page, page]);
		for (let polls = 0; polls < 3; polls++) await node.tick();
		expect(await fixtures.costOf(async () => await node.tick())).toBe(1);
		// The name of a CSM is a column of the item, which is made of a field of the account.
		for (const [resource, fields] of [
			['account', ['Health Score']],
			['account', ['csmName']],
			['user', ['healthScore', 'traits.plan']],
		] as const) {
			node.parameters = watching(`${resource}Updated`, ...fields);
			await expect(node.update()).rejects.toMatchObject({
				message: `No ${resource} has a field or trait '${fields[0]}'`,
				failure: { cause: 'configuration-invalid' },
			});
		}
	});

	it('take a request only where a simplified record does not have them', async () => {
		const { sandbox } = fixtures;
		expect(await fixtures.costOf(async () => await open('healthScore').activate())).toBe(1);
		addDeal(sandbox);
		const customObjectId = { __rl: true, mode: 'id', value: 'obj-1' };
		const watched = watching('customObjectInstanceUpdated', 'traits.unknown');
		const node = fixtures.open({ ...watched, customObjectId });
		await expect(node.activate()).rejects.toThrow("'traits.unknown'");
		const query = { model: 'customObjects', customObjectId: 'obj-1' };
		expect(sandbox.requests.at(-1)).toMatchObject({ query });
	});

	it('may be traits of any name where the key cannot read the definitions, but no other fields', async () => {
		const on = { path: '/resources/customFields' };
		fixtures.sandbox.faults.add({ kind: 'status', status: 403, on });
		await open('traits.unknown').activate();
		const message = "No account has a field or trait 'unknown'";
		await expect(open('traits.unknown', 'unknown').activate()).rejects.toMatchObject({ message });
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
		const node = open('healthScore', 'traits.unknown');
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
