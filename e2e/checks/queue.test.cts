import assert from 'node:assert/strict';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { Child, freePort, until } from '../child.cts';
import { home, installation, report } from '../context.cts';
import { program } from '../debian.cts';
import { startCommand, startN8n } from '../n8n.cts';
import { startPostgres } from '../postgres.cts';
import { postJson, sequence, Session } from '../session.cts';

const EXECUTIONS = 20;
const ITEMS = 100;
const MAX_MS = 180_000;
/** The service's 1000 requests a minute, five times as fast. */
const LIMITS = { budget: 500, windowMs: 6000 };

it('Queue mode: 2,000 accounts through one key by two workers', async () => {
	const sandbox = await startSandbox({
		seed: 'empty',
		limits: LIMITS,
		// An account that is created twice is then there twice.
		duplicateExternalId: 'create',
		record: false,
	});
	const [redisPort, postgres] = await Promise.all([startRedis(), startPostgres()]);
	const { main, workers } = await startProcesses({
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: redisPort,
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_USER: postgres.user,
		DB_POSTGRESDB_DATABASE: postgres.user,
	});
	const session = await Session.open(main.url);
	const workflowId = await addCreation(session, sandbox);

	const post = async (ids: string[]) => {
		const accounts = ids.map((id) => ({ id }));

		return (await postJson(`${main.url}/webhook/accounts`, { accounts })).ok;
	};

	for (let execution = 0; execution < EXECUTIONS; execution++) {
		const ids = Array.from({ length: ITEMS }, (_, item) => `queue-${execution}-${item}`);

		// n8n publishes the workflow in the background.
		await until('the webhook', async () => await post(ids));
	}

	const executions = await session.settled(workflowId, MAX_MS, EXECUTIONS);
	const failed = executions.filter(({ status }) => status !== 'success').length;
	const shares = workers.map(executionsOf);
	const created = [...sandbox.state.accounts.all()].map(({ externalId }) => externalId);
	const doubled = created.length - new Set(created).size;
	const missing = EXECUTIONS * ITEMS - new Set(created).size;

	await Promise.all([main.process, ...workers].map((process) => process.stop()));
	await Promise.all([postgres.close(), sandbox.close()]);

	assert.deepEqual({ failed, missing, doubled }, { failed: 0, missing: 0, doubled: 0 });
	assert.ok(
		shares.every((share) => share > 0),
		`Executions of the workers: ${shares.join(' and ')}`,
	);

	report(`${created.length} created; executions by worker: ${shares.join(' and ')}`);
});

/** Starts a Redis that keeps its data in memory only, and returns its port. */
async function startRedis(): Promise<string> {
	const port = String(await freePort());
	const options = ['--bind', '127.0.0.1', '--port', port, '--save', '', '--appendonly', 'no'];
	const child = Child.start(program('redis-server'), options);

	await until('Redis', () => child.log.includes('Ready to accept connections'));

	return port;
}

async function startProcesses(env: NodeJS.ProcessEnv) {
	const main = await startN8n(installation, { folder: home('queue-main'), env });
	const workers = await Promise.all(
		['queue-worker-1', 'queue-worker-2'].map(async (name) => {
			const worker = await startCommand(installation, ['worker'], { folder: home(name), env });

			await until('a worker', () => worker.log.includes('worker is now ready'), 120_000);

			return worker;
		}),
	);

	return { main, workers };
}

/** n8n's workers log the start of every execution. */
function executionsOf(worker: Child): number {
	return worker.log.match(/Worker started execution/g)?.length ?? 0;
}

/** A webhook receives accounts: such executions are production ones, which only workers run. */
async function addCreation(session: Session, sandbox: Sandbox): Promise<string> {
	const id = await session.addWorkflow(
		sequence('Accounts from a webhook', [
			{
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				parameters: { path: 'accounts', httpMethod: 'POST' },
				webhookId: 'accounts',
			},
			{
				name: 'Split Out',
				type: 'n8n-nodes-base.splitOut',
				parameters: { fieldToSplitOut: 'body.accounts' },
			},
			{
				name: 'Create Account',
				type: 'n8n-nodes-vitally.vitally',
				parameters: {
					resource: 'account',
					operation: 'create',
					externalId: '={{ $json.id }}',
					name: '={{ $json.id }}',
				},
				credentials: await session.addVitally(sandbox),
			},
		]),
	);

	await session.activate(id);

	return id;
}
