import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { createAccount, updateAccount } from '../../../sandbox/state/accounts.cts';
import { archive } from '../../../sandbox/state/archive.cts';
import { newOrganization } from '../../../sandbox/state/customers.cts';
import { createNote, updateNote } from '../../../sandbox/state/notes.cts';
import type { Traits } from '../../../sandbox/state/row.cts';
import { PolledNode, type PolledNodeOptions } from '../../engine/poll.cts';
import { startSharedHost, type SharedHost } from './sharedHost.cts';

const MINUTE = 60_000;

/** Two workspaces on one host, as those of Vitally's EU data center are. */
describe('workspaces on one host', () => {
	const clock = { now: 0 };
	let sandboxes: Sandbox[];
	let sharedHost: SharedHost;
	let nodes = 0;
	beforeAll(async () => {
		const options = { seed: 'empty', now: () => clock.now } as const;
		sandboxes = await Promise.all([startSandbox(options), startSandbox(options)]);
		sharedHost = await startSharedHost(sandboxes);
	});
	beforeEach(() => {
		clock.now = Date.UTC(2026, 10, 20);
		sharedHost.showsDate = true;
		for (const [index, sandbox] of sandboxes.entries()) {
			sandbox.reset();
			// So that no record of one has the id of one of the other.
			for (let count = 0; count < index * 1000; count++) sandbox.state.newRow();
			addAcme(sandbox);
		}
	});
	afterAll(async () => {
		await sharedHost.close();
		for (const sandbox of sandboxes) await sandbox.close();
	});

	const addAcme = ({ state }: Sandbox) =>
		state.organizations.insert(newOrganization(state.newRow(), 'acme', 'Acme', {}));
	const acmeOf = ({ state }: Sandbox) => state.organizations.byExternalId('acme')?.id;
	const addNote = (sandbox: Sandbox, subject: string) =>
		createNote(sandbox.state, {
			organizationId: acmeOf(sandbox),
			note: 'x',
			noteDate: sandbox.state.now(),
			subject,
		});
	const open = (
		workspace: number,
		parameters: Record<string, unknown>,
		options: Partial<PolledNodeOptions> = {},
	) =>
		new PolledNode({
			parameters,
			credentials: sharedHost.credentialsOf(workspace),
			workflow: `workspace ${workspace}, node ${nodes++}`,
			...options,
		});
	const acme = {
		scope: 'organization',
		organizationId: { __rl: true, mode: 'externalId', value: 'acme' },
	};

	it.each(['noteArchived', 'noteUpdated'])(
		'%s: the same external ID is another organization in each',
		async (triggerOn) => {
			const notes = sandboxes.map((sandbox) => addNote(sandbox, 'before'));
			const polled = sandboxes.map((_, workspace) => open(workspace, { triggerOn, ...acme }));
			for (const node of polled) await node.activate();
			for (const [index, { state }] of sandboxes.entries()) {
				clock.now += 1000;
				if (triggerOn === 'noteArchived') archive(state, state.notes, notes[index]);
				else updateNote(state, notes[index], { subject: 'after' });
			}
			for (const node of polled) await node.tick();
			expect(polled.map(({ errors }) => errors)).toEqual([[], []]);
			expect(polled.map(({ items }) => items.map(({ id }) => id))).toEqual(
				notes.map(({ id }) => [id]),
			);
		},
	);

	it('a key of another workspace starts from now', async () => {
		const [first, second] = sandboxes.map(({ state }) => state);
		createAccount(first, { externalId: 'a', name: 'A' });
		for (let index = 0; index < 250; index++) {
			clock.now += 1;
			createAccount(second, { externalId: `b${index}`, name: 'B' });
		}
		const credentials = sharedHost.credentialsOf(0);
		const node = open(0, { triggerOn: 'accountCreated' }, { credentials });
		await node.activate();
		Object.assign(credentials.vitallyApi, sharedHost.credentialsOf(1).vitallyApi);
		await node.tick();
		await node.tick();
		expect(node.items).toEqual([]);
		clock.now += 1000;
		createAccount(second, { externalId: 'new', name: 'New' });
		await node.tick();
		expect(node.items).toMatchObject([{ name: 'New' }]);
	});

	it('the stored state contains neither the key nor its address', async () => {
		const node = open(0, { triggerOn: 'accountCreated' });
		await node.activate();
		const { apiKey, baseUrl } = sharedHost.credentialsOf(0).vitallyApi;
		for (const secret of [apiKey, baseUrl, Buffer.from(`${String(apiKey)}:`).toString('base64')]) {
			expect(node.stored.at(-1)).not.toContain(String(secret));
		}
	});

	it('without a Date header our own clock is used', async () => {
		sharedHost.showsDate = false;
		clock.now = Date.now() - MINUTE;
		const [{ state }] = sandboxes;
		const account = createAccount(state, { externalId: 'a', name: 'A' });
		const node = open(0, { triggerOn: 'accountUpdated', watch: 'anyChange' });
		await node.activate();
		clock.now += 1000;
		updateAccount(state, account, { name: 'B' });
		await node.tick();
		expect(node.items).toMatchObject([{ name: 'B' }]);
		expect(node.stored.at(-1)).toContain('\\"clock\\":\\"own\\"');
	});

	describe.each(['accountChurned', 'accountUpdated'])(
		'%s of an organization that is deleted and re-created with its external ID',
		(triggerOn) => {
			const change = ({ state }: Sandbox, externalId: string) => {
				clock.now += 1000;
				const account = state.accounts.byExternalId(externalId);
				const traits: Traits = triggerOn === 'accountChurned' ? { churnedAt: state.now() } : {};
				if (account) updateAccount(state, account, { name: externalId, traits });
			};
			const addAccount = (sandbox: Sandbox, externalId: string) => {
				clock.now += 1000;
				const body = { externalId, name: 'x', organizationId: acmeOf(sandbox) };
				createAccount(sandbox.state, body);
			};
			const removeAcme = ({ state }: Sandbox) => {
				const organization = state.organizations.byExternalId('acme');
				if (!organization) return;
				for (const account of [...state.accounts.all()]) state.accounts.remove(account);
				state.organizations.remove(organization);
			};

			it.each([0, 1])('continues with the new one, after %d idle polls', async (idlePolls) => {
				const [sandbox] = sandboxes;
				addAccount(sandbox, 'old');
				const node = open(0, { triggerOn, watch: 'anyChange', ...acme });
				await node.activate();
				change(sandbox, 'old');
				await node.tick();
				removeAcme(sandbox);
				addAcme(sandbox);
				for (let polls = 0; polls < idlePolls; polls++) await node.tick();
				addAccount(sandbox, 'new');
				change(sandbox, 'new');
				for (let polls = 0; polls < 3; polls++) await node.tick();
				expect(node.errors).toEqual([]);
				expect(node.items.map(({ externalId }) => externalId)).toEqual(['old', 'new']);
			});

			it('costs one request while nothing happens', async () => {
				const [sandbox] = sandboxes;
				addAccount(sandbox, 'old');
				if (triggerOn === 'accountChurned') change(sandbox, 'old');
				const node = open(0, { triggerOn, watch: 'anyChange', ...acme });
				await node.activate();
				const before = sandbox.requests.length;
				await node.tick();
				expect(sandbox.requests).toHaveLength(before + 1);
			});

			it('is an error while there is none', async () => {
				const [sandbox] = sandboxes;
				addAccount(sandbox, 'old');
				const node = open(0, { triggerOn, watch: 'anyChange', ...acme });
				await node.activate();
				removeAcme(sandbox);
				createAccount(sandbox.state, { externalId: 'other', name: 'x' });
				change(sandbox, 'other');
				await node.tick();
				expect(node.errors).toMatchObject([
					{ message: expect.stringContaining('with the external ID "acme"') },
				]);
				expect(node.items).toEqual([]);
			});
		},
	);
});
