import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const FOLDER = join(PROJECT_ROOT, 'examples');

/** Every example imports and runs as it is; what it is to do stands in its sticky note. */
describe('examples', () => {
	const sandbox = sandboxOfSuite();

	const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
	const read = (file: string) =>
		JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as WorkflowFile;
	/**
	 * By one of ours, see `triggers.test.cts`, by a model that asks, see `agents.test.cts`, or by another
	 * service or a clock, see `otherServices.test.cts`.
	 */
	const startsByTrigger = (file: string) =>
		read(file).nodes.some(({ type }) =>
			/\.(vitally|vitallyPlaybook|chat|mcp|hubspot|schedule)Trigger$/.test(type),
		);

	it.each(files)('%s says what it is for and stands in the list of examples', (file) => {
		expect(read(file).nodes.some(({ type }) => type === 'n8n-nodes-base.stickyNote')).toBe(true);
		expect(readFileSync(join(FOLDER, 'README.md'), 'utf8')).toContain(file);
	});

	it.each(files.filter((file) => !startsByTrigger(file)))('%s runs to its end', async (file) => {
		const workflow = read(file);
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		expect(sandbox().contractRefusals()).toEqual([]);
		const ours = workflow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-vitally.'));
		for (const { name } of ours) expect([name, outcome.items(name).length]).not.toEqual([name, 0]);
	});
});
