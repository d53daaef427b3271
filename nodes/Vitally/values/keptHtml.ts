import { ALLOWED_ATTRIBUTES } from './allowList';

/** Elements whose content is no text and goes with them. */
const UNSEEN = /<(script|style|textarea|option)\b[^<>]*>/gi;

/** A comment, a declaration, or a tag with its attributes. */
const MARKUP =
	/<!--[\s\S]*?(?:-->|$)|<![^>]*>|<(\/?)([a-z][a-z0-9]*)((?:"[^"]*"|'[^']*'|[^"'<>])*)>/gi;

const ATTRIBUTE = /([^\s/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

/** HTML's own elements; what only looks like a tag, such as `<name>` in a formula, is text. */
const ELEMENTS = new Set(
	(
		'abbr address article aside audio base bdi bdo big blockquote body button canvas caption center cite col ' +
		'colgroup data datalist dd del details dfn dialog dl dt embed fieldset figcaption figure font footer form ' +
		'h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe input ins kbd label legend link main map mark menu ' +
		'meta meter nav noscript object optgroup option output picture pre progress q rp rt ruby s samp script ' +
		'section select slot small source span strike style sub summary sup svg table tbody td template textarea ' +
		'tfoot th thead time title tr track tt var video wbr'
	).split(' '),
);

/** Whether a text has elements of HTML, or comments. */
export function isHtml(text: string): boolean {
	if (!text.includes('<')) return false;
	return [...text.matchAll(MARKUP)].some(([, , name]) => name === undefined || isElement(name));
}

/** Whether a text begins with an element of HTML, a comment or a declaration. */
export function startsWithHtml(text: string): boolean {
	const start = /^\s*<(?:!--|!doctype\b|\/?([a-z][a-z0-9]*)(?=[\s/>]))/i.exec(text);
	return start !== null && (start[1] === undefined || isElement(start[1]));
}

/** Text between the tags as it stands, its entities included, or a tag with the values of its attributes. */
export type HtmlPart =
	| { text: string }
	| { element: string; isClosing: boolean; attributes: Array<[string, string]> };

/** The parts of HTML, without comments, declarations and elements whose content is no text. */
export function* htmlParts(html: string): Generator<HtmlPart> {
	const seen = withoutUnseen(html);
	let end = 0;
	for (const match of seen.matchAll(MARKUP)) {
		const [tag, slash, name, attributes] = match;
		if (name !== undefined && !isElement(name)) continue;
		if (match.index > end) yield { text: seen.slice(end, match.index) };
		end = match.index + tag.length;
		if (name === undefined) continue;
		yield {
			element: name.toLowerCase(),
			isClosing: slash !== '',
			attributes: slash ? [] : attributesOf(attributes),
		};
	}
	if (end < seen.length) yield { text: seen.slice(end) };
}

/**
 * HTML as the service keeps it, in one spelling: without the elements and attributes outside its allow
 * list, but with their text; names in lower case, attributes in double quotes and in order, entities in
 * one form. For comparing only.
 *
 * Source: docs/service.md, HTML allow list
 */
export function keptHtml(html: string): string {
	const kept: string[] = [];
	for (const part of htmlParts(html)) {
		if ('text' in part) {
			kept.push(inOneForm(part.text));
			continue;
		}
		const { element, isClosing, attributes } = part;
		const allowed = ALLOWED_ATTRIBUTES.get(element);
		if (allowed)
			kept.push(`<${isClosing ? '/' : ''}${element}${keptAttributes(attributes, allowed)}>`);
	}
	return kept.join('');
}

/** One that is never closed stays: it is text, and searched for no second time. */
function withoutUnseen(html: string): string {
	const seen: string[] = [];
	const unclosed = new Set<string>();
	let end = 0;
	for (const { 0: tag, 1: name, index } of html.matchAll(UNSEEN)) {
		const element = name.toLowerCase();
		if (index < end || unclosed.has(element)) continue;
		const closing = new RegExp(`</${element}\\s*>`, 'gi');
		closing.lastIndex = index + tag.length;
		if (closing.exec(html) === null) {
			unclosed.add(element);
			continue;
		}
		seen.push(html.slice(end, index));
		end = closing.lastIndex;
	}
	return seen.join('') + html.slice(end);
}

/** Whether a name is that of an element of HTML. */
export function isElement(name: string): boolean {
	const element = name.toLowerCase();
	return ALLOWED_ATTRIBUTES.has(element) || ELEMENTS.has(element);
}

function attributesOf(text: string): Array<[string, string]> {
	return [...text.matchAll(ATTRIBUTE)].map(([, name, double, single, bare]) => [
		name.toLowerCase(),
		double ?? single ?? bare ?? '',
	]);
}

function keptAttributes(attributes: Array<[string, string]>, allowed: readonly string[]): string {
	return attributes
		.filter(([name]) => allowed.includes(name))
		.map(([name, value]) => ` ${name}="${inOneForm(value)}"`)
		.sort()
		.join('');
}

/** Text with its entities decoded, and then what HTML needs escaped again. */
function inOneForm(text: string): string {
	return text
		.replace(ENTITY, (entity, name?: string, decimal?: string, hex?: string) => {
			if (name !== undefined) return NAMED[name.toLowerCase()];
			const code = decimal === undefined ? parseInt(String(hex), 16) : Number(decimal);
			return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
		})
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;');
}

const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi;
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
