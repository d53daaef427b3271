import assert from 'node:assert/strict';

import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Check } from '../check.cts';
import { until, type Child } from '../child.cts';
import { n8nFolder, startCommand, startN8n } from '../n8n.cts';
import { startServices } from '../services.cts';
import { Session, type NewWorkflow } from '../session.cts';

const EXECUTIONS = 20;
const ITEMS = 100;
/** The service's 1000 requests a minute, five times as fast. */
const LIMITS = { budget: 500, windowMs: 6000 };

export const check: Check = {
	name: 'Queue mode: 2,000 accounts through one key by two workers',

	async run({ installation, packed, folder, timed }) {
		const answers: Array<{ at: number; status: number | null }> = [];
		const sandbox = await startSandbox({
			seed: 'empty',
			limits: LIMITS,
			// So that an account which is created twice is there twice.
			duplicateExternalId: 'create',
			record: false,
			onRequest: ({ status }) => answers.push({ at: Date.now(), status }),
		});
		const services = await startServices();
		const env = { ...services.env, EXECUTIONS_MODE: 'queue' };
		const homeOf = (name: string) => n8nFolder(folder(name), packed.folder);

		const main = await timed('Redis, PostgreSQL and main are up', async () => {
			return await startN8n(installation, { folder: homeOf('queue-main'), env });
		});
		const workers = await timed('two workers are up', async () => {
			const names = ['queue-worker-1', 'queue-worker-2'];
			const started = await Promise.all(
				names.map((name) => startCommand(installation, ['worker'], { folder: homeOf(name), env })),
			);
			for (const worker of started) {
				await until('a worker', () => worker.log.includes('worker is now ready'), 120_000);
			}
			return started;
		});

		const session = await Session.open(main.url);
		const credential = await session.addCredential('vitallyApi', 'Sandbox', {
			dataCenter: 'custom',
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
		});
		const workflowId = await session.addWorkflow(creation(credential));
		await session.activate(workflowId);

		answers.length = 0;
		const began = Date.now();
		await Promise.all(
			Array.from({ length: EXECUTIONS }, async (_, execution) => {
				const accounts = Array.from({ length: ITEMS }, (_, item) => ({
					id: `queue-${execution}-${item}`,
				}));
				const answer = await fetch(`${main.url}/webhook/accounts`, {
					method: 'POST',
					headers: { 'content-type': 'application/json' },
					body: JSON.stringify({ accounts }),
				});
				assert.equal(answer.status, 200, 'The webhook did not take the accounts');
			}),
		);
		const ended = await until(
			`the end of ${EXECUTIONS} executions`,
			async () => {
				const executions = await session.executions(workflowId);
				const done = executions.filter(({ status }) => ['success', 'error'].includes(status));
				return done.length === EXECUTIONS && done;
			},
			180_000,
		);
		const seconds = (Math.max(...answers.map(({ at }) => at)) - began) / 1000;

		const failed = ended.filter(({ status }) => status !== 'success').length;
		const created = [...sandbox.state.accounts.all()].map(({ externalId }) => externalId);
		const missing = EXECUTIONS * ITEMS - new Set(created).size;
		const doubled = created.length - new Set(created).size;
		const refused = answers.filter(({ status }) => status === 429).length;
		const shares = workers.map(executionsOf);
		await Promise.all([main.process, ...workers].map((process) => process.stop()));
		await Promise.all([services.close(), sandbox.close()]);

		assert.deepEqual({ failed, missing, doubled }, { failed: 0, missing: 0, doubled: 0 });
		assert.ok(
			shares.every((share) => share > 0),
			`Executions of the workers: ${shares.join(' and ')}`,
		);
		const used = (100 * usedPart(answers)).toFixed(1);
		return [
			`${created.length} created in ${seconds.toFixed(1)} s, 0 failed, 0 missing, 0 doubled`,
			`executions by worker: ${shares.join(' and ')}`,
			`${used} % of the budget used, ${refused} answers 429`,
		].join('; ');
	},
};

/** n8n's workers log the start of every execution. */
function executionsOf(worker: Child): number {
	return worker.log.match(/Worker started execution/g)?.length ?? 0;
}

/** After the first window, whose budget is free at once, and before the last second, which is no whole one. */
function usedPart(answers: Array<{ at: number; status: number | null }>): number {
	const times = answers.filter(({ status }) => status === 200).map(({ at }) => at);
	const from = Math.min(...times) + LIMITS.windowMs;
	const to = Math.max(...times) - 1000;
	const units = times.filter((at) => at >= from && at < to).length;
	return units / (((to - from) / LIMITS.windowMs) * LIMITS.budget);
}

/** A webhook takes accounts, so that the executions are production ones, which only workers run. */
function creation(credential: { id: string; name: string }): NewWorkflow {
	const place = (index: number): [number, number] => [220 * index, 0];
	const next = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		name: 'Accounts from a webhook',
		nodes: [
			{
				id: 'webhook',
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				position: place(0),
				parameters: { path: 'accounts', httpMethod: 'POST' },
				webhookId: 'accounts',
			},
			{
				id: 'split',
				name: 'Split Out',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				position: place(1),
				parameters: { fieldToSplitOut: 'body.accounts' },
			},
			{
				id: 'create',
				name: 'Create Account',
				type: 'n8n-nodes-vitally.vitally',
				typeVersion: 1,
				position: place(2),
				parameters: {
					resource: 'account',
					operation: 'create',
					externalId: '={{ $json.id }}',
					name: '={{ $json.id }}',
				},
				credentials: { vitallyApi: credential },
			},
		],
		connections: { Webhook: next('Split Out'), 'Split Out': next('Create Account') },
	};
}
