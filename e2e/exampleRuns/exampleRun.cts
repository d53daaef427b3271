import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { until } from '../child.cts';
import type { FakeServices } from '../fakeServices/fakeServices.cts';
import type { Question } from '../chatWindow.cts';
import type { Execution } from '../session.cts';

/** What the run of an example has at hand; sandbox and services are at their start. */
export interface Surroundings
	extends Omit<FakeServices, 'env' | 'credentials' | 'problems' | 'reset' | 'close'> {
	sandbox: Sandbox;
	/** Fills in parameters of a node, where the note of the example asks people to. */
	choose(node: string, parameters: INodeParameters): Promise<void>;
	/**
	 * Runs the example to its end, as the editor does.
	 *
	 * @param trigger the node to start from
	 * @param items what a trigger of another service emits; n8n runs the trigger itself without them
	 */
	from(trigger: string, items?: IDataObject[]): Promise<Execution>;
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
	 * @returns the address of n8n
	 */
	activate(): Promise<string>;
	/** So many executions that calls have started, when they ended, the oldest first. */
	started(count: number): Promise<Execution[]>;
}

/**
 * Runs an example and compares what reached Vitally and the other services.
 *
 * @returns what happened, for the report
 */
export type ExampleRun = (surroundings: Surroundings) => Promise<string>;

/**
 * n8n publishes workflows in the background.
 *
 * @param post calls a webhook
 * @returns the first status of a registered webhook
 */
export async function registered(post: () => Promise<number>): Promise<number> {
	return await until('the webhook', async () => {
		const status = await post();
		return status !== 404 && status;
	});
}
