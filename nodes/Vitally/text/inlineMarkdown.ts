import { ALLOWED_ATTRIBUTES } from './allowedAttributes';
import { formatAttribute, trimSpaces } from './markdownParser';

/** The start or end of emphasis, which is written when the text next to it is known. */
export interface EmphasisMark {
	tag: 'strong' | 'em';
	isClosing: boolean;
}

/** Markdown, the content of an element `code`, or a mark. */
export type Piece = string | { code: string } | EmphasisMark;

/** The Markdown of a paragraph. */
export function paragraphMarkdown(pieces: readonly Piece[]): string {
	const [only, ...others] = pieces.filter((piece) => typeof piece !== 'string' || piece.trim());
	if (others.length === 0 && typeof only === 'object' && 'code' in only) {
		if (only.code.includes('\n')) return fence(only.code);
	}
	const texts = pieces.map((piece) => {
		if (typeof piece !== 'object' || !('code' in piece)) return piece;
		return piece.code.split('\n').map(codeSpan).join('\n');
	});
	const lines = withEmphasis(texts).split('\n').map(escapeLineStart);
	return lines.every((line) => line === '') ? '' : joinLines(lines);
}

const MARKS = { strong: '**', em: '*' };

/**
 * Writes emphasis as Markdown where the text next to both marks leaves no doubt, else as tags, which are
 * Markdown too.
 *
 * Source: CommonMark 0.31, 6.2 Emphasis and strong emphasis
 */
function withEmphasis(pieces: Array<string | EmphasisMark>): string {
	const written: string[] = [];
	const open: Array<{ index: number; isSure: boolean }> = [];
	pieces.forEach((piece, index) => {
		if (typeof piece === 'string') {
			written.push(piece);
			return;
		}
		const { tag, isClosing } = piece;
		const isSure = isClosing
			? isSureSide(pieces[index - 1], /[^\s*_]$/, pieces[index + 1], /^[\s\p{P}\p{S}](?<![*_])/u)
			: isSureSide(pieces[index + 1], /^[^\s*_]/, pieces[index - 1], /(?![*_])[\s\p{P}\p{S}]$/u);
		written.push(isClosing ? `</${tag}>` : `<${tag}>`);
		if (!isClosing) {
			open.push({ index, isSure });
			return;
		}
		const start = open.pop();
		if (start?.isSure && isSure) written[start.index] = written[index] = MARKS[tag];
	});
	return written.join('');
}

function isSureSide(
	inside: string | EmphasisMark | undefined,
	insideForm: RegExp,
	outside: string | EmphasisMark | undefined,
	outsideForm: RegExp,
): boolean {
	if (typeof inside !== 'string' || !insideForm.test(inside)) return false;
	return outside === undefined || (typeof outside === 'string' && outsideForm.test(outside));
}

/** What Markdown would read as more than text. */
const SPECIAL = /!$|[\\`*[\]|~]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|<(?=[a-z/!?])|&(?=#?\w+;)/giu;

export function escapeMarkdown(text: string): string {
	return text.replace(/[ \t\r\n\f]+/g, ' ').replace(SPECIAL, '\\$&');
}

export function linkTarget(url: string): string {
	return url.replace(/[\p{Cc} <>]/gu, encodeURIComponent).replace(/[\\()*_]|&(?=#?\w+;)/g, '\\$&');
}

export function imageMarkdown(attributes: ReadonlyMap<string, string>): string {
	if (attributes.has('width') || attributes.has('height')) {
		const allowed = ALLOWED_ATTRIBUTES.get('img') ?? [];
		const kept = [...attributes].filter(([name]) => allowed.includes(name));
		return `<img${kept.map(([name, value]) => formatAttribute(name, value)).join('')}>`;
	}
	const alt = escapeMarkdown(attributes.get('alt') ?? '');
	return `![${alt}](${linkTarget(attributes.get('src') ?? '')})`;
}

function codeSpan(content: string): string {
	if (content === '') return '';
	const mark = '`'.repeat(longestBacktickRun(content) + 1);
	const isPadded = /^`|`$/.test(content) || /^ .*[^ ].* $/.test(content);
	return isPadded ? `${mark} ${content} ${mark}` : mark + content + mark;
}

function fence(content: string): string {
	const mark = '`'.repeat(Math.max(3, longestBacktickRun(content) + 1));
	return `${mark}\n${content.replaceAll('\u00a0', ' ')}\n${mark}`;
}

function longestBacktickRun(text: string): number {
	return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Escapes what begins a block of Markdown at the start of a line. */
function escapeLineStart(line: string): string {
	return trimSpaces(line)
		.replace(/^[#+\-=>:]/, '\\$&')
		.replace(/^(\d+)([.)])/, '$1\\$2');
}

/** An empty line would end the paragraph and a line of tags begin a block: their breaks are tags. */
function joinLines(lines: string[]): string {
	return lines
		.map((line, index) => {
			if (index === 0) return line;
			const isNextToText = line !== '' && !/^(?:<[^<>]*>\s*)?$/.test(lines[index - 1]);
			return (isNextToText ? '\n' : '<br>') + line;
		})
		.join('');
}
