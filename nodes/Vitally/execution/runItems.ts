import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { hintText, type HintText } from '../errors/shownText';
import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { abortError, assertNotCanceled, wait } from '../transport/limits/wait';
import { clientReader } from './clients';
import { forEachRecord, MAX_RUNNING, yieldToEventLoop } from './concurrency';
import { earlierTriesOf, type EarlierTries } from './earlierTries';
import { ExecutionItem, readRunKey } from './itemContext';
import type {
	BatchOperation,
	ItemContext,
	ItemKey,
	Operation,
	Settle,
	TableOperation,
	TableRow,
} from './operation';
import { errorItem, pairedItems, previewsAmong, tableOutput } from './outputItems';
import { RunParameters, type ResolvedParameters } from './parameters/parameters';
import { readBatching, requestOptionsReader } from './parameters/requestOptions';
import { isTool } from './parameters/toolCalls';
import { removeUnknownNames } from './recordNames';
import { assertWholeTable } from './wholeTable';

const DRY_RUN_HINT =
	"Dry run: what the output shows was not sent to Vitally. To send it, turn off 'Dry Run' under Options.";

/** An operation, and how it processes several items together. */
export interface Runnable {
	/** The fields in the order of the editor, without conditions on resource and operation. */
	fields: INodeProperties[];
	run: Operation;
	batch?: BatchOperation;
	/** Replaces `run` in workflows, where all items are available at once. */
	table?: TableOperation;
}

/** The groups in which items are executed, and the pause between two of them. */
interface Grouping {
	/** The number of items between two pauses; `Infinity` where there is no pause. */
	size: number;
	pauseMs: number;
	/** Sends the items of a group together; without it, they are sent one by one. */
	batch?: BatchOperation;
}

/**
 * Executes the items of a workflow. They start in their order, a bounded number at a time; each output item is paired
 * with its input item, in each of n8n's error modes.
 */
export function runItems(operation: Runnable, credentialType: string) {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await new ItemRun(this, operation, credentialType).execute()];
	};
}

