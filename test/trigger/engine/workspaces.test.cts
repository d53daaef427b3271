import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { newOrganization } from '../../../sandbox/state/customers.cts';
import type { Traits } from '../../../sandbox/state/row.cts';
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

	describe.each(['accountChurned', 'accountUpdated'])(
		'%s of an organization that is deleted and created again with its external ID',
		(triggerOn) => {
			const scope = {
				scope: 'organization',
				organizationId: { __rl: true, mode: 'externalId', value: 'acme' },
			};
			const addAcme = ({ state }: Sandbox) =>
				state.organizations.insert(newOrganization(state.newRow(), 'acme', 'Acme', {}));
			const addChanged = ({ state }: Sandbox, externalId: string) => {
				clock.now += 1000;
				const organizationId = state.organizations.byExternalId('acme')?.id;
				const account = createAccount(state, { externalId, name: 'x', organizationId });
				clock.now += 1000;
				const traits: Traits = triggerOn === 'accountChurned' ? { churnedAt: state.now() } : {};
				updateAccount(state, account, { name: externalId, traits });
			};
			const removeAcme = ({ state }: Sandbox) => {
				for (const account of [...state.accounts.all()]) state.accounts.remove(account);
				for (const organization of [...state.organizations.all()])
					state.organizations.remove(organization);
			};

			it('continues with the new one, and is an error while there is none', async () => {
				const [sandbox] = sandboxes;
				addAcme(sandbox);
				const node = open({ triggerOn, watch: 'anyChange', ...scope });
				await node.activate();
				addChanged(sandbox, 'old');
				await node.tick();
				removeAcme(sandbox);
				addChanged(sandbox, 'of no organization');
				await node.tick();
				expect(node.errors).toMatchObject([
					{ message: expect.stringContaining('with the external ID "acme"') },
				]);
				addAcme(sandbox);
				await node.tick();
				addChanged(sandbox, 'new');
				await node.tick();
				await node.tick();
				expect(node.errors).toHaveLength(1);
				expect(node.items.map(({ externalId }) => externalId)).toEqual(['old', 'new']);
			});
		},
	);
});
