import type { FaultKind } from '../../../sandbox/faults.cts';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { credentialsFor } from '../../engine/node.cts';
import type { Scheduler } from '../../engine/poll.cts';
import { TriggerFixtures } from './fixtures.cts';

describe('what the Vitally Trigger remembers', () => {
	const fixtures = TriggerFixtures.forEachTest();

	describe('faults', () => {
		it.each<FaultKind>([
			{ kind: 'status', status: 500 },
			{ kind: 'notJson' },
			{ kind: 'missingResults' },
			{ kind: 'emptyPageWithCursor' },
			{ kind: 'repeatCursor' },
		])('%j on page 2 changes nothing, and the next poll has it all', async (fault) => {
			const node = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			await node.activate();
			fixtures.touch(205);
			const before = node.stored.at(-1);
			fixtures.sandbox.faults.add({ ...fault, on: { nth: 2 }, times: 1 });
			await node.tick();
			expect(node.errors).toHaveLength(1);
			expect(node.executions).toEqual([]);
			expect(node.stored.at(-1)).toBe(before);
			await node.tick();
			expect(node.items).toHaveLength(205);
		});

		it('an answer without timestamps is an error, and the next poll has it all', async () => {
			const node = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			await node.activate();
			fixtures.touch(2);
			const before = await node.state();
			const bare = fixtures.activeAccounts.map(({ id, name }) => ({ id, name }));
			const body = { results: bare.slice(0, 100), next: null };
			fixtures.sandbox.faults.add({ kind: 'status', status: 200, body, times: 1 });
			await node.tick();
			expect(node.errors).toMatchObject([
				{
					message: expect.stringContaining('without the updatedAt'),
					failure: { cause: 'temporarily-unavailable' },
				},
			]);
			expect(await node.state()).toBe(before);
			await node.tick();
			expect(node.items).toHaveLength(2);
		});

		it('of the key prevent the activation as such', async () => {
			const credentials = {
				vitallyApi: { ...credentialsFor(fixtures.sandbox).vitallyApi, apiKey: 'old' },
			};
			const node = fixtures.open({ triggerOn: 'accountCreated' }, { credentials });
			await expect(node.activate()).rejects.toMatchObject({
				httpCode: '401',
				failure: { cause: 'credential-invalid' },
			});
		});

		it('a poll that has not ended keeps the next one away', async () => {
			const node = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			await node.activate();
			fixtures.touch(3);
			const held = fixtures.holdNext();
			const first = node.tick();
			await held.hasArrived;
			await node.tick();
			expect(node.executions).toEqual([]);
			held.release();
			await first;
			expect(node.items).toHaveLength(3);
			expect(fixtures.sandbox.requests).toHaveLength(2);
		});
	});

	describe.each<Scheduler>(['default', 'durable'])('published again, %s scheduler', (scheduler) => {
		const openPolled = async () => {
			const changes = { triggerOn: 'accountUpdated', watch: 'anyChange' };
			const node = fixtures.open(changes, { scheduler });
			await node.activate();
			fixtures.touch(3);
			await node.tick();
			return node;
		};

		it.each([false, true])('with another event, a poll running: %s', async (isPolling) => {
			const node = await openPolled();
			fixtures.touch(2);
			const held = isPolling ? fixtures.holdNext() : undefined;
			const poll = isPolling ? node.tick() : undefined;
			await held?.hasArrived;
			node.parameters = { triggerOn: 'accountCreated' };
			await node.activate();
			expect(fixtures.sandbox.requests.at(-1)?.query).toMatchObject({ sortBy: 'createdAt' });
			fixtures.clock.now += 1000;
			createAccount(fixtures.sandbox.state, { externalId: 'new', name: 'New' }, 'reject');
			held?.release();
			await poll;
			await node.tick();
			await node.tick();
			expect(node.items.slice(3)).toMatchObject([{ name: 'New' }]);
		});

		it('with a field that no record has is an error, also while a poll runs', async () => {
			const node = await openPolled();
			const held = fixtures.holdNext();
			const poll = node.tick();
			await held.hasArrived;
			node.parameters = { ...node.parameters, watch: 'fields', fieldsToWatch: ['helthScore'] };
			await expect(node.activate()).rejects.toMatchObject({
				message: expect.stringContaining("'helthScore'"),
			});
			held.release();
			await poll;
		});
	});

	describe('the time that n8n grants', () => {
		it('ends a poll early; the following ones read the rest, each change once', async () => {
			const node = fixtures.open(
				{ triggerOn: 'accountUpdated', watch: 'anyChange' },
				{ budgetMs: 120_000 },
			);
			await node.activate();
			fixtures.touch(205);
			fixtures.passWithEachRequest(60_000);
			await node.tick();
			expect(node.items).toHaveLength(200);
			await node.tick();
			expect(new Set(node.items.map(({ id }) => id)).size).toBe(205);
			expect(node.items).toHaveLength(205);
		});
	});

	describe('what n8n keeps', () => {
		it('durable cursors: what comes between activation and the first poll is not skipped', async () => {
			const node = fixtures.open({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });
			await node.activate();
			expect(node.stored).toEqual(['{}']);
			fixtures.clock.now += 1000;
			createAccount(fixtures.sandbox.state, { externalId: 'new', name: 'New' }, 'reject');
			await node.tick();
			expect(node.items).toMatchObject([{ name: 'New' }]);
			await node.tick();
			expect(node.items).toHaveLength(1);
		});

		it('durable cursors: activated again before the first poll, it skips nothing', async () => {
			const node = fixtures.open(
				{ triggerOn: 'accountUpdated', watch: 'anyChange' },
				{ scheduler: 'durable' },
			);
			await node.activate();
			fixtures.touch(30);
			await node.activate();
			expect(node.items).toHaveLength(30);
			await node.tick();
			expect(node.items).toHaveLength(30);
		});

		it('a state that is broken starts from now, with a warning', async () => {
			const node = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			await node.activate();
			fixtures.touch(3);
			const { feed } = JSON.parse(node.stored.at(-1) ?? '') as { feed: string };
			const state = JSON.parse(feed) as object;
			const damaged = [
				{ ...state, v: 1 },
				{ ...state, seen: null },
				{ ...state, lists: [{ floor: 0, backlog: null, snapshot: {} }, null] },
			].map((broken) => JSON.stringify(broken));
			for (const text of [...damaged, feed.slice(0, 40), 'null']) {
				await node.restart(JSON.stringify({ feed: text }));
				await node.tick();
			}
			expect(node.errors).toEqual([]);
			expect(node.items).toEqual([]);
			expect(node.warnings).toEqual(
				Array<unknown>(5).fill(expect.stringContaining('not readable: starting from now')),
			);
			fixtures.touch(1);
			await node.tick();
			expect(node.items).toHaveLength(1);
		});

		it('durable cursors: events that n8n could not store come again', async () => {
			const node = fixtures.open({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });
			await node.activate();
			fixtures.clock.now += 1000;
			createAccount(fixtures.sandbox.state, { externalId: 'new', name: 'New' }, 'reject');
			node.losesNext = true;
			await node.tick();
			expect(node.executions).toEqual([]);
			await node.tick();
			expect(node.items).toMatchObject([{ name: 'New' }]);
		});

		it('default scheduler: a restart continues from the last execution, without history', async () => {
			const node = fixtures.open({ triggerOn: 'accountUpdated', watch: 'anyChange' });
			await node.activate();
			fixtures.touch(1);
			await node.tick();
			await node.tick();
			await node.restart();
			fixtures.touch(2);
			await node.tick();
			expect(node.items).toHaveLength(3);
		});

		it('an idle poll changes nothing', async () => {
			const node = fixtures.open(
				{ triggerOn: 'accountUpdated', watch: 'anyChange' },
				{ scheduler: 'durable' },
			);
			await node.activate();
			for (let polls = 0; polls < 4; polls++) await node.tick();
			expect(node.stored).toHaveLength(2);
		});
	});
});
