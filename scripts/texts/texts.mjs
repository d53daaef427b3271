import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');

/** The documents in docs/internal are quoted as they were found. */
const PAGES = [
	'README.md',
	'SECURITY.md',
	'docs/README.md',
	'docs/compatibility.md',
	'docs/credentials.md',
	'docs/installation.md',
	'docs/migration.md',
	'docs/playbook-trigger.md',
	'docs/resources.md',
	'docs/troubleshooting.md',
];

/** Returns each text that people read, as Markdown, with its place. */
export function texts() {
	return PAGES.map((path) => ({
		place: path,
		text: readFileSync(join(PROJECT_ROOT, path), 'utf8'),
	}));
}
