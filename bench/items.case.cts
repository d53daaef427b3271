import { builtPackages, type WorkflowFile } from '../test/engine/engine.cts';
import { startExpressionEngine } from '../test/engine/expressionEngine.cts';
import { NODE, nodeWorkflow } from '../test/engine/node.cts';
import type { ItemsCase, ItemsResult } from './items.cts';
import { readJson } from './readJson.cts';
import { Stopwatch, timedRun } from './stopwatch.cts';

const IN_FLIGHT = 10;

type Figures = Omit<ItemsResult, 'peakMb'>;

/** Reads one account for each item, in this process, with n8n's engine loaded. */
process.on('message', async (input: ItemsCase) => {
	await builtPackages();
	if (input.engine !== 'legacy') await startExpressionEngine(input.engine);

	// n8n's process has run before: its compilers and its modules are warm.
	await figuresOf({ ...input, url: input.warmUpUrl, items: 10 });
	process.send?.({
		...(await figuresOf(input)),
		peakMb: process.resourceUsage().maxRSS / 1024,
	} satisfies ItemsResult);
});

async function figuresOf(input: ItemsCase): Promise<Figures> {
	return input.reader === 'bare loop' ? await readInLoop(input) : await runNode(input);
}

/** Reads as fast as can be, which is the limit: a connection for each request, as n8n's helper does, answers parsed and kept as items. */
async function readInLoop({ url, apiKey, items }: ItemsCase): Promise<Figures> {
	const ids = idsOf(items).entries();
	const results: object[] = [];
	const stopwatch = new Stopwatch();

	const reader = async () => {
		for (const [item, { id }] of ids) {
			results[item] = { json: await readJson(`${url}/resources/accounts/${id}`, apiKey), item };
		}
	};

	await Promise.all(Array.from({ length: IN_FLIGHT }, reader));

	return { ...stopwatch.stop(), count: results.length };
}

async function runNode(input: ItemsCase): Promise<Figures> {
	const { outcome, times } = await timedRun(workflowOf(input), input);
	const paired = outcome.items(NODE).filter(({ json, pairedItem }, index) => {
		const { item } = pairedItem as { item: number };

		return json.id !== undefined && item === index;
	});

	return { ...times, count: paired.length };
}

function workflowOf({ reader, url, items }: ItemsCase): WorkflowFile {
	const workflow = nodeWorkflow({
		parameters: {
			resource: 'account',
			operation: 'get',
			accountId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			output: reader === 'Vitally' ? 'raw' : 'simplified',
		},
		items: idsOf(items),
	});
	if (reader !== 'HTTP Request') return workflow;

	const [start, node] = workflow.nodes;
	const parameters = {
		url: `=${url}/resources/accounts/{{ $json.id }}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'vitallyApi',
		options: {},
	};
	const httpRequest = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters };

	return { ...workflow, nodes: [start, { ...node, ...httpRequest }] };
}

function idsOf(count: number): Array<{ id: string }> {
	return Array.from({ length: count }, (_, index) => ({ id: `account-${index}` }));
}
