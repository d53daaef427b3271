import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';

/**
 * Finds a program; its Debian package is installed first if it is missing. The checks start programs
 * themselves, on other ports and in temporary folders, and touch no service of the machine.
 *
 * @param debianPackage has the name of the program by default
 * @throws Error with what to type where apt-get or the rights for it are missing
 */
export function program(name: string, debianPackage = name): string {
	if (!find(name)) install(debianPackage);

	const found = find(name);
	if (!found) throw new Error(`${debianPackage} has no program ${name}`);

	return found;
}

/** Installs a package by apt-get, as root or through sudo. */
function install(debianPackage: string): void {
	const isRoot = process.getuid?.() === 0;

	if (!find('apt-get') || !(isRoot || find('sudo'))) {
		throw new Error(`Install ${debianPackage} first: apt-get install ${debianPackage}`);
	}

	console.log(`Installing ${debianPackage} by apt-get ...`);
	apt('update', '--quiet=2');
	apt('install', '--quiet=2', '--yes', '--no-install-recommends', debianPackage);

	function apt(...args: string[]): void {
		const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
		const [executable, ...rest] = isRoot ? command : ['sudo', '--non-interactive', ...command];

		execFileSync(executable, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
	}
}

/** PostgreSQL's programs are in a folder per version, out of the path. */
function find(name: string): string | undefined {
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
