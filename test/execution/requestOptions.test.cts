import type { RequestListener } from 'node:http';

import {
	readBatching,
	readRequestOptions,
} from '../../nodes/Vitally/execution/parameters/requestOptions';
import { onResolvedExpression } from '../engine/expressionEngine.cts';
import { firstJsonOf, jsonOf } from '../engine/itemLines.cts';
import { withServer } from '../engine/listen.cts';
import { credentialsFor, runIn, runNode } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { byId } from '../fixtures/locators.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** What n8n offers of every declarative node under Request Options. */
describe("a run with n8n's Request Options", () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 1 } });

	afterEach(() => jest.restoreAllMocks());

	const getAccount = { resource: 'account', operation: 'get', accountId: byId('={{ $json.id }}') };

	it("keeps to n8n's Batching: a pause between two batches, and none before the first", async () => {
		const [{ id }] = sandbox().state.accounts.all();
		const pauseMs = 61;
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const pauses = () => timers.mock.calls.filter(([, ms]) => ms === pauseMs).length;
		const before: number[] = [];

		onResolvedExpression(() => before.push(pauses()));
		const requestOptions = { batching: { batch: { batchSize: 2, batchInterval: pauseMs } } };

		const outcome = await runIn(sandbox(), {
			parameters: { ...getAccount, accountId: byId('={{ $json.id.trim() }}'), requestOptions },
			items: Array.from({ length: 5 }, () => ({ id })),
		});

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(before.map((count, index) => ({ item: index, pausesBefore: count }))).toEqual([
			{ item: 0, pausesBefore: 0 },
			{ item: 1, pausesBefore: 0 },
			{ item: 2, pausesBefore: 1 },
			{ item: 3, pausesBefore: 1 },
			{ item: 4, pausesBefore: 2 },
		]);
		expect({ pauses: pauses() }).toEqual({ pauses: 2 });
	});

	it.each([
		{ user: '', authorization: undefined },
		{ user: 'user:p%25ss@', authorization: `Basic ${btoa('user:p%ss')}` },
	])('sends through the proxy at http://$user…', async ({ user, authorization }) => {
		const seen: unknown[] = [];

		const answer: RequestListener = ({ url, headers }, response) => {
			seen.push({ url, authorization: headers['proxy-authorization'] });
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: 'a', name: 'through the proxy' }));
		};

		await withServer(answer, async (url) => {
			const proxy = url.replace('//', `//${user}`);

			const outcome = await runNode(
				{ parameters: { ...getAccount, requestOptions: { proxy } }, items: [{ id: 'a' }] },
				{ credentials: credentialsFor(sandbox(), { baseUrl: 'http://vitally.test' }) },
			);

			expect({ error: outcome.error?.message }).toEqual({ error: undefined });
			expect(firstJsonOf(outcome)).toMatchObject({ name: 'through the proxy' });
			expect(seen).toEqual([{ url: 'http://vitally.test/resources/accounts/a', authorization }]);
		});
	});

	it('sends each item through the proxy that its expression returns', async () => {
		const seen: string[] = [];

		const answer =
			(proxy: string): RequestListener =>
			({ url }, response) => {
				seen.push(`${url} through ${proxy}`);
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ id: String(url).at(-1) }));
			};

		await withServer(answer('the first proxy'), async (first) => {
			await withServer(answer('the second proxy'), async (second) => {
				const outcome = await runNode(
					{
						parameters: { ...getAccount, requestOptions: { proxy: '={{ $json.proxy }}' } },
						items: [
							{ id: 'a', proxy: first },
							{ id: 'b', proxy: second },
						],
					},
					{ credentials: credentialsFor(sandbox(), { baseUrl: 'http://vitally.test' }) },
				);

				expect({ error: outcome.error?.message }).toEqual({ error: undefined });
			});
		});

		expect(seen.sort()).toEqual([
			'http://vitally.test/resources/accounts/a through the first proxy',
			'http://vitally.test/resources/accounts/b through the second proxy',
		]);
	});

	const batching = (batchSize: unknown, batchInterval: unknown = 1) => ({
		batching: { batch: { batchSize, batchInterval } },
	});

	const PROXY = "The value of 'Proxy' under Request Options is not a web address";

	it.each([
		{
			what: "'Proxy' without a protocol",
			requestOptions: { proxy: 'proxy.example.com' },
			error: PROXY,
		},
		{ what: "'Proxy' of FTP", requestOptions: { proxy: 'ftp://proxy.example.com' }, error: PROXY },
		{
			what: "'Proxy' with a % in its password",
			requestOptions: { proxy: 'http://u:%ZZ@proxy.example.com' },
			error: PROXY,
		},
		{
			what: "'Timeout' that is no number",
			requestOptions: { timeout: 'soon' },
			error: 'The value "soon" of \'Timeout\' is not a number of milliseconds, 0 or more',
		},
		{
			what: "'Timeout' below 0",
			requestOptions: { timeout: -1 },
			error: "The value -1 of 'Timeout' is not a number of milliseconds, 0 or more",
		},
		{
			what: "'Items per Batch' that is no number",
			requestOptions: batching('two'),
			error: 'The value "two" of \'Items per Batch\' is not a whole number of -1 or more',
		},
		{
			what: "'Items per Batch' with a fraction",
			requestOptions: batching(2.5),
			error: "The value 2.5 of 'Items per Batch' is not a whole number of -1 or more",
		},
		{
			what: "'Batch Interval' that is empty",
			requestOptions: batching(2, ''),
			error: 'The value "" of \'Batch Interval (ms)\' is not a number of milliseconds, 0 or more',
		},
	])(
		'has an error for every item, before anything is sent: $what',
		async ({ requestOptions, error }) => {
			const parameters = { ...getAccount, requestOptions };
			const items = [{ id: 'a' }, { id: 'b' }];

			const outcome = await runIn(sandbox(), {
				parameters,
				items,
				onError: 'continueRegularOutput',
			});

			expect(jsonOf(outcome).map((json) => json.error)).toEqual([
				`${error} [item 0]`,
				`${error} [item 1]`,
			]);

			const stopped = await runIn(sandbox(), { parameters, items });

			expect(stopped.error?.message).toBe(`${error} [item 0]`);
			expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
		},
	);

	it.each([
		{
			name: 'pauses after each item without Items per Batch',
			batchSize: undefined,
			intervalMs: 5,
			size: 1,
		},
		{
			name: 'pauses nowhere without Batch Interval',
			batchSize: 2,
			intervalMs: undefined,
			size: Infinity,
		},
		{
			name: 'pauses nowhere with -1 as Items per Batch',
			batchSize: -1,
			intervalMs: 5,
			size: Infinity,
		},
		{
			name: 'pauses after each item with 0 as Items per Batch',
			batchSize: 0,
			intervalMs: 5,
			size: 1,
		},
		{
			name: 'pauses after each item with 1 as Items per Batch',
			batchSize: 1,
			intervalMs: 5,
			size: 1,
		},
		{
			name: 'pauses after two items with 2 as Items per Batch',
			batchSize: 2,
			intervalMs: 5,
			size: 2,
		},
		{
			name: 'pauses nowhere with 0 as Batch Interval',
			batchSize: 2,
			intervalMs: 0,
			size: Infinity,
		},
	])('$name', ({ batchSize, intervalMs, size }) => {
		const param = (name: string) => (name.endsWith('batchSize') ? batchSize : intervalMs);

		const batches = readBatching({ param });

		expect({ itemsBetweenPauses: batches.size, pauseMs: batches.pauseMs }).toEqual({
			itemsBetweenPauses: size,
			pauseMs: size === Infinity ? 0 : intervalMs,
		});
	});

	it.each([
		{ timeout: undefined, due: 0, what: 'none, which is the default of the node' },
		{ timeout: 0, due: 0, what: '0, which is the default of the node' },
		{ timeout: 1, due: 1, what: '1 ms' },
		{ timeout: '2500', due: 2500, what: 'a number as text' },
	])('waits as long for an answer as Timeout says: $what', ({ timeout, due }) => {
		const param = (name: string) => (name.endsWith('.timeout') ? timeout : undefined);

		expect({ timeoutMs: readRequestOptions({ param }).timeout }).toEqual({ timeoutMs: due });
	});

	it.each([
		{ proxy: undefined, what: 'no proxy' },
		{ proxy: '', what: 'an empty proxy' },
	])('sends directly with $what', ({ proxy }) => {
		const param = (name: string) => (name.endsWith('.proxy') ? proxy : undefined);

		expect({ proxy: readRequestOptions({ param }).proxy }).toEqual({ proxy: undefined });
	});

	it.each([
		{ protocol: 'http', port: 80 },
		{ protocol: 'https', port: 443 },
	])('sends to port $port of a proxy of $protocol that names none', ({ protocol, port }) => {
		const address = `${protocol}://proxy.example.com`;
		const param = (name: string) => (name.endsWith('.proxy') ? address : undefined);

		expect(readRequestOptions({ param }).proxy).toEqual({
			host: 'proxy.example.com',
			port,
			protocol,
		});
	});

	it.each([
		{ value: true, isOn: true },
		{ value: 'true', isOn: false },
		{ value: undefined, isOn: false },
	])('leaves certificates unchecked only where that is on: $value', ({ value, isOn }) => {
		const param = (name: string) => (name.endsWith('UnauthorizedCerts') ? value : undefined);

		const { skipSslCertificateValidation } = readRequestOptions({ param });

		expect({ skipSslCertificateValidation }).toEqual({ skipSslCertificateValidation: isOn });
	});

	it('reads them as a tool too', async () => {
		const parameters = { ...getAccount, requestOptions: { timeout: 'soon' } };
		const calling = callTool({ parameters }, { id: 'a' }, credentialsFor(sandbox()));

		expect(await rejectionOf(calling)).toEqual({
			class: 'NodeApiError',
			message:
				'The value "soon" of \'Timeout\' is not a number of milliseconds, 0 or more [item 0]',
			description: 'Enter a number of milliseconds, 0 or more, or let the expression return one.',
			failure: undefined,
		});
	});
});
