import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type ExecutionError,
	type IConnections,
	type INode,
	type INodeExecutionData,
	type IPinData,
	type IRun,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { CredentialsInMemory, type CredentialValues } from './credentials.cts';
import { loadPackages, type NodePackages } from './nodeTypes.cts';

/** A workflow as n8n exports it. */
export interface WorkflowFile {
	name: string;
	nodes: INode[];
	connections: IConnections;
	pinData?: IPinData;
}

/** Returns a node as n8n's editor stores it; its ID is its name, unless `fields` say otherwise. */
export function newNode(name: string, type: string, fields: Partial<INode> = {}): INode {
	return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters: {}, ...fields };
}

export interface RunOptions {
	credentials: CredentialValues;
	/** The packages that contain our nodes; this project by default. */
	packages?: NodePackages;
	/** Called when a node begins and when it is done. */
	onProgress?: (event: 'begins' | 'ends', node: string) => void;
	/** Ends the execution as n8n's Stop button does. */
	cancel?: Promise<unknown>;
	timeZone?: string;
	/** Called whenever n8n reads a credential, which is a query to its database in a real n8n. */
	onCredentialRead?: () => void;
}

/** What came out of an execution. */
export interface Outcome {
	run: IRun;
	status: IRun['status'];
	error?: ExecutionError;
	/** Items of a node's output. */
	items: (node: string, output?: number) => INodeExecutionData[];
}

let ownPackages: Promise<NodePackages> | undefined;

export async function builtPackages(): Promise<NodePackages> {
	return await (ownPackages ??= loadPackages(process.env.BUILT_PACKAGE));
}

/** Opens a workflow in the form in which n8n's engine works on it. */
export async function openWorkflow(file: WorkflowFile, options: RunOptions) {
	const packages = options.packages ?? (await builtPackages());
	const workflow = new Workflow({
		id: 'workflow',
		name: file.name,
		// The engine works on the nodes; the file stays as it is.
		nodes: structuredClone(file.nodes),
		connections: file.connections,
		active: false,
		nodeTypes: packages,
		settings: { executionOrder: 'v1', timezone: options.timeZone ?? 'UTC' },
	});

	return { workflow, additionalData: additionalDataOf(workflow, packages, options) };
}

/** Runs a workflow from its first node on n8n's real engine, in this process. */
export async function runWorkflow(file: WorkflowFile, options: RunOptions): Promise<Outcome> {
	const { workflow, additionalData } = await openWorkflow(file, options);
	const execution = workflow.expression.withIsolate(async () => {
		const engine = new WorkflowExecute(additionalData, 'manual', createRunExecutionData());
		const running = engine.run({ workflow, pinData: file.pinData });

		// What never comes cancels nothing, and the test says what it expected instead.
		options.cancel?.then(
			() => running.cancel(),
			() => {},
		);

		return await running;
	});

	return outcomeOf(await execution);
}

/** Returns what n8n's server hands to an execution, a poll or a pick-list. */
export function additionalDataOf(
	workflow: Workflow,
	packages: NodePackages,
	{ credentials, onProgress, onCredentialRead }: RunOptions,
): IWorkflowExecuteAdditionalData {
	const workflowData = { id: workflow.id, name: workflow.name, nodes: [], connections: {} };
	const hooks = new ExecutionLifecycleHooks(
		'manual',
		'execution',
		workflowData as unknown as IWorkflowBase,
	);

	hooks.addHandler('nodeExecuteBefore', (node) => onProgress?.('begins', node));
	hooks.addHandler('nodeExecuteAfter', (node) => onProgress?.('ends', node));

	return {
		credentialsHelper: new CredentialsInMemory(packages, credentials, onCredentialRead),
		hooks,
		executionId: 'execution',
		currentNodeExecutionIndex: 0,
		restApiUrl: 'http://localhost/rest',
		instanceBaseUrl: 'http://localhost/',
		webhookBaseUrl: 'http://localhost/webhook',
		webhookTestBaseUrl: 'http://localhost/webhook-test',
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		variables: {},
		setExecutionStatus: () => {},
	} as unknown as IWorkflowExecuteAdditionalData;
}

function outcomeOf(run: IRun): Outcome {
	const { error, runData } = run.data.resultData;

	return {
		run,
		status: run.status,
		error: error as ExecutionError | undefined,
		items: (node, output = 0) => runData[node]?.at(-1)?.data?.main[output] ?? [],
	};
}
