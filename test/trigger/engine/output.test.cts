import { updateAccount } from '../../../sandbox/state/accounts.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('Output of the Vitally Trigger', () => {
	const fixtures = TriggerFixtures.forEachTest();
	const watching = { triggerOn: 'accountUpdated', watch: 'fields', fieldsToWatch: ['traits.plan'] };
	const selecting = (fields: unknown) => ({ ...watching, output: 'selected', fields });

	/** What comes out when a trait of an account changes. */
	const itemOf = async (parameters: Record<string, unknown>) => {
		const { state } = fixtures.sandbox;
		const [account] = fixtures.activeAccounts;
		const segments = [{ id: 'id of gold', name: 'Gold' }];
		const keyRoles = account.keyRoles.slice(0, 0);
		const traits = { ...account.traits, plan: 'basic', empty: null };
		state.accounts.change(account, { csmId: null, keyRoles, segments, traits });
		const node = await fixtures.activate(parameters);
		await node.tick();
		fixtures.clock.now += 1000;
		const changed = updateAccount(state, account, { traits: { plan: 'gold' } });
		await node.tick();
		expect(node.errors).toEqual([]);
		expect(fixtures.sandbox.contractErrors()).toEqual([]);
		expect(node.items).toHaveLength(1);
		return { json: node.items[0], account: changed };
	};

	const watched = {
		changedFields: ['traits.plan'],
		previousValues: { 'traits.plan': 'basic' },
		currentValues: { 'traits.plan': 'gold' },
	};

	it('simplified by default: segments by name, the CSM, traits with a value', async () => {
		const { json, account } = await itemOf(watching);
		const { id, name } = account;
		const context = { csmName: null, csmEmail: null };
		expect(json).toMatchObject({ id, name, segments: ['Gold'], ...context, ...watched });
		expect(Object.keys(json).slice(0, 4)).toEqual(['name', ...Object.keys(watched)]);
		expect(json.traits).toMatchObject({ plan: 'gold' });
		expect(json.traits).not.toHaveProperty('empty');
		expect(json).not.toHaveProperty('csmId');
		// The sandbox is at an address that no link follows from.
		expect(json).not.toHaveProperty('url');
	});

	it('selected: these fields and traits, and what is watched', async () => {
		const fields = ['name', 'traits.plan', 'traits.region', 'unknown'];
		const { json, account } = await itemOf(selecting(fields));
		expect(json).toEqual({
			name: account.name,
			id: account.id,
			traits: { plan: 'gold', region: account.traits.region ?? null },
			unknown: null,
			...watched,
		});
	});

	it('selected by an expression, as names with commas between them; a CSM has a name', async () => {
		const { json, account } = await itemOf(selecting('={{ "id, csmId, traits.plan" }}'));
		const { id, name } = account;
		const csm = { csmId: null, csmName: null, csmEmail: null };
		expect(json).toEqual({ name, id, ...csm, traits: { plan: 'gold' }, ...watched });
	});
});
