import type { INode, INodeExecutionData } from 'n8n-workflow';

import { builtPackages, runWorkflow, type WorkflowFile } from '../test/engine/engine.cts';
import { NODE, nodeWorkflow } from '../test/engine/node.cts';
import type { Measured } from './process.cts';
import { readJson } from './readJson.cts';
import { QUERY } from './replay.cts';
import { Stopwatch, type Times } from './stopwatch.cts';

export type Reader =
	| 'bare loop'
	| 'Vitally'
	| 'Vitally, simplified'
	| 'Vitally, selected fields'
	| 'HTTP Request'
	| 'HTTP Request + Split Out';

export interface ListCase {
	reader: Reader;
	url: string;
	apiKey: string;
}

export interface ListResult extends Measured, Times {
	count: number;
	/** Records with a distinct id. */
	distinct: number;
}

type Records = INodeExecutionData['json'][];
type Page = { results: Records; next: string | null };

/** Reads all accounts in one way, in this process, with n8n's engine loaded. */
process.on('message', async ({ reader, url, apiKey }: ListCase) => {
	await builtPackages();
	const stopwatch = new Stopwatch();
	const items =
		reader === 'bare loop' ? await readInLoop(url, apiKey) : await runNode(reader, url, apiKey);
	const times = stopwatch.stop();
	const peakMb = process.resourceUsage().maxRSS / 1024;
	const records =
		reader === 'HTTP Request'
			? items.flatMap(({ json }) => json.results as Records)
			: items.map(({ json }) => json);
	const distinct = new Set(records.map(({ id }) => id)).size;

	process.send?.({ ...times, peakMb, count: records.length, distinct } satisfies ListResult);
});

/** Reads as fast as can be, which is the limit: the same pages over a connection each, as n8n's helper does, parsed and kept as items. */
async function readInLoop(url: string, apiKey: string): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	let cursor: string | null = null;

	do {
		const from: string = cursor === null ? '' : `&from=${encodeURIComponent(cursor)}`;
		const page = await readJson<Page>(`${url}/resources/accounts?${QUERY}${from}`, apiKey);

		for (const json of page.results) items.push({ json, pairedItem: { item: 0 } });
		cursor = page.next;
	} while (cursor !== null);

	return items;
}

async function runNode(
	reader: Exclude<Reader, 'bare loop'>,
	url: string,
	apiKey: string,
): Promise<INodeExecutionData[]> {
	const file = workflowOf(reader, url);
	const outcome = await runWorkflow(file, {
		credentials: { vitallyApi: { apiKey, dataCenter: 'custom', baseUrl: url } },
	});
	if (outcome.error) throw outcome.error;

	return outcome.items(file.nodes.at(-1)?.name ?? '');
}

function workflowOf(reader: Reader, url: string): WorkflowFile {
	if (reader === 'HTTP Request') return httpRequest(url);
	if (reader === 'HTTP Request + Split Out') return addSplitOut(httpRequest(url));

	return ourNode(reader);
}

function ourNode(reader: Reader): WorkflowFile {
	const [, output = 'raw'] = /, (simplified|selected)/.exec(reader) ?? [];

	return nodeWorkflow({
		parameters: {
			resource: 'account',
			operation: 'getAll',
			returnAll: true,
			output,
			fields: ['mrr', 'id'],
			filters: { status: 'activeOrChurned' },
		},
	});
}

/** n8n's general node, set up as its documentation shows for cursors. */
function httpRequest(url: string): WorkflowFile {
	const workflow = nodeWorkflow({ parameters: {} });
	const node: INode = {
		...workflow.nodes[1],
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: `${url}/resources/accounts?${QUERY}`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'vitallyApi',
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'from', value: '={{ $response.body.next }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ $response.body.next === null }}',
					},
				},
			},
		},
	};

	return { ...workflow, nodes: [workflow.nodes[0], node] };
}

/** Adds a node that makes an item of each record. */
function addSplitOut({ nodes, connections, ...workflow }: WorkflowFile): WorkflowFile {
	const splitOut: INode = {
		...nodes[1],
		id: 'split',
		name: 'Split Out',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'results', options: {} },
	};

	return {
		...workflow,
		nodes: [...nodes, splitOut],
		connections: {
			...connections,
			[NODE]: { main: [[{ node: splitOut.name, type: 'main', index: 0 }]] },
		},
	};
}
