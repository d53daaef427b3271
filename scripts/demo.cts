import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../sandbox/sandbox.cts';
import { runWorkflow, type Outcome, type WorkflowFile } from '../test/engine/engine.cts';
import { credentialsFor } from '../test/engine/node.cts';

const EXAMPLE = 'examples/accounts-at-risk.json';
const ROWS_SHOWN = 8;
const COLUMNS_SHOWN = 6;
const WIDTH = 20;

/** Runs an example workflow with our nodes, on n8n's real engine, against the sandbox. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: { keep: { type: 'boolean', default: false }, port: { type: 'string' } },
	});
	const sandbox = await startSandbox({ port: Number(values.port ?? (values.keep ? 4010 : 0)) });

	console.log(
		`\nSandbox with ${[...sandbox.state.accounts.all()].length} accounts at ${sandbox.url}`,
	);

	const workflow = JSON.parse(readFileSync(EXAMPLE, 'utf8')) as WorkflowFile;

	// A dry run until someone turns it off; in the sandbox, nobody minds.
	for (const { parameters } of workflow.nodes) {
		if (parameters.options) delete (parameters.options as IDataObject).dryRun;
	}

	console.log(`Running "${workflow.name}" (${EXAMPLE}) on n8n's engine:\n`);
	const outcome = await runWorkflow(workflow, {
		credentials: credentialsFor(sandbox),
		onProgress: (event, node) => console.log(event === 'begins' ? `  … ${node}` : `  ✓ ${node}`),
	});

	printItems(workflow, outcome);
	printSummary(sandbox, outcome);

	if (values.keep && outcome.status === 'success') {
		console.log(
			`\nThe sandbox stays up at ${sandbox.url} with the key ${sandbox.apiKey}; Ctrl+C ends it.`,
		);

		return;
	}

	await sandbox.close();
	process.exitCode = outcome.status === 'success' ? 0 : 1;
}

/** Prints what came out of each node, in the order of the workflow. */
function printItems({ nodes }: WorkflowFile, outcome: Outcome): void {
	for (const { name, type } of nodes) {
		const items = outcome.items(name).map(({ json }) => json);
		if (type.startsWith('n8n-nodes-base') || items.length === 0) continue;

		console.log(`\n${name}: ${items.length} items`);
		console.table(items.slice(0, ROWS_SHOWN).map(rowOf));
		if (items.length > ROWS_SHOWN) console.log(`  … and ${items.length - ROWS_SHOWN} more`);
	}
}

/** Returns the most useful columns: names, numbers and traits; ids and times are long and alike. */
function rowOf({ externalId, name, created, healthScore, mrr, ...rest }: IDataObject): IDataObject {
	const isRecord = externalId !== undefined;
	const traits = Object.entries(rest).filter(([column]) => column.startsWith('traits.'));
	const columns = isRecord
		? { externalId, name, created, healthScore, mrr, ...Object.fromEntries(traits) }
		: rest;
	const cells = Object.entries(columns)
		.filter(([, value]) => value !== undefined && value !== null)
		.slice(0, COLUMNS_SHOWN)
		.map(([key, value]) => [key, shortened(value)]);

	return Object.fromEntries(cells);
}

function shortened(value: unknown): unknown {
	if (typeof value === 'number' || typeof value === 'boolean') return value;

	const text = typeof value === 'string' ? value : JSON.stringify(value);

	return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}

function printSummary(sandbox: Sandbox, { status, error }: Outcome): void {
	const rejected = sandbox.contractErrors().length;

	console.log(
		`\n${status === 'success' ? 'Done' : 'Stopped'}: ${sandbox.requests.length} requests, ${rejected || 'none'} rejected. \`npm run editor\` shows the same in n8n.`,
	);
	if (error) console.log(`${error.message}\n${error.description ?? ''}`);
}

main().catch(({ message }: Error) => {
	console.error(message);
	process.exitCode = 1;
});
