import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Installation } from './install.cts';
import type { Packed } from './tarball.cts';

/** What every check gets. */
export interface World {
	installation: Installation;
	packed: Packed;
	/** Where screenshots go, when they are wanted. */
	pictures?: string;
	/** A new empty folder, gone after the run. */
	folder(name: string): string;
	/** One step of a check, with a line of its own when it is done. */
	timed<T>(step: string, run: () => Promise<T>): Promise<T>;
}

/** One file in `checks/`. */
export interface Check {
	name: string;
	/** Whether it waits more than it works: then it runs beside the others. */
	aside?: boolean;
	/** Rejects when something is not as it should be; may return what it found, for the report. */
	run(world: World): Promise<string | void>;
}

export function worldIn(
	temporary: string,
	parts: Pick<World, 'installation' | 'packed' | 'pictures'>,
): World {
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
