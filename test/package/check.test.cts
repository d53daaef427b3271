import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

let folder: string;

const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

/** What runs the checks that it is told to; it fails where this says so. */
const writeRunner = (status: number) =>
	writeFileSync(join(folder, 'bin/run-p'), `#!/bin/sh\nshift\necho $*\nexit ${status}`, {
		mode: 0o755,
	});

/** @returns the names of the checks that ran */
function check(): string[] {
	const script = join(PROJECT_ROOT, 'scripts', 'check.mjs');
	const env = { PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
	const { stdout } = spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' });
	return stdout.split(/\s+/).filter(Boolean);
}

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-check-'));
	for (const path of ['bin', 'nodes', 'test', 'node_modules']) mkdirSync(join(folder, path));
	write('.gitignore', 'bin\nnode_modules\n');
	for (const path of ['package.json', 'nodes/a.ts', 'test/a.cts']) write(path, 'before');
	execFileSync('git', ['init', '--quiet'], { cwd: folder });
	writeRunner(0);
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
	['a file of a node', 'nodes/a.ts', 7],
	['a new file of a node', 'nodes/b.ts', 7],
	['what is at the root, such as the rules', 'package.json', 7],
	['what is installed', 'node_modules/.package-lock.json', 7],
	['a test', 'test/a.cts', 4],
])('runs the checks that read %s after it has changed, and none twice', (_, path, count) => {
	expect(check()).toHaveLength(7);
	expect(check()).toEqual([]);
	write(path, 'after');
	expect(check()).toHaveLength(count);
	expect(check()).toEqual([]);
});

it('runs again what has failed', () => {
	writeRunner(1);
	expect(check()).toHaveLength(7);
	expect(check()).toHaveLength(7);
});
