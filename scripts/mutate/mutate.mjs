// Puts small faults, one at a time, into a folder or file of nodes/Vitally, and shows those that no suite sees:
// `npm run mutate -- values`, `npm run mutate -- sync/report.ts sync nodes/account`. The suites are those in the folder
// of test/ with the same name, or those that are named.
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Stryker } from '@stryker-mutator/core';

const here = fileURLToPath(new URL('.', import.meta.url));
const [path = '', ...named] = process.argv.slice(2);
const suites = named.length > 0 ? named : path.split('/').slice(0, 1);
const missing = [`nodes/Vitally/${path}`, ...suites.map((suite) => `test/${suite}`)].filter(
	(file) => path === '' || !existsSync(file),
);
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}`);

await new Stryker({
	mutate: [path.endsWith('.ts') ? `nodes/Vitally/${path}` : `nodes/Vitally/${path}/**/*.ts`],
	// The words of an error are not worth a test each.
	mutator: { excludedMutations: ['ObjectLiteral', 'StringLiteral'] },
	plugins: [join(here, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'jest.config.js',
		config: {
			testEnvironment: join(process.cwd(), 'test/jest/environment.cjs'),
			testMatch: suites.map((suite) =>
				suite.endsWith('.cts')
					? `<rootDir>/test/${suite}`
					: `<rootDir>/test/${suite}/**/*.test.cts`,
			),
		},
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	// A value that is computed when a file is loaded keeps its fault for the next ones.
	ignoreStatic: true,
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
	timeoutMS: 30_000,
	tempDirName: join(tmpdir(), 'n8n-nodes-vitally-mutate'),
	disableTypeChecks: false,
}).runMutationTest();
