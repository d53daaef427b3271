import type {
	IDataObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { toNodeApiError } from '../transport/errors/toNodeApiError';
import { abortError, assertNotCanceled, wait } from '../transport/limits/wait';
import { clientReader } from './clients';
import { forEachRecord, MAX_RUNNING, yieldToEventLoop } from './concurrency';
import { ExecutionItem, readRunKey } from './itemContext';
import type {
	BatchOperation,
	ItemContext,
	ItemKey,
	Operation,
	TableOperation,
	TableRow,
} from './operation';
import { errorItem, pairedItems, tableOutput } from './outputItems';
import { RunParameters, type ResolvedParameters } from './parameters';
import { readBatching, requestOptionsReader } from './requestOptions';

const DRY_RUN_HINT =
	"Dry run: what the output shows was not sent to Vitally. To send it, turn off 'Dry Run' under Options.";

/** An operation, and how it processes several items together. */
export interface Runnable {
	/** In the order of the editor, without conditions on resource and operation. */
	fields: INodeProperties[];
	run: Operation;
	batch?: BatchOperation;
	/** Replaces `run` in workflows, where all items are available at once. */
	table?: TableOperation;
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
	private readonly clientOf: ReturnType<typeof clientReader>;
	private readonly parameters: RunParameters;
	/** The parameters of the first item, which decide on batches. */
	private readonly first: ResolvedParameters;
	private readonly count: number;
	private readonly cache = new Map<string, Promise<unknown>>();
	private readonly readRequestOptions = requestOptionsReader();
	private readonly results: INodeExecutionData[][] = [];
	private readonly running = new Set<Promise<void>>();
	/** Starts the item that waits until fewer are running. */
	private onPlace: (() => void) | undefined;
	/** Errors by item; n8n receives the one of the first item. */
	private readonly errors = new Map<number, unknown>();
	/** Read once, because n8n copies it each time. */
	private readonly node: INode;
	private readonly signal: AbortSignal | undefined;
	private runKey: ItemKey | undefined;
	/** By the label of a field, the items in which it is empty. */
	private readonly notSent = new Map<string, Set<number>>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Runnable,
		credentialType: string,
	) {
		this.clientOf = clientReader(context, credentialType, operation.fields);
		this.parameters = new RunParameters(context);
		this.first = this.parameters.of(0);
		this.count = context.getInputData().length;
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal();
	}

	async execute(): Promise<INodeExecutionData[]> {
		const { table } = this.operation;
		if (table) return await this.runTable(table);

		await this.runAll();
		const items = this.results.flat();
		if (items.some(({ json }) => json.dryRun === true)) this.hint(DRY_RUN_HINT);

		const empty = [...this.notSent].map(([label, { size }]) =>
			size === this.count ? label : `${label} (${size} of ${this.count} items)`,
		);
		if (empty.length > 0) this.hint(`Not sent, because it is empty: ${empty.join(', ')}.`);

		return items;
	}

	private async runAll(): Promise<void> {
		const grouping = await this.readGrouping();

		for (let index = 0; grouping && index < this.count && !this.hasStopped; ) {
			const { size, pauseMs, batch } = grouping;
			const inGroup = index % size;
			// A cancellation ends the wait, and then the items.
			if (index > 0 && inGroup === 0) await wait(pauseMs, this.signal).catch(() => undefined);

			// n8n's Batching counts items, so a batch ends where a pause begins.
			const end = Math.min(this.count, index + Math.min(batch?.size ?? 1, size - inGroup));
			if (batch) await this.runBatch(batch, index, end);
			else await this.startItem(index);

			index = end;
		}

		await Promise.all(this.running);
		if (this.signal?.aborted) await this.failRest(abortError(this.signal));
		if (this.errors.size === 0) return;

		const index = Math.min(...this.errors.keys());

		throw toNodeApiError(this.errors.get(index) as Error, this.node, index);
	}

	/** How items are executed together, which the first one decides: an error in it is one of every item. */
	private async readGrouping() {
		const { batch } = this.operation;

		try {
			const isWanted = batch?.isWanted(this.first);

			return { ...readBatching(this.first), batch: isWanted ? batch : undefined };
		} catch (error) {
			await this.failRest(error);

			return undefined;
		}
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
		if (this.running.size >= MAX_RUNNING) {
			await new Promise<void>((resolve) => (this.onPlace = resolve));
		}

		await yieldToEventLoop();
		const item = await this.openItem(index);
		if (!item) return;

		const work = this.record(index, item.run(this.operation.run));

		this.running.add(work);
		void work.then(() => {
			this.running.delete(work);
			this.onPlace?.();
		});
	}

	/** Batches run one after the other, so that messages about one record keep the order of the items. */
	private async runBatch(batch: BatchOperation, start: number, end: number): Promise<void> {
		const indexes = new Map<ItemContext, number>();

		for (let index = start; index < end; index++) {
			const item = await this.openItem(index);
			if (item) indexes.set(item, index);

			await yieldToEventLoop();
		}

		await batch.run([...indexes.keys()], async (item, result) => {
			const operation = async () => {
				if (result instanceof Error) throw result;

				return result;
			};

			await this.record(indexes.get(item) as number, (item as ExecutionItem).run(operation));
		});
	}

	private async runTable(table: TableOperation): Promise<INodeExecutionData[]> {
		const outcome = await table({
			size: this.count,
			rows: () => this.tableRows(),
			hint: (message) => this.hint(message),
		});

		return await tableOutput(outcome, this.count, this.node, this.context.continueOnFail());
	}

	private hint(message: string): void {
		this.context.addExecutionHints({ message, location: 'outputPane' });
	}

	private async *tableRows(): AsyncGenerator<TableRow> {
		for (let index = 0; index < this.count; index++) {
			await yieldToEventLoop();
			assertNotCanceled(this.signal);
			yield await this.open(index).then(
				(item) => ({ index, item }),
				(error: unknown) => ({ index, error }),
			);
		}
	}

	private async record(index: number, records: Promise<IDataObject[]>): Promise<void> {
		try {
			this.results[index] = await pairedItems(await records, index);
		} catch (error) {
			this.fail(index, error);
		}
	}

	private fail(index: number, error: unknown): void {
		if (error instanceof StoppedRun) return;
		if (this.context.continueOnFail()) this.results[index] = [errorItem(error, this.node, index)];
		else this.errors.set(index, error);
	}

	/** @returns `undefined` when the item failed before its operation could start */
	private async openItem(index: number): Promise<ExecutionItem | undefined> {
		try {
			return await this.open(index);
		} catch (error) {
			this.fail(index, error);

			return undefined;
		}
	}

	private async open(index: number): Promise<ExecutionItem> {
		const parameters = index === 0 ? this.first : this.parameters.of(index);

		return new ExecutionItem({
			parameters,
			client: await this.clientOf(index),
			requestOptions: this.readRequestOptions(parameters),
			cache: this.cache,
			isTable: this.operation.table !== undefined,
			assertRunning: () => {
				if (this.errors.size > 0) throw new StoppedRun();
			},
			notSent: (label) => {
				this.notSent.set(label, (this.notSent.get(label) ?? new Set()).add(index));
			},
			itemKey: () => [...(this.runKey ??= readRunKey(this.context)), index],
		});
	}
}

/** Ends an item that has sent nothing when another one stops the run; it is not reported. */
class StoppedRun extends Error {}
