import { Child, freePort, until } from './child.cts';
import { debian, program } from './debian.cts';
import { startPostgres } from './postgres.cts';

/** Redis and PostgreSQL, which n8n's queue mode needs, with nothing in them. */
export interface Services {
	/** The environment of main and workers of one n8n. */
	env: NodeJS.ProcessEnv;
	/** Ends both; end n8n first. */
	close(): Promise<void>;
}

/** Starts both on free ports; nothing else on the machine is touched. */
export async function startServices(): Promise<Services> {
	debian(['redis-server']);
	const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
	return {
		env: {
			...redis.env,
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(postgres.port),
			DB_POSTGRESDB_USER: postgres.user,
			DB_POSTGRESDB_DATABASE: postgres.user,
		},
		close: async () => {
			await Promise.all([redis.close(), postgres.close()]);
		},
	};
}

async function startRedis(): Promise<Services> {
	const port = String(await freePort());
	const child = Child.start(program('redis-server') ?? 'redis-server', [
		...['--bind', '127.0.0.1', '--port', port],
		// In memory only.
		...['--save', '', '--appendonly', 'no'],
	]);
	await until('Redis', () => child.log.includes('Ready to accept connections'));
	return {
		env: { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: port },
		close: async () => await child.stop(),
	};
}
