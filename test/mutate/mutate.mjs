// Puts small faults, one at a time, into the files of one folder of nodes/Vitally, and shows those that the suites
// beside it do not see: `npm run mutate -- values`.
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Stryker } from '@stryker-mutator/core';

/** Folders of test/ beside the one with the name of the folder. */
const MORE_SUITES = {
	sync: ['nodes/account'],
};

const here = fileURLToPath(new URL('.', import.meta.url));
const [folder] = process.argv.slice(2);
const folders = readdirSync('nodes/Vitally', { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
	.map(({ name }) => name);
if (!folders.includes(folder)) {
	throw new Error(`Name a folder of nodes/Vitally: ${folders.join(', ')}`);
}
const suites = [folder, ...(MORE_SUITES[folder] ?? [])];

await new Stryker({
	mutate: [`nodes/Vitally/${folder}/**/*.ts`],
	// The words of an error are not worth a test each.
	mutator: { excludedMutations: ['ObjectLiteral', 'StringLiteral'] },
	plugins: [join(here, 'node_modules/@stryker-mutator/jest-runner/dist/src/index.js')],
	testRunner: 'jest',
	jest: {
		projectType: 'custom',
		configFile: 'jest.config.js',
		config: {
			testEnvironment: join(process.cwd(), 'test/jest/environment.cjs'),
			testMatch: suites.map((suite) => `<rootDir>/test/${suite}/**/*.test.cts`),
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
