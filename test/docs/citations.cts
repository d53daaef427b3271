/** The places that can be cited in one of the documents: each with the length of its numbered list. */
type Sections = ReadonlyMap<string, number>;

/** Sections by the path of a document, such as `docs/internal/service.md`. */
type Documents = ReadonlyMap<string, Sections>;

/**
 * Reads the headings of a document. One that begins with a number is cited by the number (`4.12`),
 * any other by its text up to a parenthesis (`Pagination`).
 */
export function sectionsOf(markdown: string): Sections {
	const sections = new Map<string, number>();
	let section = '';
	for (const line of markdown.split('\n')) {
		const heading = /^#+ (?:(\d+(?:\.\d+)?)\.? |([^(]+))/.exec(line);
		if (heading) {
			section = heading[1] ?? heading[2].trim();
			sections.set(section, 0);
		} else if (/^\d+\. /.test(line)) {
			sections.set(section, (sections.get(section) ?? 0) + 1);
		}
	}
	return sections;
}

/** How many citations a text has, and what is wrong with which of them. */
export interface Findings {
	count: number;
	faults: string[];
}

/**
 * Checks each `docs/<document>.md, <section>` in a source text. Several sections are joined by `,`, `and`
 * or `to`; a number after a heading means an item of the section's numbered list; parentheses after a
 * section are ignored. A citation ends with its line or with a punctuation mark, so that text that names
 * no section is a fault.
 */
export function checkCitations(source: string, documents: Documents): Findings {
	const findings: Findings = { count: 0, faults: [] };
	const text = source.replace(/\n[ \t]*(?:\*(?!\/)|\/\/|#)?[ \t]*/g, '\n');
	const names = [...documents.keys()].map((path) => path.replace('docs/internal/', ''));
	for (const { 0: path, index } of text.matchAll(/[\w./:-]*[\w-]\.md\b/g)) {
		const rest = text.slice(index + path.length);
		const document = path.replace(/^(?:\.\.\/)+/, '');
		const isCitation = document.startsWith('docs/') && /^,\s/.test(rest);
		if (isCitation) findings.count += 1;
		const isRight = isCitation
			? isResolved(rest.slice(1), documents.get(document))
			: !names.includes(document);
		if (!isRight) findings.faults.push(`${path}${rest.split('\n')[0].slice(0, 60)}`);
	}
	return findings;
}

function isResolved(list: string, sections: Sections = new Map()): boolean {
	let rest = list;
	let isFirst = true;
	for (;;) {
		const joint = (isFirst ? /^\s+/ : /^(?:,|\s+and|\s+to)\s+/).exec(rest);
		const section = joint && sectionAt(rest.slice(joint[0].length), sections);
		if (!joint || !section) return !isFirst && /^(?:$|\n|\*\/|\s*\*\/|[.;:)'"`])/.test(rest);
		isFirst = false;
		rest = rest.slice(joint[0].length + section.length);
		const items = /^\d/.test(section) ? null : /^ \d+(?:(?:,| and| to) \d+)*/.exec(rest);
		if (items) {
			const highest = Math.max(...[...items[0].matchAll(/\d+/g)].map(Number));
			if (highest > (sections.get(normal(section)) ?? 0)) return false;
			rest = rest.slice(items[0].length);
		}
		rest = rest.replace(/^\s*\([^)]*\)/, '');
	}
}

/** The longest section that the text begins with, as it is written there. */
function sectionAt(text: string, sections: Sections): string | undefined {
	const [longest] = [...sections.keys()]
		.map((section) => text.slice(0, section.length))
		.filter(
			(start) => sections.has(normal(start)) && !/^(?:\w|\.\d)/.test(text.slice(start.length)),
		)
		.sort((a, b) => b.length - a.length);
	return longest;
}

/** Headings may be broken over two lines of a comment. */
const normal = (section: string) => section.replace(/\s/g, ' ');
