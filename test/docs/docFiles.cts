import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const PROJECT_ROOT = join(__dirname, '..', '..');

/** The service documents are quoted as they were found. */
export const SOURCES = [
	'docs/internal/beyond.md',
	'docs/internal/public-facts.md',
	'docs/internal/service.md',
];

/** The folders with code. */
export const FOLDERS = [
	'nodes',
	'credentials',
	'test',
	'sandbox',
	'verify',
	'e2e',
	'scripts',
	'bench',
];

export const read = (path: string) => readFileSync(join(PROJECT_ROOT, path), 'utf8');

/** The pages for users and contributors, without the documents that describe the service. */
export function pages(): string[] {
	return [
		'README.md',
		'CHANGELOG.md',
		'CONTRIBUTING.md',
		'SECURITY.md',
		'examples/README.md',
		'e2e/README.md',
		'sandbox/README.md',
		...filesIn('docs', '.md'),
		...filesIn('docs/internal', '.md').filter((path) => !SOURCES.includes(path)),
		...filesIn('.github/ISSUE_TEMPLATE', '.yml'),
	];
}

/** Files of one folder, not of those below it. */
export function filesIn(folder: string, ...ends: string[]): string[] {
	if (!existsSync(join(PROJECT_ROOT, folder))) return [];

	return readdirSync(join(PROJECT_ROOT, folder))
		.filter((name) => ends.some((end) => name.endsWith(end)))
		.map((name) => `${folder}/${name}`);
}

/** Files in folders and below, without those that git ignores. */
export function filesBelow(folders: string[], end: RegExp): string[] {
	const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
		cwd: PROJECT_ROOT,
		encoding: 'utf8',
	});

	return listed.split('\n').filter((file) => end.test(file));
}
