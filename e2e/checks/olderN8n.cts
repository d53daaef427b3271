import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Check } from '../check.cts';
import { Child } from '../child.cts';
import { installOnce } from '../install.cts';
import { DIFFERENCES } from '../older/differences.cts';
import papers from '../older/package.json';

const ROOT = join(__dirname, '..', '..');

/** Of each kind of operation, and everything about both entry points, errors, pairing and polls. */
const TESTS = [
	...[
		'account',
		'analytics/accounts',
		'customObjectInstance/customObjectInstance',
		'note/note',
		'project/project',
	].map((path) => `test/nodes/${path}`),
	...['editor/listSearch', 'execution/entryPoints', 'execution/faults', 'execution/items'].map(
		(path) => `test/${path}`,
	),
	...['fetchTestEvent', 'poll', 'scope', 'state'].map(
		(name) => `test/trigger/engine/${name}.test.cts`,
	),
];

/** As jest writes it with `--json`. */
interface Report {
	testResults: Array<{ assertionResults: Array<{ fullName: string; status: string }> }>;
}

export const check: Check = {
	name: 'The engine of n8n 1.123, the oldest that is supported, runs our tests',

	async run({ folder }) {
		const older = await installOnce('older', join(__dirname, '..', 'older'));
		const outputFile = join(folder('older-n8n'), 'report.json');
		const jest = Child.start(
			process.execPath,
			[
				join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js'),
				...['--config', join(__dirname, '..', 'older', 'jest.config.cjs')],
				...['--json', '--outputFile', outputFile],
				...TESTS,
			],
			{ cwd: ROOT, env: { OLDER_N8N: older } },
		);
		// It also rejects when tests fail; some may, see below.
		await jest.end().catch(() => {});
		const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8')) as Report;
		const results = testResults.flatMap(({ assertionResults }) => assertionResults);
		const failed = results.filter(({ status }) => status !== 'passed');
		assert.deepEqual(
			failed.map(({ fullName }) => fullName).sort(),
			Object.values(DIFFERENCES).flat().sort(),
		);
		const passed = results.length - failed.length;
		return `${passed} of ${results.length} tests on n8n-core ${papers.dependencies['n8n-core']}, ${failed.length} known differences`;
	},
};
