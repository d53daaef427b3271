import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { generatedFiles, PROJECT_ROOT, staleFiles } from './generate/files.cts';

/** Writes what follows from the resources and the contract, and removes what no longer does. */
const files = generatedFiles();
const stale = staleFiles(files);
if (stale.length === 0) console.log('Everything is up to date.');

for (const path of stale) {
	const text = files.get(path);
	const file = join(PROJECT_ROOT, path);

	if (text === undefined) {
		rmSync(file);
		console.log(`removed ${path}`);
	} else {
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, text);
		console.log(`wrote ${path}`);
	}
}
