import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

const ESLINT = join(PROJECT_ROOT, 'node_modules', 'eslint', 'bin', 'eslint.js');
const CONFIG = join(__dirname, 'scan.config.mjs');

/** n8n scans a package before it may be installed in its cloud: the sources, then the tarball. */
describe("n8n's package scan", () => {
	let folder: string;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-scan-'));
		execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
			cwd: PROJECT_ROOT,
			shell: process.platform === 'win32',
		});
		const [tarball] = readdirSync(folder);
		execFileSync('tar', ['-xzf', tarball], { cwd: folder });
	});

	afterAll(() => rmSync(folder, { recursive: true }));

	it('has nothing against the sources', () => {
		expect(scan(PROJECT_ROOT, 'package.json', '{nodes,credentials}/**/*.{js,ts,json}')).toBe('');
	});

	it('has nothing against the tarball', () => {
		expect(scan(join(folder, 'package'), 'package.json', '**/*.js')).toBe('');
	});

	it('finds what a comment would hide', () => {
		appendFileSync(
			join(folder, 'package', 'dist', 'nodes', 'Vitally', 'Vitally.node.js'),
			"/* eslint-disable */ console.log(require('fs'));",
		);
		const found = scan(join(folder, 'package'), '**/*.js');
		expect(found).toContain('no-console');
		expect(found).toContain('no-restricted-imports');
	});
});

function scan(cwd: string, ...patterns: string[]): string {
	const { stdout, stderr } = spawnSync(
		process.execPath,
		[ESLINT, '--no-inline-config', '--config', CONFIG, ...patterns],
		{
			cwd,
			// The rules take jest's NODE_ENV for their own tests and look at no file name then.
			env: { ...process.env, NODE_ENV: '' },
			encoding: 'utf8',
		},
	);
	return stdout + stderr;
}
