import { builtPackages, runWorkflow, type WorkflowFile } from '../test/engine/engine.cts';
import { NODE, nodeWorkflow } from '../test/engine/node.cts';

export type Writer = 'Vitally' | 'HTTP Request' | 'HTTP Request, batched';

export interface CreateCase {
	writer: Writer;
	url: string;
	apiKey: string;
	/** External ids are `first` to `first + count - 1`. */
	first: number;
	count: number;
	/** The batching of HTTP Request, as its user would set it who knows the limit and the write cost. */
	batch: { size: number; intervalMs: number };
}

/** Creates accounts in one way, in this process; items that fail do not stop the others. */
process.on('message', async (input: CreateCase) => {
	await builtPackages();
	const began = performance.now();
	const outcome = await runWorkflow(workflowOf(input), {
		credentials: {
			vitallyApi: { apiKey: input.apiKey, dataCenter: 'custom', baseUrl: input.url },
		},
	});
	if (outcome.error) throw outcome.error;

	const failed = outcome.items(NODE).filter(({ error, json }) => error ?? json.error);

	process.send?.({
		seconds: (performance.now() - began) / 1000,
		peakMb: process.resourceUsage().maxRSS / 1024,
		failed: failed.length,
	});
});

function workflowOf({ writer, url, first, count, batch }: CreateCase): WorkflowFile {
	const workflow = nodeWorkflow({
		parameters: {
			resource: 'account',
			operation: 'create',
			externalId: '={{ $json.id }}',
			name: '={{ $json.name }}',
		},
		items: Array.from({ length: count }, (_, index) => ({
			id: `bench-${first + index}`,
			name: `Account ${first + index}`,
		})),
		onError: 'continueRegularOutput',
	});
	if (writer === 'Vitally') return workflow;

	const [start, node] = workflow.nodes;
	const batching = writer === 'HTTP Request' ? {} : { batching: { batch: batchOf(batch) } };

	return {
		...workflow,
		nodes: [
			start,
			{
				...node,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url: `${url}/resources/accounts`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: 'vitallyApi',
					sendBody: true,
					specifyBody: 'json',
					jsonBody: '={{ { externalId: $json.id, name: $json.name } }}',
					options: batching,
				},
			},
		],
	};
}

function batchOf({ size, intervalMs }: CreateCase['batch']) {
	return { batchSize: size, batchInterval: intervalMs };
}
