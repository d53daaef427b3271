import type { IDataObject, INode } from 'n8n-workflow';

import type { WorkflowFile } from '../engine/engine.cts';

/**
 * Examples use nodes of other services whose address is fixed, or that need packages which are not among
 * the nodes of `scripts/n8n-nodes.mjs`. A test replaces such a node and looks at what would reach it.
 */
type Replacement = Pick<INode, 'type' | 'typeVersion' | 'parameters'>;

function replaced(workflow: WorkflowFile, name: string, by: Replacement): WorkflowFile {
	if (!workflow.nodes.some((node) => node.name === name)) throw new Error(`There is no ${name}`);
	const nodes = workflow.nodes.map((node) => (node.name === name ? { ...node, ...by } : node));
	return { ...workflow, nodes };
}

/** The workflow with a Manual Trigger in the place of its trigger, which returns these items. */
export function startedWith(
	workflow: WorkflowFile,
	trigger: string,
	items: IDataObject[],
): WorkflowFile {
	const start = { type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} };
	const pinData = { ...workflow.pinData, [trigger]: items.map((json) => ({ json })) };
	return { ...replaced(workflow, trigger, start), pinData };
}

/**
 * The workflow with a node that returns this for each of its items, instead of asking a service or a
 * model; the models that are attached to nodes are left out.
 */
export function answering(workflow: WorkflowFile, name: string, answer: IDataObject): WorkflowFile {
	const parameters = { mode: 'raw', jsonOutput: JSON.stringify(answer), options: {} };
	const nodes = workflow.nodes.filter((node) => !workflow.connections[node.name]?.ai_languageModel);
	const by = { type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters };
	return replaced({ ...workflow, nodes }, name, by);
}

/** The workflow with a node that returns these items, however many come in. */
export function pinned(workflow: WorkflowFile, name: string, items: IDataObject[]): WorkflowFile {
	const nothing = { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	const pinData = { ...workflow.pinData, [name]: items.map((json) => ({ json })) };
	return { ...replaced(workflow, name, nothing), pinData };
}

/** The workflow with a node that returns what n8n's engine makes of its parameters, and sends nothing. */
export function withoutSending(workflow: WorkflowFile, name: string): WorkflowFile {
	const { parameters } = workflow.nodes.find((node) => node.name === name) ?? { parameters: {} };
	const assignments = valuesIn(parameters).map(([path, value]) => ({
		id: path,
		name: path,
		value,
		type: typeof value,
	}));
	const shown = { mode: 'manual', assignments: { assignments }, options: {} };
	return replaced(workflow, name, {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: shown as unknown as INode['parameters'],
	});
}

/** The workflow with a node that looks up its parameter among these records, instead of at the service. */
export function reading(
	workflow: WorkflowFile,
	name: string,
	{ expression, records }: { expression: string; records: IDataObject },
): WorkflowFile {
	const [, key] = /^=\{\{(.+)\}\}$/.exec(expression) ?? [];
	// Two closing braces would end n8n's expression.
	const known = JSON.stringify(records).replaceAll('}', '} ');
	return replaced(workflow, name, {
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: `={{ (${known})[${key}] }}`, options: {} },
	});
}

/** The values in an object and the objects in it, by their paths. */
function valuesIn(object: object, above = ''): Array<[path: string, value: unknown]> {
	return Object.entries(object).flatMap(([key, value]): Array<[string, unknown]> => {
		const path = above + key;
		const isObject = typeof value === 'object' && value !== null;
		return isObject ? valuesIn(value as object, `${path}.`) : [[path, value]];
	});
}
