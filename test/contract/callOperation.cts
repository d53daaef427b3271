import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.cts';
import type { RecordedRequest } from '../../sandbox/sandbox.cts';
import type { Outcome } from '../engine/engine.cts';
import { type NodeRun, runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import type { Endpoint, EndpointCall } from './endpoints.cts';

interface CallResult {
	outcome: Outcome;
	/** Those to the endpoint, in their order. */
	requests: RecordedRequest[];
	allRequests: RecordedRequest[];
	contractViolations: RecordedRequest[];
}

/** Runs a call on n8n's engine, in a fresh `addAllResources`. */
export type Caller = (
	endpointCall: EndpointCall,
	more?: Record<string, unknown>,
	options?: { prepare?: (sandbox: Sandbox) => unknown; onError?: NodeRun['onError'] },
) => Promise<CallResult>;

/** @returns a caller with a new sandbox for the tests of this `describe` */
export function callerWith(options: SandboxOptions = {}): Caller {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ ...options, seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	return async (
		{ endpoint, call: { type, parameters, items } },
		more,
		{ prepare, onError } = {},
	) => {
		sandbox.reset();
		addAllResources(sandbox);
		prepare?.(sandbox);
		const run = { type, items, parameters: { ...parameters, ...more }, onError };
		const outcome = await runIn(sandbox, run);
		const allRequests = [...sandbox.requests];

		return {
			outcome,
			requests: allRequests.filter((request) => isOf(endpoint, request)),
			allRequests,
			contractViolations: sandbox.contractErrors(),
		};
	};
}

function isOf({ method, path }: Endpoint, request: RecordedRequest): boolean {
	const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

	return request.method === method && pattern.test(request.path);
}
