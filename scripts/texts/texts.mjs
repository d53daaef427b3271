import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PROJECT_ROOT = join(import.meta.dirname, '..', '..');

/** The documents in docs/internal are quoted as they were found. */
const PAGES = [
	'README.md',
	'CHANGELOG.md',
	'CONTRIBUTING.md',
	'SECURITY.md',
	'docs/README.md',
	'docs/agents.md',
	'docs/compatibility.md',
	'docs/credentials.md',
	'docs/installation.md',
	'docs/limits.md',
	'docs/migration.md',
	'docs/notes.md',
	'docs/options.md',
	'docs/picking.md',
	'docs/playbook-trigger.md',
	'docs/resources.md',
	'docs/sync.md',
	'docs/traits.md',
	'docs/trigger.md',
	'docs/troubleshooting.md',
	'examples/README.md',
];

/** Returns each text that people read, as Markdown, with its place. */
export function texts() {
	return [...PAGES.map((path) => ({ place: path, text: read(path) })), ...notes()];
}

/** The notes on the canvas of the examples. */
function notes() {
	const files = readdirSync(join(PROJECT_ROOT, 'examples'));

	return files
		.filter((file) => file.endsWith('.json'))
		.flatMap((file) =>
			JSON.parse(read(`examples/${file}`))
				.nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
				.map(({ parameters }) => ({ place: `examples/${file}, note`, text: parameters.content })),
		);
}

function read(path) {
	return readFileSync(join(PROJECT_ROOT, path), 'utf8');
}
