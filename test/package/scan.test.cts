import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

type Findings = Record<'sources' | 'tarball' | 'hidden', string[]>;

/** n8n scans a package before it may be installed in its cloud: the sources, then the tarball. */
describe("n8n's package scan", () => {
	let folder: string;
	let findings: Findings;

	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-scan-'));
		execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
			cwd: PROJECT_ROOT,
			shell: process.platform === 'win32',
		});
		const [tarball] = readdirSync(folder);
		execFileSync('tar', ['-xzf', tarball], { cwd: folder });
		findings = scan({
			sources: PROJECT_ROOT,
			tarball: join(folder, 'package'),
			hidden: {
				file: join('dist', 'nodes', 'Vitally', 'Vitally.node.js'),
				code: "/* eslint-disable */ console.log(require('fs'));",
			},
		});
	});

	afterAll(() => rmSync(folder, { recursive: true }));

	it('has nothing against the sources', () => expect(findings.sources).toEqual([]));

	it('has nothing against the tarball', () => expect(findings.tarball).toEqual([]));

	it('finds what a comment would hide', () => {
		const found = findings.hidden.join('\n');
		expect(found).toContain('no-console');
		expect(found).toContain('no-restricted-imports');
	});
});

function scan(input: object): Findings {
	const { stdout, stderr } = spawnSync(process.execPath, [join(__dirname, 'scan.mjs')], {
		cwd: PROJECT_ROOT,
		// With jest's NODE_ENV the rules assume their own tests and look at no file name then.
		env: { ...process.env, NODE_ENV: '' },
		input: JSON.stringify(input),
		encoding: 'utf8',
	});
	expect(stderr).toBe('');
	return JSON.parse(stdout);
}
