import { createRequire } from 'node:module';

import { PollContext, PollTriggerExecutor } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type WorkflowActivateMode,
} from 'n8n-workflow';

import type { CredentialValues } from './credentials.cts';
import { additionalDataOf, builtPackages, newNode } from './engine.cts';

/** n8n's schedulers: the default, and the one that stores cursors together with executions. */
export type Scheduler = 'default' | 'durable';

export interface PolledNodeOptions {
	parameters: Record<string, unknown>;
	credentials: CredentialValues;
	scheduler?: Scheduler;
	/** Milliseconds that n8n grants a poll; five minutes by default. */
	budgetMs?: number;
	/** Names the workflow; nodes of one workflow name share what a process remembers. */
	workflow?: string;
	/** The ID of the node; by default, it has one of its own in each workflow. Copies of a workflow keep it. */
	nodeId?: string;
}

export const TRIGGER = 'Vitally Trigger';

/**
 * Returns the trigger node as the editor stores it.
 *
 * @param parameters loosely typed, because tests also pass what the editor would not
 */
export const triggerNode = (parameters: Record<string, unknown>): INode =>
	newNode(TRIGGER, 'n8n-nodes-vitally.vitallyTrigger', {
		parameters: parameters as INodeParameters,
		credentials: { vitallyApi: { id: 'sandbox', name: 'Sandbox' } },
	});

const OWN_STATIC_DATA = undefined;

/** The container that n8n-core itself uses; there may be several copies of the package. */
const { Container } = createRequire(require.resolve('n8n-core'))('@n8n/di') as {
	Container: { get<T>(type: abstract new (...args: never[]) => T): T };
};

/**
 * An active trigger node as n8n's server polls it: its executor and its context are n8n's own. What
 * the server stores, and when, follows `active-workflow-manager`, `trigger-execution-context.factory`
 * and `poll-trigger-task-handler` of n8n 2.41.
 */
export class PolledNode {
	/** The items of each execution that a poll started. */
	readonly executions: INodeExecutionData[][] = [];
	/** What polls threw; n8n stores an execution with the error, and polls on. */
	readonly errors: Error[] = [];
	/** What polls wrote into n8n's log as warnings. */
	readonly warnings: string[] = [];
	/** Static data of the node in n8n's database: every version that was stored, newest last. */
	readonly stored = ['{}'];
	parameters: Record<string, unknown>;
	/** Whether n8n cannot store the next execution, so that it keeps neither the items nor the state. */
	losesNext = false;
	private starts = 0;
	private name = TRIGGER;
	/** Counts what n8n waits for: it discards what a poll before an activation returns. */
	private turn = 0;
	private mode: WorkflowActivateMode = 'activate';
	private workflow: Promise<Workflow>;

	constructor(private readonly options: PolledNodeOptions) {
		this.parameters = options.parameters;
		this.workflow = this.load();
	}

	/** Items of all executions. */
	get items(): IDataObject[] {
		return this.executions.flat().map(({ json }) => json);
	}

	/** Static data of the node as its next poll has it; the default scheduler does not store all of it. */
	async staticData(): Promise<IDataObject> {
		if (this.isDurable) return parse(this.stored.at(-1));

		const workflow = await this.workflow;

		return workflow.getStaticData('node', workflow.nodes[this.name]);
	}

	/** The user activates it, which polls at once; what that poll throws rejects the activation. */
	async activate(): Promise<void> {
		await this.begin('activate');
	}

	/** The user saves the active workflow; n8n's durable scheduler keeps the job that it has. */
	async update(): Promise<void> {
		if (this.isDurable) {
			this.workflow = this.load();
		} else {
			await this.begin('update');
		}
	}

	/**
	 * The user renames the node and publishes the workflow. n8n's default scheduler keeps the state under the name of the
	 * node, the durable one under its ID.
	 */
	async rename(name: string): Promise<void> {
		const isKept = this.isDurable || name === this.name;

		if (!isKept) this.stored.push('{}');

		this.name = name;

		await this.begin('activate');
	}

