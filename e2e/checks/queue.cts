import assert from 'node:assert/strict';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import type { Check, CheckContext } from '../check.cts';
import { until, type Child } from '../child.cts';
import { n8nFolder, startCommand, startN8n } from '../n8n.cts';
import { startServices, type Services } from '../services.cts';
import { Session, type NewWorkflow } from '../session.cts';

const EXECUTIONS = 20;
const ITEMS = 100;
/** The service's 1000 requests a minute, five times as fast. */
const LIMITS = { budget: 500, windowMs: 6000 };

interface Answer {
	at: number;
	status: number | null;
}

export const check: Check = {
	name: 'Queue mode: 2,000 accounts through one key by two workers',

	async run(context) {
		const answers: Answer[] = [];
		const sandbox = await startSandbox({
			seed: 'empty',
			limits: LIMITS,
			// So that an account which is created twice is there twice.
			duplicateExternalId: 'create',
			record: false,
			onRequest: ({ status }) => answers.push({ at: Date.now(), status }),
		});
		const services = await startServices();
		const { main, workers } = await startProcesses(context, services);
		const session = await Session.open(main.url);
		const workflowId = await addCreation(session, sandbox);
		const post = async (ids: string[]) => {
			const answer = await fetch(`${main.url}/webhook/accounts`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ accounts: ids.map((id) => ({ id })) }),
			});
			return answer.ok;
		};

		let first = 0;
		await until('a first execution in each worker, which loads the nodes', async () => {
			if (await post([`first-${first}`])) first++;
			return workers.every((worker) => executionsOf(worker) > 0);
		});
		await endOf(session, workflowId, first);
		sandbox.reset();
		answers.length = 0;
		const before = workers.map(executionsOf);

		for (let execution = 0; execution < EXECUTIONS; execution++) {
			const ids = Array.from({ length: ITEMS }, (_, item) => `queue-${execution}-${item}`);
			assert.ok(await post(ids), 'The webhook does not take the accounts');
		}
		const failed = await endOf(session, workflowId, first + EXECUTIONS);
		const shares = workers.map((worker, index) => executionsOf(worker) - before[index]);
		const created = [...sandbox.state.accounts.all()].map(({ externalId }) => externalId);
		const doubled = created.length - new Set(created).size;
		const missing = EXECUTIONS * ITEMS - new Set(created).size;
		await Promise.all([main.process, ...workers].map((process) => process.stop()));
		await Promise.all([services.close(), sandbox.close()]);

		assert.deepEqual({ failed, missing, doubled }, { failed: 0, missing: 0, doubled: 0 });
		assert.ok(
			shares.every((share) => share > 0),
			`Executions of the workers: ${shares.join(' and ')}`,
		);
		const rejected = answers.filter(({ status }) => status === 429).length;
		return [
			`${created.length} created in ${seconds(answers)} s, 0 failed, 0 missing, 0 doubled`,
			`executions by worker: ${shares.join(' and ')}`,
			`${usedPercent(answers)} % of the budget used, ${rejected} answers 429`,
		].join('; ');
	},
};

async function startProcesses(
	{ installation, packed, folder, timed }: CheckContext,
	services: Services,
) {
	const env = { ...services.env, EXECUTIONS_MODE: 'queue' };
	const homeOf = (name: string) => n8nFolder(folder(name), packed.folder);
	const main = await timed(
		'main is up',
		async () => await startN8n(installation, { folder: homeOf('queue-main'), env }),
	);
	const workers = await timed('two workers are up', async () => {
		const names = ['queue-worker-1', 'queue-worker-2'];
		return await Promise.all(
			names.map(async (name) => {
				const worker = await startCommand(installation, ['worker'], { folder: homeOf(name), env });
				await until('a worker', () => worker.log.includes('worker is now ready'), 120_000);
				return worker;
			}),
		);
	});
	return { main, workers };
}

/** @returns how many executions did not end well */
async function endOf(session: Session, workflowId: string, count: number): Promise<number> {
	const ended = await until(
		`the end of ${count} executions`,
		async () => {
			const executions = await session.executions(workflowId);
			const done = executions.filter(({ status }) => !['new', 'running'].includes(status));
			return done.length === count && done;
		},
		180_000,
	);
	return ended.filter(({ status }) => status !== 'success').length;
}

/** n8n's workers log the start of every execution. */
function executionsOf(worker: Child): number {
	return worker.log.match(/Worker started execution/g)?.length ?? 0;
}

function seconds(answers: Answer[]): string {
	const times = answers.map(({ at }) => at);
	return ((Math.max(...times) - Math.min(...times)) / 1000).toFixed(1);
}

/** After the first window, whose budget is free at once, and before the last second, which is no whole one. */
function usedPercent(answers: Answer[]): string {
	const times = answers.filter(({ status }) => status === 200).map(({ at }) => at);
	const from = Math.min(...times) + LIMITS.windowMs;
	const to = Math.max(...times) - 1000;
	const units = times.filter((at) => at >= from && at < to).length;
	return ((100 * units) / (((to - from) / LIMITS.windowMs) * LIMITS.budget)).toFixed(1);
}

/** A webhook receives accounts: such executions are production ones, which only workers run. */
async function addCreation(session: Session, { url, apiKey }: Sandbox): Promise<string> {
	const host = { dataCenter: 'custom', baseUrl: url };
	const credential = await session.addCredential('vitallyApi', 'Sandbox', { ...host, apiKey });
	const workflow: NewWorkflow = {
		name: 'Accounts from a webhook',
		nodes: [
			{
				id: 'webhook',
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: [0, 0],
				parameters: { path: 'accounts', httpMethod: 'POST' },
				webhookId: 'accounts',
			},
			{
				id: 'split',
				name: 'Split Out',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				position: [220, 0],
				parameters: { fieldToSplitOut: 'body.accounts' },
			},
			{
				id: 'create',
				name: 'Create Account',
				type: 'n8n-nodes-vitally.vitally',
				typeVersion: 1,
				position: [440, 0],
				parameters: {
					resource: 'account',
					operation: 'create',
					externalId: '={{ $json.id }}',
					name: '={{ $json.id }}',
				},
				credentials: { vitallyApi: credential },
			},
		],
		connections: {
			Webhook: { main: [[{ node: 'Split Out', type: 'main', index: 0 }]] },
			'Split Out': { main: [[{ node: 'Create Account', type: 'main', index: 0 }]] },
		},
	};
	const id = await session.addWorkflow(workflow);
	await session.activate(id);
	return id;
}
