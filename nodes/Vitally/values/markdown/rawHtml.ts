import { ALLOWED_ATTRIBUTES } from '../allowList';
import { htmlParts, isElement } from '../keptHtml';
import { strippedHtml } from '../strippedHtml';
import { attribute, decoded, escaped, isHarmless } from './parser';

/**
 * HTML within Markdown: tags and attributes of the allow list stay, others go but for their text, and
 * what is no element of HTML is text.
 *
 * @param stripped gets what goes, as `strippedHtml` names it
 * Source: docs/service.md, HTML allow list
 */
export function rawHtml(html: string, stripped: Set<string>): string {
	strippedHtml(html)
		.filter((one) => isElement(one.replace(/^<|[\s>].*$/g, '')))
		.forEach((one) => stripped.add(one));
	return [...htmlParts(html)]
		.map((part) => {
			if ('text' in part) return escaped(decoded(part.text));
			const { element, isClosing, attributes } = part;
			const allowed = ALLOWED_ATTRIBUTES.get(element);
			if (!allowed) return '';
			const kept = attributes
				.filter(([name]) => allowed.includes(name))
				.map(([name, value]) => [name, decoded(value)])
				.filter(([name, value]) => {
					const isKept = !['href', 'src'].includes(name) || isHarmless(value);
					if (!isKept) stripped.add(`<${element} ${name}>`);
					return isKept;
				});
			const written = kept.map(([name, value]) => attribute(name, value)).join('');
			return `<${isClosing ? '/' : ''}${element}${written}>`;
		})
		.join('');
}

/** A tag, and the blank behind it. */
const TAG = /(<(\/?)([a-z]+)[^<>]*>) ?/g;

/** HTML with all tags closed, in which no tag ends that did not begin. */
export function balanced(html: string): string {
	const open: string[] = [];
	const closing = (index: number) =>
		open
			.splice(index)
			.reverse()
			.map((name) => `</${name}>`)
			.join('');
	const written = html.replace(
		TAG,
		(all, tag: string, slash: string, name: string, offset: number) => {
			const blank = all.slice(tag.length);
			if (slash) {
				if (open.includes(name)) return closing(open.lastIndexOf(name)) + blank;
				return html[offset - 1] === ' ' ? '' : blank;
			}
			if (name !== 'br' && name !== 'img') open.push(name);
			return all;
		},
	);
	return written + closing(0);
}
