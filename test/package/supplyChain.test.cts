import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { parse } from 'yaml';

import { PROJECT_ROOT } from '../engine/nodeTypes.cts';

interface Job {
	environment?: string;
	needs?: string;
	permissions: Record<string, string>;
	steps: Array<{ uses?: string; run?: string }>;
}

const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');
const isOfTools = (name: string) => name === 'node_modules' || name === 'dist' || name === '.git';
const WORKFLOWS = readdirSync(join(PROJECT_ROOT, '.github', 'workflows'));

/** Returns the folders of this project with a lock file, from its root, such as `/e2e`. */
function lockedFolders(folder = '/'): string[] {
	const entries = readdirSync(join(PROJECT_ROOT, folder), { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory() && !isOfTools(entry.name));
	const found = folders.flatMap(({ name }) => lockedFolders(posix.join(folder, name)));
	const isLocked = entries.some(({ name }) => name === 'package-lock.json');

	return isLocked ? [folder, ...found] : found;
}

describe('the workflow that publishes', () => {
	const { jobs } = parse(read('.github/workflows/publish.yml')) as { jobs: Record<string, Job> };
	const publishing = Object.values(jobs).filter(({ permissions }) => 'id-token' in permissions);
	const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => run ?? []);

	it('gives the right to publish to one job, which waits for a reviewer', () => {
		expect(publishing).toHaveLength(1);
		expect(publishing[0]).toMatchObject({ environment: 'npm', needs: 'pack' });
	});

	it('runs no code of this repository or of a package with that right', () => {
		const [{ steps }] = publishing;
		const actions = steps.flatMap(({ uses }) => uses ?? []);

		expect(commandsOf(publishing[0])).toEqual([
			'npm publish ./n8n-nodes-vitally-*.tgz --provenance --access public --ignore-scripts',
		]);
		expect(actions.map((action) => action.split('@')[0])).toEqual([
			'actions/setup-node',
			'actions/download-artifact',
		]);
	});

	it('fails unless the scanner of n8n says that it has passed what is published', () => {
		const { needs, permissions } = jobs.scan;
		const [command] = commandsOf(jobs.scan);

		expect({ needs, permissions }).toEqual({ needs: 'publish', permissions: {} });
		expect(command).toMatch(/npx --yes @n8n\/scan-community-package@[\d.]+ /);
		expect(command).toContain("grep --quiet 'has passed all security checks'");
		expect(command.trim()).toMatch(/exit 1$/);
	});

	it('packs only a commit of main that has the version of the tag', () => {
		const commands = commandsOf(jobs.pack);
		const pack = commands.findIndex((command) => command.startsWith('npm pack'));
		const before = commands.slice(0, pack).join('\n');

		expect(before).toContain('if [ "$GITHUB_REF_NAME" != "$version" ]');
		expect(before).toContain('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
		expect(before).toContain('npm test');
	});
});

describe('the code of others', () => {
	it.each(WORKFLOWS)('runs as an action of one commit in %s', (file) => {
		const text = read(`.github/workflows/${file}`);
		const uses = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);

		expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
	});

	it('gets updates by Dependabot in every folder with a lock file', () => {
		const { updates } = parse(read('.github/dependabot.yml')) as {
			updates: Array<{ 'package-ecosystem': string; directories?: string[] }>;
		};
		const npm = updates.find((update) => update['package-ecosystem'] === 'npm');

		expect(npm?.directories?.toSorted()).toEqual(lockedFolders().sort());
	});

	// Dependabot updates this lock file, and does not see the other places.
	const { packages } = JSON.parse(read('e2e/package-lock.json')) as {
		packages: Record<string, { version: string }>;
	};
	const minorOf = (version = '') => version.split('.').slice(0, 2).join('.');

	it.each([
		{ path: 'scripts/n8n-nodes.mjs', pin: /'n8n-nodes-base@([\d.]+)'/, name: 'n8n-nodes-base' },
		{ path: '.github/workflows/ci.yml', pin: /n8nio\/n8n:([\d.]+)/, name: 'n8n' },
	])('comes from the n8n that the lock file of e2e names: $path', ({ path, pin, name }) => {
		const version = pin.exec(read(path))?.[1];

		expect(minorOf(version)).toBe(minorOf(packages[`node_modules/${name}`].version));
	});
});
