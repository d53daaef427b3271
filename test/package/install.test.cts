import { spawnSync } from 'node:child_process';
import {
	cpSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { N8N_NODES, PROJECT_ROOT } from '../engine/nodeTypes.cts';

/** A project whose lock file names two packages. */
let folder: string;

/** Another project, whose packages the folder may link to. */
let owner: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-install-'));
	owner = mkdtempSync(join(tmpdir(), 'n8n-nodes-vitally-owner-'));
	writeLock('package-lock.json', '1.0.0');
	// Instead of npm, which would ask a registry.
	writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho npm $1', { mode: 0o755 });
});

afterEach(() => [folder, owner].forEach((path) => rmSync(path, { recursive: true })));

function writeLock(file: string, version: string, base = folder): void {
	const absent = { version: '1.0.0', optional: true, os: ['aix'] };
	const packages = { '': {}, 'node_modules/a': { version }, 'node_modules/b': absent };

	writeFileSync(join(base, file), JSON.stringify({ packages }));
}

function installPackages(version: string, base: string): void {
	mkdirSync(join(base, 'node_modules', '.n8n-nodes'), { recursive: true });
	writeLock('node_modules/.package-lock.json', version, base);
	cpSync(join(N8N_NODES, 'installed.mjs'), join(base, 'node_modules/.n8n-nodes/installed.mjs'));
}

function install(...parameters: string[]): { status: number | null; output: string } {
	const script = join(PROJECT_ROOT, 'scripts', 'install-missing.mjs');
	const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parameters], {
		cwd: folder,
		env: { PATH: `${folder}:/bin` },
		encoding: 'utf8',
	});

	return { status, output: stdout + stderr };
}

it('installs nothing where npm lists the versions of the lock file, however new that is', () => {
	installPackages('1.0.0', folder);
	utimesSync(join(folder, 'package-lock.json'), 4e9, 4e9);

	expect(install()).toEqual({ status: 0, output: '' });
});

it('updates what is there, and does not delete it first', () => {
	installPackages('0.9.0', folder);

	expect(install().output).toContain('npm install\n');
});

it('installs nothing through a link, and says where to install', () => {
	installPackages('0.9.0', owner);
	symlinkSync(join(owner, 'node_modules'), join(folder, 'node_modules'));

	const { status, output } = install();

	expect(output).toMatch(`run \`node scripts/install-missing.mjs\` in ${owner}`);
	expect(output).not.toContain('npm');
	expect(status).toBe(1);
});

it('installs nothing for Jest, and says what to run', () => {
	installPackages('0.9.0', folder);

	expect(install('--check')).toEqual({
		status: 1,
		output: 'Packages are missing or out of date: run `node scripts/install-missing.mjs`.\n',
	});
});

it.each(
	['', 'bench/', 'e2e/', 'e2e/older/', 'scripts/mutate/', 'scripts/texts/'].map(
		(folder) => `${folder}package-lock.json`,
	),
)(
	'%s names the optional packages of every platform, without which `npm ci` fails there',
	(path) => {
		const { packages } = JSON.parse(readFileSync(join(PROJECT_ROOT, path), 'utf8')) as {
			packages: Record<string, { optionalDependencies?: Record<string, string> }>;
		};
		const names = new Set(Object.keys(packages).map((place) => place.split(/.*node_modules\//)[1]));
		const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
			Object.keys(optionalDependencies)
				.filter((name) => !names.has(name))
				.map((name) => `${place}: ${name}`),
		);

		expect(missing).toEqual([]);
	},
);
