// Puts small faults, one at a time, into a folder or file, and shows those that no suite sees:
// `npm run mutate -- nodes/Vitally/values test/values`, `… nodes/Vitally/sync/report/report.ts test/sync test/nodes/account`.
// `--sample 5` in front takes each fifth part of ten lines, the same ones in every run; `--static` takes the values that
// are computed when a file is loaded, too, such as the definitions of operations: all suites run for each of their faults.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { Stryker } from '@stryker-mutator/core';

const LINES_IN_A_PART = 10;

const here = fileURLToPath(new URL('.', import.meta.url));
const { values, positionals } = parseArgs({
	options: { sample: { type: 'string', default: '1' }, static: { type: 'boolean' } },
	allowPositionals: true,
});
const [mutated, ...suites] = positionals;
const missing = positionals.filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`There is no ${missing.join(', ')}`);

if (suites.length === 0) {
	throw new Error('Name what is mutated, then the suites that should see it');
}

const files = mutated.endsWith('.ts') ? [mutated] : sourcesIn(mutated);
const sampleStep = Number(values.sample);

await new Stryker({
	// A part has only the faults that are wholly inside of it, so without a sample a file is mutated as a whole.
	mutate: sampleStep === 1 ? files : files.flatMap(partsOf).filter(isInSample),
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
				suite.endsWith('.cts') ? `<rootDir>/${suite}` : `<rootDir>/${suite}/**/*.test.cts`,
			),
		},
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	ignoreStatic: !values.static,
	reporters: ['clear-text', 'progress-append-only'],
	clearTextReporter: { allowEmojis: false, logTests: false, reportTests: false },
	timeoutMS: 30_000,
	tempDirName: join(tmpdir(), 'n8n-nodes-vitally-mutate'),
	disableTypeChecks: false,
}).runMutationTest();

function sourcesIn(folder) {
	return readdirSync(folder, { recursive: true })
		.filter((file) => file.endsWith('.ts'))
		.sort()
		.map((file) => join(folder, file));
}

/** Returns `file:1-10`, `file:11-20` and so on. */
function partsOf(file) {
	const lineCount = readFileSync(file, 'utf8').split('\n').length;
	const parts = [];

	for (let first = 1; first <= lineCount; first += LINES_IN_A_PART) {
		parts.push(`${file}:${first}-${first + LINES_IN_A_PART - 1}`);
	}

	return parts;
}

function isInSample(_part, index) {
	return index % sampleStep === 0;
}
