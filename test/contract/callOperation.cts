import {
	startSandbox,
	type RecordedRequest,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox/sandbox.cts';
import { contractViolationsOf } from '../engine/contractViolations.cts';
import type { Outcome } from '../engine/engine.cts';
import { credentialsFor, runNode, type NodeRun } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import type { Endpoint, EndpointCall } from './endpoints.cts';

interface CallResult {
	outcome: Outcome;
	/** The requests to the endpoint, in their order. */
	requests: RecordedRequest[];
	allRequests: RecordedRequest[];
	/** Why requests do not fit the contract of the service. */
	contractViolations: string[];
}

interface CallOptions {
	/** Changes the sandbox before the run. */
	prepare?: (sandbox: Sandbox) => unknown;
	onError?: NodeRun['onError'];
	/** IANA zone of the workflow; UTC by default. */
	timeZone?: string;
	/** Ends the execution as n8n's Stop button does. */
	cancel?: Promise<unknown>;
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

	return async ({ endpoint, call }, parameters, { prepare, onError, timeZone, cancel } = {}) => {
		sandbox.reset();
		addAllResources(sandbox);
		prepare?.(sandbox);

		const outcome = await runNode(
			{
				type: call.type,
				items: call.items,
				parameters: { ...call.parameters, ...parameters },
				onError,
			},
			{ credentials: credentialsFor(sandbox), timeZone, cancel },
		);
		const allRequests = [...sandbox.requests];

		return {
			outcome,
			requests: allRequests.filter((request) => isTo(endpoint, request)),
			allRequests,
			contractViolations: contractViolationsOf(sandbox),
		};
	};
}

function isTo({ method, path }: Endpoint, request: RecordedRequest): boolean {
	return request.method === method && patternOf(path).test(request.path);
}

/** Returns a pattern for the paths of an endpoint, such as `/resources/accounts/:id`. */
export function patternOf(path: string): RegExp {
	return new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
}
