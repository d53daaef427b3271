import {
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { toNodeApiError } from '../transport/errors/nodeError';
import { assertNotCanceled, wait } from '../transport/limits/wait';
import { Clients } from './clients';
import { errorItem, pairedItems, recordsOf, settled } from './executeItem';
import { identityOfRun, type Identity } from './identity';
import { SourcedItem } from './itemContext';
import type { BatchOperation, Operation, TableOperation, TableRow } from './operation';
import { batchingOf, REQUEST_OPTIONS, requestOptionsOf } from './requestOptions';
import { RunParameters } from './runParameters';
import { tableItems } from './tableItems';
import { letOthersIn } from './turns';

/** Items at work at the same time: enough that requests wait for nobody, though some items wait for others. */
const MOST_AT_WORK = 20;

const DRY_RUN_HINT =
	"Dry run: what the output shows was not sent to Vitally. To send it, turn off 'Dry Run' under Options.";

/** What the runner has to know of an operation. */
export interface Runnable {
	run: Operation;
	batch?: BatchOperation;
	/** Takes the place of `run` in workflows, where all items are there at once. */
	table?: TableOperation;
}

/**
 * The way of the items of a workflow: n8n's second door for declarative nodes, `customOperations`,
 * hands over all items at once. They are taken in their order, a bounded number at a time; what comes
 * out is linked to its item, in each of n8n's error modes.
 *
 * @param operation what to do with each item
 * @param credentialType the credential that says where the service is
 */
export function runItems(
	operation: Runnable,
	credentialType: string,
): (this: IExecuteFunctions) => Promise<INodeExecutionData[][]> {
	return async function () {
		return [await new ItemRun(this, operation, credentialType).execute()];
	};
}

/** One run of a node over its items. */
class ItemRun {
	private readonly clients: Clients;
	private readonly parameters: RunParameters;
	/** The parameters of the first item, which decides how the run goes. */
	private readonly first: ItemParameters;
	private readonly lookUps = new Map<string, Promise<unknown>>();
	private readonly results: INodeExecutionData[][] = [];
	private readonly atWork = new Set<Promise<void>>();
	/** Errors by item; n8n is told the one of the first item. */
	private readonly errors = new Map<number, unknown>();
	/** Read once, because n8n copies it each time. */
	private readonly node: INode;
	private readonly continues: boolean;
	private readonly signal: AbortSignal | undefined;
	private identity: Identity | undefined;
	private hasPreviews = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Runnable,
		credentialType: string,
	) {
		this.clients = new Clients(context, credentialType);
		this.parameters = new RunParameters(context);
		this.first = this.parameters.of(0);
		this.node = context.getNode();
		this.continues = context.continueOnFail();
		this.signal = context.getExecutionCancelSignal?.();
	}

	async execute(): Promise<INodeExecutionData[]> {
		const { table } = this.operation;
		if (table) return await this.runTable(table);
		const items = await this.runAll();
		if (this.hasPreviews) this.hint(DRY_RUN_HINT);
		return items;
	}

	private async runAll(): Promise<INodeExecutionData[]> {
		const count = this.context.getInputData().length;
		const batching = batchingOf(this.first.param(REQUEST_OPTIONS));
		const batch = this.operation.batch?.isWanted(this.first) ? this.operation.batch : undefined;
		for (let index = 0; index < count && !this.hasStopped; ) {
			// n8n's Batching counts items, so a group ends where its pause begins.
			if (batching.pauseMs > 0 && index > 0 && index % batching.size === 0) {
				await wait(batching.pauseMs, this.signal);
			}
			const pauseIn = batching.pauseMs > 0 ? batching.size - (index % batching.size) : Infinity;
			const end = Math.min(count, index + Math.min(batch?.size ?? 1, pauseIn));
			if (batch) await this.runBatch(batch, index, end);
			else await this.startItem(index);
			index = end;
		}
		await Promise.all(this.atWork);
		assertNotCanceled(this.signal);
		if (this.errors.size > 0) throw this.firstError();
		return joined(this.results);
	}

	private get hasStopped(): boolean {
		return this.errors.size > 0 || this.signal?.aborted === true;
	}

	/** Begins an item as soon as there is room for it. */
	private async startItem(index: number): Promise<void> {
		while (this.atWork.size >= MOST_AT_WORK) await Promise.race(this.atWork);
		await letOthersIn();
		if (this.hasStopped) return;
		const item = await this.openItem(index);
		if (!item) return;
		const work = this.record(index, recordsOf(item, this.operation.run));
		this.atWork.add(work);
		void work.then(() => this.atWork.delete(work));
	}

	/** One batch after the other, so that what is said of one record keeps the order of the items. */
	private async runBatch(batch: BatchOperation, start: number, end: number): Promise<void> {
		const items = new Map<number, SourcedItem>();
		for (let index = start; index < end; index++) {
			const item = await this.openItem(index);
			if (item) items.set(index, item);
			await letOthersIn();
		}
		const outcomes = await batch.run([...items.values()]);
		for (const [position, [index, item]] of [...items].entries()) {
			const outcome = outcomes[position];
			const records =
				outcome.status === 'fulfilled'
					? Promise.resolve(outcome.value)
					: Promise.reject<IDataObject[]>(outcome.reason as Error);
			await this.record(index, settled(item, records));
		}
	}

	private async runTable(operation: TableOperation): Promise<INodeExecutionData[]> {
		const size = this.context.getInputData().length;
		const pause = this.pauses();
		const outcome = await operation.run({
			size,
			rows: () => this.tableRows(size),
			turn: async () => {
				await letOthersIn();
				await pause();
				assertNotCanceled(this.signal);
			},
			log: (text) => this.context.logger.info(`${this.node.name}: ${text}`),
			hint: (message) => this.hint(message),
		});
		assertNotCanceled(this.signal);
		return await tableItems(outcome, size, this.node, this.continues);
	}

	private hint(message: string): void {
		// n8n before 1.95 has none.
		this.context.addExecutionHints?.({ message, location: 'outputPane' });
	}

	/** n8n's Batching for a table: so many turns, then a pause for all that come after. */
	private pauses(): () => Promise<void> {
		const { size, pauseMs } = batchingOf(this.first.param(REQUEST_OPTIONS));
		let turns = 0;
		let last = Promise.resolve();
		return async () => {
			if (pauseMs > 0 && turns++ > 0 && (turns - 1) % size === 0) {
				last = last.then(async () => await wait(pauseMs, this.signal));
			}
			await last;
		};
	}

	private async *tableRows(size: number): AsyncGenerator<TableRow> {
		for (let index = 0; index < size; index++) {
			await letOthersIn();
			assertNotCanceled(this.signal);
			yield await this.open(index).then(
				(item) => ({ index, item }),
				(error: unknown) => ({ index, error }),
			);
		}
	}

	/** Keeps what became of an item. */
	private async record(index: number, records: Promise<IDataObject[]>): Promise<void> {
		try {
			this.results[index] = pairedItems(await records, index);
		} catch (error) {
			this.fail(index, error);
		}
	}

	private fail(index: number, error: unknown): void {
		if (error instanceof StoppedRun) return;
		if (this.continues) this.results[index] = [errorItem(error, this.node, index)];
		else this.errors.set(index, error);
	}

	/** @returns `undefined` when the item failed before its operation could begin */
	private async openItem(index: number): Promise<SourcedItem | undefined> {
		try {
			return await this.open(index);
		} catch (error) {
			this.fail(index, error);
			return undefined;
		}
	}

	private async open(index: number): Promise<SourcedItem> {
		const parameters = index === 0 ? this.first : this.parameters.of(index);
		return new SourcedItem({
			parameters,
			client: await this.clients.of(index),
			requestOptions: requestOptionsOf(parameters.param(REQUEST_OPTIONS)),
			lookUps: this.lookUps,
			assertRunning: () => {
				if (this.errors.size > 0) throw new StoppedRun();
			},
			previewed: () => {
				this.hasPreviews = true;
			},
			identity: () => [...(this.identity ??= identityOfRun(this.context)), index],
		});
	}

	private firstError(): Error {
		const index = Math.min(...this.errors.keys());
		return toNodeApiError(this.errors.get(index) as Error, this.node, index);
	}
}

/** What items end with that have sent nothing when another one stops the run; nobody gets to see it. */
class StoppedRun extends Error {}

/** All items of a run; spread into a call they would overflow the stack beyond some 120,000. */
function joined(results: INodeExecutionData[][]): INodeExecutionData[] {
	const items: INodeExecutionData[] = [];
	for (const result of results) for (const item of result ?? []) items.push(item);
	return items;
}
