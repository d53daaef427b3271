import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Child, freePort, until } from './child.cts';
import { asUser, changeOwner, program } from './debian.cts';

const USER = 'postgres';

/** A PostgreSQL with nothing in it, which asks for no password. */
export interface Postgres {
	port: number;
	/** The name of the user, which is that of the database, too. */
	user: string;
	/** Runs statements, and throws with the output of psql when one fails. */
	run(sql: string): void;
	close(): Promise<void>;
}

/** Starts a PostgreSQL on a free port; nothing else on the machine is touched. */
export async function startPostgres(): Promise<Postgres> {
	const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-postgres-'));

	changeOwner(USER, folder);
	const data = join(folder, 'data');
	const port = await freePort();
	const [initialize, options] = asUser(USER, program('initdb', 'postgresql'), [
		'--pgdata',
		data,
		'--username',
		USER,
		'--auth',
		'trust',
		'--encoding',
		'UTF8',
		'--no-sync',
	]);

	execFileSync(initialize, options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
	const [command, args] = asUser(USER, program('postgres', 'postgresql'), [
		'-D',
		data,
		'-h',
		'127.0.0.1',
		'-p',
		String(port),
		// No socket in the file system, and no care for a power cut.
		'-c',
		'unix_socket_directories=',
		'-c',
		'fsync=off',
	]);
	const child = Child.start(command, args, { cwd: folder });

	await until('PostgreSQL', () => child.log.includes('ready to accept connections'));

	return {
		port,
		user: USER,
		run: (sql) => {
			const login = ['-h', '127.0.0.1', '-p', String(port), '-U', USER];
			const strict = ['-v', 'ON_ERROR_STOP=1', '--quiet', '--no-psqlrc'];

			execFileSync(program('psql', 'postgresql'), [...login, ...strict, '-c', sql], {
				stdio: ['ignore', 'ignore', 'pipe'],
			});
		},
		close: async () => {
			await child.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
