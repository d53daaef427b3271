import type { RequestListener } from 'node:http';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { MAX_RUNNING } from '../../nodes/Vitally/execution/concurrency';
import { MAX_IN_FLIGHT } from '../../nodes/Vitally/transport/limits/requestQueue';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { CredentialValues } from '../engine/credentials.cts';
import { runWorkflow } from '../engine/engine.cts';
import { withExpressions } from '../engine/entryPoints.cts';
import {
	EXPRESSION_ENGINES,
	onResolvedExpression,
	useExpressionEngine,
} from '../engine/expressionEngine.cts';
import { firstJsonOf, jsonOf } from '../engine/itemLines.cts';
import { withServer } from '../engine/listen.cts';
import { BlockMeter } from '../engine/longestBlock.cts';
import { credentialsFor, NODE, nodeWorkflow, runNode, type NodeRun } from '../engine/node.cts';
import { atMost, lessThan, moreThan } from '../fixtures/bounds.cts';
import { addConversation } from '../fixtures/conversations.cts';
import { byEmail, byExternalId, byId } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { inNewSandbox, sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { USER_SEARCH, withUsers } from '../fixtures/users.cts';
import { HOSTILE_IDS, NO_IDS } from '../transport/hostileIds.cts';

/** What every item of every operation relies on: pairing, order, the concurrency limit, errors, the key. */
describe('a run of items', () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 20 }, limits: { budget: 1_000_000 } });

	afterEach(() => jest.restoreAllMocks());

	/** @param credential replaces fields of the credential */
	const run = async (node: NodeRun, credential: CredentialValues[string] = {}) => {
		const { vitallyApi } = credentialsFor(sandbox());

		return await runNode(node, { credentials: { vitallyApi: { ...vitallyApi, ...credential } } });
	};

	const getAccount = { resource: 'account', operation: 'get', accountId: byId('={{ $json.id }}') };
	const ids = () => [...sandbox().state.accounts.all()].map(({ id }) => id);
	const pairs = (items: INodeExecutionData[]) =>
		items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

	it('stops at an item with an error, names it, and sends nothing after it', async () => {
		const [id] = ids();
		const items = Array.from({ length: 100 }, (_, index) => ({ id: index === 7 ? 'nobody' : id }));

		const outcome = await run({ parameters: getAccount, items });

		expect(outcome.error?.message).toBe('The account "nobody" was not found [item 7]');
		expect({ itemIndex: outcome.error?.context.itemIndex }).toEqual({ itemIndex: 7 });
		expect({ requests: sandbox().requests.length }).toEqual({ requests: lessThan(50) });
	});

	it('ends in the error of its first item that fails, though a later one failed before that', async () => {
		const isSlow = ({ path }: { path: string }) => path.endsWith('slow');

		sandbox().faults.add({ kind: 'delay', ms: 100, on: { matches: isSlow } });

		const outcome = await run({
			parameters: getAccount,
			items: [{ id: 'slow' }, { id: 'quick' }],
		});

		expect(outcome.error?.message).toBe('The account "slow" was not found [item 0]');
	});

	it('writes nothing after an error, also where other items have begun to read', async () => {
		const [id] = ids();

		addNote(sandbox(), 'n-1', { accountId: id, tags: ['kept'] });
		const note = { resource: 'note', operation: 'update', noteId: byId('={{ $json.id }}') };
		const isSlow = ({ path }: { path: string }) => path.endsWith('n-1');

		sandbox().faults.add({ kind: 'delay', ms: 100, on: { method: 'GET', matches: isSlow } });

		const outcome = await run({
			parameters: { ...note, updateFields: { subject: 'New' } },
			items: [{ id: 'n-1' }, { id: 'nobody' }],
		});

		expect(linesOfRequests(sandbox())).toEqual([
			'GET /resources/notes/n-1',
			'GET /resources/notes/nobody',
		]);
		expect(outcome.error?.message).toBe('The note "nobody" was not found [item 1]');
	});

	it('completes an item that has begun to write when another one ends the run', async () => {
		const { faults } = sandbox();
		const isOf = (id: string) => (request: { body?: { externalId?: string } }) =>
			request.body?.externalId === id;

		faults.add({ kind: 'resetAfter', on: { method: 'POST', matches: isOf('lost') }, times: 1 });
		faults.add({ kind: 'status', status: 422, on: { method: 'POST', matches: isOf('bad') } });
		const create = { resource: 'account', operation: 'create', name: 'New' };
		const timers = jest.spyOn(globalThis, 'setTimeout');

		const outcome = await run({
			parameters: { ...create, externalId: '={{ $json.id }}' },
			items: [{ id: 'lost' }, { id: 'bad' }],
		});

		expect(outcome.error?.message).toBe('Vitally rejected the request [item 1]');
		// The service may still be at work.
		expect({ waitsASecond: timers.mock.calls.some(([, ms]) => ms === 1000) }).toEqual({
			waitsASecond: true,
		});

		const { method, path } = sandbox().requests.at(-1) ?? {};

		expect({ lastRequest: `${method} ${path}` }).toEqual({
			lastRequest: 'GET /resources/accounts/lost',
		});
	});

	it('sends the second attempt of an item that has written and read when another one ends the run', async () => {
		const { faults } = sandbox();
		const isOf = (id: string) => (request: { body?: { externalId?: string } }) =>
			request.body?.externalId === id;

		faults.add({ kind: 'resetBefore', on: { method: 'POST', matches: isOf('lost') }, times: 1 });
		faults.add({ kind: 'status', status: 422, on: { method: 'POST', matches: isOf('bad') } });
		const outcome = await run({
			parameters: {
				resource: 'account',
				operation: 'create',
				name: 'New',
				externalId: '={{ $json.id }}',
			},
			items: [{ id: 'lost' }, { id: 'bad' }],
		});
		const ofLost = sandbox().requests.filter(
			({ path, body }) =>
				path.endsWith('/lost') || (body as IDataObject | undefined)?.externalId === 'lost',
		);

		expect({ requestsForLost: ofLost.map(({ method }) => method) }).toEqual({
			requestsForLost: ['POST', 'GET', 'POST'],
		});
		expect(outcome.error?.message).toBe('Vitally rejected the request [item 1]');
	});

	it.each(['id', 'externalId'] as const)(
		'writes a record by its %s in the order of the items, also when an attempt is reset',
		async (by) => {
			const [account] = sandbox().state.accounts.all();

			sandbox().faults.add({ kind: 'resetBefore', times: 1 });
			const names = ['One', 'Two', 'Three', 'Four'];
			const update = { ...getAccount, operation: 'update' };

			const outcome = await run({
				parameters: { ...update, updateFields: { name: '={{ $json.name }}' } },
				items: names.map((name) => ({ id: account[by], name })),
			});

			expect({ error: outcome.error?.message }).toEqual({ error: undefined });

			const written = sandbox().requests.filter(({ status }) => status !== null);

			expect(written.map(({ body }) => body)).toEqual(names.map((name) => ({ name })));
		},
	);

	it('sends messages once, which the service cannot distinguish from new ones', async () => {
		addConversation(sandbox(), 'c-1');
		sandbox().faults.add({ kind: 'resetAfter', on: { method: 'PUT' }, times: 1 });
		const messages = [{ message: 'Hello', from: { type: 'user', id: 'u1' }, to: [] }];
		const update = { resource: 'conversation', operation: 'update', conversationId: byId('c-1') };

		const { error } = await run({
			parameters: { ...update, messagesMode: 'json', messagesJson: JSON.stringify(messages) },
		});

		expect(
			sandbox()
				.state.conversations.get('c-1')
				?.messages.map(({ message }) => message),
		).toEqual(['Hello']);
		expect(error?.message).toBe('The connection to Vitally was lost before it responded [item 0]');
		expect(error?.description ?? '').toMatch(/^The change may have been saved\./);
	});

	it.each([
		{
			name: 'looks up again for a later item what ended in an error for an earlier one',
			status: 400,
			last: 'finds the record',
			requestCount: 2,
		},
		{
			name: 'looks up once what several items name and Vitally does not have',
			status: 404,
			last: 'fails',
			requestCount: 1,
		},
	])('$name', async (row) => {
		sandbox().faults.add({ kind: 'status', status: row.status, times: 1 });
		const [{ externalId }] = sandbox().state.accounts.all();
		const task = { resource: 'task', operation: 'create', name: 'Call', options: { dryRun: true } };

		const outcome = await run({
			parameters: { ...task, accountId: byExternalId(String(externalId)) },
			items: Array.from({ length: MAX_RUNNING + 4 }, (_, index) => ({ index })),
			onError: 'continueRegularOutput',
		});
		const ends = outcome
			.items(NODE)
			.map(({ json }) => ('error' in json ? 'fails' : 'finds the record'));

		// How many items wait for the first look-up depends on when its response comes.
		expect({
			firstItem: ends[0],
			lastItem: ends.at(-1),
			requests: sandbox().requests.length,
		}).toEqual({ firstItem: 'fails', lastItem: row.last, requests: row.requestCount });
	});

	it('looks up once an email address that its items write in other letters', async () => {
		withUsers('u1')(sandbox());
		sandbox().requests.length = 0;
		const userId = byEmail('={{ $json.email }}');

		const outcome = await run({
			parameters: { resource: 'user', operation: 'get', userId },
			items: [{ email: 'u1@customer.example' }, { email: 'U1@Customer.example' }],
		});

		expect(jsonOf(outcome).map((json) => json.externalId)).toEqual(['u1', 'u1']);

		const searches = sandbox().requests.filter(({ path }) => path === USER_SEARCH);

		expect(searches.map(({ query }) => query)).toEqual([{ email: 'u1@customer.example' }]);
	});

	it.each([
		{ onError: 'continueRegularOutput', ofResults: [0, 1, 2, 3], ofErrors: [] },
		{ onError: 'continueErrorOutput', ofResults: [0, 3], ofErrors: [1, 2] },
	] as const)('keeps results and errors paired: $onError', async (row) => {
		const { onError, ofResults, ofErrors } = row;
		const [first, second] = ids();
		const items = [{ id: first }, { id: '' }, { id: 'nobody' }, { id: second }];

		const outcome = await run({ parameters: getAccount, items, onError });
		const outputs = [outcome.items(NODE, 0), outcome.items(NODE, 1)];

		expect({ status: outcome.status }).toEqual({ status: 'success' });
		expect({ ofResults: pairs(outputs[0]), ofErrors: pairs(outputs[1]) }).toEqual({
			ofResults,
			ofErrors,
		});

		const all = outputs.flat().sort((a, b) => pairs([a])[0] - pairs([b])[0]);

		expect(all.map(({ json }) => json.error ?? json.id)).toEqual([
			first,
			"The field 'Account' is empty [item 1]",
			'The account "nobody" was not found [item 2]',
			second,
		]);
	});

	it('pairs every record of a list with the item that asked for it', async () => {
		const outcome = await run({
			parameters: { resource: 'account', operation: 'getAll', limit: '={{ $json.limit }}' },
			items: [{ limit: 3 }, { limit: 1 }, { limit: 2 }],
		});

		const recordsOf = (item: number) =>
			pairs(outcome.items(NODE)).filter((pairedItem) => pairedItem === item).length;

		expect({
			recordsOfFirst: recordsOf(0),
			recordsOfSecond: recordsOf(1),
			recordsOfThird: recordsOf(2),
		}).toEqual({ recordsOfFirst: 3, recordsOfSecond: 1, recordsOfThird: 2 });
	});

	it('never lets an id reach another path, whatever it contains', async () => {
		const items = HOSTILE_IDS.map((id) => ({ id }) as IDataObject);

		const outcome = await run({
			parameters: { ...getAccount, operation: 'getHealthScores' },
			items,
			onError: 'continueRegularOutput',
		});
		const output = outcome.items(NODE);

		expect({ ofItems: pairs(output) }).toEqual({ ofItems: items.map((_, index) => index) });

		for (const [index, { json }] of output.entries()) {
			expect({ id: HOSTILE_IDS[index], error: json.error }).toEqual({
				id: HOSTILE_IDS[index],
				error: expect.stringMatching(/'Account'|The account ".*" was not found/s) as string,
			});
		}

		const sent = sandbox().requests;
		const ids = HOSTILE_IDS.filter((id) => !NO_IDS.includes(String(id)));
		const allowed = ids.map((id) => String(id).trim());

		for (const { path, method, host } of sent) {
			expect(allowed).toContain(decodeURIComponent(path.split('/')[3]));
			expect(method).toBe('GET');
			expect(path).toMatch(/^\/resources\/accounts\/[^/?#]+\/healthScores$/);
			expect(`http://${host}`).toBe(sandbox().url);
		}

		expect({ requests: sent.length }).toEqual({ requests: moreThan(50) });
	});

	it.each(['list', 'id', 'externalId', 'name', 'url'])(
		'rejects an object that cannot become text as an ID: %s',
		async (mode) => {
			const outcome = await run({
				parameters: { ...getAccount, accountId: { __rl: true, mode, value: '={{ $json.id }}' } },
				// A webhook may receive it.
				items: [{ id: { toString: 'a', valueOf: 'a' } }],
				onError: 'continueRegularOutput',
			});
			const json = firstJsonOf(outcome);

			expect(json.error ?? 'no error').toMatch(/'Account' is not (text|a link to an account)/);
			expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
		},
	);

	it('resolves each expression of an item at most once, and reads the credential once', async () => {
		const resolved = new Map<string, number>();

		onResolvedExpression((expression) =>
			resolved.set(expression, (resolved.get(expression) ?? 0) + 1),
		);
		let reads = 0;
		const count = 30;

		const outcome = await runNode(
			{
				parameters: {
					resource: 'account',
					operation: 'update',
					accountId: byId('={{ $json.id }}'),
					updateFields: { name: '={{ $json.name.trim() }}' },
					traitsMode: 'json',
					traitsJson: '={{ { plan: $json.plan } }}',
					options: { emptyValues: 'clear' },
				},
				items: Array.from({ length: count }, (_, index) => ({
					id: ids()[index % 20],
					name: `Name ${index}`,
					plan: 'gold',
				})),
			},
			{ credentials: credentialsFor(sandbox()), onCredentialRead: () => reads++ },
		);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect({ items: outcome.items(NODE).length }).toEqual({ items: count });
		expect(Object.fromEntries(resolved)).toEqual({
			'={{ $json.name.trim() }}': count,
			'={{ { plan: $json.plan } }}': count,
		});
		expect({ readsOfCredential: reads }).toEqual({ readsOfCredential: 1 });
	});

	/** Another workspace, which has an account with the External ID of one here. */
	const withOther = async (task: (other: Sandbox) => Promise<void>) => {
		await inNewSandbox({ seed: 'empty', apiKey: 'sk_live_other' }, async (other) => {
			const [mine] = sandbox().state.accounts.all();

			other.state.accounts.insert({ ...mine, id: 'of-the-other' });
			await task(other);
		});
	};

	/** Runs an item in this workspace and another one, and returns the last request to each. */
	const lastRequestsOf = async (other: Sandbox, parameters: NodeRun['parameters']) => {
		const workspaces = [sandbox(), other];
		const items = workspaces.map(({ url, apiKey }, index) => ({
			url,
			apiKey,
			name: `New ${index}`,
		}));
		const credential = { baseUrl: '={{ $json.url }}', apiKey: '={{ $json.apiKey }}' };

		const { error } = await run({ parameters, items }, credential);

		expect({ error: error?.message }).toEqual({ error: undefined });

		return { here: sandbox().requests.at(-1), there: other.requests.at(-1) };
	};

	it('looks up in each workspace what items of several name alike', async () => {
		await withOther(async (other) => {
			const [{ externalId, id }] = sandbox().state.accounts.all();
			const task = { resource: 'task', operation: 'create', name: 'Call' };

			const requests = await lastRequestsOf(other, {
				...task,
				accountId: byExternalId(String(externalId)),
			});

			expect(requests).toMatchObject({
				here: { body: { accountId: id } },
				there: { body: { accountId: 'of-the-other' } },
			});
		});
	});

	it('writes in each workspace the rows of a Sync that have the same External ID', async () => {
		await withOther(async (other) => {
			const [{ externalId, id }] = sandbox().state.accounts.all();

			const requests = await lastRequestsOf(other, {
				resource: 'account',
				operation: 'sync',
				externalId,
				name: '={{ $json.name }}',
				traitsMode: 'fields',
				dryRun: false,
			});

			expect(requests).toMatchObject({
				here: { path: `/resources/accounts/${id}`, body: { name: 'New 0' } },
				there: { path: '/resources/accounts/of-the-other', body: { name: 'New 1' } },
			});
		});
	});

	describe.each(EXPRESSION_ENGINES)('a run of items with %s expressions', (engine) => {
		useExpressionEngine(engine);

		it('reads a credential with expressions for each item', async () => {
			await withOther(async (other) => {
				const [id] = ids();
				const { url, apiKey: key } = sandbox();

				const outcome = await run(
					{
						parameters: getAccount,
						items: [
							{ id, url, key },
							{ id: 'of-the-other', url: other.url, key: other.apiKey },
							{ id, url: 'nowhere', key },
							{ id, url, key },
						],
						onError: 'continueRegularOutput',
					},
					{
						baseUrl: "={{ $json.url ?? 'http://127.0.0.1:1' }}",
						apiKey: '={{ $itemIndex < 9 ? $json.key : "" }}',
					},
				);
				const items = outcome.items(NODE);

				expect({ pairedWithItems: pairs(items) }).toEqual({ pairedWithItems: [0, 1, 2, 3] });
				expect(items.map(({ json }) => json.id ?? json.error)).toEqual([
					id,
					'of-the-other',
					expect.stringContaining("'Base URL' in the credential"),
					id,
				]);
				expect({
					requestsHere: sandbox().requests.length,
					requestsToOther: other.requests.length,
				}).toEqual({ requestsHere: 2, requestsToOther: 1 });
			});
		});
	});

	it.each([
		{ name: 'without expressions', apiKey: 'key' },
		{ name: 'with expressions', apiKey: '={{ $json.key }}' },
	])(
		'lets no item wait again after one has waited too long, with a credential $name',
		async ({ apiKey }) => {
			let requests = 0;

			const reject: RequestListener = (_request, response) => {
				requests++;
				response.writeHead(429, { 'Retry-After': '0.1' }).end();
			};

			await withServer(reject, async (baseUrl) => {
				const items = Array.from({ length: 5 * MAX_RUNNING }, () => ({ id: 'a-1', key: 'key' }));
				const node: NodeRun = { parameters: getAccount, items, onError: 'continueRegularOutput' };

				const outcome = await run(node, { baseUrl, apiKey, maxWait: 0.1 });

				expect({ items: outcome.items(NODE).length }).toEqual({ items: items.length });
			});

			// The first ones are on their way together, each of them at most twice.
			expect({ requests }).toEqual({ requests: atMost(2 * MAX_RUNNING) });
		},
	);

	it('starts the next item as soon as one has ended, however slow another one is', async () => {
		let count = 0;
		const held: Array<() => void> = [];

		const answer: RequestListener = (_request, response) => {
			const end = () => {
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ id: 'a' }));
			};

			if (++count <= MAX_IN_FLIGHT) held.push(end);
			else end();
			if (count === MAX_IN_FLIGHT) for (const endHeld of held.splice(1)) endHeld();
			if (count > MAX_RUNNING) held[0]();
		};

		await withServer(answer, async (baseUrl) => {
			const items = Array.from({ length: MAX_RUNNING + 1 }, () => ({ id: 'a' }));
			const requestOptions = { timeout: 10_000 };
			const parameters = { ...getAccount, requestOptions };

			expect({ error: (await run({ parameters, items }, { baseUrl })).error?.message }).toEqual({
				error: undefined,
			});
		});
	});

	it.each<{ where: string; toRun: (run: NodeRun) => NodeRun }>([
		{ where: 'a workflow', toRun: (node) => node },
		{
			where: 'an operation by an expression',
			toRun: (node) => withExpressions(node, 'operation'),
		},
	])("waits for the rate limit as 'Max Wait' allows: $where", async ({ toRun }) => {
		const reject: RequestListener = (_request, response) =>
			response.writeHead(429, { 'retry-after': '60' }).end();

		await withServer(reject, async (baseUrl) => {
			const node = toRun({ parameters: { ...getAccount, accountId: byId('a') } });

			const { error } = await run(node, { baseUrl, maxWait: 0 });

			expect(error?.message ?? 'no error').toContain("but 'Max Wait (Seconds)' is 0");
		});
	});

	it.each<{ where: string; toRun: (run: NodeRun) => NodeRun }>([
		{ where: 'a workflow', toRun: (node) => node },
		{
			where: 'an operation by an expression',
			toRun: (node) => withExpressions(node, 'operation'),
		},
	])(
		"counts no time for 'Max Wait' in which other items of the run are served: $where",
		async ({ toRun }) => {
			let requests = 0;

			const rejectEverySecond: RequestListener = (_request, response) => {
				requests++;

				if (requests % 2 === 0) {
					response.writeHead(429, { 'Retry-After': '0.1' }).end();
				} else {
					response.writeHead(200, { 'content-type': 'application/json' });
					response.end(JSON.stringify({ id: 'a-1' }));
				}
			};

			await withServer(rejectEverySecond, async (baseUrl) => {
				const items = Array.from({ length: 3 * MAX_RUNNING }, () => ({ id: 'a-1' }));
				const node = toRun({ parameters: getAccount, items });

				const outcome = await run(node, { baseUrl, maxWait: 0.5 });

				expect({ error: outcome.error?.message }).toEqual({ error: undefined });
				expect({ items: outcome.items(NODE).length }).toEqual({ items: items.length });
			});
		},
	);

	it('returns more records from one item than a call has arguments', async () => {
		const count = 150_000;

		const list: RequestListener = (_request, response) => {
			const results = Array.from({ length: count }, (_, index) => ({ id: String(index) }));

			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ results, next: null }));
		};

		await withServer(list, async (baseUrl) => {
			const getAll = { resource: 'account', operation: 'getAll', returnAll: true, output: 'raw' };

			const outcome = await run({ parameters: getAll }, { baseUrl });

			expect({ error: outcome.error?.message }).toEqual({ error: undefined });

			const items = outcome.items(NODE);

			expect({ items: items.length }).toEqual({ items: count });
			expect(items.at(-1)).toMatchObject({ json: { id: '149999' }, pairedItem: { item: 0 } });
		});
	});

	it('ends in the error of its first item, however many items fail', async () => {
		const count = 150_000;
		const requestOptions = { batching: { batch: { batchSize: 'two', batchInterval: 0 } } };

		const outcome = await run({
			parameters: { ...getAccount, requestOptions },
			items: Array.from({ length: count }, () => ({})),
		});

		expect({ error: outcome.error?.message }).toEqual({
			error: 'The value "two" of \'Items per Batch\' is not a whole number of -1 or more [item 0]',
		});
	});

	it('sends the first request at once, however many items wait', async () => {
		let preparedBefore = 0;

		onResolvedExpression(() => {
			if (sandbox().requests.length === 0) preparedBefore++;
		});
		const [id] = ids();

		const outcome = await run({
			parameters: { ...getAccount, accountId: byId('={{ $json.id.trim() }}') },
			items: Array.from({ length: 100 }, () => ({ id })),
		});

		expect({ items: outcome.items(NODE).length }).toEqual({ items: 100 });
		expect({ preparedBefore }).toEqual({ preparedBefore: atMost(20) });
	});

	it("gives n8n's event loop a turn again and again while many items fail", async () => {
		let meter: BlockMeter | undefined;
		let longestBlockMs = 0;
		let cpu = process.cpuUsage();
		let runMs = 0;
		const { vitallyApi } = credentialsFor(sandbox());
		const workflow = nodeWorkflow({
			parameters: getAccount,
			items: Array.from({ length: 500 }, (_, index) => ({ index })),
			onError: 'continueRegularOutput',
		});

		const outcome = await runWorkflow(workflow, {
			credentials: { vitallyApi },
			onProgress: (event, node) => {
				if (node !== NODE) return;

				if (event === 'begins') {
					meter = new BlockMeter();
					cpu = process.cpuUsage();
				} else {
					longestBlockMs = meter?.stop() ?? NaN;
					const { user, system } = process.cpuUsage(cpu);

					runMs = (user + system) / 1000;
				}
			},
		});

		expect({ items: outcome.items(NODE).length }).toEqual({ items: 500 });
		// Both in time of the processor, so that a busy machine changes neither. Without the pauses it is one block.
		expect({ longestShareWithoutPause: longestBlockMs / runMs }).toEqual({
			longestShareWithoutPause: lessThan(0.5),
		});
	});
});
