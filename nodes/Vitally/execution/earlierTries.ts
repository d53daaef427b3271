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

	/**
	 * Executes an item, unless an earlier try did, and keeps what came of it. After an error the next try executes it
	 * again, but not where its change may have been saved.
	 *
	 * @throws what `execute` throws, or the error of an earlier try after which the item is not executed again
	 */
	async executeOnce(
		index: number,
		execute: () => Promise<INodeExecutionData[]>,
	): Promise<INodeExecutionData[]> {
		const earlier = this.outcomes.get(index);
		if (earlier?.error) throw earlier.error;
		if (earlier) return earlier.items;

		const items = await execute().catch((error: unknown) => {
			if (isOutcomeUnknown(error)) this.outcomes.set(index, { error });

			throw error;
		});

		this.outcomes.set(index, { items });

		return items;
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
