import type { FaultKind } from '../../../sandbox/faults.cts';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { credentialsFor } from '../../engine/node.cts';
import type { PolledNode, Scheduler } from '../../engine/poll.cts';
import { seenError } from '../../errors/thrownError.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { inLog, NO_START, OTHER_LIST, UNREADABLE_STATE } from '../notices.cts';
import { ANY_CHANGE, countsOf, idsOf, TriggerFixtures } from './fixtures.cts';

const YEARS_AHEAD = Date.UTC(2100, 0);

/** The names of the accounts that a trigger has emitted. */
const namesOf = ({ items }: PolledNode) => items.map(({ name }) => name);

describe('the state of the Vitally Trigger', () => {
	const fixtures = new TriggerFixtures();

	it.each<Scheduler>(['default', 'durable'])(
		'stays unknown to the trigger in a copy of the workflow, which has the same ID: %s scheduler',
		async (scheduler) => {
			const options = { scheduler, nodeId: 'copied node' };
			const original = await fixtures.activate(ANY_CHANGE, options);

			fixtures.touch(3);
			const copy = await fixtures.activate(ANY_CHANGE, options);

			fixtures.touch(2);
			await original.tick();
			await copy.tick();
			const emitted = { byOriginal: original.items.length, byCopy: copy.items.length };

			expect(emitted).toEqual({ byOriginal: 3, byCopy: 2 });
		},
	);

	const list = "Vitally's list";
	const bare = { results: [{ id: 'x' }], next: null };

	it.each<[FaultKind, string]>([
		[{ kind: 'status', status: 500 }, 'Vitally could not process the request at the moment'],
		[{ kind: 'emptyPageWithCursor' }, `${list} returned an empty page before its end`],
		[{ kind: 'repeatCursor' }, `${list} returned the same page twice`],
		[
			{ kind: 'status', status: 200, body: bare },
			`${list} does not have the field 'updatedAt', which shows the trigger which records are new`,
		],
	])(
		'stays as it was after a fault on page 2, and the next poll has it all: %j',
		async (fault, message) => {
			const node = await fixtures.activate(ANY_CHANGE);

			fixtures.touch(205);
			const before = node.stored.at(-1);

			fixtures.sandbox.faults.add({ ...fault, on: { nth: 2 }, times: 1 });
			await node.tick();

			expect(node.errors.map(seenError)).toEqual([
				{
					class: 'NodeApiError',
					message,
					description: expect.any(String),
					failure: { cause: 'temporarily-unavailable' },
				},
			]);
			expect({ emitted: idsOf(node), isStateKept: node.stored.at(-1) === before }).toEqual({
				emitted: [],
				isStateKept: true,
			});

			await node.tick();

			expect(countsOf(node)).toEqual({ emitted: 205, distinct: 205 });
		},
	);

	it('stays unchanged by a poll that begins while another one runs', async () => {
		const node = await fixtures.activate(ANY_CHANGE);

		const changed = fixtures.touch(3);
		const held = fixtures.holdNext();
		const first = node.tick();

		await held.hasArrived;
		await node.tick();

		expect(idsOf(node)).toEqual([]);

		held.release();
		await first;

		expect(idsOf(node)).toEqual(changed);
		// That of the activation, and that of the first poll.
		expect({ requests: fixtures.sandbox.requests.length }).toEqual({ requests: 2 });
	});

	describe.each<Scheduler>(['default', 'durable'])(
		'a trigger that is published again, with the %s scheduler',
		(scheduler) => {
			const openPolled = async () => {
				const node = await fixtures.activate(ANY_CHANGE, { scheduler });

				fixtures.touch(3);
				await node.tick();

				return node;
			};

			const publishWithAnotherEvent = async (node: PolledNode) => {
				node.parameters = { triggerOn: 'accountCreated' };
				await node.activate();

				expect({ sortBy: fixtures.sandbox.requests.at(-1)?.query.sortBy }).toEqual({
					sortBy: 'createdAt',
				});
			};

			it('starts from now with another event', async () => {
				const node = await openPolled();

				fixtures.touch(2);
				await publishWithAnotherEvent(node);
				fixtures.createAccount('New');
				await node.tick();
				await node.tick();

				expect(namesOf(node).slice(3)).toEqual(['New']);
			});

			it('starts from now with another event while a poll is running', async () => {
				const node = await openPolled();

				fixtures.touch(2);
				const held = fixtures.holdNext();
				const poll = node.tick();

				await held.hasArrived;
				await publishWithAnotherEvent(node);
				fixtures.createAccount('New');
				held.release();
				await poll;
				await node.tick();
				await node.tick();

				expect(namesOf(node).slice(3)).toEqual(['New']);
			});
		},
	);

	it('lets the following polls read the rest, each change once, where the time that n8n grants ends one early', async () => {
		const node = await fixtures.activate(ANY_CHANGE, { budgetMs: 120_000 });

		fixtures.touch(205);
		fixtures.passWithEachRequest(60_000);
		await node.tick();
		const inFirstPoll = node.items.length;

		for (let polls = 0; polls < 3; polls++) await node.tick();

		expect({ inFirstPoll, ...countsOf(node) }).toEqual({
			inFirstPoll: 200,
			emitted: 205,
			distinct: 205,
		});
	});

	it('includes how far a poll came that ended early, because finding the organization took some of the time that n8n grants', async () => {
		const { state } = fixtures.sandbox;
		const [{ id, externalId }] = state.organizations.all();
		const scope = { scope: 'organization', organizationId: byExternalId(externalId) };
		const node = await fixtures.activate(
			{ triggerOn: 'accountCreated', ...scope },
			{ budgetMs: 200_000 },
		);

		for (let index = 0; index < 301; index++) {
			fixtures.clock.now += 1;
			createAccount(state, { externalId: `n${index}`, name: 'New', organizationId: id });
		}

		fixtures.passWithEachRequest(60_000);
		await node.tick();

		expect(node.errors).toEqual([]);
		expect(countsOf(node)).toEqual({ emitted: 200, distinct: 200 });
	});

	it('covers, with durable cursors, what happens between activation and the first poll', async () => {
		const node = await fixtures.activate({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });

		expect(node.stored).toEqual(['{}']);

		fixtures.createAccount('New');
		const another = fixtures.open({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });

		await another.activate();
		await node.tick();

		expect(namesOf(node)).toEqual(['New']);

		await node.tick();

		expect({ ofNode: namesOf(node), ofAnother: namesOf(another) }).toEqual({
			ofNode: ['New'],
			ofAnother: [],
		});
	});

	it('lets each poll look again where all records are ahead of the clock, and the log says so', async () => {
		const node = fixtures.open(ANY_CHANGE, { budgetMs: 120_000 });

		fixtures.passWithEachRequest(60_000);
		const updatedAt = new Date(YEARS_AHEAD).toISOString();
		const { accounts } = fixtures.sandbox.state;

		for (const account of fixtures.accounts) accounts.change(account, { updatedAt });
		await node.activate();
		await node.tick();

		expect(node.warnings).toEqual([inLog(NO_START), inLog(NO_START)]);
	});

	it('gives way to a start from now, with a warning, where it is broken', async () => {
		const node = await fixtures.activate(ANY_CHANGE);

		fixtures.touch(3);
		const { feed } = JSON.parse(node.stored.at(-1) ?? '') as { feed: string };
		const state = JSON.parse(feed) as object;
		const damaged = [
			{ ...state, v: 1 },
			{ ...state, lists: [] },
			{ ...state, lists: [{ floor: 1e20 }] },
			{ ...state, lists: [{ floor: 'soon' }] },
			{ ...state, watermark: YEARS_AHEAD },
			{ ...state, lists: [{ floor: YEARS_AHEAD }], watermark: YEARS_AHEAD },
			{ ...state, seen: null },
			{ ...state, lists: [{ floor: 0, backlog: null, snapshot: {} }, null] },
		].map((broken) => JSON.stringify(broken));

		for (const text of [...damaged, feed.slice(0, 40), 'null']) {
			await node.restart(JSON.stringify({ feed: text }));
			await node.tick();
		}

		expect(node.errors).toEqual([]);
		expect(idsOf(node)).toEqual([]);
		expect(node.warnings).toEqual(Array<unknown>(10).fill(inLog(UNREADABLE_STATE)));

		const changed = fixtures.touch(1);

		await node.tick();

		expect(idsOf(node)).toEqual(changed);
	});

	it('gives way to a start from now where the address of the credential changes', async () => {
		const credentials = credentialsFor(fixtures.sandbox);
		const node = await fixtures.activate({ triggerOn: 'accountCreated' }, { credentials });

		fixtures.createAccount('Before');
		const { url, apiKey } = fixtures.sandbox;

		credentials.vitallyApi.baseUrl = url.replace('127.0.0.1', 'localhost');
		await node.tick();

		expect(node.warnings).toEqual([inLog(OTHER_LIST)]);

		fixtures.createAccount('New');
		await node.tick();

		expect(namesOf(node)).toEqual(['New']);

		for (const secret of [apiKey, url, Buffer.from(`${apiKey}:`).toString('base64')]) {
			expect(node.stored.join()).not.toContain(secret);
		}
	});

	describe('several polls that durable cursors let n8n run from one state', () => {
		/** A trigger that has continued a stored state, with three changes since, and that state. */
		const openPolled = async () => {
			const node = await fixtures.activate(ANY_CHANGE, { scheduler: 'durable' });

			fixtures.touch(1);
			await node.tick();
			fixtures.touch(3);

			return { node, before: node.stored.at(-1) };
		};

		it.each([
			{ events: 'the same events', later: 0 },
			{ events: 'a later event too', later: 2 },
		])(
			'leave the state of the first one to end with events, where another one has $events',
			async ({ later }) => {
				const { node } = await openPolled();
				const held = fixtures.holdNext();
				const first = node.tick();

				await held.hasArrived;
				fixtures.touch(later);
				await node.tick();
				held.release();
				await first;

				const whenBothEnded = node.items.length;

				await node.tick();

				expect({ whenBothEnded, afterNextPoll: node.items.length }).toEqual({
					whenBothEnded: 4,
					afterNextPoll: 4,
				});
				expect(node.errors).toEqual([]);
			},
		);

		it('continue one after the other where the second one begins after the end of the first', async () => {
			const { node, before } = await openPolled();

			await node.tick();
			await node.tick(before);
			const whenBothEnded = node.items.length;

			fixtures.touch(1);
			await node.tick();

			expect({ whenBothEnded, afterOneChange: node.items.length }).toEqual({
				whenBothEnded: 4,
				afterOneChange: 5,
			});
		});

		it('emit again the events that n8n could not store, after the time that storing takes', async () => {
			const { node } = await openPolled();

			fixtures.passWithEachRequest(30_000);
			node.losesNext = true;
			await node.tick();
			await node.tick();
			const whileN8nMayStore = node.items.length;

			await node.tick();

			expect({ whileN8nMayStore, later: node.items.length }).toEqual({
				whileN8nMayStore: 1,
				later: 4,
			});
		});
	});

	it.each<Scheduler>(['default', 'durable'])(
		'survives a new name of the node, with the %s scheduler',
		async (scheduler) => {
			const node = await fixtures.activate(ANY_CHANGE, { scheduler });

			const before = fixtures.touch(1);

			await node.tick();
			const after = fixtures.touch(3);

			await node.rename('Changed accounts');
			await node.tick();

			expect(idsOf(node)).toEqual([...before, ...after]);
			expect(node.warnings).toEqual([]);
		},
	);

	it('gets lost, without events, where n8n has stored none since the start of the process', async () => {
		const node = await fixtures.activate(ANY_CHANGE);

		fixtures.touch(3);
		await node.restart('{}');
		await node.tick();

		expect(idsOf(node)).toEqual([]);
	});

	it('stays unchanged by an idle poll', async () => {
		const node = await fixtures.activate(ANY_CHANGE, { scheduler: 'durable' });

		for (let polls = 0; polls < 4; polls++) await node.tick();

		expect({ writes: node.stored.length - 1 }).toEqual({ writes: 1 });
	});
});
