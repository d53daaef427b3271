import { attribute, escaped } from './parser';
import { rawHtml } from './rawHtml';
import type { Branch } from './tokenTree';

/** Where text stands. */
export interface Place {
	/** What parts two lines. */
	lineBreak: string;
	/** Whether it is strong or emphasized already. */
	isStrong?: boolean;
	isEmphasized?: boolean;
	/** Gets what the service would strip. */
	stripped: Set<string>;
}

/** Text with its emphasis, links, images and code as HTML of the allow list. */
export function inlineHtml(branches: Branch[], place: Place): string {
	return branches
		.map((branch) => oneHtml(branch, place))
		.reduce((html, one) => html + (html.endsWith(' ') ? one.replace(/^ +/, '') : one), '');
}

function oneHtml({ type, token, children }: Branch, place: Place): string {
	switch (type) {
		case 'softbreak':
		case 'hardbreak':
			return place.lineBreak;
		case 'code_inline':
			return `<code>${escaped(token.content)}</code>`;
		case 'strong':
			if (place.isStrong) return inlineHtml(children, place);
			return tagged('strong', inlineHtml(children, { ...place, isStrong: true }));
		case 'em':
			if (place.isEmphasized) return inlineHtml(children, place);
			return tagged('em', inlineHtml(children, { ...place, isEmphasized: true }));
		case 'link': {
			const link = `<a${attribute('href', token.attrGet('href') ?? '')}>${inlineHtml(children, place)}</a>`;
			return link + titleOf(token.attrGet('title'));
		}
		case 'image': {
			const source = attribute('src', token.attrGet('src') ?? '');
			const image = `<img${source}${attribute('alt', textOf(children).replace(/[ \t\n]+/g, ' '))}>`;
			return image + titleOf(token.attrGet('title'));
		}
		case 'html_inline':
			return rawHtml(token.content, place.stripped);
		default:
			return escaped(token.content.replace(/[ \t\n]+/g, ' '));
	}
}

/** Whether HTML shows nothing but empty lines. */
export function isBlank(html: string): boolean {
	return /^(?: |<br>)*$/.test(html);
}

/** Text in a tag, unless there is none. */
export function tagged(tag: string, html: string): string {
	return isBlank(html) ? html : `<${tag}>${html}</${tag}>`;
}

/** Titles of links and images are attributes that the service strips. */
function titleOf(title: string | null): string {
	return title ? ` (${escaped(title.replace(/[ \t\n]+/g, ' '))})` : '';
}

function textOf(branches: Branch[]): string {
	return branches
		.map(({ type, token, children }) => {
			if (type === 'softbreak' || type === 'hardbreak') return ' ';
			return children.length > 0 ? textOf(children) : token.content;
		})
		.join('');
}
