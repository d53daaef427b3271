import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';

/** What the checks use of a Debian system: package, and the program that shows it is there. */
const NEEDED = {
	'redis-server': 'redis-server',
	postgresql: 'initdb',
	chromium: 'chromium',
	openssl: 'openssl',
};

type DebianPackage = keyof typeof NEEDED;

/**
 * Installs what is missing, by apt-get as root or through sudo. The checks start these programs
 * themselves, on other ports and in temporary folders, and touch no service of the machine.
 *
 * @throws Error with what to type where apt-get or the rights for it are missing
 */
export function debian(packages = Object.keys(NEEDED) as DebianPackage[]): void {
	const missing = packages.filter((name) => !program(NEEDED[name]));
	if (missing.length === 0) return;
	const isRoot = process.getuid?.() === 0;
	if (!program('apt-get') || !(isRoot || program('sudo'))) {
		throw new Error(`Install ${missing.join(', ')} first: apt-get install ${missing.join(' ')}`);
	}
	console.log(`Installing ${missing.join(', ')} by apt-get ...`);
	apt('update', '--quiet=2');
	apt('install', '--quiet=2', '--yes', '--no-install-recommends', ...missing);

	function apt(...args: string[]): void {
		const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
		const [program, ...rest] = isRoot ? command : ['sudo', '--non-interactive', ...command];
		execFileSync(program, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
	}
}

/** Where a program is; PostgreSQL's are in a folder per version, out of the path. */
export function program(name: string): string | undefined {
	const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).sort() : [];
	const folders = [
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/sbin',
		...versions.reverse().map((version) => join(POSTGRES, version, 'bin')),
	];
	return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

/**
 * How to start a program that does not run as root.
 *
 * @param user whose rights it gets when this process runs as root
 */
export function asUser(user: string, command: string, args: string[]): [string, string[]] {
	if (process.getuid?.() !== 0) return [command, args];
	const rights = [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
	return ['setpriv', [...rights, command, ...args]];
}

/** Makes a folder the user's, as `asUser` needs it. */
export function changeOwner(user: string, folder: string): void {
	if (process.getuid?.() === 0) spawnSync('chown', ['-R', user, folder]);
}

if (require.main === module) debian();
