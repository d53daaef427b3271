import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Installation } from './install.cts';
import type { Packed } from './tarball.cts';

/** What every check gets. */
export interface CheckContext {
	installation: Installation;
	packed: Packed;
	/** Where screenshots go, when they are wanted. */
	pictures?: string;
	/** A new empty folder, gone after the run. */
	folder(name: string): string;
	/** Runs one step of a check and prints a line when it is done. */
	timed<T>(step: string, run: () => Promise<T>): Promise<T>;
}

/** One file in `checks/`. */
export interface Check {
	name: string;
	/** Whether it mostly waits: then it runs in parallel to the others. */
	inParallel?: boolean;
	/** Rejects when something is not as it should be; may return what it found, for the report. */
	run(context: CheckContext): Promise<string | void>;
}

export function contextIn(
	temporary: string,
	parts: Pick<CheckContext, 'installation' | 'packed' | 'pictures'>,
): CheckContext {
	return {
		...parts,
		folder: (name) => mkdtempSync(join(temporary, `${name}-`)),
		timed: async (step, run) => {
			const begin = Date.now();
			const result = await run();
			console.log(`         ${step} (${secondsSince(begin)})`);
			return result;
		},
	};
}

export function secondsSince(begin: number): string {
	return `${((Date.now() - begin) / 1000).toFixed(1)} s`;
}
