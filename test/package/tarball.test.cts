import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { loadPackages, PROJECT_ROOT } from '../engine/nodeTypes.cts';

/** What users install is the tarball, so it is unpacked, loaded by n8n's own loader and run. */
describe('the packed tarball', () => {
	let files: string[];
	let root: string;

	beforeAll(() => {
		const folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-pack-'));
		execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
			cwd: PROJECT_ROOT,
			shell: process.platform === 'win32',
		});
		const [tarball] = readdirSync(folder);
		// The package brings no dependencies: n8n provides its peer, n8n-workflow.
		symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
		execFileSync('tar', ['-xzf', tarball], { cwd: folder });
		root = join(folder, 'package');
		files = readdirSync(root, { recursive: true, encoding: 'utf8' });
	});

	it('contains what it registers, and nothing but the build and its documents', () => {
		const { n8n, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		expect(dependencies).toBeUndefined();
		for (const path of [...n8n.nodes, ...n8n.credentials]) {
			expect(existsSync(join(root, path))).toBe(true);
		}
		expect(readdirSync(root).sort()).toEqual(['LICENSE.md', 'README.md', 'dist', 'package.json']);
		expect(readdirSync(join(root, 'dist')).sort()).toEqual(['credentials', 'nodes']);
		expect(files.filter((file) => /sandbox|test|\.cts|\.map$/.test(file))).toEqual([]);
	});

	it('brings icons, codex and output schemas', () => {
		expect(files).toEqual(
			expect.arrayContaining([
				'dist/nodes/Vitally/vitally.svg',
				'dist/nodes/Vitally/vitally.dark.svg',
				'dist/nodes/Vitally/Vitally.node.json',
				'dist/nodes/Vitally/__schema__/v1.0.0/account/get.json',
			]),
		);
	});

	it('is loaded by n8n and runs a workflow', async () => {
		const sandbox = await startSandbox({ seed: 'empty' });
		try {
			const outcome = await runNode(
				{ parameters: { resource: 'account', operation: 'create', externalId: 'a', name: 'A' } },
				{ credentials: credentialsFor(sandbox), packages: await loadPackages(root) },
			);
			expect(outcome.error).toBeUndefined();
			expect(outcome.items(NODE)[0].json).toMatchObject({ externalId: 'a', name: 'A' });
		} finally {
			await sandbox.close();
		}
	});
});
