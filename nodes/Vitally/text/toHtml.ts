import { startsWithHtml } from './htmlElements';
import { escapeHtml, preserveSpaces } from './markdownParser';
import { withProtectedVariables } from './withProtectedVariables';
import { renderMarkdown } from './renderMarkdown';
import { unsupportedHtml } from './sanitizeHtml';

export const TEXT_FORMATS = ['auto', 'html', 'markdown', 'text'] as const;
type TextFormat = (typeof TEXT_FORMATS)[number];

interface ConvertedHtml {
	html: string;
	/** Tags and attributes that Vitally removes, see `unsupportedHtml`; from Markdown, those already removed. */
	unsupported: string[];
}

/**
 * Converts a text to HTML. Markdown is converted to supported tags, or to plain text where Vitally supports
 * none; line breaks and trait variables stay. HTML is not changed.
 *
 * @param format `auto`: HTML if the text begins with an HTML element, else Markdown
 * Source: docs/internal/service.md, HTML allow list
 */
export function toHtml(text: string, format: TextFormat): ConvertedHtml {
	if (format === 'html' || (format === 'auto' && startsWithHtml(text))) {
		return { html: text, unsupported: unsupportedHtml(text) };
	}
	if (format === 'text') return { html: textToHtml(text), unsupported: [] };
	const unsupported = new Set<string>();
	const html = withProtectedVariables(text, (hidden) =>
		normalize(balanceTags(renderMarkdown(hidden, unsupported))),
	);
	// Markdown without content, such as '#', is sent as text.
	return { html: html === '' ? textToHtml(text) : html, unsupported: [...unsupported] };
}

function normalize(html: string): string {
	return (
		html
			.replace(/[ \t\n]+/g, ' ')
			// Two adjacent elements are one in Markdown.
			.replaceAll('</code><code>', '')
			.replace(/ ?(<\/?(?:p|div|ul|ol|nl|li|br)>) ?/g, '$1')
			.trim()
	);
}

/** Plain text: empty lines separate paragraphs. */
function textToHtml(text: string): string {
	return text
		.replace(/\r\n?/g, '\n')
		.split(/\n(?:[ \t]*\n)+/)
		.map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
		.filter((paragraph) => paragraph !== '')
		.map((paragraph) => {
			const lines = paragraph.split('\n').map((line) => escapeHtml(preserveSpaces(line.trimEnd())));
			return `<p>${lines.join('<br>')}</p>`;
		})
		.join('');
}

const TAG = /<(\/?)([a-z]+)[^<>]*>/g;
const VOID_TAGS = new Set(['br', 'img']);
/** Tags that count as content even without text. */
const VISIBLE_TAGS = new Set(['a', 'code', 'img']);
const BLOCK_TAGS = new Set(['p', 'div', 'ul', 'ol', 'nl', 'li']);

/** Emphasis within the same emphasis has no effect. */
const EMPHASIS_TAGS = new Set(['em', 'strong']);

/**
 * Closes open tags, and removes closing tags without an opening one, elements without content and emphasis in the same
 * emphasis.
 */
function balanceTags(html: string): string {
	const pieces: string[] = [];
	const open: Array<{ name: string; index: number; isShown: boolean }> = [];
	const openCount = new Map<string, number>();
	let lastVisible = -1;
	const addText = (text: string) => {
		if (/[^ \t\n]/.test(text)) lastVisible = pieces.length;
		pieces.push(text);
	};
	const closeLast = () => {
		const { name, index, isShown } = open.pop() ?? { name: '', index: 0, isShown: false };
		openCount.set(name, (openCount.get(name) ?? 0) - 1);
		if (!isShown) return name;
		if (lastVisible >= index) pieces.push(`</${name}>`);
		else if (BLOCK_TAGS.has(name)) pieces.length = index;
		else pieces[index] = '';
		return name;
	};
	let end = 0;
	for (const { 0: tag, 1: slash, 2: name, index } of html.matchAll(TAG)) {
		if (index > end) addText(html.slice(end, index));
		end = index + tag.length;
		if (slash) {
			if (openCount.get(name)) while (closeLast() !== name);
			continue;
		}
		if (VISIBLE_TAGS.has(name)) lastVisible = pieces.length;
		const depth = openCount.get(name) ?? 0;
		const isShown = depth === 0 || !EMPHASIS_TAGS.has(name);
		if (!VOID_TAGS.has(name)) {
			open.push({ name, index: pieces.length, isShown });
			openCount.set(name, depth + 1);
		}
		if (isShown) pieces.push(tag);
	}
	addText(html.slice(end));
	while (open.length > 0) closeLast();
	return pieces.join('');
}
