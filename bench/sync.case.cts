import { builtPackages, type WorkflowFile } from '../test/engine/engine.cts';
import { NODE, nodeWorkflow } from '../test/engine/node.cts';
import { timedRun } from './stopwatch.cts';
import type { SyncCase, SyncResult } from './sync.cts';

/** Writes a table in one way, in this process; rows that fail do not stop the others. */
process.on('message', async (input: SyncCase) => {
	await builtPackages();
	const { outcome, times } = await timedRun(workflowOf(input), input);
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
		dryRun: false,
		syncOutput: 'summary',
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
