import { join } from 'node:path';

import type { Check } from '../check.cts';
import { Child } from '../child.cts';

const ROOT = join(__dirname, '..', '..');

export const check: Check = {
	// `npm run typecheck` leaves this folder out, because the types come with its own packages.
	name: "These checks' own types",

	async run() {
		const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
		await Child.start(process.execPath, [compiler, '--project', join(ROOT, 'e2e')]).end();
	},
};
