import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { CredentialValues } from './credentials.cts';
import {
	newNode,
	runWorkflow,
	type Outcome,
	type RunOptions,
	type WorkflowFile,
} from './engine.cts';

/** A run of a node under test, which gets its items from n8n's Manual Trigger. */
export interface NodeRun {
	/** Loosely typed, because tests also pass what the editor would not. */
	parameters: Record<string, unknown>;
	/** Type below our package; `vitally` by default. */
	type?: string;
	/** Whether it is a tool, which n8n knows by the name of its type. */
	isTool?: boolean;
	/** Input items; one empty item by default. */
	items?: IDataObject[];
	onError?: INode['onError'];
	/** Further settings of the node, such as `retryOnFail`. */
	settings?: Partial<INode>;
}

export const NODE = 'Vitally';

/**
 * Credentials that point at the sandbox.
 *
 * @param fields further fields of both
 */
export function credentialsFor(
	sandbox: Sandbox,
	fields: CredentialValues[string] = {},
): CredentialValues {
	const host = { dataCenter: 'custom', baseUrl: sandbox.url, ...fields };

	return {
		vitallyApi: { ...host, apiKey: sandbox.apiKey },
		vitallyAnalyticsApi: { ...host, apiKey: sandbox.analyticsKey },
	};
}

/** The node under test behind n8n's Manual Trigger, as a workflow. */
export function nodeWorkflow({
	parameters,
	type = 'vitally',
	isTool = false,
	items = [{}],
	onError,
	settings,
}: NodeRun): WorkflowFile {
	const credential = type === 'vitallyAnalytics' ? 'vitallyAnalyticsApi' : 'vitallyApi';
	const node = newNode(NODE, `n8n-nodes-vitally.${type}${isTool ? 'Tool' : ''}`, {
		parameters: parameters as INodeParameters,
		credentials: { [credential]: { id: 'sandbox', name: 'Sandbox' } },
		onError,
		...settings,
	});
	const start = newNode('Start', 'n8n-nodes-base.manualTrigger');

	return {
		name: 'One node',
		nodes: [start, node],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		pinData: { Start: items.map((json) => ({ json })) },
	};
}

/** Runs the node on n8n's engine; its items are `outcome.items(NODE)`. */
export async function runNode(run: NodeRun, options: RunOptions): Promise<Outcome> {
	return await runWorkflow(nodeWorkflow(run), options);
}

/** The same, with the credentials of a sandbox. */
export async function runIn(sandbox: Sandbox, run: NodeRun): Promise<Outcome> {
	return await runNode(run, { credentials: credentialsFor(sandbox) });
}
