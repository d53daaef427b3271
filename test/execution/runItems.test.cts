import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

import { WorkflowExpression, type INodeExecutionData } from 'n8n-workflow';

/** What the runner owes to every operation, beyond what both entry points have in common. */
describe('the items of a workflow', () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 20 } });
	beforeEach(() => {
		sandbox().limits.budget = 1_000_000;
	});
	afterEach(() => jest.restoreAllMocks());

	const byId = (value = '={{ $json.id }}') => ({ __rl: true, mode: 'id', value });
	const getAccount = { resource: 'account', operation: 'get', accountId: byId() };
	const ids = () => [...sandbox().state.accounts.all()].map(({ id }) => id);
	const pairs = (items: INodeExecutionData[]) =>
		items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

	it('resolves each expression of an item at most once, and reads the credential once', async () => {
		const resolved: unknown[] = [];
		const simple = Reflect.get(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
		jest
			.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue')
			.mockImplementation(function (this: WorkflowExpression, value, ...rest) {
				if (typeof value === 'string' && value.startsWith('=')) resolved.push(value);
				return simple.call(this, value, ...rest);
			});
		let reads = 0;
		const count = 30;
		const outcome = await runNode(
			{
				parameters: {
					resource: 'account',
					operation: 'update',
					accountId: byId(),
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
		const counts = new Map<unknown, number>();
		for (const value of resolved) counts.set(value, (counts.get(value) ?? 0) + 1);
		expect(Object.fromEntries(counts)).toEqual({
			'={{ $json.name.trim() }}': count,
			'={{ { plan: $json.plan } }}': count,
		});
		expect(reads).toBe(1);
	});

	it('reads a credential with expressions for every item', async () => {
		const other = await startSandbox({ seed: { accounts: 1 }, apiKey: 'sk_live_other' } as never);
		try {
			const [mine] = ids();
			const [theirs] = [...other.state.accounts.all()].map(({ id }) => id);
			const host = { dataCenter: 'custom', baseUrl: "={{ $json.url ?? 'http://127.0.0.1:1' }}" };
			const outcome = await runNode(
				{
					parameters: getAccount,
					items: [
						{ id: mine, url: sandbox().url, key: sandbox().apiKey },
						{ id: theirs, url: other.url, key: other.apiKey },
						{ id: mine, url: sandbox().url, key: sandbox().apiKey },
					],
				},
				{ credentials: { vitallyApi: { ...host, apiKey: '={{ $json.key }}' } } },
			);
			expect(outcome.error).toBeUndefined();
			expect(outcome.items(NODE).map(({ json }) => json.id)).toEqual([mine, theirs, mine]);
			expect(sandbox().requests).toHaveLength(2);
			expect(other.requests).toHaveLength(1);
		} finally {
			await other.close();
		}
	});

	it('reads a credential that cannot be resolved for an item as an error of that item', async () => {
		const [id] = ids();
		const outcome = await runNode(
			{
				parameters: getAccount,
				items: [
					{ id, url: sandbox().url },
					{ id, url: 'nowhere' },
					{ id, url: sandbox().url },
				],
				onError: 'continueRegularOutput',
			},
			{
				credentials: {
					vitallyApi: {
						dataCenter: 'custom',
						baseUrl: '={{ $json.url }}',
						apiKey: sandbox().apiKey,
					},
				},
			},
		);
		const items = outcome.items(NODE);
		expect(pairs(items)).toEqual([0, 1, 2]);
		expect(items.map(({ json }) => json.id ?? json.error)).toEqual([
			id,
			expect.stringContaining("'Base URL' in the credential"),
			id,
		]);
	});

	it('returns more records from one item than a call has arguments', async () => {
		const list = await longList(150_000);
		try {
			const outcome = await runNode(
				{
					parameters: { resource: 'account', operation: 'getAll', returnAll: true, output: 'raw' },
				},
				{
					credentials: {
						vitallyApi: { dataCenter: 'custom', baseUrl: list.url, apiKey: 'any-key' },
					},
				},
			);
			expect(outcome.error).toBeUndefined();
			const items = outcome.items(NODE);
			expect(items).toHaveLength(150_000);
			expect(items.at(-1)?.json).toEqual({ id: '149999' });
			expect(items.at(-1)?.pairedItem).toEqual({ item: 0 });
		} finally {
			list.server.close();
		}
	});

	it('sends the first request at once, however many items wait', async () => {
		let preparedBefore = 0;
		const simple = Reflect.get(WorkflowExpression.prototype, 'resolveSimpleParameterValue');
		jest
			.spyOn(WorkflowExpression.prototype, 'resolveSimpleParameterValue')
			.mockImplementation(function (this: WorkflowExpression, value, ...rest) {
				const isExpression = typeof value === 'string' && value.startsWith('=');
				if (isExpression && sandbox().requests.length === 0) preparedBefore++;
				return simple.call(this, value, ...rest);
			});
		const [id] = ids();
		const items = Array.from({ length: 500 }, () => ({ id }));
		const outcome = await runNode(
			{ parameters: { ...getAccount, accountId: byId('={{ $json.id.trim() }}') }, items },
			{ credentials: credentialsFor(sandbox()) },
		);
		expect(outcome.items(NODE)).toHaveLength(500);
		expect(preparedBefore).toBeLessThanOrEqual(20);
	});

	it("does not block n8n's event loop while many items send nothing", async () => {
		const [id] = ids();
		let ticks = 0;
		const timer = setInterval(() => ticks++, 1);
		try {
			const outcome = await runNode(
				{
					parameters: {
						...getAccount,
						operation: 'delete',
						confirmPermanentDelete: true,
						options: { dryRun: true },
					},
					items: Array.from({ length: 3000 }, () => ({ id })),
				},
				{ credentials: credentialsFor(sandbox()) },
			);
			expect(outcome.items(NODE)).toHaveLength(3000);
		} finally {
			clearInterval(timer);
		}
		// Without the pauses the timer does not get a turn before the last item.
		expect(ticks).toBeGreaterThan(5);
	});

	it("keeps to n8n's Batching", async () => {
		const [id] = ids();
		const began = performance.now();
		const outcome = await runNode(
			{
				parameters: {
					...getAccount,
					requestOptions: { batching: { batch: { batchSize: 2, batchInterval: 300 } } },
				},
				items: Array.from({ length: 5 }, () => ({ id })),
			},
			{ credentials: credentialsFor(sandbox()) },
		);
		expect(outcome.error).toBeUndefined();
		expect(sandbox().requests).toHaveLength(5);
		// Two pauses; timers may be early by a moment.
		expect(performance.now() - began).toBeGreaterThan(590);
	});

	it("sends through the proxy of n8n's Request Options", async () => {
		const [id] = ids();
		const seen: string[] = [];
		const proxy = createServer((request, response) => {
			seen.push(String(request.url));
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: 'through the proxy' }));
		});
		await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
		const { port } = proxy.address() as AddressInfo;
		try {
			const outcome = await runNode(
				{
					parameters: { ...getAccount, requestOptions: { proxy: `http://127.0.0.1:${port}` } },
					items: [{ id }],
				},
				{
					credentials: {
						vitallyApi: { dataCenter: 'custom', baseUrl: 'http://vitally.test', apiKey: 'any-key' },
					},
				},
			);
			expect(outcome.error).toBeUndefined();
			expect(outcome.items(NODE)[0].json.id).toBe('through the proxy');
			expect(seen).toEqual([`http://vitally.test/resources/accounts/${id}`]);
		} finally {
			proxy.close();
		}
	});

	it.each(['proxy.example.com', 'ftp://proxy.example.com', 'http://u:%ZZ@proxy.example.com'])(
		'rejects the proxy %s',
		async (proxy) => {
			const outcome = await runNode(
				{ parameters: { ...getAccount, requestOptions: { proxy } }, items: [{ id: 'a' }] },
				{ credentials: credentialsFor(sandbox()) },
			);
			expect(outcome.error?.message).toContain("The value of 'Proxy' under Request Options");
			expect(sandbox().requests).toEqual([]);
		},
	);

	it("ends a request after the time limit of n8n's Request Options", async () => {
		sandbox().faults.add({ kind: 'hang' });
		const [id] = ids();
		const outcome = await runNode(
			{ parameters: { ...getAccount, requestOptions: { timeout: 50 } }, items: [{ id }] },
			{ credentials: credentialsFor(sandbox()) },
		);
		expect(outcome.error?.message).toContain('Vitally did not respond in time');
	});

	it('keeps to the domains that the credential allows', async () => {
		const [id] = ids();
		const { vitallyApi } = credentialsFor(sandbox());
		const run = async (allowedDomains: string) =>
			await runNode(
				{ parameters: getAccount, items: [{ id }] },
				{
					credentials: {
						vitallyApi: { ...vitallyApi, allowedHttpRequestDomains: 'domains', allowedDomains },
					},
				},
			);
		expect((await run('127.0.0.1')).error).toBeUndefined();
		const outcome = await run('hooks.example.com');
		expect(outcome.error?.description).toContain('Domain not allowed');
		expect(sandbox().requests).toHaveLength(1);
	});
});

/** A list of bare records that another record could not be shorter than. */
async function longList(count: number): Promise<{ url: string; server: Server }> {
	const pageSize = 100;
	const server = createServer((request, response) => {
		const { searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
		const start = Number(searchParams.get('from') ?? 0);
		const end = Math.min(count, start + pageSize);
		const results = Array.from({ length: end - start }, (_, index) => ({
			id: String(start + index),
		}));
		response.writeHead(200, { 'content-type': 'application/json' });
		response.end(JSON.stringify({ results, next: end < count ? String(end) : null }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
