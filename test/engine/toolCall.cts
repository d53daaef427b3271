import { SupplyDataContext } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
} from 'n8n-workflow';

import type { CredentialValues } from './credentials.cts';
import { newNode, openWorkflow } from './engine.cts';
import { NODE, nodeWorkflow, type NodeRun } from './node.cts';

/**
 * Calls the node as the MCP Server Trigger and older agents call a tool: in the context that n8n makes for tools,
 * through the node's `execute`, which is n8n's routing. Follows `makeHandleToolInvocation` of n8n-core 2.41, which
 * makes one text of the items, or of the error, in the end.
 *
 * @param values of the model, one for each `$fromAI`
 * @returns the items before n8n makes them a text
 * @throws what the node throws
 */
export async function callTool(
	run: Omit<NodeRun, 'items'>,
	values: IDataObject,
	credentials: CredentialValues,
): Promise<INodeExecutionData[]> {
	const { workflow, additionalData } = await openWorkflow(nodeWorkflow({ ...run, isTool: true }), {
		credentials,
	});
	const node = workflow.nodes[NODE];
	const { execute } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const input = [{ json: values }];
	// What n8n runs is the agent, with items of its own.
	const agent = newNode('Agent', '@n8n/n8n-nodes-langchain.agent');
	const agentItems = [{ json: {} }, { json: {} }];
	const context = new SupplyDataContext(
		workflow,
		node,
		additionalData,
		'manual',
		createRunExecutionData(),
		0,
		input,
		{},
		NodeConnectionTypes.AiTool,
		{ node: agent, data: { main: [agentItems] }, source: null },
		[],
	);

	context.addInputData(NodeConnectionTypes.AiTool, [input]);
	const output = await workflow.expression.withIsolate(
		async () => await execute?.call(context as never),
	);

	return (output as INodeExecutionData[][])[0];
}
