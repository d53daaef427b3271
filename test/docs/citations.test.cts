import { moreThan } from '../fixtures/bounds.cts';
import { filesBelow, FOLDERS, read, SOURCES } from './docFiles.cts';

/** What can be cited in a document: a heading's number, such as `4.12`, or its text up to a parenthesis. */
function sectionsOf(path: string): string[] {
	const headings = read(path).matchAll(/^#+ (?:(\d+(?:\.\d+)?)\.? |([^(\n]+))/gm);

	return [...headings].map(([, number, text]) => number ?? text.trim());
}

const SECTIONS = new Map(SOURCES.map((path) => [path, sectionsOf(path)]));

/** Each `docs/<document>.md, <section>` in a source. */
function citationsIn(source: string): Array<{ path: string; section: string }> {
	const text = source.replace(/\s*\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, ' ');
	const citations = text.matchAll(/\b(docs\/[\w/-]+\.md),\s(.{0,60})/g);

	return [...citations].map(([, path, section]) => ({ path, section }));
}

function isThere({ path, section }: { path: string; section: string }): boolean {
	const knownSections = SECTIONS.get(path) ?? [];

	return knownSections.some(
		(known) => section.startsWith(known) && !/^(?:\w|\.\d)/.test(section.slice(known.length)),
	);
}

it('each citation of a document names a section that is there', () => {
	// This file cites what is not there.
	const files = filesBelow(FOLDERS, /(?<!citations\.test)\.(?:c?ts|m?js|yaml)$/);
	const citations = files.flatMap((file) =>
		citationsIn(read(file)).map((citation) => ({ file, ...citation })),
	);

	expect({ citations: citations.length }).toEqual({ citations: moreThan(100) });
	expect(citations.filter((citation) => !isThere(citation))).toEqual([]);
});

it.each([
	'/** docs/internal/service.md, Refunds */',
	'/** docs/internal/service.md, Notebooks */',
	'/** docs/internal/public-facts.md, 4.99 */',
	'/** docs/servce.md, Note */',
])('a citation of what is not there is found in %j', (source) => {
	expect({
		citations: citationsIn(source).length,
		found: citationsIn(source).filter(isThere),
	}).toEqual({ citations: 1, found: [] });
});
