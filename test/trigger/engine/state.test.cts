import type { FaultKind } from '../../../sandbox/faults.cts';
import { createAccount } from '../../../sandbox/state/accounts.cts';
import { credentialsFor } from '../../engine/node.cts';
import type { PolledNode, Scheduler } from '../../engine/poll.cts';
import { seenError } from '../../errors/thrownError.cts';
import { byExternalId } from '../../fixtures/locators.cts';
import { pick } from '../../fixtures/pick.cts';
import { inLog, NO_START, OTHER_LIST, UNREADABLE_STATE } from '../notices.cts';
import { ANY_CHANGE, countsOf, errorsOf, namesOf, TriggerFixtures } from './fixtures.cts';

const YEARS_AHEAD = Date.UTC(2100, 0);

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

			expect({
				eventsOfOriginal: original.items.length,
				eventsOfCopy: copy.items.length,
			}).toEqual({ eventsOfOriginal: 3, eventsOfCopy: 2 });
		},
	);

	it.each<{ happening: string; goOn: (node: PolledNode) => Promise<void> }>([
		{ happening: 'a restart of n8n', goOn: async (node) => await node.restart() },
		{ happening: 'another publication', goOn: async (node) => await node.update() },
	])(
		'knows the values of watched fields after $happening, also where no event came before: an edit of another field is none',
		async ({ goOn }) => {
			const node = await fixtures.activate({ triggerOn: 'accountUpdated' });

			await node.tick();
			fixtures.touch(200);
			await node.tick();
			await goOn(node);

			expect(errorsOf(node)).toEqual([]);
			expect(pick(node.items, 'name', 'changes')).toEqual([]);
		},
	);

	const list = "Vitally's list";
	const bare = { results: [{ id: 'x' }], next: null };

	describe.each<{ name: string; fault: FaultKind; message: string }>([
		{
			name: 'of HTTP 500',
			fault: { kind: 'status', status: 500 },
			message: 'Vitally could not process the request at the moment',
		},
		{
			name: 'of an empty page',
			fault: { kind: 'emptyPageWithCursor' },
			message: `${list} returned an empty page before its end`,
		},
		{
			name: 'of a page that comes twice',
			fault: { kind: 'repeatCursor' },
			message: `${list} returned the same page twice`,
		},
		{
			name: 'of records without a time',
			fault: { kind: 'status', status: 200, body: bare },
			message: `${list} does not have the field 'updatedAt', which shows the trigger which records are new`,
		},
	])('a poll that fails on its second page because $name', ({ fault, message }) => {
		const pollWithFault = async () => {
			const node = await fixtures.activate(ANY_CHANGE);

			fixtures.touch(205);
			const before = node.stored.at(-1);

			fixtures.sandbox.faults.add({ ...fault, on: { nth: 2 }, times: 1 });
			await node.tick();

			return { node, before };
		};

		it('ends in an error, after which n8n polls again', async () => {
			const { node } = await pollWithFault();

			expect(node.errors.map(seenError)).toEqual([
				{
					class: 'NodeApiError',
					message,
					description: expect.any(String),
					failure: { cause: 'temporarily-unavailable' },
				},
			]);
		});

		it('emits nothing, and leaves the state as it was', async () => {
			const { node, before } = await pollWithFault();

			expect({ emitted: namesOf(node), isStateKept: node.stored.at(-1) === before }).toEqual({
				emitted: [],
				isStateKept: true,
			});
		});

		it('leaves all changes to the next poll, which emits each once', async () => {
			const { node } = await pollWithFault();

			await node.tick();

			expect(countsOf(node)).toEqual({ emitted: 205, distinct: 205 });
		});
	});

	it('stays unchanged by a poll that begins while another one runs', async () => {
		const node = await fixtures.activate(ANY_CHANGE);

		const changed = fixtures.touch(3);
		const held = fixtures.holdNext();
		const first = node.tick();

		await Promise.race([held.hasArrived, first]);
		await node.tick();

		expect({ emitted: namesOf(node) }).toEqual({ emitted: [] });

		held.release();
		await first;

		expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
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

				expect({ emitted: namesOf(node).slice(3) }).toEqual({ emitted: ['New'] });
			});

			it('starts from now with another event while a poll is running', async () => {
				const node = await openPolled();

				fixtures.touch(2);
				const held = fixtures.holdNext();
				const poll = node.tick();

				await Promise.race([held.hasArrived, poll]);
				await publishWithAnotherEvent(node);
				fixtures.createAccount('New');
				held.release();
				await poll;
				await node.tick();
				await node.tick();

				expect({ emitted: namesOf(node).slice(3) }).toEqual({ emitted: ['New'] });
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

		expect({ errors: errorsOf(node), ...countsOf(node) }).toEqual({
			errors: [],
			emitted: 200,
			distinct: 200,
		});
	});

	it('covers, with durable cursors, what happens between activation and the first poll', async () => {
		const node = await fixtures.activate({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });

		expect(node.stored).toEqual(['{}']);

		fixtures.createAccount('New');
		const another = fixtures.open({ triggerOn: 'accountCreated' }, { scheduler: 'durable' });

		await another.activate();
		await node.tick();

		expect({ emitted: namesOf(node) }).toEqual({ emitted: ['New'] });

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

		expect({ warnings: node.warnings }).toEqual({ warnings: [inLog(NO_START), inLog(NO_START)] });
	});

	/** A state as n8n stores it, with these parts in place of its own. */
	const damagedBy = (parts: object) => (feed: string) =>
		JSON.stringify({ ...(JSON.parse(feed) as object), ...parts });

	describe.each<{ damage: string; shown: (feed: string) => string }>([
		{ damage: 'is of an earlier version', shown: damagedBy({ v: 1 }) },
		{ damage: 'has no list', shown: damagedBy({ lists: [] }) },
		{ damage: 'has a list that begins far ahead', shown: damagedBy({ lists: [{ floor: 1e20 }] }) },
		{
			damage: 'has a list that begins at a word',
			shown: damagedBy({ lists: [{ floor: 'soon' }] }),
		},
		{ damage: 'knows a time years ahead', shown: damagedBy({ watermark: YEARS_AHEAD }) },
		{
			damage: 'knows a time years ahead, where its list begins',
			shown: damagedBy({ lists: [{ floor: YEARS_AHEAD }], watermark: YEARS_AHEAD }),
		},
		{ damage: 'has not the records that were read', shown: damagedBy({ seen: null }) },
		{
			damage: 'has a list too many, which is null',
			shown: damagedBy({ lists: [{ floor: 0, backlog: null, snapshot: {} }, null] }),
		},
		{ damage: 'is cut off', shown: (feed) => feed.slice(0, 40) },
		{ damage: 'is null', shown: () => 'null' },
	])('a stored state that $damage', ({ shown }) => {
		/** A trigger that n8n starts with this state, after three changes. */
		const restartDamaged = async () => {
			const node = await fixtures.activate(ANY_CHANGE);

			fixtures.touch(3);
			const { feed } = JSON.parse(node.stored.at(-1) ?? '') as { feed: string };

			await node.restart(JSON.stringify({ feed: shown(feed) }));
			await node.tick();

			return node;
		};

		it('gives way to a start from now, as the log says', async () => {
			const { warnings, errors } = await restartDamaged();

			expect({ warnings, errors }).toEqual({ warnings: [inLog(UNREADABLE_STATE)], errors: [] });
		});

		it('causes no event of a change before the start', async () => {
			expect({ emitted: namesOf(await restartDamaged()) }).toEqual({ emitted: [] });
		});

		it('causes an event of each change after the start', async () => {
			const node = await restartDamaged();
			const changed = fixtures.touch(1);

			await node.tick();

			expect({ emitted: namesOf(node) }).toEqual({ emitted: changed });
		});
	});

	it('gives way to a start from now where the address of the credential changes', async () => {
		const credentials = credentialsFor(fixtures.sandbox);
		const node = await fixtures.activate({ triggerOn: 'accountCreated' }, { credentials });

		fixtures.createAccount('Before');
		const { url, apiKey } = fixtures.sandbox;

		credentials.vitallyApi.baseUrl = url.replace('127.0.0.1', 'localhost');
		await node.tick();

		expect({ warnings: node.warnings }).toEqual({ warnings: [inLog(OTHER_LIST)] });

		fixtures.createAccount('New');
		await node.tick();

		expect({ emitted: namesOf(node) }).toEqual({ emitted: ['New'] });

		const states = node.stored.join();
		const secrets = { apiKey, url, header: Buffer.from(`${apiKey}:`).toString('base64') };
		const stored = Object.entries(secrets).filter(([, secret]) => states.includes(secret));

		expect({ storedSecrets: stored.map(([name]) => name) }).toEqual({ storedSecrets: [] });
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

				await Promise.race([held.hasArrived, first]);
				fixtures.touch(later);
				await node.tick();
				held.release();
				await first;

				const eventsWhenBothEnded = node.items.length;

				await node.tick();

				expect({
					errors: errorsOf(node),
					eventsWhenBothEnded,
					eventsAfterNextPoll: node.items.length,
				}).toEqual({ errors: [], eventsWhenBothEnded: 4, eventsAfterNextPoll: 4 });
			},
		);

		it('continue one after the other where the second one begins after the end of the first', async () => {
			const { node, before } = await openPolled();

			await node.tick();
			await node.tick(before);
			const eventsWhenBothEnded = node.items.length;

			fixtures.touch(1);
			await node.tick();

			expect({ eventsWhenBothEnded, eventsAfterOneChange: node.items.length }).toEqual({
				eventsWhenBothEnded: 4,
				eventsAfterOneChange: 5,
			});
		});

		it('emit again the events that n8n could not store, after the time that storing takes', async () => {
			const { node } = await openPolled();

			fixtures.passWithEachRequest(30_000);
			node.losesNext = true;
			await node.tick();
			await node.tick();
			const eventsWhileN8nMayStore = node.items.length;

			await node.tick();

			expect({ eventsWhileN8nMayStore, eventsLater: node.items.length }).toEqual({
				eventsWhileN8nMayStore: 1,
				eventsLater: 4,
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

			expect({ emitted: namesOf(node) }).toEqual({ emitted: [...before, ...after] });
			expect({ warnings: node.warnings }).toEqual({ warnings: [] });
		},
	);

	it('gets lost, without events, where n8n has stored none since the start of the process', async () => {
		const node = await fixtures.activate(ANY_CHANGE);

		fixtures.touch(3);
		await node.restart('{}');
		await node.tick();

		expect({ emitted: namesOf(node) }).toEqual({ emitted: [] });
	});

	it('stays unchanged by an idle poll', async () => {
		const node = await fixtures.activate(ANY_CHANGE, { scheduler: 'durable' });

		for (let polls = 0; polls < 4; polls++) await node.tick();

		expect({ writes: node.stored.length - 1 }).toEqual({ writes: 1 });
	});
});
