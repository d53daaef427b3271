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
	'e2e/README.md',
	'examples/README.md',
	'sandbox/README.md',
];

/** A text in the code: in quotes or backticks, with a capital letter or a quote first, and of at least three words. */
const STRING = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const SENTENCE = /^[A-Z'"“][^]* [^]* /;

/** Returns each text that people read, as Markdown, with its place. */
export function texts() {
	return [
		...PAGES.map((path) => ({ place: path, text: read(path) })),
		...notes(),
		...filesBelow('nodes', '.ts').flatMap(strings),
		...filesBelow('credentials', '.ts').flatMap(strings),
	];
}

/** The labels, descriptions, hints and errors in the code of a file. */
function strings(path) {
	const code = withoutComments(read(path));

	return [...code.matchAll(STRING)]
		.map(({ index, 1: single, 2: double, 3: template }) => ({
			place: `${path}, line ${code.slice(0, index).split('\n').length}`,
			text: (single ?? double ?? template)
				.replace(/\$\{[^{}]*\}/g, 'x')
				// An example in JSON is one word.
				.replace(/\[?\{.*\}\]?/gs, 'x')
				.replace(/\\(['"`])/g, '$1'),
		}))
		.filter(({ text }) => SENTENCE.test(text));
}

/** Keeps the lines, so that places are right. */
function withoutComments(code) {
	return code
		.replace(/\/\*\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
		.replace(/^\s*\/\/.*$/gm, '');
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

/** Returns the files below a folder, without those that are bundled from packages. */
function filesBelow(folder, end) {
	const paths = readdirSync(join(PROJECT_ROOT, folder), { recursive: true });

	return paths
		.map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
		.filter((path) => path.endsWith(end) && !path.includes('/vendor/'));
}

function read(path) {
	return readFileSync(join(PROJECT_ROOT, path), 'utf8');
}
