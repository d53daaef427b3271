import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { generatedFiles, PROJECT_ROOT, staleFiles } from '../../scripts/generate/files.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { differencesOfSets } from '../fixtures/differences.cts';

const files = generatedFiles();

/** The longest texts are last: a difference in one of them is often seen better in a schema. */
const shortestFirst = [...files].sort(([, a], [, b]) => a.length - b.length);

it.each(shortestFirst.map(([path, text]) => ({ path, text })))(
	'$path is on disk as `npm run generate` would write it',
	({ path, text }) => {
		const onDisk = readIfThere(path);

		// What the nodes say otherwise is read first, and where.
		if (onDisk !== text) {
			const { missing, extra } = differencesOfSets(
				placedTextsOf(path, onDisk),
				placedTextsOf(path, text),
			);

			expect({ generated: missing, onDisk: extra }).toEqual({ generated: [], onDisk: [] });
		}

		expect(onDisk).toBe(text);
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

/** Returns each sentence of a page behind its headings, and each value of a JSON file behind its path. */
function placedTextsOf(path: string, text: string): string[] {
	if (path.endsWith('.json') && text.startsWith('{')) return valuesIn(JSON.parse(text));

	const headings: string[] = [];

	return text.split('\n').flatMap((line) => {
		const [, marks, heading] = /^(#+) (.+)$/.exec(line) ?? [];

		if (marks !== undefined) {
			headings.length = marks.length - 1;
			headings.push(heading);
		}

		const [, field] = /^- \*\*([^*]+)\*\*/.exec(line) ?? [];
		const place = [headings.at(-1), field].filter(Boolean).join(' > ');

		return line.split(/(?<=[.;:,]) /).map((part) => `${place} > ${part}`);
	});
}

/** `properties.name.type: "string"` */
function valuesIn(value: unknown, path: string[] = []): string[] {
	if (typeof value !== 'object' || value === null) {
		return [`${path.join('.')}: ${JSON.stringify(value)}`];
	}

	return Object.entries(value).flatMap(([name, entry]) => valuesIn(entry, [...path, name]));
}

function readIfThere(path: string): string {
	const file = join(PROJECT_ROOT, path);

	return existsSync(file) ? readFileSync(file, 'utf8') : `There is no file ${path}`;
}
