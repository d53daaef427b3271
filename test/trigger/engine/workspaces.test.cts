import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { newOrganization } from '../../../sandbox/state/customers.cts';
import { credentialsFor } from '../../engine/node.cts';
import { PolledNode } from '../../engine/poll.cts';

const MINUTE = 60_000;

describe('workspaces', () => {
	const clock = { now: 0 };
	let sandboxes: Sandbox[];
	let nodes = 0;
	beforeAll(async () => {
		const options = { seed: 'empty', now: () => clock.now } as const;
		sandboxes = await Promise.all([startSandbox(options), startSandbox(options)]);
	});
	beforeEach(() => {
		clock.now = Date.UTC(2026, 10, 20);
		for (const sandbox of sandboxes) sandbox.reset();
	});
	afterAll(async () => {
		for (const sandbox of sandboxes) await sandbox.close();
	});

	const open = (parameters: Record<string, unknown>, credentials = credentialsFor(sandboxes[0])) =>
		new PolledNode({ parameters, credentials, workflow: `workspaces, node ${nodes++}` });

	it('a key of another workspace starts from now', async () => {
		const [first, second] = sandboxes.map(({ state }) => state);
		createAccount(first, { externalId: 'a', name: 'A' });
		for (let index = 0; index < 250; index++) {
			clock.now += 1;
			createAccount(second, { externalId: `b${index}`, name: 'B' });
		}
		const credentials = credentialsFor(sandboxes[0]);
		const node = open({ triggerOn: 'accountCreated' }, credentials);
		await node.activate();
		Object.assign(credentials.vitallyApi, credentialsFor(sandboxes[1]).vitallyApi);
		await node.tick();
		await node.tick();
		expect(node.items).toEqual([]);
		clock.now += 1000;
		createAccount(second, { externalId: 'new', name: 'New' });
		await node.tick();
		expect(node.items).toMatchObject([{ name: 'New' }]);
	});

	it('the stored state contains neither the key nor its address', async () => {
		const node = open({ triggerOn: 'accountCreated' });
		await node.activate();
		const { url, apiKey } = sandboxes[0];
		for (const secret of [apiKey, url, Buffer.from(`${apiKey}:`).toString('base64')]) {
			expect(node.stored.at(-1)).not.toContain(secret);
		}
	});

	it('without a Date header our own clock is used', async () => {
		const [{ faults, state }] = sandboxes;
		faults.add({ kind: 'noDate' });
		clock.now = Date.now() - MINUTE;
		const account = createAccount(state, { externalId: 'a', name: 'A' });
		const node = open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
		await node.activate();
		clock.now += 1000;
		updateAccount(state, account, { name: 'B' });
		await node.tick();
		expect(node.items).toMatchObject([{ name: 'B' }]);
		expect(node.stored.at(-1)).toContain('clockMs');
	});

	it('an organization that is created again with its external ID continues, and is an error while there is none', async () => {
		const [{ state }] = sandboxes;
		const organizationId = { __rl: true, mode: 'externalId', value: 'acme' };
		const scope = { scope: 'organization', organizationId };
		const addAcme = () =>
			state.organizations.insert(newOrganization(state.newRow(), 'acme', 'Acme', {}));
		const addChurned = (externalId: string) => {
			const { id } = state.organizations.byExternalId('acme') ?? {};
			for (const [organizationId, name] of [
				[id, externalId],
				[undefined, 'outside'],
			]) {
				clock.now += 1000;
				const body = { externalId: `${name} of ${externalId}`, name: 'x', organizationId };
				const account = createAccount(state, body);
				clock.now += 1000;
				updateAccount(state, account, { traits: { churnedAt: state.now() } });
			}
		};
		addAcme();
		const node = open({ triggerOn: 'accountChurned', ...scope });
		await node.activate();
		addChurned('old');
		await node.tick();
		for (const account of [...state.accounts.all()]) state.accounts.remove(account);
		for (const one of [...state.organizations.all()]) state.organizations.remove(one);
		await node.tick();
		expect(node.errors).toMatchObject([
			{ message: expect.stringContaining('with the external ID "acme"') },
		]);
		addAcme();
		await node.tick();
		addChurned('new');
		await node.tick();
		await node.tick();
		expect(node.errors).toHaveLength(1);
		expect(node.items.map(({ externalId }) => externalId)).toEqual(['old of old', 'new of new']);
	});
});
