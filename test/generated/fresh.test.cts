import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { generatedFiles, PROJECT_ROOT, staleFiles } from '../../scripts/generate/files.cts';
import { moreThan } from '../fixtures/bounds.cts';

const files = generatedFiles();

/** The longest texts are last: a difference in one of them is often seen better in a schema. */
const shortestFirst = [...files].sort(([, a], [, b]) => a.length - b.length);

it.each(shortestFirst.map(([path, text]) => ({ path, text })))(
	'$path is on disk as `npm run generate` would write it',
	({ path, text }) => {
		expect(readIfThere(path)).toBe(text);
	},
);

it('no file is on disk that is generated no longer: else run `npm run generate`', () => {
	const notGenerated = staleFiles(files).filter((path) => !files.has(path));

	expect({ notGenerated }).toEqual({ notGenerated: [] });
});

it('a file that differs, is missing, or is generated no longer counts as stale', () => {
	const [changed, gone] = files.keys();
	const missing = 'nodes/Vitally/__schema__/v1.0.0/account/none.json';
	const others = new Map(files).set(changed, '{}\n').set(missing, '{}\n');

	others.delete(gone);

	expect(staleFiles(others)).toEqual([changed, gone, missing].sort());
});

it('docs/resources.md names every resource and links to the page of the operations', () => {
	const page = readFileSync(join(PROJECT_ROOT, 'docs', 'resources.md'), 'utf8');
	const labels = [...String(files.get('docs/operations.md')).matchAll(/^### (.+)$/gm)];

	expect({ resources: labels.length }).toEqual({ resources: moreThan(0) });

	const missing = labels.filter(([, label]) => !page.includes(`**${label}**`));

	expect(missing.map(([, label]) => label)).toEqual([]);
	expect({ linksToOperations: page.includes('(operations.md)') }).toEqual({
		linksToOperations: true,
	});
});

function readIfThere(path: string): string {
	const file = join(PROJECT_ROOT, path);

	return existsSync(file) ? readFileSync(file, 'utf8') : `There is no file ${path}`;
}
