import { setTimeout as pause } from 'node:timers/promises';

import type { FaultKind } from '../../sandbox/faults.cts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { archive } from '../../sandbox/state/archive.cts';
import { createAccount, updateAccount } from '../../sandbox/state/accounts.cts';
import { builtPackages } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PolledNode, type PolledNodeOptions } from '../engine/poll.cts';

describe('Vitally Trigger', () => {
	let sandbox: Sandbox;
	let trigger = 0;
	const clock = { now: 0 };
	beforeAll(async () => {
		sandbox = await startSandbox({ now: () => clock.now });
	});
	beforeEach(() => {
		clock.now = Date.UTC(2026, 10, 20);
		sandbox.reset();
	});
	afterAll(async () => await sandbox.close());

	const open = (
		parameters: Record<string, unknown>,
		options: Partial<PolledNodeOptions> = {},
	): PolledNode =>
		new PolledNode({
			parameters,
			credentials: credentialsFor(sandbox),
			workflow: `workflow ${trigger++}`,
			...options,
		});

	const accounts = () => [...sandbox.state.accounts.all()];

	const touch = (count: number) => {
		const churned = accounts().filter(({ traits }) => !traits.churnedAt);
		for (const account of churned.slice(0, count)) {
			clock.now += 1;
			updateAccount(sandbox.state, account, { name: `${account.name} renewed` });
		}
	};

	/** Requests of a poll after the clock went on. */
	const costOf = async (poll: () => Promise<void>): Promise<number> => {
		clock.now += 300_000;
		const before = sandbox.requests.length;
		await poll();
		return sandbox.requests.length - before;
	};

	it('is a polling trigger without inputs', async () => {
		const { description } = (await builtPackages()).getByNameAndVersion(
			'n8n-nodes-vitally.vitallyTrigger',
			1,
		);
		expect(description).toMatchObject({ polling: true, group: ['trigger'], inputs: [] });
	});

	describe('what a poll costs', () => {
		it.each([0, 1, 99, 100, 101, 150])('%d changes: at most ceil(k / 100) + 1', async (changes) => {
			const node = open({ triggerOn: 'accountUpdated' });
			expect(await costOf(async () => await node.activate())).toBe(1);
			expect(sandbox.requests[0].query).toEqual({ limit: '1', sortBy: 'updatedAt' });
			touch(changes);
			const cost = await costOf(async () => await node.tick());
			expect(cost).toBeLessThanOrEqual(Math.ceil(changes / 100) + 1);
			expect(node.items).toHaveLength(changes);
			expect(node.executions).toHaveLength(changes ? 1 : 0);
			// Until the overlap is over, a burst is read once more.
			await costOf(async () => await node.tick());
			expect(await costOf(async () => await node.tick())).toBe(1);
			expect(sandbox.contractRefusals()).toEqual([]);
		});

		it('an idle poll of a list without timestamps is one request too', async () => {
			const node = open({ triggerOn: 'projectUpdated' });
			await node.activate();
			expect(await costOf(async () => await node.tick())).toBe(1);
			expect(node.executions).toEqual([]);
		});
	});

	describe('events', () => {
		it('come oldest first, simplified, with what was before', async () => {
			const [first, second] = accounts().filter(({ traits }) => !traits.churnedAt);
			sandbox.state.accounts.change(first, { healthScore: 8 });
			const options = { fieldsToWatch: ['healthScore', 'traits.plan'] };
			const node = open({ triggerOn: 'accountUpdated', options });
			await node.activate();
			await node.tick();
			expect(node.executions).toEqual([]);
			clock.now += 1000;
			updateAccount(sandbox.state, second, { name: 'Not watched' });
			clock.now += 1000;
			const updatedAt = sandbox.state.now();
			sandbox.state.accounts.change(first, { healthScore: 3, updatedAt });
			clock.now += 1000;
			updateAccount(sandbox.state, second, { traits: { plan: 'gold' } });
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
			const node = open({ triggerOn: 'accountUpdated', options: { simple: false } });
			await node.activate();
			touch(1);
			await node.tick();
			expect(node.items[0]).toHaveProperty('keyRoles');
			expect(node.items[0]).not.toHaveProperty('changedFields');
		});

		it('the newest records come at the first activation only if asked for', async () => {
			const options = { firstRun: 'newest', firstRunLimit: 3 };
			const node = open({ triggerOn: 'noteCreated', options });
			await node.activate();
			expect(node.items).toHaveLength(3);
			await node.restart();
			await node.tick();
			expect(node.items).toHaveLength(3);
		});

		it('churned accounts stay out unless they are included', async () => {
			const churned = accounts().filter(({ traits }) => traits.churnedAt)[0];
			const without = open({ triggerOn: 'accountUpdated' });
			const including = open({ triggerOn: 'accountUpdated', options: { includeChurned: true } });
			for (const node of [without, including]) await node.activate();
			clock.now += 1000;
			updateAccount(sandbox.state, churned, { name: 'Gone' });
			for (const node of [without, including]) await node.tick();
			expect(without.items).toEqual([]);
			expect(including.items).toMatchObject([{ name: 'Gone' }]);
		});

		it.each([true, false])('projects tell updates; updatedAt shown: %s', async (shown) => {
			sandbox.state.views.projectsShowUpdatedAt = shown;
			const node = open({ triggerOn: 'projectUpdated' });
			await node.activate();
			expect(node.warnings.length).toBe(shown ? 0 : 1);
			for (const project of [...sandbox.state.projects.all()].slice(3, 5)) {
				clock.now += 1000;
				const updatedAt = sandbox.state.now();
				sandbox.state.projects.change(project, { name: `At ${updatedAt}`, updatedAt });
			}
			// A day later `durationInDays` is another number, which is no change.
			clock.now += 86_400_000;
			for (let polls = 0; polls < 3; polls++) await node.tick();
			const names = node.items.map(({ name }) => name);
			expect(names).toHaveLength(2);
			expect(names).toEqual([...names].sort());
		});
	});

	describe('scope', () => {
		const withOrganization = () =>
			accounts().filter(({ organizationId, traits }) => organizationId && !traits.churnedAt)[0];
		const pick = (mode: string, value: unknown) => ({ __rl: true, mode, value });

		it('reads the nested list, and finds an external id once', async () => {
			const account = withOrganization();
			const organization = sandbox.state.organizations.get(account.organizationId ?? '');
			const node = open({
				triggerOn: 'accountUpdated',
				scope: 'organization',
				organizationId: pick('externalId', organization?.externalId),
			});
			await node.activate();
			clock.now += 1000;
			updateAccount(sandbox.state, account, { name: 'Inside' });
			const outside = accounts().find(({ organizationId }) => organizationId !== organization?.id);
			if (outside) updateAccount(sandbox.state, outside, { name: 'Outside' });
			// The sandbox lists churned accounts here; the service may not.
			const churned = { traits: { churnedAt: sandbox.state.now() }, name: 'Gone' };
			const organizationId = organization?.id;
			const gone = { ...churned, externalId: 'gone', organizationId };
			const left = createAccount(sandbox.state, gone, 'refuse');
			clock.now += 1;
			updateAccount(sandbox.state, left, { name: 'Gone' });
			updateAccount(sandbox.state, account, { name: 'Inside' });
			await node.tick();
			expect(node.items).toMatchObject([{ name: 'Inside' }]);
			expect(sandbox.requests.map(({ path }) => path)).toEqual([
				`/resources/organizations/${organization?.externalId}`,
				`/resources/organizations/${organization?.id}/accounts`,
				`/resources/organizations/${organization?.id}/accounts`,
			]);
			expect(sandbox.contractRefusals()).toEqual([]);
		});

		it('picks archived projects of an account from the list of all', async () => {
			const live = [...sandbox.state.projects.all()].filter(({ archivedAt }) => !archivedAt);
			const [mine, ...others] = live;
			const node = open({
				triggerOn: 'projectArchived',
				scope: 'account',
				accountId: pick('id', mine.accountId),
			});
			await node.activate();
			const other = others.find(({ accountId }) => accountId !== mine.accountId);
			for (const project of [mine, other]) {
				clock.now += 1000;
				if (project) archive(sandbox.state, sandbox.state.projects, project);
			}
			await node.tick();
			expect(node.items).toMatchObject([{ id: mine.id, archivedAt: expect.any(String) }]);
			expect(sandbox.contractRefusals()).toEqual([]);
		});

		it.each([
			[{ accountId: pick('id', '') }, "The field 'Account' is empty"],
			[{ accountId: pick('id', 'nobody') }, 'The account "nobody" was not found'],
			[
				{ accountId: pick('externalId', 'nobody') },
				'Vitally has no record with the external ID "nobody" for \'Account\'',
			],
		])('%j refuses the activation', async (parameters, message) => {
			const node = open({ triggerOn: 'noteCreated', scope: 'account', ...parameters });
			await expect(node.activate()).rejects.toMatchObject({ message });
		});
	});

	describe('faults', () => {
		it.each<FaultKind>([
			{ kind: 'status', status: 500 },
			{ kind: 'notJson' },
			{ kind: 'missingResults' },
			{ kind: 'emptyPageWithCursor' },
		])('%j on page 2 changes nothing, and the next poll has it all', async (fault) => {
			const node = open({ triggerOn: 'accountUpdated' });
			await node.activate();
			touch(205);
			const before = node.stored.at(-1);
			sandbox.faults.add({ ...fault, on: { nth: 2 }, times: 1 });
			await node.tick();
			expect(node.errors).toHaveLength(1);
			expect(node.executions).toEqual([]);
			expect(node.stored.at(-1)).toBe(before);
			await node.tick();
			expect(node.items).toHaveLength(205);
		});

		it('tell their cause, so that n8n knows when to come again', async () => {
			const node = open({ triggerOn: 'accountUpdated' });
			await node.activate();
			sandbox.faults.add({ kind: 'status', status: 500, times: 1 });
			await node.tick();
			expect(node.errors).toMatchObject([
				{ httpCode: '500', failure: { cause: 'temporarily-unavailable' } },
			]);
		});

		it('of the key refuse the activation as such', async () => {
			const credentials = { vitallyApi: { ...credentialsFor(sandbox).vitallyApi, apiKey: 'old' } };
			const node = open({ triggerOn: 'accountCreated' }, { credentials });
			await expect(node.activate()).rejects.toMatchObject({
				httpCode: '401',
				failure: { cause: 'credential-invalid' },
			});
		});

		it('a poll that has not ended keeps the next one away', async () => {
			const node = open({ triggerOn: 'accountUpdated' });
			await node.activate();
			touch(3);
			sandbox.faults.add({ kind: 'delay', ms: 200, times: 1 });
			const first = node.tick();
			await pause(50);
			await node.tick();
			expect(node.executions).toEqual([]);
			await first;
			expect(node.items).toHaveLength(3);
			expect(sandbox.requests).toHaveLength(2);
		});
	});

	describe('the time that n8n grants', () => {
		it('ends a poll early; the following ones read the rest, each change once', async () => {
			const node = open({ triggerOn: 'accountUpdated' }, { budgetMs: 0 });
			await node.activate();
			touch(205);
			await node.tick();
			expect(node.items).toHaveLength(200);
			await node.tick();
			expect(new Set(node.items.map(({ id }) => id)).size).toBe(205);
			expect(node.items).toHaveLength(205);
		});
	});

	describe('what n8n keeps', () => {
		it('durable cursors: what comes between activation and the first poll is not skipped', async () => {
			const node = open({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });
			await node.activate();
			expect(node.stored).toEqual(['{}']);
			clock.now += 1000;
			createAccount(sandbox.state, { externalId: 'new', name: 'New' }, 'refuse');
			await node.tick();
			expect(node.items).toMatchObject([{ name: 'New' }]);
			await node.tick();
			expect(node.items).toHaveLength(1);
		});

		it('durable cursors: events that n8n could not store come again', async () => {
			const node = open({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });
			await node.activate();
			clock.now += 1000;
			createAccount(sandbox.state, { externalId: 'new', name: 'New' }, 'refuse');
			node.losesNext = true;
			await node.tick();
			expect(node.executions).toEqual([]);
			await node.tick();
			expect(node.items).toMatchObject([{ name: 'New' }]);
		});

		it('default scheduler: a restart goes on from the last execution, without history', async () => {
			const node = open({ triggerOn: 'accountUpdated' });
			await node.activate();
			touch(1);
			await node.tick();
			await node.tick();
			await node.restart();
			touch(2);
			await node.tick();
			expect(node.items).toHaveLength(3);
		});

		it('an idle poll changes nothing', async () => {
			const node = open({ triggerOn: 'accountUpdated' }, { scheduler: 'durable' });
			await node.activate();
			for (let polls = 0; polls < 4; polls++) await node.tick();
			expect(node.stored).toHaveLength(2);
		});
	});
});
