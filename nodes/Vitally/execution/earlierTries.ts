import type {
	IExecuteData,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isOutcomeUnknown } from '../errors/unknownOutcome';
import type { VitallyError } from '../errors/vitallyError';

/** What came of an item: its output items, or the error of a change that may have been saved. */
type ItemOutcome =
	| { items: INodeExecutionData[]; error?: undefined }
	| { items?: undefined; error: VitallyError };

/**
 * What the tries of one run of a node did. n8n's Retry On Fail runs a node again with all of its items, also with those
 * that were written, so each try begins with what the tries before it did.
 */
export class EarlierTries {
	/** The outcomes of items that are not executed again, by index. */
	private readonly outcomes = new Map<number, ItemOutcome>();
	/** The rows of a table that were written or may have been, by index, as the table operation keeps them. */
	readonly rows = new Map<number, unknown>();
	/** The output of a table, for a try that cannot read the table. */
	tableOutput: INodeExecutionData[] | undefined;

	/** Keeps the output items of an item. */
	keep(index: number, items: INodeExecutionData[]): void {
		this.outcomes.set(index, { items });
	}

	/** Keeps the error of an item if its change may have been saved; after any other error, the item is executed again. */
	keepIfUnknown(index: number, error: unknown): void {
		if (isOutcomeUnknown(error)) this.outcomes.set(index, { error });
	}

	entries(): Iterable<[number, ItemOutcome]> {
		return this.outcomes;
	}
}

/**
 * n8n hands the same object to every try of a run, and to nothing else. So an outcome belongs to no other call, even to
 * one of the same execution, and is forgotten with its execution, however many items there are.
 */
const triesByRun = new WeakMap<IExecuteData, EarlierTries>();

/** Returns what earlier tries of this run did, which it adds to; nothing where n8n does not try again. */
export function earlierTriesOf(context: IExecuteFunctions | IExecuteSingleFunctions): EarlierTries {
	const run = readOwnRun(context);
	if (run?.node.retryOnFail !== true) return new EarlierTries();

	const known = triesByRun.get(run);
	if (known) return known;

	const tries = new EarlierTries();

	triesByRun.set(run, tries);

	return tries;
}

/** Returns what n8n runs the node with, or `undefined` for a tool: it is called within the run of its agent. */
export function readOwnRun(
	context: IExecuteFunctions | IExecuteSingleFunctions,
): IExecuteData | undefined {
	const run = context.getExecuteData();

	return run.node.name === context.getNode().name ? run : undefined;
}
