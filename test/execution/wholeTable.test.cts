import { ExecuteContext } from 'n8n-core';
import {
	createRunExecutionData,
	type IConnections,
	type IExecuteFunctions,
	type INode,
} from 'n8n-workflow';

import { assertWholeTable } from '../../nodes/Vitally/execution/wholeTable';
import { builtPackages, newNode, openWorkflow, runWorkflow } from '../engine/engine.cts';
import { linesOfItems } from '../engine/itemLines.cts';
import { credentialsFor, NODE, nodeWorkflow, runIn } from '../engine/node.cts';
import { errorOf } from '../errors/thrownError.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync } from '../nodes/account/syncCases.cts';

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];

const IS_FIRST = {
	conditions: {
		combinator: 'and',
		options: { version: 2, caseSensitive: true, leftValue: '', typeValidation: 'loose' },
		conditions: [
			{
				id: 'first',
				leftValue: '={{ $json.id }}',
				rightValue: 'A1',
				operator: { type: 'string', operation: 'equals' },
			},
		],
	},
};

/** n8n runs a node once for each output that leads to it, and for each round of a loop. */
describe('Not in the Table', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => addCustomers(sandbox()));

	/** Runs a Sync behind an If, of which the connections differ. */
	const run = async (connections: IConnections, notInTable: string, onError?: INode['onError']) => {
		const file = nodeWorkflow({
			parameters: {
				resource: 'account',
				operation: 'sync',
				traitsMode: 'fields',
				externalId: '={{ $json.id ?? $json.externalId }}',
				name: '={{ $json.id ?? $json.name }}',
				dryRun: false,
				syncOutput: 'changed',
				options: { notInTable },
			},
			items: [{ id: 'A1' }, { id: 'A2' }],
			onError,
		});
		const condition = newNode('If', 'n8n-nodes-base.if', {
			typeVersion: 2.2,
			parameters: IS_FIRST,
		});

		const others = ['Left', 'Right'].map((name) => newNode(name, 'n8n-nodes-base.noOp'));
		const merge = newNode('Merge', 'n8n-nodes-base.merge', { typeVersion: 3.2 });

		return await runWorkflow(
			{ ...file, nodes: [...file.nodes, condition, merge, ...others], connections },
			{ credentials: credentialsFor(sandbox()) },
		);
	};

	const BOTH_OUTPUTS = {
		Start: { main: [to('If')] },
		If: { main: [to(NODE), to(NODE)] },
	};
	const RUNS_AGAIN = 'This node runs again in this execution, so its table is only a part';
	const SECOND_ROUND = {
		Start: { main: [to(NODE)] },
		[NODE]: { main: [to('If')] },
		If: { main: [[], to(NODE)] },
	};

	it.each<{ name: string; connections: IConnections; message: string; lists: number }>([
		{
			name: 'both outputs of an If lead to it',
			connections: BOTH_OUTPUTS,
			message: RUNS_AGAIN,
			lists: 0,
		},
		{
			name: 'both outputs of an If lead to it through another node each',
			connections: {
				Start: { main: [to('If')] },
				If: { main: [to('Left'), to('Right')] },
				Left: { main: [to(NODE)] },
				Right: { main: [to(NODE)] },
			},
			message: RUNS_AGAIN,
			lists: 0,
		},
		{
			name: 'two nodes lead to it, of which n8n runs the second later',
			connections: {
				Start: { main: [[...to('Left'), ...to('Right')]] },
				Left: { main: [to(NODE)] },
				Right: { main: [to(NODE)] },
			},
			message: RUNS_AGAIN,
			lists: 0,
		},
		{
			name: 'a Merge that leads to it waits for its other input',
			connections: {
				Start: { main: [to('If')] },
				If: { main: [to('Merge'), to(NODE)] },
				Right: { main: [[{ node: 'Merge', type: 'main', index: 1 }]] },
				Merge: { main: [to(NODE)] },
			},
			message: RUNS_AGAIN,
			lists: 0,
		},
		{
			name: 'its own output leads to it once more',
			connections: SECOND_ROUND,
			message: 'This node ran before in this execution, so its table is only a part',
			lists: 1,
		},
	])(
		'ends a Sync in an error before a list is read, where $name',
		async ({ connections, message, lists }) => {
			const { error } = await run(connections, 'output');

			expect(error).toMatchObject({
				message,
				description:
					'Connect all rows to this node at once, for example with a Merge node or without the loop.',
			});

			const pages = sandbox().requests.filter(({ path }) => path === '/resources/accounts');

			expect({ listsRead: pages.length }).toEqual({ listsRead: lists });
		},
	);

	it('ends a Sync in an error before anything is read, where the node executes once', async () => {
		const { error } = await runIn(sandbox(), {
			parameters: sync({ notInTable: 'output' }),
			items: [{ id: 'A1' }, { id: 'A2' }],
			settings: { executeOnce: true },
		});

		expect(error?.message).toBe(
			"'Execute Once' is on, so the node sees only the first row of its table",
		);
		expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
	});

	it('names no record of the second run as one that is not in the table', async () => {
		const { run: execution } = await run(BOTH_OUTPUTS, 'output', 'continueRegularOutput');
		const items = (execution.data.resultData.runData[NODE] ?? []).flatMap(
			({ data }) => data?.main.flatMap((output) => output ?? []) ?? [],
		);

		expect(linesOfItems(items.map(({ json }) => json))).toEqual([
			'item 0: error, This node runs again in this execution, so its table is only a part',
			'item 1: error, This node ran before in this execution, so its table is only a part',
		]);
	});

	it('lets a Sync run twice where it is off', async () => {
		const { error } = await run(BOTH_OUTPUTS, 'ignore');

		expect({ error: error?.message }).toEqual({ error: undefined });

		const names = [...sandbox().state.accounts.all()].map(({ name }) => name);

		expect(names).toEqual(['A1', 'A2']);
	});
});

