import type { INodeProperties } from 'n8n-workflow';

import { builtPackages, runWorkflow, type WorkflowFile } from '../test/engine/engine.cts';
import { NODE, nodeWorkflow } from '../test/engine/node.cts';

/** How many properties the node has: those of accounts, all, or as many as it may have. */
export type Width = 'accounts only' | 'all resources' | 'filled up';

/** What the items are put through: fields at the top, or fields in a collection. */
export type Deed = 'create' | 'update';

export interface SetupCase {
	width: Width;
	deed: Deed;
	items: number;
}

const MOST_PROPERTIES = 150;
const ROUNDS = 2;

/** Runs the items through a write that sends nothing, so that only n8n's own work is left. */
process.on('message', async ({ width, deed, items }: SetupCase) => {
	const packages = await builtPackages();
	const { description } = packages.getByNameAndVersion('n8n-nodes-vitally.vitally', 1);
	description.properties = propertiesOf(description.properties, width);

	// Once for the compiler.
	await secondsFor(workflowOf(deed, items / 10));
	const seconds: number[] = [];
	while (seconds.length < ROUNDS) seconds.push(await secondsFor(workflowOf(deed, items)));
	process.send?.({
		seconds: Math.min(...seconds),
		peakMb: process.resourceUsage().maxRSS / 1024,
		properties: description.properties.length,
	});
});

function propertiesOf(properties: INodeProperties[], width: Width): INodeProperties[] {
	if (width === 'all resources') return properties;
	const isForAccounts = ({ displayOptions }: INodeProperties) =>
		displayOptions?.show?.resource?.includes('account') ?? true;
	if (width === 'accounts only') return properties.filter(isForAccounts);

	const hidden = properties.filter((property) => !isForAccounts(property));
	const missing = { length: MOST_PROPERTIES - properties.length };
	return [...properties, ...Array.from(missing, (_, index) => hidden[index % hidden.length])];
}

function workflowOf(deed: Deed, count: number): WorkflowFile {
	const [id, name] = ['={{ $json.id }}', '={{ $json.name }}'];
	const fields = {
		create: { externalId: id, name },
		update: { accountId: { __rl: true, mode: 'id', value: id }, updateFields: { name } },
	};
	return nodeWorkflow({
		parameters: {
			resource: 'account',
			operation: deed,
			...fields[deed],
			options: { dryRun: true },
		},
		items: Array.from({ length: count }, (_, index) => ({
			id: `account-${index}`,
			name: `Account ${index}`,
		})),
	});
}

/** Seconds of all processors, which other work on the machine changes least. */
async function secondsFor(file: WorkflowFile): Promise<number> {
	const apiKey = 'none';
	const before = process.cpuUsage();
	const outcome = await runWorkflow(file, {
		credentials: { vitallyApi: { apiKey, dataCenter: 'custom', baseUrl: 'http://127.0.0.1:9' } },
	});
	const { user, system } = process.cpuUsage(before);
	if (outcome.error) throw outcome.error;
	if (outcome.items(NODE).length !== file.pinData?.Start.length)
		throw new Error('Items are missing');
	return (user + system) / 1_000_000;
}
