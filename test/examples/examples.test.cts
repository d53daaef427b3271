import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { INode } from 'n8n-workflow';

import { noteOf, servicesOf } from '../../scripts/generate/examplesPage.cts';
import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample } from './example.cts';

const FOLDER = join(PROJECT_ROOT, 'examples');

/** Every example imports and runs as it is; what it is to do stands in its sticky note. */
describe('examples', () => {
	const sandbox = sandboxOfSuite();

	const files = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
	/** By hand and without other services; the others are run in the tests beside this one. */
	const runsHere = (file: string) => {
		const workflow = readExample(file);
		const starts = ({ type }: INode) => type === 'n8n-nodes-base.manualTrigger';
		return workflow.nodes.some(starts) && servicesOf(workflow).length === 0;
	};

	it.each(files)('%s has a note in the form of n8n.io, of 100 to 300 words', (file) => {
		const workflow = readExample(file);
		const [title, introduction, ...rest] = noteOf(workflow).split('\n\n');
		expect(title).toBe(`## ${workflow.name}`);
		expect(introduction).toMatch(/^[A-Z].+\.$/);
		expect(rest.join('\n\n')).toMatch(/^### How it works\n- [^]+\n\n### Set up\n1\. /);
		const words = noteOf(workflow).trim().split(/\s+/).length;
		expect([words >= 100, words <= 300]).toEqual([true, true]);
	});

	it.each(files)('%s names in its note the nodes that it has', (file) => {
		const { nodes } = readExample(file);
		const named = [...noteOf({ nodes }).matchAll(/\*([^*\n]+)\*/g)].map(([, name]) => name);
		const missing = nodes
			.filter(({ type, name }) => type !== 'n8n-nodes-base.stickyNote' && !named.includes(name))
			.map(({ name }) => name);
		expect(missing).toEqual([]);
	});

	const posts = (file: string) =>
		readExample(file).nodes.filter(
			({ type, parameters }) => type === 'n8n-nodes-base.slack' && parameters.operation === 'post',
		);

	it.each(files.filter((file) => posts(file).length > 0))(
		'%s escapes what Slack would read as markup in names and comments',
		(file) => {
			for (const { parameters } of posts(file)) {
				expect(parameters.text).toContain(".replaceAll('<', '&lt;').replaceAll('>', '&gt;')");
			}
		},
	);

	it.each(files.filter(runsHere))('%s runs to its end', async (file) => {
		const workflow = readExample(file);
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		expect(sandbox().contractRefusals()).toEqual([]);
		const ours = workflow.nodes.filter(({ type }) => type.startsWith('n8n-nodes-vitally.'));
		for (const { name } of ours) expect([name, outcome.items(name).length]).not.toEqual([name, 0]);
	});
});
