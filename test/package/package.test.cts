import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { filesBelow, read } from '../docs/texts.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { loadPackages, PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { lint } from './lint.cts';

let folder: string;
let root: string;

beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-pack-'));
	const npm = (...parameters: string[]) =>
		execFileSync('npm', ['--silent', ...parameters], {
			cwd: PROJECT_ROOT,
			shell: process.platform === 'win32',
		});
	npm('run', 'build');
	npm('pack', '--pack-destination', folder);
	const [tarball] = readdirSync(folder);
	// The package brings no dependencies: n8n provides its peer, n8n-workflow.
	symlinkSync(join(PROJECT_ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
	execFileSync('tar', ['-xzf', tarball], { cwd: folder });
	root = join(folder, 'package');
});

afterAll(() => rmSync(folder, { recursive: true }));

/** What users install is the tarball, so it is unpacked, loaded by n8n's own loader and run. */
describe('the packed tarball', () => {
	it('contains what it registers, and nothing but the build and its documents', () => {
		const { n8n, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
		expect(dependencies).toBeUndefined();
		for (const path of [...n8n.nodes, ...n8n.credentials]) {
			expect(existsSync(join(root, path))).toBe(true);
		}
		expect(readdirSync(root).sort()).toEqual(['LICENSE.md', 'README.md', 'dist', 'package.json']);
		expect(readdirSync(join(root, 'dist')).sort()).toEqual(['credentials', 'nodes']);
		const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
		expect(files.filter((file) => /sandbox|test|\.cts|\.d\.ts$|\.map$/.test(file))).toEqual([]);
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

/** n8n scans a package before it may be installed in its cloud: the sources, then the tarball. */
describe("n8n's package scan", () => {
	let files: string[][];
	let tarball: string[][];
	let hidden: string[] | undefined;

	beforeAll(() => {
		const options = {
			allowInlineConfig: false,
			overrideConfigFile: join(__dirname, 'scan.config.mjs'),
		};
		const filePath = join(root, 'dist', 'nodes', 'Vitally', 'Vitally.node.js');
		const hiding = "\n/* eslint-disable */ console.log(require('fs'));";
		[files, tarball] = lint(
			{ options, files: ['package.json', '{nodes,credentials}/**/*.{js,json}'] },
			{
				options: { ...options, cwd: root },
				files: ['package.json', '**/*.js'],
				contents: [{ filePath, text: readFileSync(filePath, 'utf8') + hiding }],
			},
		);
		hidden = tarball.pop();
	});

	it('has nothing against the files that `npm run lint:nodes` does not read', () => {
		expect(files.flat()).toEqual([]);
	});

	it('sees what `npm run lint:nodes` sees: no comment switches a rule off', () => {
		const sources = filesBelow(['nodes', 'credentials'], /\.ts$/);
		expect(sources.length).toBeGreaterThan(100);
		expect(sources.filter((file) => /eslint-|@ts-/.test(read(file)))).toEqual([]);
	});

	it('has nothing against the tarball', () => expect(tarball.flat()).toEqual([]));

	it('finds what a comment would hide', () => {
		const found = hidden?.join('\n');
		expect(found).toContain('no-console');
		expect(found).toContain('no-restricted-imports');
	});
});

it.each(
	['', 'bench/', 'e2e/', 'e2e/older/', 'scripts/mutate/'].map(
		(folder) => `${folder}package-lock.json`,
	),
)(
	'%s names the optional packages of every platform, without which `npm ci` fails there',
	(path) => {
		const { packages } = JSON.parse(readFileSync(join(PROJECT_ROOT, path), 'utf8')) as {
			packages: Record<string, { optionalDependencies?: Record<string, string> }>;
		};
		const names = new Set(Object.keys(packages).map((at) => at.split(/.*node_modules\//)[1]));
		const missing = Object.entries(packages).flatMap(([at, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies)
				.filter((name) => !names.has(name))
				.map((name) => `${at}: ${name}`),
		);
		expect(missing).toEqual([]);
	},
);
