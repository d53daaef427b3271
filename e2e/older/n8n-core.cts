/** The `n8n-core` of an older n8n, with the executor of polls that it had inside its `ActiveWorkflows`. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { INode, IPinData, INodeExecutionData, INodeType, Workflow } from 'n8n-workflow';

const folder = process.env.OLDER_N8N ?? '';
const requireOlder = createRequire(join(folder, 'package.json'));
const older = requireOlder(join(folder, 'node_modules', 'n8n-core')) as {
	WorkflowExecute: new (...settings: unknown[]) => { run(...input: unknown[]): unknown };
};
const { Container } = requireOlder(join(folder, 'node_modules', '@n8n', 'di')) as {
	Container: { set(type: object, instance: object): void };
};

/** Accepts one object today. */
class WorkflowExecute extends older.WorkflowExecute {
	override run({ workflow, pinData }: { workflow: Workflow; pinData?: IPinData }) {
		return super.run(workflow, undefined, undefined, pinData);
	}
}

interface OlderPollContext {
	__emit(items: INodeExecutionData[][]): void;
	__emitError(error: Error): void;
}

/** Polls as `activatePolling` of n8n 1.123 does. */
class PollTriggerExecutor {
	create(workflow: Workflow, node: INode, context: OlderPollContext) {
		const type: INodeType = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);

		/** @param isActivation as n8n calls it: an error then ends the activation */
		return async (isActivation: unknown) => {
			try {
				const items = await type.poll?.call(context as never);
				if (items) context.__emit(items);
			} catch (error) {
				if (isActivation) throw error;

				context.__emitError(error as Error);
			}
		};
	}
}

Container.set(PollTriggerExecutor, new PollTriggerExecutor());

module.exports = { ...older, WorkflowExecute, PollTriggerExecutor };
