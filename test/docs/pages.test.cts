import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

import { moreThan } from '../fixtures/bounds.cts';
import { filesIn, pages, PROJECT_ROOT, read } from './docFiles.cts';

/** A target in a page, as `[text](target)` or `![alt](target)`. */
interface Link {
	page: string;
	isPicture: boolean;
	text: string;
	/** The path from the root of the project; '' for the page itself. */
	path: string;
	anchor?: string;
}

const LINKED = [...pages(), 'bench/results.md'];

function linksIn(page: string): Link[] {
	const links = read(page).matchAll(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g);

	return [...links]
		.filter(([, , , target]) => !/^[a-z]+:/.test(target))
		.map(([, mark, text, target]) => {
			const [file, anchor] = target.split('#');
			const path = file === '' ? page : normalize(join(dirname(page), file));

			return { page, isPicture: mark === '!', text, path: path.replaceAll('\\', '/'), anchor };
		});
}

/** The anchors that GitHub makes of the headings of a page. */
function anchorsOf(path: string): string[] {
	return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} -]/gu, '')
			.replaceAll(' ', '-'),
	);
}

const isThere = ({ path, anchor }: Link) =>
	existsSync(join(PROJECT_ROOT, path)) &&
	(anchor === undefined || anchorsOf(path).includes(anchor));

describe('the pages', () => {
	const links = LINKED.flatMap(linksIn);

	it('link to files and headings that are there', () => {
		expect({ links: links.length }).toEqual({ links: moreThan(80) });
		expect(links.filter((link) => !isThere(link))).toEqual([]);
	});

	it('use every picture of docs/, with an alternative text', () => {
		const pictures = links.filter(({ isPicture }) => isPicture);
		const files = filesIn('docs', '.png');

		expect({ pictures: files.length }).toEqual({ pictures: moreThan(0) });
		expect(files.filter((file) => !pictures.some(({ path }) => path === file))).toEqual([]);
		expect(pictures.filter(({ text }) => text.split(' ').length < 8)).toEqual([]);
	});

	it('lead from the README to every page and example', () => {
		const reached = new Set(['README.md']);

		for (const page of reached) {
			if (page.endsWith('.md')) for (const { path } of linksIn(page)) reached.add(path);
		}

		const files = [...filesIn('docs', '.md'), ...filesIn('docs/internal', '.md')];

		expect(files.filter((page) => !reached.has(page))).toEqual([]);
		expect(filesIn('examples', '.json').filter((file) => !reached.has(file))).toEqual([]);
	});
});

describe('README.md', () => {
	const readme = read('README.md');

	it('says that the project is not affiliated with Vitally', () => {
		expect(readme).toContain('not affiliated with Vitally');
	});
});
