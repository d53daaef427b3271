import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Child, freePort, until } from './child.cts';
import { asUser, debian, giveTo, program } from './debian.cts';

const POSTGRES_USER = 'postgres';

/** Redis and PostgreSQL, which n8n's queue mode needs, with nothing in them. */
export interface Services {
	/** What main and workers of one n8n get told. */
	env: NodeJS.ProcessEnv;
	/** Ends both; end n8n first. */
	close(): Promise<void>;
}

/** Starts both on ports of their own; nothing else on the machine is touched. */
export async function startServices(): Promise<Services> {
	debian(['redis-server', 'postgresql']);
	const [redis, postgres] = await Promise.all([startRedis(), startPostgres()]);
	return {
		env: { ...redis.env, ...postgres.env },
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

async function startPostgres(): Promise<Services> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-postgres-'));
	giveTo(POSTGRES_USER, folder);
	const data = join(folder, 'data');
	const port = String(await freePort());
	const [initialize, options] = asUser(POSTGRES_USER, program('initdb') ?? 'initdb', [
		...['--pgdata', data, '--username', POSTGRES_USER, '--auth', 'trust'],
		...['--encoding', 'UTF8', '--no-sync'],
	]);
	execFileSync(initialize, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
	const [command, args] = asUser(POSTGRES_USER, program('postgres') ?? 'postgres', [
		...['-D', data, '-h', '127.0.0.1', '-p', port],
		// No socket in the file system, and no care for a power cut.
		...['-c', 'unix_socket_directories=', '-c', 'fsync=off'],
	]);
	const child = Child.start(command, args, { cwd: folder });
	await until('PostgreSQL', () => child.log.includes('ready to accept connections'));
	return {
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: port,
			DB_POSTGRESDB_USER: POSTGRES_USER,
			DB_POSTGRESDB_DATABASE: POSTGRES_USER,
		},
		close: async () => {
			await child.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