/** n8n's Loop Over Items is not among the nodes that tests load, so only what it leaves in the execution is here. */
describe('a table in a round of Loop Over Items', () => {
	const LOOP = 'n8n-nodes-base.splitInBatches';

	/**
	 * Opens the node in a round of two loops, of which one is in the other.
	 *
	 * @param hasItemsLeft by loop; a loop that is absent has not run
	 */
	const contextIn = async (hasItemsLeft: { Outer?: boolean; Inner?: boolean }) => {
		const packages = await builtPackages();
		const file = nodeWorkflow({ parameters: {} });
		const loops = ['Outer', 'Inner'].map((name) => newNode(name, LOOP));
		const connections = {
			Start: { main: [to('Outer')] },
			Outer: { main: [[], to('Inner')] },
			Inner: { main: [to('Outer'), to(NODE)] },
			[NODE]: { main: [to('Inner')] },
		};
		const { workflow, additionalData } = await openWorkflow(
			{ ...file, nodes: [...file.nodes, ...loops], connections },
			{
				credentials: {},
				packages: {
					...packages,
					getByNameAndVersion: (type, version) =>
						packages.getByNameAndVersion(type === LOOP ? 'n8n-nodes-base.noOp' : type, version),
				},
			},
		);
		const node = workflow.nodes[NODE];
		const items = [{ json: {} }];
		const contextData = Object.fromEntries(
			Object.entries(hasItemsLeft).map(([loop, hasLeft]) => [
				`node:${loop}`,
				{ noItemsLeft: !hasLeft },
			]),
		);
		const data = createRunExecutionData({ executionData: { contextData } });

		return new ExecuteContext(
			workflow,
			node,
			additionalData,
			'trigger',
			data,
			0,
			items,
			{ main: [items] },
			{ node, data: { main: [items] }, source: null },
			[],
		) as unknown as IExecuteFunctions;
	};

	it.each([
		{ loop: 'each of two loops', Outer: true, Inner: true },
		{ loop: 'the outer loop alone', Outer: true, Inner: false },
		{ loop: 'the inner loop alone', Outer: false, Inner: true },
	])('counts as a part, and fails, while $loop has items left', async ({ Outer, Inner }) => {
		const context = await contextIn({ Outer, Inner });

		expect(errorOf(() => assertWholeTable(context))).toEqual({
			class: 'VitallyError',
			message: 'This node runs again in this execution, so its table is only a part',
			description:
				'Connect all rows to this node at once, for example with a Merge node or without the loop.',
			facts: {},
		});
	});

	it.each([
		{ state: 'no loop has items left', loops: { Outer: false, Inner: false } },
		{ state: 'no loop has run', loops: {} },
		{
			state: 'the outer loop has no items left, and the inner one has not run',
			loops: { Outer: false },
		},
	])('counts as whole where $state', async ({ loops }) => {
		const context = await contextIn(loops);

		expect(() => assertWholeTable(context)).not.toThrow();
	});
});
