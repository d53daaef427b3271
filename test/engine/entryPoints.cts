import type { IDataObject, INodeExecutionData, NodeApiError } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { builtNodes } from '../description/nodeDescriptions.cts';
import { byId } from '../fixtures/locators.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from './node.cts';
import { callTool } from './toolCall.cts';

/** A way from n8n to an operation: returns the items of both outputs, or throws the node's error. */
export type EntryPoint = (sandbox: Sandbox, run: NodeRun) => Promise<INodeExecutionData[][]>;

/** Runs an operation through `customOperations`. */
export const throughRunner: EntryPoint = async (sandbox, run) => {
	const outcome = await runNode(run, { credentials: credentialsFor(sandbox) });
	if (outcome.error) throw outcome.error as Error;

	return [outcome.items(NODE, 0), outcome.items(NODE, 1)];
};

/**
 * Runs an operation through `customOperations`, as an AI agent of version 3 calls a tool: the engine runs it
 * as a node.
 */
export const throughAgent: EntryPoint = async (sandbox, run) =>
	await throughRunner(sandbox, { ...run, isTool: true });

/** Runs one item through n8n's routing, as the MCP Server Trigger and older agents call a tool. */
export const throughTool: EntryPoint = async (sandbox, run) => [
	await callTool(run, run.items?.[0] ?? {}, credentialsFor(sandbox)),
	[],
];

type Named = Array<'resource' | 'operation'>;

/** Returns the run with resource, operation or both as expressions. */
export function withExpressions({ items = [{}], ...run }: NodeRun, ...named: Named): NodeRun {
	const { parameters } = run;
	const values = Object.fromEntries(named.map((name) => [name, parameters[name]])) as IDataObject;
	// n8n makes a text of other expressions, because both parameters are `noDataExpression`.
	const expressions = Object.fromEntries(named.map((name) => [name, `={{ $fromAI("${name}") }}`]));

	return {
		...run,
		parameters: { ...placeholders(run, named), ...parameters, ...expressions },
		items: items.map((item): IDataObject => ({ ...item, ...values })),
	};
}

/** Runs an operation through n8n's routing, because its resource or operation are expressions. */
export const throughExpressions =
	(...named: Named): EntryPoint =>
	async (sandbox, run) => {
		const isAdded = new Set<string>(named);
		const [results, errors] = await throughRunner(sandbox, withExpressions(run, ...named));
		// The error output carries the fields of the input item, those that were added here among them.
		const withoutValues = errors.map(({ json, ...item }) => ({
			...item,
			json: Object.fromEntries(Object.entries(json).filter(([name]) => !isAdded.has(name))),
		}));

		return [results, withoutValues];
	};

/** Returns values for what n8n requires: where it does not know the operation, the fields of every operation. */
function placeholders({ type = 'vitally', parameters }: NodeRun, named: string[]): object {
	const node = builtNodes.find(({ description }) => description.name === type);
	const required = (node?.description.properties ?? []).filter(
		({ required, displayOptions }) =>
			required === true &&
			(named.includes('resource') ||
				displayOptions?.show?.resource?.includes(String(parameters.resource)) !== false),
	);

	return Object.fromEntries(
		required.map(({ name, type }) => [name, type === 'resourceLocator' ? byId('none') : 'none']),
	);
}

/** Runs through an entry point, and returns what a user and the service see of the run. */
export async function resultThrough(entryPoint: EntryPoint, sandbox: Sandbox, run: NodeRun) {
	const before = sandbox.requests.length;
	const outputs = await entryPoint(sandbox, run).catch((error: NodeApiError) => textOf(error));

	return {
		outputs: Array.isArray(outputs) ? outputs.map((items) => items.map(seen)) : undefined,
		error: Array.isArray(outputs) ? undefined : outputs,
		requests: sandbox.requests.slice(before),
	};
}

function seen({ json, pairedItem, error }: INodeExecutionData) {
	return { json: timeless(json), pairedItem, error: error && textOf(error as NodeApiError) };
}

/** The duration differs from run to run. */
function timeless({ seconds, ...json }: IDataObject): IDataObject {
	return seconds === undefined ? json : { ...json, seconds: typeof seconds };
}

function textOf({ message, description, httpCode, context }: NodeApiError) {
	return { message, description, httpCode, itemIndex: context?.itemIndex as unknown };
}
