import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { cacheFolder, hashOf, npm } from '../install.cts';

const PAPERS = [
	join(__dirname, 'package.json'),
	join(__dirname, 'package-lock.json'),
	join(__dirname, '..', '.npmrc'),
];

/**
 * Installs the engine of the oldest n8n that the package supports, once per machine and lock.
 *
 * @returns the folder that holds its `node_modules`
 */
export async function installOlderN8n(): Promise<string> {
	const folder = join(cacheFolder(), `older-${hashOf(PAPERS)}`);
	const ready = join(folder, 'ready');
	if (!existsSync(ready)) {
		mkdirSync(folder, { recursive: true });
		for (const paper of PAPERS) copyFileSync(paper, join(folder, basename(paper)));
		await npm(['install', '--prefer-offline', '--loglevel=error'], folder, {});
		writeFileSync(ready, '');
	}
	return folder;
}
