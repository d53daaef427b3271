import { join } from 'node:path';

import { Child } from '../child.cts';

const ROOT = join(__dirname, '..', '..');

it("These checks' own types", async () => {
	const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');

	await Child.start(process.execPath, [compiler, '--project', join(ROOT, 'e2e')]).end();
});
