import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

import type { Installation } from './install.cts';
import type { Packed } from './tarball.cts';

/** What every check gets. */
export interface World {
	installation: Installation;
	packed: Packed;
	/** A new empty folder, gone after the run. */
	folder(name: string): string;
	/** A line for whoever watches, below the check's own. */
	say(line: string): void;
}

/** One file in `checks/`. */
export interface Check {
	name: string;
	/** Rejects when something is not as it should be; may return what it found, for the report. */
	run(world: World): Promise<string | void>;
}

export function worldIn(temporary: string, installation: Installation, packed: Packed): World {
	return {
		installation,
		packed,
		folder: (name) => mkdtempSync(join(temporary, `${name}-`)),
		say: (line) => console.log(`       ${line}`),
	};
}
