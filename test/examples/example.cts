import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { runWorkflow, type Outcome, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

/** An example as it is in its file. */
export function readExample(file: string): WorkflowFile {
	return JSON.parse(readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8')) as WorkflowFile;
}

/** Runs an example, nodes of other services replaced (`replaced.cts`), to its end. */
export async function runExample(sandbox: Sandbox, workflow: WorkflowFile): Promise<Outcome> {
	const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox) });
	expect(outcome.error).toBeUndefined();
	return outcome;
}
