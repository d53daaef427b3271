import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { ANALYTICS_FACT } from '../../verify/facts/analyticsFact.cts';
import { HEALTH_FACT } from '../../verify/facts/healthFact.cts';
import { READ_FACTS } from '../../verify/facts/read/readFacts.cts';
import { WRITE_FACTS } from '../../verify/facts/write/writeFacts.cts';
import { filesBelow, PROJECT_ROOT, read } from '../docs/docFiles.cts';
import { moreThan } from '../fixtures/bounds.cts';

const FACTS = [...READ_FACTS, HEALTH_FACT, ...WRITE_FACTS, ANALYTICS_FACT];

/** A hint names a file from one of these. */
const HINT_ROOTS = ['', 'nodes', 'nodes/Vitally'];

it.each(FACTS)('the section of $id is there, and cites it', ({ id, section }) => {
	const [file, place] = section.split(', ');
	const page = read(`docs/internal/${file}`);
	const headings = [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading);

	expect(headings).toContainEqual(expect.stringMatching(new RegExp(`^${place}`)));
	expect(citedIds(page)).toContain(id);
});

it('docs/internal cites only facts that there are', () => {
	const ids = FACTS.map(({ id }) => id);
	const cited = filesBelow(['docs/internal'], /\.md$/).flatMap((page) => citedIds(read(page)));

	expect(cited.filter((id) => !ids.includes(id))).toEqual([]);
	expect({ citations: cited.length }).toEqual({ citations: moreThan(20) });
});

it('each file that a hint names is there', () => {
	const named = FACTS.flatMap(({ id, ifItDiffers }) =>
		filesNamedIn(ifItDiffers).map((file) => ({ id, file })),
	);

	expect({ files: named.length }).toEqual({ files: moreThan(15) });
	expect(named.filter(({ file }) => !isThere(file))).toEqual([]);
});

/** Returns the IDs that a page cites, as `V7` or `V2 to V5`. */
function citedIds(page: string): string[] {
	const ids: string[] = [];

	for (const [, first, last = first] of page.matchAll(/\bV(\d+)(?: to V(\d+))?\b/g)) {
		for (let number = Number(first); number <= Number(last); number++) ids.push(`V${number}`);
	}

	return ids;
}

/** Returns the files and folders of a hint, such as `resources/survey.ts` and `trigger/`. */
function filesNamedIn(hint: string): string[] {
	const paths = hint.match(/\b\w+\/[\w/.]*/g) ?? [];

	return paths.map((path) => path.replace(/\.$/, ''));
}

function isThere(file: string): boolean {
	return HINT_ROOTS.some((root) => existsSync(join(PROJECT_ROOT, root, file)));
}