class ItemRun {
	private readonly readClient: ReturnType<typeof clientReader>;
	private readonly parameters: RunParameters;
	/** The parameters of the first item, which decide on batches. */
	private readonly firstParameters: ResolvedParameters;
	private readonly count: number;
	private readonly cache = new Map<string, Promise<unknown>>();
	private readonly readRequestOptions = requestOptionsReader();
	private readonly results: INodeExecutionData[][] = [];
	private readonly running = new Set<Promise<void>>();
	/** Starts the item that waits until fewer are running. */
	private startWaiting: (() => void) | undefined;
	/** The errors by item; n8n receives that of the first item. */
	private readonly errors = new Map<number, unknown>();
	/** Read once, because n8n copies it each time. */
	private readonly node: INode;
	private readonly signal: AbortSignal | undefined;
	private runKey: ItemKey | undefined;
	/** The items in which a field is empty, by the label of the field. */
	private readonly notSent = new Map<string, Set<number>>();
	/** Lines above the output that items have added. */
	private readonly itemHints = new Set<string>();
	private readonly tries: EarlierTries;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Runnable,
		credentialType: string,
	) {
		this.readClient = clientReader(context, credentialType, operation.fields);
		this.parameters = new RunParameters(context, operation.fields);
		this.firstParameters = this.parameters.ofItem(0);
		this.count = context.getInputData().length;
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal();
		this.tries = earlierTriesOf(context);
	}

	async execute(): Promise<INodeExecutionData[]> {
		const { table } = this.operation;
		if (table) return await this.runTableOperation(table);

		this.restoreOutcomes();
		const grouping = await this.readGrouping();
		if (grouping) await this.runGroups(grouping);

		await Promise.all(this.running);
		if (this.signal?.aborted) await this.failRest(abortError(this.signal));

		this.throwFirstError();

		const items = this.results.flat();
		const previews = await previewsAmong(items);

		await removeUnknownNames(previews);
		if (previews.length > 0) this.addHint(hintText(DRY_RUN_HINT));

		this.addHints();

		return items;
	}

	/** Begins with what earlier tries of this run did: these items are not executed again. */
	private restoreOutcomes(): void {
		for (const [index, { items, error }] of this.tries.entries()) {
			if (error) this.fail(index, error);
			else this.results[index] = items;
		}
	}

	/** Reads how items are executed together, which the first item decides: an error in it is an error of every item. */
	private async readGrouping(): Promise<Grouping | undefined> {
		const { batch } = this.operation;

		try {
			const isWanted = batch?.isWanted(this.firstParameters);

			return { ...readBatching(this.firstParameters), batch: isWanted ? batch : undefined };
		} catch (error) {
			await this.failRest(error);

			return undefined;
		}
	}

	/** Executes the items in groups, as n8n's Batching wants it, with a pause before each group but the first. */
	private async runGroups({ size, pauseMs, batch }: Grouping): Promise<void> {
		for (let start = 0; start < this.count && !this.hasStopped; start += size) {
			// A cancellation ends the pause, and then the items.
			if (start > 0) await wait(pauseMs, this.signal).catch(() => undefined);

			const end = Math.min(this.count, start + size);
			if (batch) await this.runBatches(batch, start, end);
			else await this.startItems(start, end);
		}
	}

	/** Starts the items from `start` up to `end` in their order, until one of them stops the run. */
	private async startItems(start: number, end: number): Promise<void> {
		for (let index = start; index < end; index++) {
			await this.startItem(index);
			if (this.hasStopped) return;
		}
	}

	/** Executes the items from `start` up to `end` in batches, until one of them stops the run. */
	private async runBatches(batch: BatchOperation, start: number, end: number): Promise<void> {
		for (let index = start; index < end; index += batch.size) {
			await this.runBatch(batch, index, Math.min(end, index + batch.size));
			if (this.hasStopped) return;
		}
	}

	/** @throws NodeApiError where the run has stopped on errors: that of the first item */
	private throwFirstError(): void {
		if (this.errors.size === 0) return;

		const index = [...this.errors.keys()].reduce((first, other) => Math.min(first, other));

		throw toNodeApiError(this.errors.get(index) as Error, this.node, index);
	}

	private addHints(): void {
		const empty = [...this.notSent].map(([label, { size }]) =>
			size === this.count ? label : `${label} (${size} of ${this.count} items)`,
		);

		if (empty.length > 0) {
			this.addHint(hintText(`Not sent, because it is empty: ${empty.join(', ')}.`));
		}

		this.addItemHints();
	}

	private addItemHints(): void {
		for (const hint of this.itemHints) this.addHint(hintText(hint));
	}

	/** Fails the items that have neither a result nor an error. */
	private async failRest(error: unknown): Promise<void> {
		await forEachRecord(Array.from({ length: this.count }).keys(), (index) => {
			if (!this.results[index] && !this.errors.has(index)) this.fail(index, error);
		});
	}

	private get hasStopped(): boolean {
		return this.errors.size > 0 || this.signal?.aborted === true;
	}

	/** Starts an item as soon as fewer than the maximum are running. */
	private async startItem(index: number): Promise<void> {
		if (this.results[index]) return;

		if (this.running.size >= MAX_RUNNING) {
			await new Promise<void>((resolve) => {
				this.startWaiting = resolve;
			});
		}

		await yieldToEventLoop();

		const item = await this.openOrFail(index);
		if (!item) return;

		const work = this.settle(index, item.run(this.operation.run));

		this.running.add(work);

		void work.then(() => {
			this.running.delete(work);
			this.startWaiting?.();
		});
	}

	/** Runs one batch to its end before the next, so that messages about one record keep the order of the items. */
	private async runBatch(batch: BatchOperation, start: number, end: number): Promise<void> {
		const indexes = new Map<ItemContext, number>();

		for (let index = start; index < end; index++) {
			const item = this.results[index] ? undefined : await this.openOrFail(index);
			if (item) indexes.set(item, index);

			await yieldToEventLoop();
		}

		const settle: Settle = async (item, result) => {
			const returnResult = async () => {
				if (result instanceof Error) throw result;

				return result;
			};

			// The item adds its annotations, and turns a dry run into a preview.
			const records = (item as ExecutionItem).run(returnResult);

			await this.settle(indexes.get(item) as number, records);
		};

		await batch.run([...indexes.keys()], settle, this.operation.run);
	}

	private async runTableOperation(table: TableOperation): Promise<INodeExecutionData[]> {
		const outcome = await table({
			size: this.count,
			rows: () => this.tableRows(),
			earlier: this.tries.rows,
			signal: this.signal,
			hint: (message) => this.addHint(message),
		});

		if (this.signal?.aborted) this.logWrittenRows();

		this.addItemHints();

		// The table could not be read again; what was written before is not lost.
		if (outcome.error && this.tries.tableOutput) {
			return this.tries.tableOutput;
		}

		const items = await tableOutput(outcome, {
			size: this.count,
			node: this.node,
			continuesOnFail: this.context.continueOnFail(),
		});

		if (this.tries.rows.size > 0) this.tries.tableOutput = items;

		return items;
	}

	/** n8n stores nothing of a node that runs when the execution is stopped: its log alone says what was written. */
	private logWrittenRows(): void {
		const rows = formatRows([...this.tries.rows.keys()]);
		const written =
			rows === '' ? 'Nothing was written' : `Rows ${rows} of ${this.count} were written, or may be`;

		this.context.logger.warn(`${this.node.name}: the execution was stopped. ${written}.`);
	}

	private addHint(message: HintText): void {
		this.context.addExecutionHints({ message, location: 'outputPane' });
	}

	private async *tableRows(): AsyncGenerator<TableRow> {
		for (let index = 0; index < this.count; index++) {
			await yieldToEventLoop();
			assertNotCanceled(this.signal);
			yield await this.openItem(index).then(
				(item) => ({ index, item }),
				(error: unknown) => ({ index, error }),
			);
		}
	}

	/** Stores the records of an item as output items, or its error. */
	private async settle(index: number, records: Promise<IDataObject[]>): Promise<void> {
		try {
			this.results[index] = await this.tries.executeOnce(
				index,
				async () => await pairedItems(await records, index),
			);
		} catch (error) {
			this.fail(index, error);
		}
	}

	private fail(index: number, error: unknown): void {
		// Another item has failed, and this one has sent nothing.
		if (error instanceof StoppedRun) return;

		if (this.context.continueOnFail()) this.results[index] = [errorItem(error, this.node, index)];
		else this.errors.set(index, error);
	}

	/** Opens an item, or returns `undefined` when it failed before its operation could start. */
	private async openOrFail(index: number): Promise<ExecutionItem | undefined> {
		try {
			return await this.openItem(index);
		} catch (error) {
			this.fail(index, error);

			return undefined;
		}
	}

	private async openItem(index: number): Promise<ExecutionItem> {
		const parameters = index === 0 ? this.firstParameters : this.parameters.ofItem(index);

		return new ExecutionItem({
			parameters,
			client: await this.readClient(index),
			requestOptions: this.readRequestOptions(parameters),
			cache: this.cache,
			isTable: this.operation.table !== undefined,
			isTool: isTool(this.node),
			assertRunning: () => {
				if (this.errors.size > 0) throw new StoppedRun();
			},
			notSent: (label) => {
				this.notSent.set(label, (this.notSent.get(label) ?? new Set()).add(index));
			},
			hint: (text) => {
				this.itemHints.add(text);
			},
			itemKey: () => [...(this.runKey ??= readRunKey(this.context)), index],
			assertWholeTable: () => assertWholeTable(this.context),
		});
	}
}

/** Ends an item that has sent nothing when another one has stopped the run. It is not reported. */
class StoppedRun extends Error {}

/** Returns the numbers of rows, from 1, as ranges: `1-3, 7`. */
function formatRows(indexes: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];

	for (const index of indexes.sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		const row = index + 1;

		if (range && row === range.last + 1) range.last = row;
		else ranges.push({ first: row, last: row });
	}

	const texts = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));

	return texts.join(', ');
}
