import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { checkCitations, sectionsOf } from './citations.cts';

const ROOT = join(__dirname, '..', '..');
const FOLDERS = ['nodes', 'credentials', 'sandbox', 'test', 'e2e', 'bench', 'scripts'];
const DOCUMENTS = [
	'docs/internal/service.md',
	'docs/internal/public-facts.md',
	'docs/internal/beyond.md',
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Sources below a folder, without this file, which cites what is not there. */
function sourcesIn(folder: string): string[] {
	return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesIn(path);
		return /\.(?:c?ts|m?js|yaml|md)$/.test(path) && entry.name !== basename(__filename)
			? [path]
			: [];
	});
}

describe('citations of the documents', () => {
	const documents = new Map(DOCUMENTS.map((path) => [path, sectionsOf(read(path))]));

	it('name a section that is there', () => {
		const findings = FOLDERS.flatMap(sourcesIn).map((path) => ({
			path,
			...checkCitations(read(path), documents),
		}));
		expect(
			findings.flatMap(({ path, faults }) => faults.map((fault) => `${path}: ${fault}`)),
		).toEqual([]);
		expect(findings.filter(({ count }) => count > 0).length).toBeGreaterThan(50);
	});
});

describe('the check', () => {
	const documents = new Map([
		[
			'docs/internal/service.md',
			sectionsOf(
				'# Title\n## Note\n## Notes\n## List order (all lists)\n## Limits\n\n1. One\n2. Two\n',
			),
		],
		['docs/internal/public-facts.md', sectionsOf('## 4. Records\n### 4.1 Note\n### 4.12 Deal\n')],
	]);

	it.each([
		'/** docs/internal/service.md, Note */',
		'// Newest first (docs/internal/service.md, List order), always.',
		' * Source: docs/internal/service.md, Notes (create body, update body)\n */',
		' * See docs/internal/service.md, Note, Notes and List\n\t * order.',
		'# docs/internal/service.md, Limits 1 and 2.',
		'# docs/internal/public-facts.md, 4.1 to 4.12',
		'[the document](../docs/internal/service.md)',
	])('accepts %j', (source) => {
		expect(checkCitations(source, documents).faults).toEqual([]);
	});

	it.each([
		'/** docs/internal/service.md, Tasks */',
		'/** docs/internal/service.md, Note rules */',
		'/** docs/internal/service.md, Note, Tasks */',
		'/** docs/internal/service.md, Limits 3 */',
		'/** docs/internal/public-facts.md, 5 */',
		'/** docs/internal/public-facts.md, 4.1 to 4.3 */',
		'/** docs/servce.md, Note */',
	])('finds the fault in %j', (source) => {
		expect(checkCitations(source, documents).faults).toHaveLength(1);
	});
});
