import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { openWorkflow } from './engine.cts';
import { credentialsFor, NODE, nodeWorkflow } from './node.cts';

/**
 * Calls a search of the node as the editor does while the user types.
 *
 * @param parameters what the user has chosen so far
 * @param path where the field is, as the editor names it: `parameters.messages.message[0].fromId`
 */
export async function searchList(
	sandbox: Sandbox,
	method: string,
	filter?: string,
	paginationToken?: string,
	parameters: Record<string, unknown> = {},
	path = 'parameters',
): Promise<INodeListSearchResult> {
	const { workflow, additionalData } = await openWorkflow(nodeWorkflow({ parameters }), {
		credentials: credentialsFor(sandbox),
	});
	additionalData.currentNodeParameters = parameters as INodeParameters;
	const node = workflow.nodes[NODE];
	const search = workflow.nodeTypes.getByNameAndVersion(node.type, 1).methods?.listSearch?.[method];
	if (!search) throw new Error(`The node has no search ${method}`);
	const context = new LoadOptionsContext(workflow, node, additionalData, path);
	return await workflow.expression.withIsolate(
		async () => await search.call(context, filter, paginationToken),
	);
}

/** Scrolls a search to its end, as the editor does, with no request that the contract does not know. */
export async function scrollList(
	sandbox: Sandbox,
	method: string,
	filter?: string,
	parameters?: Record<string, unknown>,
): Promise<INodeListSearchResult['results']> {
	const results: INodeListSearchResult['results'] = [];
	let token: string | undefined;
	do {
		const page = await searchList(sandbox, method, filter, token, parameters);
		results.push(...page.results);
		token = page.paginationToken as string | undefined;
	} while (token !== undefined);
	expect(sandbox.contractRefusals()).toEqual([]);
	return results;
}
