import assert from 'node:assert/strict';

import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { createAccount } from '../../sandbox/state/accounts.cts';
import type { Traits } from '../../sandbox/state/row.cts';
import { chatWith, type Question } from '../chatWindow.cts';
import { until } from '../child.cts';
import type { Example } from '../examples.cts';
import type { FakeServices } from '../fakeServices/fakeServices.cts';
import { errorOf, type Execution, type NewWorkflow, type Session } from '../session.cts';
import { submit } from './assertions.cts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';

/** What the run of an example works with; sandbox and services are at their start. */
export interface Surroundings
	extends Omit<FakeServices, 'env' | 'credentials' | 'problems' | 'reset' | 'close'> {
	sandbox: Sandbox;
	state: Sandbox['state'];
	/** The only folder in which n8n may read and write files. */
	files: string;
	/** Adds an account to the sandbox, named `Account …` by default. */
	addAccount(externalId: string, traits?: Traits, name?: string): ReturnType<typeof createAccount>;
	/** How many requests were to change something in Vitally. */
	writes(): number;
	/** Fills in parameters of a node, where the note of the example asks people to. */
	choose(node: string, parameters: INodeParameters): Promise<void>;
	/**
	 * Runs the example to its end, as the editor does.
	 *
	 * @param trigger the node to start from
	 * @param items what a trigger of another service emits; n8n runs the trigger itself without them
	 */
	from(trigger: string, items?: IDataObject[]): Promise<Execution>;
	/** Starts the example as the editor does, and does not wait. */
	start(trigger: string): Promise<void>;
	/**
	 * Waits until the newest execution shows a page of a form.
	 *
	 * @param node that shows it
	 */
	page(node: string): Promise<FormPage>;
	/**
	 * Runs the example from its chat trigger to its end, with an open chat window.
	 *
	 * @param choose the label of the button to click in a message with buttons
	 * @returns the messages without buttons
	 */
	chat(
		trigger: string,
		chatInput: string,
		choose: (question: Question) => string,
	): Promise<string[]>;
	/**
	 * Activates the example, for a trigger that others call.
	 *
	 * @param path of the trigger
	 * @returns its address
	 */
	activate(path: string): Promise<string>;
	/** Waits until so many executions that calls have started have ended, and returns them, the oldest first. */
	started(count: number): Promise<Execution[]>;
}

/** A page of a form of n8n. */
interface FormPage {
	/** The text as HTML. */
	text: string;
	/** @param values of its fields, in their order */
	send(...values: string[]): Promise<void>;
}

/** Runs an example and compares what reached Vitally and the other services. */
export type ExampleRun = (surroundings: Surroundings) => Promise<void>;

/** What every example runs on. */
export interface Machinery {
	/** The address of n8n. */
	url: string;
	session: Session;
	sandbox: Sandbox;
	services: FakeServices;
	files: string;
}

/**
 * Runs an example that was imported. Every node of it has to run, because n8n looks at the parameters of
 * those alone.
 */
export async function runExample(
	example: Example,
	exampleRun: ExampleRun | undefined,
	machinery: Machinery,
): Promise<void> {
	const { id, nodes } = example;
	const { session, sandbox, services } = machinery;
	const namesOfRanNodes = new Set<string>();

	sandbox.reset();
	services.reset();

	try {
		assert.ok(exampleRun, 'It has no row in e2e/exampleRuns');
		await exampleRun(surroundingsOf(example, machinery, namesOfRanNodes));
		assert.deepEqual(sandbox.contractErrors(), []);

		const idle = nodes
			.filter(({ type, name }) => type !== STICKY_NOTE && !namesOfRanNodes.has(name))
			.map(({ name }) => name);

		assert.deepEqual(idle, [], 'Nodes that did not run');
		assert.deepEqual(services.problems, []);
	} catch (error) {
		// What it still sends is not counted against the next example.
		await session.settled(id, undefined, 0).catch(() => undefined);
		throw new Error([`Example ${id}`, ...services.problems].join('\n'), { cause: error });
	}
}

/** @param namesOfRanNodes gets the names of the nodes that run */
function surroundingsOf(
	{ id, nodes }: Example,
	{ url, session, sandbox, services, files }: Machinery,
	namesOfRanNodes: Set<string>,
): Surroundings {
	const { state } = sandbox;

	const assertSuccess = (execution: Execution) => {
		assert.deepEqual([execution.status, errorOf(execution)], ['success', undefined]);

		for (const name of Object.keys(execution.data.resultData.runData)) namesOfRanNodes.add(name);

		return execution;
	};

	const change = async (parts: Partial<NewWorkflow>) =>
		await session.rest('PATCH', `/rest/workflows/${id}`, parts);

	// Pins the output of a node as the editor does.
	const pin = async (trigger: string, items: IDataObject[]) =>
		await change({ pinData: { [trigger]: items.map((json) => ({ json })) } });

	return {
		...services,
		sandbox,
		state,
		files,

		addAccount: (externalId, traits = {}, name = `Account ${externalId}`) =>
			createAccount(state, { externalId, name, traits }, 'reject'),

		writes: () => sandbox.requests.filter(({ method }) => method !== 'GET').length,

		choose: async (name, parameters) => {
			const node = nodes.find((candidate) => candidate.name === name);

			assert.ok(node, `There is no node ${name}`);
			Object.assign(node.parameters, parameters);
			await change({ nodes });
		},

		from: async (trigger, items) => {
			if (items) await pin(trigger, items);

			return assertSuccess(await session.run(id, trigger));
		},

		start: async (trigger) => {
			await session.start(id, trigger);
		},

		page: async (node) => {
			const formUrl = await until(`the page ${node}`, async () => {
				const [newest] = await session.executions(id);
				if (newest.status !== 'waiting') return undefined;

				const { data } = await session.execution(newest.id);

				return data.resultData.runData[node]?.at(-1)?.metadata?.resumeFormUrl;
			});
			const text = await (await fetch(formUrl)).text();

			return { text, send: async (...values) => await submit(formUrl, ...values) };
		},

		chat: async (trigger, chatInput, choose) => {
			const sessionId = 'session';

			await pin(trigger, [{ sessionId, action: 'sendMessage', chatInput }]);
			const started = await session.start(id, trigger);
			const execution = await until('the chat', async () => {
				const stored = await session.execution(started);

				return stored.data.resumeToken !== undefined && stored;
			});
			const messages = await chatWith(url, sessionId, execution, choose);

			await session.settled(id);
			assertSuccess(await session.execution(started));

			return messages;
		},

		activate: async (path) => {
			await session.activate(id);

			return url + path;
		},

		started: async (count) => {
			const found = await session.settled(id, undefined, count);

			assert.equal(found.length, count);

			const oldestFirst = found.reverse();

			return await Promise.all(
				oldestFirst.map(async (execution) => assertSuccess(await session.execution(execution.id))),
			);
		},
	};
}
