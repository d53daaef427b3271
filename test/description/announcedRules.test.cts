import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import packageJson from '../../package.json';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { moreThan } from '../fixtures/bounds.cts';
import { builtNodes } from './nodeDescriptions.cts';

/** The categories in which n8n lists nodes. */
const CATEGORIES = [
	'Analytics',
	'Communication',
	'Cybersecurity',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing & Content',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

const MAX_HINT_LENGTH = 120;

/**
 * Rules of n8n's lint plugin that are in its repository, and in no version of it in the registry: require-mit-license,
 * valid-node-categories, no-codex-subcategories, single-credential-per-node, hint-max-length.
 */
describe("n8n's coming lint rules", () => {
	it('find the MIT license', () => {
		expect(packageJson.license).toBe('MIT');
	});

	const nodes = builtNodes.map(({ source, className, description }) => ({
		className,
		description,
		codex: JSON.parse(
			readFileSync(join(PROJECT_ROOT, source.replace(/\.ts$/, '.json')), 'utf8'),
		) as { categories: string[]; subcategories?: object },
	}));

	it.each(nodes)('find only categories of n8n for $className', ({ codex }) => {
		expect({ categories: codex.categories.length }).toEqual({ categories: moreThan(0) });
		expect(codex.categories.filter((category) => !CATEGORIES.includes(category))).toEqual([]);
	});

	it.each(nodes)('find no subcategories for $className', ({ codex }) => {
		expect(codex.subcategories).toBeUndefined();
	});

	it.each(nodes)('find one credential of $className', ({ description }) => {
		expect((description.credentials ?? []).map(({ name }) => name)).toEqual([expect.any(String)]);
	});

	it.each(nodes)('find no hint over 120 characters in $className', ({ description }) => {
		const hints = hintsIn(description.properties);

		expect(hints.filter((hint) => hint.length > MAX_HINT_LENGTH)).toEqual([]);
	});
});

/** Returns the hints below all parameters, with those in collections. */
function hintsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];

	return Object.entries(value).flatMap(([key, inner]) =>
		key === 'hint' && typeof inner === 'string' ? [inner] : hintsIn(inner),
	);
}
