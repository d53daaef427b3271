import { builtPackages, runWorkflow, type WorkflowFile } from '../test/engine/engine.cts';
import { NODE, nodeWorkflow } from '../test/engine/node.cts';
import type { SyncCase, SyncResult } from './sync.cts';
import { Stopwatch, type Times } from './stopwatch.cts';

/** Writes a table in one way, in this process; rows that fail do not stop the others. */
process.on('message', async (input: SyncCase) => {
	await builtPackages();
	let stopwatch: Stopwatch | undefined;
	let times: Times | undefined;
	const outcome = await runWorkflow(workflowOf(input), {
		credentials: {
			vitallyApi: { apiKey: input.apiKey, dataCenter: 'custom', baseUrl: input.url },
		},
		onProgress: (event, node) => {
			if (node !== NODE) return;
			if (event === 'begins') stopwatch = new Stopwatch();
			else times = stopwatch?.stop();
		},
	});
	if (outcome.error) throw outcome.error;
	if (!times) throw new Error('The node did not run');
	const items = outcome.items(NODE);
	const summary = input.writer === 'Sync' ? (items[0].json as { failed?: number }) : {};
	process.send?.({
		...times,
		peakMb: process.resourceUsage().maxRSS / 1024,
		failed: summary.failed ?? items.filter(({ error, json }) => error ?? json.error).length,
	} satisfies SyncResult);
});

function workflowOf({ writer, url, rows, isNew, batch }: SyncCase): WorkflowFile {
	const values = {
		resource: 'account',
		externalId: '={{ $json.id }}',
		name: '={{ $json.name }}',
		traitsMode: 'fields',
		traits: {
			trait: [
				{ key: 'plan', type: 'string', stringValue: '={{ $json.plan }}' },
				{ key: 'seats', type: 'number', numberValue: '={{ $json.seats }}' },
			],
		},
	};
	const workflow = nodeWorkflow({
		parameters: { ...values, operation: writer === 'Sync' ? 'sync' : 'upsert' },
		items: rows,
		onError: 'continueRegularOutput',
	});
	if (writer !== 'HTTP Request') return workflow;
	const [start, node] = workflow.nodes;
	const parameters = {
		method: isNew ? 'POST' : 'PUT',
		url: isNew ? `${url}/resources/accounts` : `=${url}/resources/accounts/{{ $json.id }}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'vitallyApi',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ { ${isNew ? 'externalId: $json.id, ' : ''}name: $json.name, traits: { plan: $json.plan, seats: $json.seats } } }}`,
		options: { batching: { batch: { batchSize: batch.size, batchInterval: batch.intervalMs } } },
	};
	const httpRequest = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };
	return { ...workflow, nodes: [start, { ...node, ...httpRequest }] };
}
