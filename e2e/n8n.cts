import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Child, freePort } from './child.cts';
import type { Installation } from './install.cts';
import type { Packed } from './tarball.cts';

/** n8n's own default, which decides what day it is for a workflow. */
export const TIME_ZONE = 'America/New_York';

/** n8n's environment in every check: this machine only, and nothing sent to anyone. */
const QUIET = {
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_SECURE_COOKIE: 'false',
	N8N_RUNNERS_ENABLED: 'false',
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
	// Asks api.n8n.io at the start; no setting switches that off.
	N8N_DISABLED_MODULES: 'mcp-registry',
	GENERIC_TIMEZONE: TIME_ZONE,
	N8N_LOG_LEVEL: 'info',
	// The same for every process of an instance, workers too.
	N8N_ENCRYPTION_KEY: 'only for checks on this machine',
};

interface N8nOptions {
	/** The user folder of n8n, which contains database and packages; see `n8nFolder`. */
	folder: string;
	/** A free port by default. */
	port?: number;
	env?: NodeJS.ProcessEnv;
}

/** A running main process of n8n. */
export interface N8n {
	url: string;
	process: Child;
}

/** Starts n8n's main process and waits until it serves requests (8 s, 20 s with a fresh database). */
export async function startN8n(installation: Installation, options: N8nOptions): Promise<N8n> {
	const port = options.port ?? (await freePort());
	const url = `http://127.0.0.1:${port}`;
	const process = await startCommand(installation, ['start'], {
		...options,
		env: { N8N_PORT: String(port), N8N_EDITOR_BASE_URL: url, WEBHOOK_URL: url, ...options.env },
	});

	await process.answers(`${url}/healthz/readiness`);

	return { url, process };
}

/** Starts any command of n8n's, such as `worker`, and does not wait. */
export async function startCommand(
	{ node, modules }: Installation,
	args: string[],
	{ folder, env }: Pick<N8nOptions, 'folder' | 'env'>,
): Promise<Child> {
	return Child.start(node, [join(modules, 'n8n', 'bin', 'n8n'), ...args], {
		cwd: folder,
		env: {
			...QUIET,
			N8N_USER_FOLDER: folder,
			// The default port is taken as soon as two processes run.
			N8N_RUNNERS_BROKER_PORT: String(await freePort()),
			...env,
		},
	});
}

/** Imports workflows or credentials (an array of objects with ids) as n8n's command line does. */
export async function importInto(
	installation: Installation,
	kind: 'credentials' | 'workflow',
	records: object[],
	options: Pick<N8nOptions, 'folder' | 'env'>,
): Promise<void> {
	const file = join(options.folder, `${kind}.json`);

	writeFileSync(file, JSON.stringify(records));
	const command = await startCommand(installation, [`import:${kind}`, `--input=${file}`], options);

	await command.end();
}

/**
 * Creates a user folder for n8n in which our package is installed the manual way.
 *
 * @param home an empty folder
 * @returns the folder
 */
export function n8nFolder(home: string, { folder, version }: Packed): string {
	const nodes = nodesFolder(home);

	cpSync(folder, join(nodes, 'node_modules', 'n8n-nodes-vitally'), { recursive: true });
	const papers = { private: true, dependencies: { 'n8n-nodes-vitally': version } };

	writeFileSync(join(nodes, 'package.json'), JSON.stringify(papers));

	return home;
}

/** Creates the folder in which n8n looks for community packages. */
export function nodesFolder(folder: string): string {
	const nodes = join(folder, '.n8n', 'nodes');

	mkdirSync(nodes, { recursive: true });

	return nodes;
}
