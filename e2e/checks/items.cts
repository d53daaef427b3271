import assert from 'node:assert/strict';

import { startSandboxProcess } from '../../bench/process.cts';
import type { Check } from '../check.cts';
import { until } from '../child.cts';
import { n8nFolder, startN8n } from '../n8n.cts';
import { Probe, type Unresponsive } from '../probe.cts';
import { itemsOf, errorOf, Session, type Execution, type NewWorkflow } from '../session.cts';

/** HTTP Request needs a second for some hundred; bench/ compares both with 10,000. */
const COUNTS = { ours: 2000, 'HTTP Request': 1000 };

/** Longest time of ours for an item, in that of HTTP Request. */
const MAX_TIME = 1.5;
/** Longest time without an answer that is n8n's own, in milliseconds beyond that of an idle n8n. */
const MAX_UNRESPONSIVE_MS = 200;
const IDLE_MS = 5000;

const NODE = 'Get Account';
const PARAMETERS = {
	ours: {
		type: 'n8n-nodes-vitally.vitally',
		typeVersion: 1,
		parameters: {
			resource: 'account',
			operation: 'get',
			accountId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			output: 'raw',
		},
	},
	'HTTP Request': {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'vitallyApi',
			options: {},
		},
	},
};
type Reader = keyof typeof PARAMETERS;

interface Figures extends Unresponsive {
	/** Milliseconds of the node for an item. */
	itemMs: number;
}

export const check: Check = {
	name: 'An item takes no longer than through HTTP Request, and n8n answers meanwhile',

	async run({ installation, packed, folder, timed }) {
		// In a separate process, because this one measures how soon n8n responds.
		const service = await startSandboxProcess({ seed: { accounts: 1 } });
		const address = await service.replayRecord();
		const n8n = await startN8n(installation, { folder: n8nFolder(folder('items'), packed.folder) });
		const session = await Session.open(n8n.url);
		const credential = await session.addCredential('vitallyApi', 'Replay', {
			dataCenter: 'custom',
			baseUrl: address,
			apiKey: 'sk_live_sandbox',
		});
		const addWorkflow = async (reader: Reader, count: number) =>
			await session.addWorkflow(workflowOf(reader, count, address, credential));

		const probe = new Probe(`${n8n.url}/healthz`, n8n.process.pid ?? 0);
		const run = async (reader: Reader, count: number) =>
			await measure(session, probe, await addWorkflow(reader, count), count);
		const timedRun = async (reader: Reader) =>
			await timed(`${COUNTS[reader]} items through ${reader}`, () => run(reader, COUNTS[reader]));
		// The first execution loads the nodes.
		await run('HTTP Request', 10);
		await run('ours', 10);
		const idle = await probe.watch(IDLE_MS);
		const theirs = await timedRun('HTTP Request');
		const ours = await timedRun('ours');
		await n8n.process.stop();
		service.close();

		const figures = `${describe(ours)}; HTTP Request: ${describe(theirs)}; idle: ${pauses(idle)}`;
		assert.ok(ours.itemMs <= MAX_TIME * theirs.itemMs, `Too slow. ${figures}`);
		// A machine that is busy with other things is slow with the rest of n8n's work too.
		const maxMs = Math.max(MAX_UNRESPONSIVE_MS + idle.busyMs, theirs.busyMs / 2);
		assert.ok(ours.busyMs <= maxMs, `Unresponsive for too long. ${figures}`);
		return figures;
	},
};

/** Runs a workflow; what counts is the time from the beginning of the node to its end. */
async function measure(
	session: Session,
	probe: Probe,
	workflowId: string,
	count: number,
): Promise<Figures> {
	probe.start();
	const execution = await runQuietly(session, workflowId);
	await probe.stop();
	assert.equal(execution.status, 'success', errorOf(execution));
	const items = itemsOf(execution, NODE);
	const paired = items.filter(({ json, pairedItem }, index) => {
		const { item } = pairedItem as { item: number };
		return json.id !== undefined && item === index;
	});
	assert.equal(paired.length, count, 'Items are missing, or not linked to their own');
	const [{ startTime, executionTime }] = execution.data.resultData.runData[NODE];
	return {
		itemMs: executionTime / count,
		...probe.longestUnresponsive(startTime, startTime + executionTime),
	};
}

/** Asks for the status alone meanwhile, because n8n reads a whole execution to hand it out. */
async function runQuietly(session: Session, workflowId: string): Promise<Execution> {
	const id = await session.start(workflowId, 'Start');
	await until(
		`the end of execution ${id}`,
		async () => {
			const executions = await session.executions(workflowId, 1);
			return executions.some((one) => one.id === id && !['new', 'running'].includes(one.status));
		},
		600_000,
	);
	return await session.execution(id);
}

function describe({ itemMs, ...unresponsive }: Figures): string {
	return `${itemMs.toFixed(2)} ms an item, ${pauses(unresponsive)}`;
}

function pauses({ ms, busyMs }: Unresponsive): string {
	return `no answer for ${ms} ms at most, busy for ${busyMs} of them`;
}

function workflowOf(
	reader: Reader,
	count: number,
	url: string,
	credential: { id: string; name: string },
): NewWorkflow {
	const { parameters, ...type } = PARAMETERS[reader];
	const address = { url: `=${url}/resources/accounts/{{ $json.id }}` };
	return {
		name: `${count} items through ${reader}`,
		nodes: [
			{
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				...type,
				id: 'get',
				name: NODE,
				position: [220, 0],
				parameters: { ...parameters, ...(reader === 'HTTP Request' && address) },
				credentials: { vitallyApi: credential },
			},
		],
		connections: { Start: { main: [[{ node: NODE, type: 'main', index: 0 }]] } },
		pinData: {
			Start: Array.from({ length: count }, (_, index) => ({ json: { id: `account-${index}` } })),
		},
	};
}
