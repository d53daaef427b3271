import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { runWorkflow, type Outcome, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PolledNode } from '../engine/poll.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample } from './example.cts';
import { startedWith, withoutSending } from './replaced.cts';

/** What happens in Vitally while an example is active, and which of its nodes send nothing here. */
interface Live {
	happen: () => void;
	/** Nodes of other services, see `replaced.cts`. */
	sending?: string[];
}

/** A sandbox with a clock of its own for a suite of examples that the Vitally Trigger starts. */
export function liveSuite() {
	/** Unix milliseconds. */
	const clock = { now: Date.UTC(2026, 10, 20, 12) };
	const sandbox = sandboxOfSuite({ now: () => clock.now });
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const run = async (workflow: WorkflowFile): Promise<Outcome> => {
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		return outcome;
	};

	/** Activates the example, lets something happen, and runs what the next poll starts. */
	const live = async (file: string, { happen, sending = [] }: Live): Promise<Outcome> => {
		const workflow = sending.reduce(withoutSending, readExample(file));
		const { name, parameters } = triggerOf(workflow);
		const credentials = credentialsFor(sandbox());
		const node = new PolledNode({ parameters, credentials, workflow: file });
		await node.activate();
		await node.tick();
		expect(node.executions).toEqual([]);
		clock.now += 60_000;
		happen();
		await node.tick();
		const [items] = node.executions as [INodeExecutionData[]];
		// n8n takes the items of a poll as the output of the trigger.
		return await run({ ...workflow, pinData: { [name]: items } });
	};

	/** Runs the example with items as the trigger would return them. */
	const started = async (file: string, items: IDataObject[], sending: string[]) => {
		const workflow = sending.reduce(withoutSending, readExample(file));
		return await run(startedWith(workflow, triggerOf(workflow).name, items));
	};

	return { clock, sandbox, live, started };
}

function triggerOf({ name, nodes }: WorkflowFile) {
	const trigger = nodes.find(({ type }) => /trigger$/i.test(type));
	if (!trigger) throw new Error(`${name} has no trigger`);
	return trigger;
}

/** What happens to the health score of an account that is not churned, the first being 0. */
export function setScore(
	{ state }: Sandbox,
	clock: { now: number },
	[index, healthScore]: [index: number, healthScore: number | null],
) {
	clock.now += 1000;
	const account = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt)[index];
	state.accounts.change(account, { healthScore, updatedAt: state.now() });
	return account;
}
