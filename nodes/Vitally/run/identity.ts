import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/** Names what a message came from: n8n, workflow, execution, node, run and item. */
export type Identity = Array<string | number | undefined>;

/** Names a run of a node: the same when n8n tries it again within the execution. */
export function identityOfRun(context: IExecuteFunctions | IExecuteSingleFunctions): Identity {
	return [
		context.getInstanceId(),
		context.getWorkflow().id,
		context.getExecutionId(),
		context.getNode().id,
		context.getWorkflowDataProxy(0).$runIndex as number,
	];
}
