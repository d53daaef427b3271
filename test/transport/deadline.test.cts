import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { NODE, runNode } from '../engine/node.cts';
import { PolledNode } from '../engine/poll.cts';
import { openWebhook } from '../engine/webhook.cts';

/** Ways of a service never to complete an answer. */
const SERVICES: Record<string, (response: ServerResponse) => void> = {
	'never answers': () => {},
	'sends a byte every 250 ms': (response) => {
		response.writeHead(200, { 'content-type': 'application/json' });
		const timer = setInterval(() => response.write(' '), 250);
		response.once('close', () => clearInterval(timer));
	},
};

describe.each(Object.entries(SERVICES))('a service that %s', (_title, answer) => {
	let server: Server;
	let requests: number;
	let openRequests: number;

	beforeAll(async () => {
		server = createServer((request, response) => {
			requests++;
			openRequests++;
			response.once('close', () => openRequests--);
			request.resume();
			answer(response);
		});
		server.listen(0, '127.0.0.1');
		await once(server, 'listening');
	});
	beforeEach(() => {
		requests = 0;
		openRequests = 0;
	});
	afterEach(async () => {
		// The node closes the connections itself.
		while (openRequests > 0) await new Promise((resolve) => setTimeout(resolve, 10));
	});
	afterAll(() => {
		server.closeAllConnections();
		server.close();
	});

	const credentials = () => ({
		vitallyApi: {
			apiKey: 'sk_live_deadline',
			dataCenter: 'custom',
			baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		},
	});

	/** Duration of a task in milliseconds. */
	const durationOf = async (task: () => Promise<unknown>): Promise<number> => {
		const startedAt = performance.now();
		await task();
		return performance.now() - startedAt;
	};

	it('ends an item at Timeout, which each of three attempts has', async () => {
		const parameters = {
			resource: 'account',
			operation: 'getAll',
			requestOptions: { timeout: 500 },
		};
		let error: Error | undefined;
		const durationMs = await durationOf(async () => {
			({ error } = await runNode({ parameters }, { credentials: credentials() }));
		});
		expect(error?.message).toBe('Vitally did not respond in time [item 0]');
		expect(requests).toBe(3);
		expect(durationMs).toBeGreaterThan(1_500);
		// Three times half a second, pauses of at most 1.5 seconds, and the start of n8n's engine.
		expect(durationMs).toBeLessThan(5_000);
	}, 20_000);

	it('ends an item at once when the execution is canceled', async () => {
		const parameters = { resource: 'account', operation: 'getAll' };
		const asked = (async () => {
			while (requests === 0) await new Promise((resolve) => setTimeout(resolve, 5));
		})();
		const durationMs = await durationOf(async () => {
			const outcome = await runNode({ parameters }, { credentials: credentials(), cancel: asked });
			expect(outcome.status).toBe('canceled');
			expect(() => outcome.items(NODE)).not.toThrow();
		});
		expect(durationMs).toBeLessThan(3_000);
	}, 20_000);

	it('ends a poll within the time that n8n grants it', async () => {
		const node = new PolledNode({
			parameters: { triggerOn: 'accountUpdated', watch: 'anyChange' },
			credentials: credentials(),
			budgetMs: 1_500,
			workflow: 'deadline',
		});
		const durationMs = await durationOf(
			async () => await expect(node.activate()).rejects.toThrow('Vitally did not respond in time'),
		);
		expect(durationMs).toBeLessThan(3_000);
	}, 20_000);

	it("answers a playbook's call within five seconds, with the event", async () => {
		const secret = 'a-secret-of-some-length';
		const webhook = await openWebhook({ secret, fetchRecord: true }, credentials());
		await webhook.activate();
		const body = JSON.stringify({ match: { account: { id: 'account-1' } } });
		const headers = { 'content-type': 'application/json' };
		const durationMs = await durationOf(
			async () => await fetch(`${webhook.url}?secret=${secret}`, { method: 'POST', headers, body }),
		);
		webhook.close();
		expect(durationMs).toBeLessThan(6_500);
		const [[json]] = webhook.executions;
		expect(json).toMatchObject({ recordType: 'account', record: null });
		expect(json.recordError).toContain('did not respond in time');
	}, 20_000);
});
