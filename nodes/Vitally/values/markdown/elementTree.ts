import { htmlParts } from '../keptHtml';
import { decoded } from './parser';

/** Text, or an element with what it holds. */
export type Node = string | Element;

export interface Element {
	name: string;
	attributes: Map<string, string>;
	children: Node[];
}

const VOID = new Set(['br', 'img', 'hr', 'input', 'wbr']);
/** What an element ends that was not closed before. */
const ENDS: Record<string, string[]> = {
	li: ['p', 'li'],
	p: ['p'],
	div: ['p'],
	ul: ['p'],
	ol: ['p'],
};
const LISTS = ['ul', 'ol', 'nl'];
/** Deeper elements stand for their text: nobody writes so, and the tree is read by recursion. */
const MOST_DEPTH = 100;

/** HTML as a tree. Reads like browsers do what is not closed, or closed twice. */
export function elementTree(html: string): Node[] {
	const root: Element = { name: '', attributes: new Map(), children: [] };
	const open = [root];
	for (const part of htmlParts(html)) {
		if ('text' in part) {
			open[open.length - 1].children.push(decoded(part.text));
			continue;
		}
		const { element: name, isClosing, attributes } = part;
		if (isClosing) {
			close(open, name);
			continue;
		}
		for (const ended of ENDS[name] ?? []) close(open, ended, LISTS);
		if (open.length > MOST_DEPTH && !VOID.has(name)) continue;
		const values = attributes.map(([key, value]): [string, string] => [key, decoded(value)]);
		const element = { name, attributes: new Map(values), children: [] };
		open[open.length - 1].children.push(element);
		if (!VOID.has(name)) open.push(element);
	}
	return root.children;
}

/** Closes the innermost element of a name, unless one of the others stands between. */
function close(open: Element[], name: string, others: string[] = []): void {
	let index = open.length - 1;
	while (index > 0 && open[index].name !== name && !others.includes(open[index].name)) index--;
	if (index > 0 && open[index].name === name) open.length = index;
}
