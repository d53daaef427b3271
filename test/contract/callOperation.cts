import {
	startSandbox,
	type RecordedRequest,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox/sandbox.cts';
import type { Outcome } from '../engine/engine.cts';
import { type NodeRun, runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import type { Endpoint, EndpointCall } from './endpoints.cts';

interface CallResult {
	outcome: Outcome;
	/** The requests to the endpoint, in their order. */
	requests: RecordedRequest[];
	allRequests: RecordedRequest[];
	contractViolations: RecordedRequest[];
}

interface CallOptions {
	/** Changes the sandbox before the run. */
	prepare?: (sandbox: Sandbox) => unknown;
	onError?: NodeRun['onError'];
}

/**
 * Runs a call on n8n's engine, in a sandbox with the records of `addAllResources`.
 *
 * @param parameters replace those of the call
 */
export type Caller = (
	endpointCall: EndpointCall,
	parameters?: Record<string, unknown>,
	options?: CallOptions,
) => Promise<CallResult>;

/** Returns a caller with a sandbox of its own, which the tests of this `describe` share. */
export function callerWith(sandboxOptions: SandboxOptions = {}): Caller {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ ...sandboxOptions, seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	return async ({ endpoint, call }, parameters, { prepare, onError } = {}) => {
		sandbox.reset();
		addAllResources(sandbox);
		prepare?.(sandbox);

		const outcome = await runIn(sandbox, {
			type: call.type,
			items: call.items,
			parameters: { ...call.parameters, ...parameters },
			onError,
		});
		const allRequests = [...sandbox.requests];

		return {
			outcome,
			requests: allRequests.filter((request) => isTo(endpoint, request)),
			allRequests,
			contractViolations: sandbox.contractErrors(),
		};
	};
}

function isTo({ method, path }: Endpoint, request: RecordedRequest): boolean {
	const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);

	return request.method === method && pattern.test(request.path);
}
