import type { IExecuteFunctions, IExecuteSingleFunctions, IRunExecutionData } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';

type Context = IExecuteFunctions | IExecuteSingleFunctions;

/** n8n's 'Loop Over Items', which says in its context whether it will start another round. */
const LOOP = 'n8n-nodes-base.splitInBatches';

/**
 * Asserts that the items of a run are a whole table: n8n runs a node once for each output that leads to it, and once for
 * each round of a loop, and what is missing in one of these tables may be in another. With its setting 'Execute Once', n8n
 * hands over the first item alone.
 *
 * @throws VitallyError with that setting, and where the node has run before in this execution, or will run again
 */
export function assertWholeTable(context: Context): void {
	if (context.getNode().executeOnce) throw executeOnceError();
	if (readRunIndex(context) > 0) throw partialTableError('ran before');
	if (isWaitingAgain(context) || isInLoop(context)) throw partialTableError('runs again');
}

function partialTableError(when: 'ran before' | 'runs again'): VitallyError {
	return new VitallyError(
		`This node ${when} in this execution, so its table is only a part`,
		'Connect all rows to this node at once, for example with a Merge node or without the loop.',
	);
}

function executeOnceError(): VitallyError {
	return new VitallyError(
		"'Execute Once' is on, so the node sees only the first row of its table",
		"Turn off 'Execute Once' in the settings of this node.",
	);
}

/** Counts the runs of the node in this execution from 0. */
function readRunIndex(context: Context): number {
	return context.getWorkflowDataProxy(0).$runIndex as number;
}

/**
 * Whether n8n has other items for the node: those of another output or branch that leads to it, directly or through nodes
 * that n8n runs first.
 */
function isWaitingAgain(context: Context): boolean {
	const { runExecutionData } = context as Context & { runExecutionData?: IRunExecutionData };
	const { nodeExecutionStack = [], waitingExecution = {} } = runExecutionData?.executionData ?? {};
	// A Merge that waits for its other input is not among the nodes that have all their items.
	const waiting = [
		...nodeExecutionStack.map(({ node }) => node.name),
		...Object.keys(waitingExecution),
	];
	const { name } = context.getNode();
	const leadingHere = new Set([name, ...context.getParentNodes(name).map((parent) => parent.name)]);

	return waiting.some((node) => leadingHere.has(node));
}

function isInLoop(context: Context): boolean {
	const { $node } = context.getWorkflowDataProxy(0) as {
		$node: Record<string, { context: { noItemsLeft?: boolean } }>;
	};
	const loops = context.getParentNodes(context.getNode().name).filter(({ type }) => type === LOOP);

	return loops.some(({ name }) => $node[name].context.noItemsLeft === false);
}