	private async begin(mode: WorkflowActivateMode): Promise<void> {
		this.mode = mode;
		this.turn++;
		this.workflow = this.load();
		const workflow = await this.workflow;

		await workflow.expression.withIsolate(
			async () => await this.poll(workflow, { isActivation: true, mode, turn: this.turn }),
		);
		if (!this.isDurable) this.storeIfChanged(workflow);
	}

	/**
	 * The schedule starts a poll. With its durable scheduler n8n makes a context for each poll, and calls it an update.
	 * It runs several of them at once, and accepts the events of each, whichever state it began with.
	 *
	 * @param from is the state that n8n read for the poll; what was stored last by default
	 */
	async tick(from = this.stored.at(-1)): Promise<void> {
		const mode = this.isDurable ? 'update' : this.mode;
		const { turn } = this;

		await this.poll(await this.workflow, { isActivation: false, mode, turn, from });
	}

	/**
	 * Starts the server again, as another process.
	 *
	 * @param from static data after the restart; what was stored last by default
	 */
	async restart(from = this.stored.at(-1)): Promise<void> {
		this.starts++;
		this.stored.push(from ?? '{}');
		await this.begin('init');
	}

	private get isDurable(): boolean {
		return this.options.scheduler === 'durable';
	}

	/** @param before is what n8n compares with, as it stores no state that is unchanged */
	private store(staticData: IDataObject, before = this.stored.at(-1)): void {
		const text = JSON.stringify(staticData);
		if (text !== before) this.stored.push(text);
	}

	/** The default scheduler stores nothing where this workflow has changed nothing, whatever others have stored. */
	private storeIfChanged(workflow: Workflow): void {
		const { staticData } = workflow;
		if (staticData.__dataChanged !== true) return;

		staticData.__dataChanged = false;
		this.store(workflow.getStaticData('node', workflow.nodes[this.name]));
	}

	private async load(): Promise<Workflow> {
		const { workflow = 'workflow', nodeId = `node of ${workflow}` } = this.options;
		// Another process remembers nothing of this one.
		const id = `${nodeId} ${this.starts}`;

		return new Workflow({
			id: `${workflow} ${this.starts}`,
			name: 'One trigger',
			nodes: [{ ...triggerNode(this.parameters), id, name: this.name }],
			connections: {},
			active: true,
			nodeTypes: await builtPackages(),
			settings: { executionOrder: 'v1', timezone: 'UTC' },
			staticData: { [`node:${this.name}`]: parse(this.stored.at(-1)) },
		});
	}

	private async poll(
		workflow: Workflow,
		{
			isActivation,
			mode,
			turn,
			from = this.stored.at(-1),
		}: { isActivation: boolean; mode: WorkflowActivateMode; turn: number; from?: string },
	): Promise<void> {
		const node = workflow.nodes[this.name];
		const staged = parse(from);
		const isCurrent = () => turn === this.turn;

		const store = () => {
			// The durable scheduler compares with what the poll began with, not with what others have stored since.
			if (this.isDurable) this.store(staged, from);
			else this.storeIfChanged(workflow);
		};

		const context = new LoggedPollContext(
			workflow,
			node,
			additionalDataOf(workflow, await builtPackages(), { credentials: this.options.credentials }),
			'trigger',
			mode,
			([items]) => {
				if (this.losesNext) {
					this.losesNext = false;
					throw new Error('The database is away');
				}

				store();
				this.executions.push(items);
			},
			(error) => this.errors.push(error),
			async () => {
				if (this.isDurable) store();
			},
			async (poll) => await poll(),
			this.isDurable ? () => staged : OWN_STATIC_DATA,
			() => this.options.budgetMs ?? 300_000,
		);

		context.warnings = this.warnings;
		const executor = Container.get(PollTriggerExecutor);

		await executor.create(workflow, node, context, isCurrent)(isActivation);
	}
}

function parse(staticData = '{}'): IDataObject {
	return JSON.parse(staticData) as IDataObject;
}

/** n8n's own context, which also collects the warnings of the log. */
class LoggedPollContext extends PollContext {
	warnings: string[] = [];

	override get logger() {
		const warn = (text: string) => this.warnings.push(text);

		return new Proxy(super.logger, {
			get: (logger, key) => (key === 'warn' ? warn : Reflect.get(logger, key)),
		});
	}
}
