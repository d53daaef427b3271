import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

import { WorkflowExpression, type IDataObject, type INodeExecutionData } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../nodes/Vitally/transport/limits/requestQueue';
import { startSandbox } from '../../sandbox/sandbox.cts';
import type { CredentialValues } from '../engine/credentials.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
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
		const items = Array.from({ length: 200 }, (_, index) => ({ id: index === 7 ? 'nobody' : id }));
		const outcome = await run({ parameters: getAccount, items });
		expect(outcome.error?.message).toBe('The account "nobody" was not found [item 7]');
		expect(outcome.error?.context.itemIndex).toBe(7);
		expect(sandbox().requests.length).toBeLessThan(50);
	});

	it('makes one time limit for requests of the same time, without too many that listen to it', async () => {
		const limits = jest.spyOn(AbortSignal, 'timeout');
		const warned = jest.fn();
		process.on('warning', warned);
		const items = ids().map((id) => ({ id }));
		const { error } = await run({ parameters: getAccount, items });
		await new Promise(setImmediate);
		process.off('warning', warned);
		expect(error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(20);
		expect(limits.mock.calls.length).toBeLessThan(5);
		expect(warned).not.toHaveBeenCalled();
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
		expect(outcome.error?.message).toMatch(/"nobody" was not found \[item 1\]$/);
		expect(sandbox().requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
	});

	it('keeps results and errors paired when the workflow continues', async () => {
		const [first, second] = ids();
		const items = [{ id: first }, { id: '' }, { id: 'nobody' }, { id: second }];
		const outcome = await run({ parameters: getAccount, items, onError: 'continueRegularOutput' });
		const output = outcome.items(NODE);
		expect(outcome.status).toBe('success');
		expect(pairs(output)).toEqual([0, 1, 2, 3]);
		expect(output.map(({ json }) => json.id ?? json.error)).toEqual([
			first,
			"The field 'Account' is empty [item 1]",
			'The account "nobody" was not found [item 2]',
			second,
		]);
	});

	it('keeps both sides paired when errors go to the error output', async () => {
		const [first, second] = ids();
		const items = [{ id: 'nobody' }, { id: first }, { id: '..' }, { id: second }];
		const outcome = await run({ parameters: getAccount, items, onError: 'continueErrorOutput' });
		expect(pairs(outcome.items(NODE, 0))).toEqual([1, 3]);
		expect(pairs(outcome.items(NODE, 1))).toEqual([0, 2]);
		expect(outcome.items(NODE, 1)[0].json.error).toBe(
			'The account "nobody" was not found [item 0]',
		);
	});

	it('pairs every record of a list with the item that asked for it', async () => {
		const outcome = await run({
			parameters: { resource: 'account', operation: 'getAll', limit: '={{ $json.limit }}' },
			items: [{ limit: 3 }, { limit: 1 }, { limit: 2 }],
		});
		expect(pairs(outcome.items(NODE))).toEqual([0, 0, 0, 1, 2, 2]);
	});

	it("starts again with n8n's Retry On Fail", async () => {
		sandbox().faults.add({ kind: 'status', status: 400, times: 1 });
		const [id] = ids();
		const outcome = await run({
			parameters: getAccount,
			items: [{ id }, { id }],
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE)).toHaveLength(2);
	});

	it('runs 200 items, never more requests at a time than the limit', async () => {
		const [id] = ids();
		const items = Array.from({ length: 200 }, () => ({ id }));
		// Without it the sandbox, in this very process, answers before the next request can arrive.
		sandbox().faults.add({ kind: 'delay', ms: 1 });
		const outcome = await run({ parameters: getAccount, items });
		expect(outcome.error).toBeUndefined();
		expect(pairs(outcome.items(NODE))).toEqual(items.map((_, index) => index));
		expect(sandbox().maxInFlight).toBeLessThanOrEqual(MAX_IN_FLIGHT);
		expect(sandbox().maxInFlight).toBeGreaterThan(1);
	});

	it('never lets an id reach another path, whatever it contains', async () => {
		const items = HOSTILE_IDS.map((id) => ({ id }) as IDataObject);
		const outcome = await run({
			parameters: { ...getAccount, operation: 'getHealthScores' },
			items,
			onError: 'continueRegularOutput',
		});
		const output = outcome.items(NODE);
		expect(pairs(output)).toEqual(items.map((_, index) => index));
		for (const { json } of output)
			expect(json.error).toMatch(/'Account'|The account ".*" was not found/s);
		const sent = sandbox().requests;
		const ids = HOSTILE_IDS.filter((id) => !NO_IDS.includes(String(id)));
		const allowed = ids.map((id) => String(id).trim());
		for (const { path, method, host } of sent) {
			expect(allowed).toContain(decodeURIComponent(path.split('/')[3]));
			expect(method).toBe('GET');
			expect(path).toMatch(/^\/resources\/accounts\/[^/?#]+\/healthScores$/);
			expect(`http://${host}`).toBe(sandbox().url);
		}
		expect(sent.length).toBeGreaterThan(50);
	});

	it.each([
		[{ dataCenter: 'us', subdomain: 'evil.com' }, /'Subdomain' in the credential/],
		[{ apiKey: '' }, /'API Key' in the credential is empty/],
		[{ baseUrl: 'http://127.0.0.1:1' }, /Could not connect to Vitally/],
	])('rejects the credential %j', async (credential, text) => {
		const { error } = await run({ parameters: getAccount, items: [{ id: 'a' }] }, credential);
		expect(error?.message).toMatch(text);
		expect(error?.description).toBeTruthy();
	});

	/** Calls a function for each expression that n8n resolves. */
	const onResolving = (notify: (expression: string) => void) => {
		const resolve = Reflect.get(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
		jest
			.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue')
			.mockImplementation(function (this: WorkflowExpression, value, ...rest) {
				if (typeof value === 'string' && value.startsWith('=')) notify(value);
				return resolve.call(this, value, ...rest);
			});
	};

	it('resolves each expression of an item at most once, and reads the credential once', async () => {
		const resolved = new Map<string, number>();
		onResolving((expression) => resolved.set(expression, (resolved.get(expression) ?? 0) + 1));
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
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE)).toHaveLength(count);
		expect(Object.fromEntries(resolved)).toEqual({
			'={{ $json.name.trim() }}': count,
			'={{ { plan: $json.plan } }}': count,
		});
		expect(reads).toBe(1);
	});

	it('reads a credential with expressions for each item', async () => {
		const other = await startSandbox({ seed: { accounts: 1 }, apiKey: 'sk_live_other' } as never);
		try {
			const [mine] = ids();
			const [theirs] = [...other.state.accounts.all()].map(({ id }) => id);
			const outcome = await run(
				{
					parameters: getAccount,
					items: [
						{ id: mine, url: sandbox().url, key: sandbox().apiKey },
						{ id: theirs, url: other.url, key: other.apiKey },
						{ id: mine, url: 'nowhere', key: sandbox().apiKey },
						{ id: mine, url: sandbox().url, key: sandbox().apiKey },
					],
					onError: 'continueRegularOutput',
				},
				{ baseUrl: "={{ $json.url ?? 'http://127.0.0.1:1' }}", apiKey: '={{ $json.key }}' },
			);
			const items = outcome.items(NODE);
			expect(pairs(items)).toEqual([0, 1, 2, 3]);
			expect(items.map(({ json }) => json.id ?? json.error)).toEqual([
				mine,
				theirs,
				expect.stringContaining("'Base URL' in the credential"),
				mine,
			]);
			expect(sandbox().requests).toHaveLength(2);
			expect(other.requests).toHaveLength(1);
		} finally {
			await other.close();
		}
	});

	/** Starts a server, and runs a task with its address. */
	const withServer = async (listener: RequestListener, task: (url: string) => Promise<void>) => {
		const server = createServer(listener);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		await task(`http://127.0.0.1:${port}`).finally(() => server.close());
	};

	it('returns more records from one item than a call has arguments', async () => {
		const count = 150_000;
		const list: RequestListener = (request, response) => {
			const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
			const start = Number(searchParams.get('from') ?? 0);
			const end = start + 5_000;
			const results = Array.from({ length: 5_000 }, (_, index) => ({ id: String(start + index) }));
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ results, next: end < count ? String(end) : null }));
		};
		await withServer(list, async (baseUrl) => {
			const getAll = { resource: 'account', operation: 'getAll', returnAll: true, output: 'raw' };
			const outcome = await run({ parameters: getAll }, { baseUrl });
			expect(outcome.error).toBeUndefined();
			const items = outcome.items(NODE);
			expect(items).toHaveLength(count);
			expect(items.at(-1)).toMatchObject({ json: { id: '149999' }, pairedItem: { item: 0 } });
		});
	});

	it('sends the first request at once, however many items wait', async () => {
		let preparedBefore = 0;
		onResolving(() => {
			if (sandbox().requests.length === 0) preparedBefore++;
		});
		const [id] = ids();
		const outcome = await run({
			parameters: { ...getAccount, accountId: byId('={{ $json.id.trim() }}') },
			items: Array.from({ length: 500 }, () => ({ id })),
		});
		expect(outcome.items(NODE)).toHaveLength(500);
		expect(preparedBefore).toBeLessThanOrEqual(20);
	});

	it("does not block n8n's event loop while many items send nothing", async () => {
		const [id] = ids();
		let ticks = 0;
		const timer = setInterval(() => ticks++, 1);
		const outcome = await run({
			parameters: {
				...getAccount,
				operation: 'delete',
				confirmPermanentDelete: true,
				options: { dryRun: true },
			},
			items: Array.from({ length: 3000 }, () => ({ id })),
		}).finally(() => clearInterval(timer));
		expect(outcome.items(NODE)).toHaveLength(3000);
		// Without the pauses the timer does not get a turn before the last item.
		expect(ticks).toBeGreaterThan(5);
	});

	it("keeps to n8n's Batching", async () => {
		const [id] = ids();
		const began = performance.now();
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: 300 } } };
		const outcome = await run({
			parameters: { ...getAccount, requestOptions },
			items: Array.from({ length: 5 }, () => ({ id })),
		});
		expect(outcome.error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(5);
		// Two pauses; timers may be early by a moment.
		expect(performance.now() - began).toBeGreaterThan(590);
	});

	it("sends through the proxy of n8n's Request Options", async () => {
		const seen: string[] = [];
		const answer: RequestListener = (request, response) => {
			seen.push(String(request.url));
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: 'a', name: 'through the proxy' }));
		};
		await withServer(answer, async (proxy) => {
			const outcome = await run(
				{ parameters: { ...getAccount, requestOptions: { proxy } }, items: [{ id: 'a' }] },
				{ baseUrl: 'http://vitally.test' },
			);
			expect(outcome.error).toBeUndefined();
			expect(outcome.items(NODE)[0].json.name).toBe('through the proxy');
			expect(seen).toEqual(['http://vitally.test/resources/accounts/a']);
		});
	});

	it.each(['proxy.example.com', 'ftp://proxy.example.com', 'http://u:%ZZ@proxy.example.com'])(
		'rejects the proxy %s',
		async (proxy) => {
			const parameters = { ...getAccount, requestOptions: { proxy } };
			const { error } = await run({ parameters, items: [{ id: 'a' }] });
			expect(error?.message).toContain("The value of 'Proxy' under Request Options");
			expect(sandbox().requests).toEqual([]);
		},
	);

	it('keeps to the domains that the credential allows', async () => {
		const [id] = ids();
		const node = { parameters: getAccount, items: [{ id }] };
		const domains = { allowedHttpRequestDomains: 'domains' };
		const allowed = await run(node, { ...domains, allowedDomains: '127.0.0.1' });
		expect(allowed.error).toBeUndefined();
		const { error } = await run(node, { ...domains, allowedDomains: 'hooks.example.com' });
		expect(error?.description).toContain('Domain not allowed');
		expect(sandbox().requests).toHaveLength(1);
	});
});
