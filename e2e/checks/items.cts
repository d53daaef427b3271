import assert from 'node:assert/strict';

import { startSandboxProcess } from '../../bench/process.cts';
import type { Check } from '../check.cts';
import { until } from '../child.cts';
import { n8nFolder, startN8n } from '../n8n.cts';
import { Probe, type Silence } from '../probe.cts';
import { itemsOf, refusalOf, Session, type Execution, type NewWorkflow } from '../session.cts';

const COUNTS = [2000, 10_000];
const ROUNDS = 3;

/** Longest time of ours, in that of HTTP Request. */
const MOST_TIME = 1.5;
/** Longest silence of ours that is n8n's own, in milliseconds beyond that of one that has nothing to do. */
const MOST_SILENCE_MS = 200;
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

interface Figures extends Silence {
	seconds: number;
}

export const check: Check = {
	name: 'Thousands of items take no longer than through HTTP Request, and n8n answers meanwhile',

	async run({ installation, packed, folder, timed }) {
		// In a process of its own, because this one measures how soon n8n answers.
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
		const readers: Reader[] = ['HTTP Request', 'ours'];
		// The first execution loads the nodes.
		for (const reader of readers) await measure(session, probe, await addWorkflow(reader, 10), 10);
		const idle = await probe.watch(IDLE_MS);

		const found = [`idle: ${silent(idle)}`];
		for (const count of COUNTS) {
			const results = { ours: [] as Figures[], 'HTTP Request': [] as Figures[] };
			const ids = { ours: '', 'HTTP Request': '' };
			for (const reader of readers) ids[reader] = await addWorkflow(reader, count);
			for (let round = 0; round < ROUNDS; round++) {
				for (const reader of readers) {
					const figures = await timed(
						`${count} items through ${reader}`,
						async () => await measure(session, probe, ids[reader], count),
					);
					results[reader].push(figures);
				}
			}
			const [theirs, ours] = readers.map((reader) => median(results[reader]));
			const what = `${count} items: ${shown(ours)}; HTTP Request: ${shown(theirs)}`;
			found.push(what);
			assert.ok(ours.seconds <= MOST_TIME * theirs.seconds, `Too slow. ${what}`);
			// A machine that is busy with other things is slow with the rest of n8n's work too.
			const mostSilence = Math.max(MOST_SILENCE_MS + idle.busyMs, theirs.busyMs / 2);
			assert.ok(ours.busyMs <= mostSilence, `Too silent. ${found.join('; ')}`);
		}
		await n8n.process.stop();
		service.close();
		return found.join('; ');
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
	assert.equal(execution.status, 'success', refusalOf(execution));
	const items = itemsOf(execution, NODE);
	const paired = items.filter(({ json, pairedItem }, index) => {
		const { item } = pairedItem as { item: number };
		return json.id !== undefined && item === index;
	});
	assert.equal(paired.length, count, 'Items are missing, or not linked to their own');
	const [{ startTime, executionTime }] = execution.data.resultData.runData[NODE];
	return {
		seconds: executionTime / 1000,
		...probe.longestSilence(startTime, startTime + executionTime),
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

function median(results: Figures[]): Figures {
	const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
	return {
		seconds: middle(results.map(({ seconds }) => seconds)),
		ms: middle(results.map(({ ms }) => ms)),
		busyMs: middle(results.map(({ busyMs }) => busyMs)),
	};
}

function shown({ seconds, ...silence }: Figures): string {
	return `${seconds.toFixed(1)} s, ${silent(silence)}`;
}

function silent({ ms, busyMs }: Silence): string {
	return `silent for ${ms} ms at most, at work for ${busyMs} of them`;
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
