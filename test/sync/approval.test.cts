import type { IConnections, INode, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { readExamples } from '../../scripts/generate/examplesPage.cts';
import { newNode, runWorkflow, type Outcome } from '../engine/engine.cts';
import { credentialsFor, runIn } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { bodiesOf, sync } from '../nodes/account/syncCases.cts';
import { accounts, changeOperation } from './changeCases.cts';

const ADVICE = /add a Filter node that keeps only approvals\. Then add a Merge node/;

const vitally = (name: string, parameters: object): INode =>
	newNode(name, 'n8n-nodes-vitally.vitally', {
		parameters: parameters as INodeParameters,
		credentials: { vitallyApi: { id: 'sandbox', name: 'Sandbox' } },
	});

/** Keeps the answer of the form if it approves. */
const keepApprovals = newNode('Filter', 'n8n-nodes-base.filter', {
	typeVersion: 2.2,
	parameters: {
		conditions: {
			options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
			conditions: [
				{
					id: 'approved',
					leftValue: '={{ $json.Decision }}',
					rightValue: 'Apply',
					operator: { type: 'string', operation: 'equals' },
				},
			],
			combinator: 'and',
		},
	},
});

const takeInputOfSync = newNode('Merge', 'n8n-nodes-base.merge', {
	typeVersion: 3.2,
	parameters: { mode: 'chooseBranch', useDataOfInput: 1 },
});

const to = (...targets: Array<[node: string, index: number]>) => ({
	main: [targets.map(([node, index]) => ({ node, type: 'main', index }))],
});

const CONNECTIONS = {
	Start: to(['Preview', 0]),
	Preview: to(['Form', 0], ['Merge', 0]),
	Form: to(['Filter', 0]),
	Filter: to(['Merge', 1]),
	Merge: to(['Apply', 0]),
} as IConnections;

/** Runs the nodes that the advice describes, with an answer in place of the form. */
async function answer(sandbox: Sandbox, decision: string): Promise<Outcome> {
	const nodes = [
		newNode('Start', 'n8n-nodes-base.manualTrigger'),
		vitally('Preview', sync({ dryRun: true })),
		newNode('Form', 'n8n-nodes-base.noOp'),
		keepApprovals,
		takeInputOfSync,
		vitally('Apply', changeOperation('applyChanges')() as object),
	];
	const pinData = {
		Start: [{ json: { id: 'a1', name: 'New' } }],
		Form: [{ json: { Decision: decision } }],
	};

	return await runWorkflow(
		{ name: 'Approval', nodes, connections: CONNECTIONS, pinData },
		{ credentials: credentialsFor(sandbox) },
	);
}

/** Runs the node of an example that writes what a person approves, after a dry run of new accounts. */
async function approvalText(sandbox: Sandbox, file: string, writer: string): Promise<string> {
	const example = readExamples(PROJECT_ROOT).find((read) => read.file === `${file}.json`);
	const node = example?.nodes.find(({ name }) => name === writer);
	if (!node) throw new Error(`${file} has no node ${writer}`);

	const outcome = await runWorkflow(
		{
			name: 'Approval',
			nodes: [
				newNode('Start', 'n8n-nodes-base.manualTrigger'),
				vitally('Preview', sync({ dryRun: true })),
				node as INode,
			],
			connections: {
				Start: to(['Preview', 0]),
				Preview: to([writer, 0]),
			} as IConnections,
			pinData: { Start: ['b1', 'b2', 'b3'].map((id) => ({ json: { id, name: 'Birch' } })) },
		},
		{ credentials: credentialsFor(sandbox) },
	);

	return JSON.stringify(outcome.items(writer));
}

describe('the page of an example on which a person approves new accounts', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ file: 'approve-then-apply', writer: 'Write Text per Account' },
		{ file: 'csv-to-accounts', writer: 'Write Row per Account' },
	])('warns of an account that has their name: $file', async ({ file, writer }) => {
		accounts({ a1: ['Birch'] })(sandbox());

		const text = await approvalText(sandbox(), file, writer);

		expect(text).toContain('External ID: b1<br>An account with this name exists: a1');
	});
});

describe('Sync: Apply Changes after a form', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ decision: 'Apply', effect: 'writes the change', written: [{ name: 'New' }] },
		{ decision: 'Discard', effect: 'writes nothing', written: [] },
	])('$effect after the answer "$decision"', async ({ decision, written }) => {
		accounts({ a1: ['Old'] })(sandbox());

		const outcome = await answer(sandbox(), decision);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect({ written: bodiesOf(sandbox()) }).toEqual({ written });
	});

	it('tells in the error of an answer without changes how to keep a refusal from applying them', async () => {
		const outcome = await runIn(sandbox(), {
			parameters: changeOperation('applyChanges')(),
			items: [{ Decision: 'Discard' }],
		});

		expect(outcome.error?.message).toBe(
			"This item has no 'result', so it isn't a change from a Sync [item 0]",
		);
		expect(outcome.error?.description ?? 'no advice').toMatch(ADVICE);
	});
});
