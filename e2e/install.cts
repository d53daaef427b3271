import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';

const PAPERS = ['package.json', 'package-lock.json', '.npmrc'];

/** A real n8n and what the checks need around it, outside the clone. */
export interface Installation {
	/** Its `node_modules`. */
	modules: string;
	/** The Node.js that n8n runs on. */
	node: string;
}

/**
 * Installs what `e2e/package-lock.json` names once per machine and lock, below the user's cache folder,
 * and links it as `e2e/node_modules`. n8n 2.41 requires Node.js 24; the package `node` brings one.
 *
 * @param say prints progress, because the first installation needs minutes
 */
export async function install(say: (line: string) => void): Promise<Installation> {
	const folder = join(
		cacheFolder(),
		`e2e-${hashOf(PAPERS.map((paper) => join(__dirname, paper)))}`,
	);
	const modules = join(folder, 'node_modules');
	const node = join(modules, 'node', 'bin', 'node');
	const headers = join(modules, 'node', 'node_modules', `node-${process.platform}-${process.arch}`);
	const ready = join(folder, 'ready');
	if (!existsSync(ready)) {
		say(`Installing n8n into ${folder} (about five minutes, once per machine) ...`);
		mkdirSync(folder, { recursive: true });
		for (const paper of PAPERS) copyFileSync(join(__dirname, paper), join(folder, paper));
		await step('packages', ['install', '--prefer-offline', '--loglevel=error'], {});
		await step('Node.js 24', ['rebuild', '--ignore-scripts=false', 'node'], {});
		await step('native parts', ['rebuild', '--ignore-scripts=false', 'sqlite3', 'isolated-vm'], {
			PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
			npm_config_nodedir: headers,
		});
		writeFileSync(ready, '');
	}
	link(modules, join(__dirname, 'node_modules'));
	return { modules, node };

	async function step(what: string, args: string[], env: NodeJS.ProcessEnv): Promise<void> {
		const begin = Date.now();
		const seconds = () => `${Math.round((Date.now() - begin) / 1000)} s`;
		const ticking = setInterval(() => say(`  ${what}: ${seconds()} ...`), 30_000);
		try {
			await npm(args, folder, env);
		} finally {
			clearInterval(ticking);
		}
		say(`  ${what}: ${seconds()}`);
	}
}

/**
 * Installs what the lock file in `folder` names, once per machine and lock.
 *
 * @returns the folder with its `node_modules`
 */
export async function installOnce(name: string, folder: string): Promise<string> {
	const papers = [
		join(folder, 'package.json'),
		join(folder, 'package-lock.json'),
		join(__dirname, '.npmrc'),
	];
	const cache = join(cacheFolder(), `${name}-${hashOf(papers)}`);
	const ready = join(cache, 'ready');
	if (!existsSync(ready)) {
		mkdirSync(cache, { recursive: true });
		for (const paper of papers) copyFileSync(paper, join(cache, basename(paper)));
		await npm(['install', '--prefer-offline', '--loglevel=error'], cache, {});
		writeFileSync(ready, '');
	}
	return cache;
}

/** Where everything is kept that is installed once per machine. */
function cacheFolder(): string {
	return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'n8n-nodes-vitally');
}

/** Names a folder of the cache after what is in it. */
function hashOf(files: string[]): string {
	const hash = createHash('sha256');
	for (const file of files) hash.update(readFileSync(file));
	return hash.digest('hex').slice(0, 12);
}

/** Runs npm to its end; rejects with what it printed. */
function npm(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn('npm', args, {
			cwd,
			env: { ...process.env, ...env },
			shell: process.platform === 'win32',
		});
		let output = '';
		const keep = (chunk: Buffer) => (output = (output + chunk).slice(-4000));
		child.stdout.on('data', keep);
		child.stderr.on('data', keep);
		child.on('error', reject);
		child.on('exit', (code) => {
			if (code === 0) resolve();
			else reject(new Error(`npm ${args.join(' ')} ended with ${code}:\n${output}`));
		});
	});
}

/** Lets the imports of these files, and their types, resolve. */
function link(modules: string, name: string): void {
	const there = lstatSync(name, { throwIfNoEntry: false });
	// Checks that run in parallel use it all the time.
	if (there?.isSymbolicLink() && readlinkSync(name) === modules) return;
	if (there) rmSync(name);
	symlinkSync(modules, name, 'junction');
}
