import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { generatedFiles, PROJECT_ROOT, staleFiles } from '../../scripts/generate/files.cts';
import { moreThan } from '../fixtures/bounds.cts';

const files = generatedFiles();

it('what is generated is on disk as it would be written now: else run `npm run generate`', () => {
	expect(staleFiles(files)).toEqual([]);
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
