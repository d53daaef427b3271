import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

interface LintJob {
	/** The options of ESLint; the rules of the project by default. */
	options?: object;
	/** The patterns of the files. */
	files?: string[];
	/** Texts that are linted as if they were files. */
	contents?: Array<{ filePath: string; text: string }>;
}

/** Lints, and returns for each job what the rules find in each of its files and contents. */
export function lint(...jobs: LintJob[]): string[][][] {
	const { stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'lint.mjs')], {
		cwd: PROJECT_ROOT,
		// With jest's NODE_ENV the rules assume their own tests and look at no file name then.
		env: { ...process.env, NODE_ENV: '' },
		input: JSON.stringify(jobs),
		encoding: 'utf8',
	});

	expect(stderr).toBe('');

	return JSON.parse(stdout) as string[][][];
}
