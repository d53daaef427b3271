import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { runWorkflow, type Outcome, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { PolledNode } from '../engine/poll.cts';

/** An example that the Vitally Trigger starts, and what happens in Vitally while it is active. */
interface LiveExample {
	file: string;
	sandbox: Sandbox;
	/** The clock of the sandbox, in Unix milliseconds. */
	clock: { now: number };
	happen: () => void;
	/** Replaces nodes of other services, see `replaced.cts`. */
	replace?: (workflow: WorkflowFile) => WorkflowFile;
}

/** Activates the example, lets something happen, and runs what the next poll starts. */
export async function runLive(example: LiveExample): Promise<Outcome> {
	const { file, sandbox, clock, happen, replace = (workflow) => workflow } = example;
	const path = join(PROJECT_ROOT, 'examples', file);
	const workflow = replace(JSON.parse(readFileSync(path, 'utf8')) as WorkflowFile);
	const trigger = workflow.nodes.find(({ type }) => type.endsWith('.vitallyTrigger'));
	if (!trigger) throw new Error(`${file} has no trigger`);
	const credentials = credentialsFor(sandbox);
	const { parameters } = trigger;
	const node = new PolledNode({ parameters, credentials, workflow: file });
	await node.activate();
	await node.tick();
	expect(node.executions).toEqual([]);
	clock.now += 60_000;
	happen();
	await node.tick();
	const [items] = node.executions as [INodeExecutionData[]];
	// n8n takes the items of a poll as the output of the trigger.
	const pinData = { [trigger.name]: items };
	return await runWorkflow({ ...workflow, pinData }, { credentials });
}
