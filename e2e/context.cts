import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Installation } from './install.cts';
import { n8nFolder, startN8n } from './n8n.cts';
import type { Packed } from './tarball.cts';

/** What `setup.cts` prepares once for all checks, and passes on in the environment. */
export interface Prepared {
	installation: Installation;
	packed: Packed;
	/** A folder that is gone after the run. */
	temporary: string;
}

export const PREPARED = 'E2E_PREPARED';

const prepared = JSON.parse(process.env[PREPARED] ?? '{}') as Prepared;

export const { installation, packed } = prepared;

/** Creates an empty folder, which is gone after the run. */
export function folder(name: string): string {
	return mkdtempSync(join(prepared.temporary, `${name}-`));
}

/** Creates a user folder for n8n in which our package is installed; it is gone after the run. */
export function home(name: string): string {
	return n8nFolder(folder(name), packed);
}

/** Returns the address of the n8n that `N8N_URL` names, or of a new n8n. */
export async function addressOfN8n(name: string): Promise<string> {
	const { N8N_URL } = process.env;
	if (N8N_URL) return new URL(N8N_URL).origin;

	return (await startN8n(installation, { folder: home(name) })).url;
}

/** Runs one step of a check and prints a line when it is done; an error names the step. */
export async function step<T>(name: string, run: () => Promise<T>): Promise<T> {
	const start = Date.now();

	try {
		const result = await run();

		report(`${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);

		return result;
	} catch (cause) {
		throw new Error(`In the step "${name}"`, { cause });
	}
}

/** Prints what a check found. */
export function report(text: string): void {
	process.stdout.write(`      ${text}\n`);
}
