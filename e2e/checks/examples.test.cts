import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';

import { NodeHelpers, type INode, type INodeTypeDescription } from 'n8n-workflow';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { parameterProblems } from '../../test/examples/parameterProblems.cts';
import { folder, home, installation, report } from '../context.cts';
import { runExample, type ExampleRun } from '../exampleRuns/exampleRun.cts';
import { MODELS } from '../exampleRuns/models.cts';
import { OTHER_EVENTS } from '../exampleRuns/otherEvents.cts';
import { SHEETS } from '../exampleRuns/sheets.cts';
import { STORED_ROWS } from '../exampleRuns/storedRows.cts';
import { SUPPORT } from '../exampleRuns/support.cts';
import { TABLES } from '../exampleRuns/tables.cts';
import { TO_EMAIL } from '../exampleRuns/toEmail.cts';
import { TO_SLACK } from '../exampleRuns/toSlack.cts';
import { examples, sandboxCredentials } from '../examples.cts';
import { startFakeServices } from '../fakeServices/fakeServices.cts';
import type { Installation } from '../install.cts';
import { importInto, startN8n } from '../n8n.cts';
import { Session } from '../session.cts';

/** The run of each example, by the name of its file. */
const EXAMPLE_RUNS: Record<string, ExampleRun> = {
	...MODELS,
	...OTHER_EVENTS,
	...SHEETS,
	...STORED_ROWS,
	...SUPPORT,
	...TABLES,
	...TO_EMAIL,
	...TO_SLACK,
};

/** Some examples by the names of their files; without any, all of them run. */
const CHOSEN = process.env.EXAMPLES?.split(',') ?? [];

/** n8n's own packages, by the prefix of their node types. */
const PACKAGES = ['n8n-nodes-base', '@n8n/n8n-nodes-langchain'];

it("The examples, imported on the command line, run with n8n's nodes for other services", async () => {
	const sandbox = await startSandbox();
	const services = await startFakeServices(folder('other-services'));
	const ofServices = Object.entries(services.credentials).map(([type, data]) => ({
		id: type,
		name: type,
		type,
		data,
	}));
	// A node uses those that its parameters ask for.
	const credentials = Object.fromEntries(ofServices.map(({ id, name }) => [id, { id, name }]));
	const workflows = examples().map((example) => ({
		...example,
		nodes: example.nodes.map((node) => (isOfN8n(node) ? { ...node, credentials } : node)),
	}));

	const userFolder = { folder: home('examples') };
	const allCredentials = [...sandboxCredentials(sandbox), ...ofServices];

	await importInto(installation, 'credentials', allCredentials, userFolder);
	await importInto(installation, 'workflow', workflows, userFolder);
	const files = folder('files');
	const env = { ...services.env, N8N_RESTRICT_FILE_ACCESS_TO: files };
	const { url } = await startN8n(installation, { ...userFolder, env });
	const surroundings = { url, session: await Session.open(url), sandbox, services, files };
	const problems = [...services.problems, ...problemsOf(workflows, installation)];
	const failed: unknown[] = problems.length > 0 ? [new Error(problems.join('\n'))] : [];

	const chosen = workflows.filter(({ id }) => CHOSEN.length === 0 || CHOSEN.includes(id));

	assert.ok(chosen.length >= CHOSEN.length, `There is an unknown example in ${CHOSEN.join(', ')}`);

	for (const workflow of chosen) {
		try {
			await runExample(workflow, EXAMPLE_RUNS[workflow.id], surroundings);
		} catch (error) {
			failed.push(error);
		}
	}

	await Promise.all([sandbox.close(), services.close()]);
	// Jest shows no errors in an AggregateError.
	if (failed.length > 0) throw new Error(failed.map((error) => inspect(error)).join('\n\n'));

	report(`${chosen.length} of ${workflows.length} examples`);
});

function isOfN8n({ type }: INode): boolean {
	return PACKAGES.some((name) => type.startsWith(`${name}.`));
}

/** Parameters and choices that n8n's nodes do not have. n8n ignores them. */
function problemsOf(
	workflows: Array<{ id: string; nodes: INode[] }>,
	{ modules }: Installation,
): string[] {
	const types = PACKAGES.flatMap((name) => {
		const file = join(modules, ...name.split('/'), 'dist', 'types', 'nodes.json');
		const descriptions = JSON.parse(readFileSync(file, 'utf8')) as INodeTypeDescription[];

		return descriptions.map((type) => ({ ...type, name: `${name}.${type.name}` }));
	});

	return workflows.flatMap(({ id, nodes }) =>
		nodes.flatMap((node) => {
			const type = types.find(
				({ name, version }) => name === node.type && [version].flat().includes(node.typeVersion),
			);
			// n8n creates the review of tools at its start.
			if (!type) return [];

			const { properties } = type;
			const parameters =
				NodeHelpers.getNodeParameters(properties, node.parameters, true, false, node, type) ?? {};

			return parameterProblems(node, type, parameters).map(
				(problem) => `${id}, ${node.name}: ${problem}`,
			);
		}),
	);
}
