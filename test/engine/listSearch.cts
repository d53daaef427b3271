import { LoadOptionsContext } from 'n8n-core';
import type {
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { CredentialValues } from './credentials.cts';
import { openWorkflow } from './engine.cts';
import { credentialsFor, NODE, nodeWorkflow, type NodeRun } from './node.cts';

/** A sandbox, with further fields of the credential if there are any. */
type Service = Sandbox & { credentialFields?: CredentialValues[string] };

export interface SearchOptions {
	/** The text that the user has typed. */
	filter?: string;
	/** The token of the page before this one. */
	paginationToken?: string;
	/** What the user has chosen so far. */
	parameters?: Record<string, unknown>;
	/** The place of the field, as the editor names it: `parameters.messages.message[0].fromId`. */
	path?: string;
}

/**
 * Calls a search of the node as the editor does while the user types.
 *
 * @returns a page of the list
 * @throws what the node throws
 */
export async function searchList(
	sandbox: Service,
	method: string,
	{ filter, paginationToken, parameters = {}, path = 'parameters' }: SearchOptions = {},
): Promise<INodeListSearchResult> {
	return await callMethod(sandbox, { parameters, path }, async (context, methods) => {
		const search = methods?.listSearch?.[method];
		if (!search) throw new Error(`The node has no search ${method}`);

		return await search.call(context, filter, paginationToken);
	});
}

/** Loads the options of a field as the editor does when the field is opened; see `searchList`. */
export async function loadOptions(
	sandbox: Service,
	method: string,
	parameters: Record<string, unknown>,
	type?: string,
): Promise<INodePropertyOptions[]> {
	return await callMethod(sandbox, { parameters, type }, async (context, methods) => {
		const load = methods?.loadOptions?.[method];
		if (!load) throw new Error(`The node has no options ${method}`);

		return await load.call(context);
	});
}

/** Loads the columns of the mapper as the editor does when the field is opened; see `searchList`. */
export async function loadColumns(
	sandbox: Service,
	parameters: Record<string, unknown>,
): Promise<ResourceMapperFields> {
	const path = 'parameters.traitsMapper';

	return await callMethod(sandbox, { parameters, path }, async (context, methods) => {
		return (await methods?.resourceMapping?.mapTraits.call(context)) as ResourceMapperFields;
	});
}

async function callMethod<T>(
	sandbox: Service,
	{ path, ...node }: NodeRun & { path?: string },
	call: (context: LoadOptionsContext, methods: INodeType['methods']) => Promise<T>,
): Promise<T> {
	const credentials = credentialsFor(sandbox, sandbox.credentialFields);
	const context = await openEditor(node, credentials, path);
	const { workflow } = context;
	const { methods } = workflow.nodeTypes.getByNameAndVersion(context.getNode().type, 1);

	return await workflow.expression.withIsolate(async () => await call(context, methods));
}

/** Returns what n8n hands to a method of a node in the editor. */
export async function openEditor(
	node: NodeRun,
	credentials: CredentialValues,
	path = 'parameters',
): Promise<LoadOptionsContext> {
	const { workflow, additionalData } = await openWorkflow(nodeWorkflow(node), { credentials });

	additionalData.currentNodeParameters = node.parameters as INodeParameters;

	return new LoadOptionsContext(workflow, workflow.nodes[NODE], additionalData, path);
}

/** A number of pages that no list of a test reaches. */
const MAX_PAGES = 1000;

/** Scrolls a search to its end, as the editor does, with no request that the contract does not know. */
export async function scrollList(
	sandbox: Service,
	method: string,
	{ filter, parameters }: Pick<SearchOptions, 'filter' | 'parameters'> = {},
): Promise<INodeListSearchResult['results']> {
	const results: INodeListSearchResult['results'] = [];
	let token: string | undefined;
	let pages = 0;

	do {
		pages++;
		if (pages > MAX_PAGES) throw new Error(`${method} does not end after ${MAX_PAGES} pages`);

		const page = await searchList(sandbox, method, {
			filter,
			parameters,
			paginationToken: token,
		});

		results.push(...page.results);
		token = page.paginationToken as string | undefined;
	} while (token !== undefined);

	expect(sandbox.contractErrors()).toEqual([]);

	return results;
}
