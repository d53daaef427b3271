import type { IExecuteFunctions, IExecuteSingleFunctions } from 'n8n-workflow';

/** Identifies an item: n8n, workflow, execution, node, run and index. */
export type ItemKey = Array<string | number | undefined>;

/** Identifies a run of a node: the same when n8n retries it within the execution. */
export function readRunKey(context: IExecuteFunctions | IExecuteSingleFunctions): ItemKey {
	return [
		context.getInstanceId(),
		context.getWorkflow().id,
		context.getExecutionId(),
		context.getNode().id,
		context.getWorkflowDataProxy(0).$runIndex as number,
	];
}
