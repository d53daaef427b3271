import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.cts';
import type { RecordedRequest } from '../../sandbox/sandbox.cts';
import type { Outcome } from '../engine/engine.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import type { Endpoint, Way } from './endpoints.cts';
import { addEveryKind } from '../fixtures/everyKind.cts';

export interface Seen {
	outcome: Outcome;
	/** Those to the endpoint, in their order. */
	requests: RecordedRequest[];
	contractRefusals: RecordedRequest[];
}

/** Runs a call on n8n's engine, in a fresh `addEveryKind`, and shows what the service saw of it. */
export type Caller = (way: Way, more?: Record<string, unknown>) => Promise<Seen>;

/** @returns a caller with a sandbox of its own for the tests of this `describe` */
export function callerWith(options: SandboxOptions = {}): Caller {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ ...options, seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	return async ({ endpoint, call: { type, parameters } }, more) => {
		sandbox.reset();
		addEveryKind(sandbox);
		const run = { type, parameters: { ...parameters, ...more } };
		const outcome = await runNode(run, { credentials: credentialsFor(sandbox) });
		const contractRefusals = sandbox.contractRefusals();
		const requests = sandbox.requests.filter((request) => isOf(endpoint, request));
		return { outcome, requests, contractRefusals };
	};
}

function isOf({ method, path }: Endpoint, request: RecordedRequest): boolean {
	const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
	return request.method === method && pattern.test(request.path);
}
