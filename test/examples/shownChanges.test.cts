import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';

import { readExamples } from '../../scripts/generate/examplesPage.cts';
import { newNode, runWorkflow } from '../engine/engine.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

const EXAMPLES = readExamples(PROJECT_ROOT);

function nodeOf(file: string, name: string): INode {
	const node = EXAMPLES.find((example) => example.file === file)?.nodes.find(
		(known) => known.name === name,
	);

	if (!node) throw new Error(`${file} has no node ${name}`);

	return node as INode;
}

/** The first item that an Edit Fields node returns for an item. */
async function fieldsOf(node: INode, json: IDataObject): Promise<IDataObject | undefined> {
	const start = newNode('Start', 'n8n-nodes-base.manualTrigger');
	const outcome = await runWorkflow(
		{
			name: 'One node',
			nodes: [start, node],
			connections: { Start: { main: [[{ node: node.name, type: 'main', index: 0 }]] } },
			pinData: { Start: [{ json }] },
		},
		{ credentials: {} },
	);

	return outcome.items(node.name)[0]?.json;
}

/** What an expression of another node returns for an item. */
async function textOf(expression: unknown, json: IDataObject): Promise<unknown> {
	const parameters: INodeParameters = {
		mode: 'manual',
		assignments: {
			assignments: [{ id: 'text', name: 'text', value: String(expression), type: 'string' }],
		},
		options: {},
	};
	const set = newNode('Set', 'n8n-nodes-base.set', { typeVersion: 3.4, parameters });

	return (await fieldsOf(set, json))?.text;
}

describe('the last page of csv-to-accounts.json', () => {
	const rowOf = async (item: IDataObject) =>
		(await fieldsOf(nodeOf('csv-to-accounts.json', 'Write Row per Result'), item))?.row;

	const changedSince = { result: 'changedSince', name: 'Harbor Works', reason: null };

	it('tells the written fields of an account from those that were left', async () => {
		await expect(
			rowOf({ ...changedSince, changes: 'Plan: A → B', fieldsLeft: ['traits.seats'] }),
		).resolves.toContain(
			'<td>Updated in part</td><td>Plan: A → B. Left, because someone changed it since: traits.seats</td>',
		);
	});

	it('says that an account was left of which nothing was written', async () => {
		await expect(
			rowOf({ ...changedSince, changes: null, fieldsLeft: ['traits.seats'] }),
		).resolves.toContain('<td>Left, because someone changed it since</td>');
	});

	it('has the changes of an updated account', async () => {
		await expect(
			rowOf({ ...changedSince, result: 'applied', changes: 'Plan: A → B', fieldsLeft: null }),
		).resolves.toContain('<td>Updated</td><td>Plan: A → B</td>');
	});
});

describe('the message of postgres-to-accounts.json', () => {
	const { text } = nodeOf('postgres-to-accounts.json', 'Post Summary').parameters;
	const summary = { created: 1, updated: 2, unchanged: 3, failed: 0, failedRows: [] };

	it('says that a dry run wrote nothing', async () => {
		await expect(textOf(text, { ...summary, dryRun: true })).resolves.toMatch(
			/^\*Dry run, nothing was written\./,
		);
	});

	it('says that a Sync wrote', async () => {
		await expect(textOf(text, summary)).resolves.toMatch(/^\*Accounts synced from Postgres:\*/);
	});
});

describe('retry-failed-rows.json', () => {
	const { filters } = nodeOf('retry-failed-rows.json', 'Delete Written Rows').parameters;
	const [{ keyValue }] = (filters as { conditions: Array<{ keyValue: string }> }).conditions;

	it('keeps a failed row that a dry run would write', async () => {
		await expect(textOf(keyValue, { externalId: 'a1', dryRun: true })).resolves.toBe('');
	});

	it('forgets a failed row that was written', async () => {
		await expect(textOf(keyValue, { externalId: 'a1' })).resolves.toBe('a1');
	});
});
