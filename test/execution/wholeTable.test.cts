import type { IConnections, INode } from 'n8n-workflow';

import { newNode, runWorkflow } from '../engine/engine.cts';
import { credentialsFor, NODE, nodeWorkflow } from '../engine/node.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

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

		return await runWorkflow(
			{ ...file, nodes: [...file.nodes, condition], connections },
			{ credentials: credentialsFor(sandbox()) },
		);
	};

	const BOTH_OUTPUTS = {
		Start: { main: [to('If')] },
		If: { main: [to(NODE), to(NODE)] },
	};
	const SECOND_ROUND = {
		Start: { main: [to(NODE)] },
		[NODE]: { main: [to('If')] },
		If: { main: [[], to(NODE)] },
	};

	it.each([
		{
			name: 'both outputs of an If lead to it',
			connections: BOTH_OUTPUTS,
			message: 'This node runs again in this execution, so its table is only a part.',
			lists: 0,
		},
		{
			name: 'its own output leads to it once more',
			connections: SECOND_ROUND,
			message: 'This node ran before in this execution, so its table is only a part.',
			lists: 1,
		},
	])('is an error before a list is read, where $name', async ({ connections, message, lists }) => {
		const { error } = await run(connections, 'output');

		expect(error).toMatchObject({ message, description: 'Connect all rows at once.' });
		expect(sandbox().requests.filter(({ path }) => path === '/resources/accounts')).toHaveLength(
			lists,
		);
	});

	it('names no record of the second run as one that is not in the table', async () => {
		const { run: execution } = await run(BOTH_OUTPUTS, 'output', 'continueRegularOutput');
		const items = (execution.data.resultData.runData[NODE] ?? []).flatMap(
			({ data }) => data?.main.flatMap((output) => output ?? []) ?? [],
		);

		expect(items.map(({ json }) => json.result)).not.toContain('notInTable');
	});

	it('does not matter where a Sync runs twice without it', async () => {
		const { error } = await run(BOTH_OUTPUTS, 'ignore');

		expect(error).toBeUndefined();

		const names = [...sandbox().state.accounts.all()].map(({ name }) => name);

		expect(names).toEqual(['A1', 'A2']);
	});
});
