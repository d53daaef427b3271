import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	symlinkSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

import { npm } from './child.cts';

/** A real n8n and what the checks need around it, outside the clone. */
export interface Installation {
	/** The folder `node_modules` of the installation. */
	modules: string;
	/** The Node.js that n8n runs on. */
	node: string;
}

/**
 * Installs what `e2e/package-lock.json` names once per machine and lock, and links it as
 * `e2e/node_modules`. n8n 2.41 requires Node.js 24; the package `node` brings one.
 */
export async function install(): Promise<Installation> {
	const nodeIn = (folder: string) => join(folder, 'node_modules', 'node', 'bin', 'node');
	const folder = await installOnce('e2e', __dirname, async (temporary) => {
		const headers = `node-${process.platform}-${process.arch}`;
		const build = ['rebuild', '--ignore-scripts=false'];

		await npm([...build, 'node'], temporary);
		await npm([...build, 'sqlite3', 'isolated-vm'], temporary, {
			PATH: `${dirname(nodeIn(temporary))}${delimiter}${process.env.PATH}`,
			npm_config_nodedir: join(temporary, 'node_modules', 'node', 'node_modules', headers),
		});
	});
	const modules = join(folder, 'node_modules');

	link(modules, join(__dirname, 'node_modules'));

	return { modules, node: nodeIn(folder) };
}

/**
 * Installs what the lock file in `folder` names, once per machine and lock, below the user's cache folder.
 *
 * @param finish what is left to do after the installation, in the folder that it gets
 * @returns the folder with its `node_modules`
 */
export async function installOnce(
	name: string,
	folder: string,
	finish?: (folder: string) => Promise<void>,
): Promise<string> {
	const papers = [
		join(folder, 'package.json'),
		join(folder, 'package-lock.json'),
		join(__dirname, '.npmrc'),
	];
	const caches = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
	const cache = join(caches, 'n8n-nodes-vitally', `${name}-${hashOf(papers)}`);
	if (existsSync(cache)) return cache;

	console.log(`Installing into ${cache}, once per machine (n8n: about five minutes) ...`);
	mkdirSync(dirname(cache), { recursive: true });
	// An installation that was stopped leaves its temporary folder, and the next one begins again.
	const temporary = mkdtempSync(`${cache}-`);

	for (const paper of papers) copyFileSync(paper, join(temporary, basename(paper)));
	await npm(['install', '--prefer-offline', '--loglevel=error'], temporary);
	await finish?.(temporary);
	renameSync(temporary, cache);

	return cache;
}

/** Names a folder of the cache after what is in it. */
function hashOf(files: string[]): string {
	const hash = createHash('sha256');

	for (const file of files) hash.update(readFileSync(file));

	return hash.digest('hex').slice(0, 12);
}

/** Lets the imports of these files, and their types, resolve. */
function link(modules: string, name: string): void {
	const there = lstatSync(name, { throwIfNoEntry: false });
	// Checks that run in parallel use it all the time.
	if (there?.isSymbolicLink() && readlinkSync(name) === modules) return;
	if (there) rmSync(name);

	symlinkSync(modules, name, 'junction');
}
