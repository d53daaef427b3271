import { ALLOWED_ATTRIBUTES } from './allowList';

/** What a browser reads next: a trait variable, a comment or declaration, or the start of a tag. */
const MARKUP = /\{\{[^{}]*\}\}|<!--|<[!?]|<\/?([a-z][^\s/>]*)/gi;

/** An attribute of a tag, its value skipped; or the end of the tag. */
const ATTRIBUTE =
	/[\s/]*(?:(>)|([^\s/>=]+)(?:\s*=\s*(?:"[^"]*"?|'[^']*'?|[^\s>"'][^\s>]*)?)?|.)/gsy;

/** Tags whose content is no HTML. */
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title']);

/**
 * What the service will take out of the HTML of a note without saying so: tags outside its allow list,
 * and attributes outside that of their tag. Text and trait variables such as `{{account.traits.plan}}`
 * stay. Reads as browsers do, so that half a tag or a lone `<` is no obstacle.
 *
 * @returns each of them once, in the order in which they appear: `<h1>`, or `<p class>` for an attribute
 * Source: docs/service.md, HTML allow list
 */
export function strippedHtml(html: string): string[] {
	const stripped = new Set<string>();
	const markup = new RegExp(MARKUP);
	for (let found = markup.exec(html); found; found = markup.exec(html)) {
		const [text, name] = found;
		if (name === undefined) {
			markup.lastIndex = endOfUnnamed(html, text, markup.lastIndex);
			continue;
		}
		const tag = name.toLowerCase();
		const allowed = ALLOWED_ATTRIBUTES.get(tag);
		if (!allowed) stripped.add(`<${tag}>`);
		const { attributes, end } = attributesOf(html, markup.lastIndex);
		const isClosing = text.startsWith('</');
		if (!isClosing) {
			attributes
				.filter((attribute) => allowed && !allowed.includes(attribute))
				.forEach((attribute) => stripped.add(`<${tag} ${attribute}>`));
		}
		markup.lastIndex = !isClosing && RAW_TEXT.has(tag) ? endOfRawText(html, tag, end) : end;
	}
	return [...stripped];
}

function attributesOf(html: string, start: number): { attributes: string[]; end: number } {
	const attributes: string[] = [];
	const attribute = new RegExp(ATTRIBUTE);
	attribute.lastIndex = start;
	for (let found = attribute.exec(html); found; found = attribute.exec(html)) {
		const [, close, name] = found;
		if (close) return { attributes, end: attribute.lastIndex };
		if (name) attributes.push(name.toLowerCase());
	}
	return { attributes, end: html.length };
}

/** Where a variable, a comment or a declaration ends. */
function endOfUnnamed(html: string, opening: string, start: number): number {
	if (opening.startsWith('{{')) return start;
	return indexAfter(html, opening === '<!--' ? '-->' : '>', start);
}

function endOfRawText(html: string, tag: string, start: number): number {
	const closing = new RegExp(`</${tag}`, 'gi');
	closing.lastIndex = start;
	return closing.exec(html)?.index ?? html.length;
}

function indexAfter(html: string, text: string, start: number): number {
	const index = html.indexOf(text, start);
	return index === -1 ? html.length : index + text.length;
}
