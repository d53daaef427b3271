import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import { withExpressions } from '../engine/entryPoints.cts';
import { listen } from '../engine/listen.cts';
import { NODE, runNode, type NodeRun } from '../engine/node.cts';
import { PolledNode } from '../engine/poll.cts';
import { rejectionOf } from '../errors/thrownError.cts';

const neverAnswer = () => {};

const answerWithoutEnd = (response: ServerResponse) => {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.write('{');
};

/** Time limits of the nodes, in time that passes only while the service is waited for. */
class TimeLimits {
	nowMs = 0;
	/** The limits that were set, in milliseconds. */
	readonly set: number[] = [];
	private readonly open: Array<{ atMs: number; abort: () => void }> = [];
	private ofRequest: AbortSignal | undefined;

	constructor() {
		const { any } = AbortSignal;

		jest.spyOn(AbortSignal, 'any').mockImplementation((signals) => {
			this.ofRequest = any.call(AbortSignal, signals);

			return this.ofRequest;
		});
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const limit = new AbortController();
			const abort = () => limit.abort(new DOMException('', 'TimeoutError'));

			this.set.push(ms);
			this.open.push({ atMs: this.nowMs + ms, abort });

			return limit.signal;
		});
	}

	/** Lets time pass until one of the limits ends the last request. */
	endRequest(): void {
		this.open.sort((first, second) => first.atMs - second.atMs);

		while (!this.ofRequest?.aborted) {
			const next = this.open.shift();
			if (!next) throw new Error('The request has no time limit');

			this.nowMs = next.atMs;
			next.abort();
		}
	}
}

describe('a service that does not complete an answer', () => {
	let answer: (response: ServerResponse) => void;
	let baseUrl: string;
	let requests: number;
	let closed: Array<Promise<unknown>>;
	let limits: TimeLimits;
	let onRequest: () => void;

	const server = createServer((request, response) => {
		requests++;
		closed.push(once(request.socket, 'close'));
		request.resume();
		answer(response);
		onRequest();
	});

	beforeAll(async () => {
		baseUrl = await listen(server);
	});

	beforeEach(() => {
		requests = 0;
		closed = [];
		answer = neverAnswer;
		limits = new TimeLimits();
		onRequest = () => limits.endRequest();
	});

	afterEach(() => {
		jest.restoreAllMocks();
		server.closeAllConnections();
	});

	afterAll(() => server.close());

	const credentials = () => ({
		vitallyApi: { apiKey: 'sk_live_deadline', dataCenter: 'custom', baseUrl },
	});

	const getAccounts = { resource: 'account', operation: 'getAll' };

	it.each([
		{ name: 'does not begin', answerWith: neverAnswer, parameters: {}, timeoutMs: 60_000 },
		{
			name: 'begins',
			answerWith: answerWithoutEnd,
			parameters: { requestOptions: { timeout: 500 } },
			timeoutMs: 500,
		},
	])(
		'ends an item at Timeout, which each of three attempts has, where the answer $name',
		async ({ answerWith, parameters, timeoutMs }) => {
			answer = answerWith;
			const run = { parameters: { ...getAccounts, ...parameters } };
			const { error } = await runNode(run, { credentials: credentials() });

			expect({ error: error?.message, requests, endsAtMs: limits.nowMs }).toEqual({
				error: 'Vitally did not respond in time [item 0]',
				requests: 3,
				endsAtMs: 3 * timeoutMs,
			});

			// No connection is left open, on which the service might still answer.
			await Promise.all(closed);
		},
		30_000,
	);

	const withPauses = { batching: { batch: { batchSize: 1, batchInterval: 500 } } };

	it.each<{ title: string; run: NodeRun; answered: number }>([
		{ title: 'of a workflow', run: { parameters: getAccounts }, answered: 0 },
		{
			title: 'that continues, in a pause of Batching',
			run: {
				parameters: { ...getAccounts, requestOptions: withPauses },
				items: [{}, {}, {}, {}],
				onError: 'continueRegularOutput',
			},
			answered: 1,
		},
		{
			title: 'where the operation is an expression',
			run: withExpressions({ parameters: getAccounts }, 'operation'),
			answered: 0,
		},
	])(
		'ends the items that are left at once when the execution is canceled: $title',
		async ({ run, answered }) => {
			answer = (response) =>
				requests > answered ? undefined : response.end('{ "results": [{ "id": "1" }] }');
			const asked = new Promise<void>((resolve) => {
				onRequest = () => (requests > answered ? resolve() : undefined);
			});
			const options = { credentials: credentials(), cancel: asked };
			const outcome = await runNode(run, options);

			const canceled = expect.stringContaining('The execution was canceled');
			const errors = outcome.items(NODE).map(({ json }) => json.error);

			expect({ status: outcome.status, errors, requests }).toEqual({
				status: 'canceled',
				errors: run.onError ? [undefined, canceled, canceled, canceled] : [],
				requests: answered + 1,
			});
		},
	);

	it('has for each item the Timeout that its expression returns, also where items are sent at once', async () => {
		answer = (response) => response.end('{ "results": [{ "id": "1" }] }');
		onRequest = () => {};
		const { error } = await runNode(
			{
				parameters: { ...getAccounts, requestOptions: { timeout: '={{ $json.ms }}' } },
				items: [{ ms: 500 }, { ms: 70_000 }, { ms: 500 }],
			},
			{ credentials: credentials() },
		);

		// A request of an earlier test may still set a limit of 60 seconds.
		const limitsMs = [...new Set(limits.set)].filter((ms) => ms !== 60_000).sort();

		expect({ error: error?.message, limitsMs }).toEqual({
			error: undefined,
			limitsMs: [500, 70_000],
		});
	});

	it('ends a poll within the time that n8n grants it', async () => {
		const node = new PolledNode({
			parameters: { triggerOn: 'accountUpdated', watch: 'anyChange' },
			credentials: credentials(),
			budgetMs: 1_500,
			workflow: 'deadline',
		});

		expect(await rejectionOf(node.activate())).toEqual({
			class: 'NodeApiError',
			message: 'Vitally did not respond in time',
			description: 'Try again later: the time for reading from Vitally has passed.',
			failure: { cause: 'temporarily-unavailable' },
		});
		expect({ endsAtMs: limits.nowMs }).toEqual({ endsAtMs: 1_500 });
	});
});
