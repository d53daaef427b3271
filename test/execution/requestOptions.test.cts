import type { RequestListener } from 'node:http';

import {
	readBatching,
	readRequestOptions,
} from '../../nodes/Vitally/execution/parameters/requestOptions';
import { onResolvedExpression } from '../engine/expressionEngine.cts';
import { withServer } from '../engine/listen.cts';
import { credentialsFor, NODE, runIn, runNode } from '../engine/node.cts';
import { callTool } from '../engine/toolCall.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { byId } from '../fixtures/locators.cts';
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

		expect(outcome.error?.message).toBeUndefined();
		expect(before).toEqual([0, 0, 1, 1, 2]);
		expect({ pauses: pauses() }).toEqual({ pauses: 2 });
	});

	it.each([
		{ user: '', authorization: undefined },
		{ user: 'user:p%25ss@', authorization: `Basic ${btoa('user:p%ss')}` },
	])('sends through the proxy at http://$user…', async ({ user, authorization }) => {
		const seen: unknown[] = [];

		const answer: RequestListener = ({ url, headers }, response) => {
			seen.push([url, headers['proxy-authorization']]);
			response.writeHead(200, { 'content-type': 'application/json' });
			response.end(JSON.stringify({ id: 'a', name: 'through the proxy' }));
		};

		await withServer(answer, async (url) => {
			const proxy = url.replace('//', `//${user}`);

			const outcome = await runNode(
				{ parameters: { ...getAccount, requestOptions: { proxy } }, items: [{ id: 'a' }] },
				{ credentials: credentialsFor(sandbox(), { baseUrl: 'http://vitally.test' }) },
			);

			expect(outcome.error?.message).toBeUndefined();
			expect(outcome.items(NODE)[0].json.name).toBe('through the proxy');
			expect(seen).toEqual([['http://vitally.test/resources/accounts/a', authorization]]);
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

				expect(outcome.error?.message).toBeUndefined();
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

	it.each([
		{ value: "of 'Proxy' under Request Options", requestOptions: { proxy: 'proxy.example.com' } },
		{
			value: "of 'Proxy' under Request Options",
			requestOptions: { proxy: 'ftp://proxy.example.com' },
		},
		{
			value: "of 'Proxy' under Request Options",
			requestOptions: { proxy: 'http://u:%ZZ@proxy.example.com' },
		},
		{ value: '"soon" of \'Timeout\'', requestOptions: { timeout: 'soon' } },
		{ value: "-1 of 'Timeout'", requestOptions: { timeout: -1 } },
		{ value: '"two" of \'Items per Batch\'', requestOptions: batching('two') },
		{ value: "2.5 of 'Items per Batch'", requestOptions: batching(2.5) },
		{ value: '"" of \'Batch Interval (ms)\'', requestOptions: batching(2, '') },
	])(
		'has an error for every item, before anything is sent: the value $value',
		async ({ value, requestOptions }) => {
			const parameters = { ...getAccount, requestOptions };
			const items = [{ id: 'a' }, { id: 'b' }];

			const outcome = await runIn(sandbox(), {
				parameters,
				items,
				onError: 'continueRegularOutput',
			});
			const errors = outcome.items(NODE).map(({ json }) => json.error);
			const expected = expect.stringContaining(`The value ${value} `) as string;

			expect(errors).toEqual([expected, expected]);

			const stopped = await runIn(sandbox(), { parameters, items });

			expect(stopped.error?.message).toMatch(/ \[item 0\]$/);
			expect(sandbox().requests).toEqual([]);
		},
	);

	it.each([
		{ batchSize: -1, batchInterval: 5, size: Infinity },
		{ batchSize: 0, batchInterval: 5, size: 1 },
		{ batchSize: 2, batchInterval: 0, size: Infinity },
	])(
		'pauses after $size items where a batch has $batchSize and the interval is $batchInterval ms',
		({ batchSize, batchInterval, size }) => {
			const param = (name: string) => (name.endsWith('batchSize') ? batchSize : batchInterval);

			expect({ itemsPerBatch: readBatching({ param }).size }).toEqual({ itemsPerBatch: size });
		},
	);

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
