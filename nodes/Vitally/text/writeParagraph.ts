import { markdownParser } from './markdownParser';

interface Mark {
	readonly start: string;
	readonly end: string;
}

/** Noncharacters of Unicode mark inline elements until the text next to them is known. */
export const MARKS = {
	strong: { start: '\ufdd0', end: '\ufdd1' },
	em: { start: '\ufdd2', end: '\ufdd3' },
	code: { start: '\ufdd4', end: '\ufdd5' },
	u: { start: '<u>', end: '</u>' },
} as const satisfies Record<string, Mark>;

export const MARK_CHARACTERS = /[\ufdd0-\ufdd5]/g;

const EMPHASIS = /[\ufdd0-\ufdd3]/;

/** A code element. */
const CODE = /\ufdd4([^\ufdd4\ufdd5]*)\ufdd5/g;

/** A paragraph that contains a code element and nothing else. */
const ONLY_CODE = /^ *\ufdd4([^\ufdd4\ufdd5]*)\ufdd5 *$/;

const UNAMBIGUOUS_EM = unambiguousEmphasis(MARKS.em);
const UNAMBIGUOUS_STRONG = unambiguousEmphasis(MARKS.strong);

/** Text that Markdown would interpret; `~~` around struck text stays, as it came. */
const SPECIAL =
	/!$|[\\`*[\]|]|(?<!~)~(?!~)|~{3,}|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|<(?=[a-z/!?])|&(?=#?\w+;)/giu;

/** A line without text: an empty one, or a tag alone, which would begin a block of HTML. */
const LINE_WITHOUT_TEXT = /^(?:<[^<>]*>\s*)?$/;

/**
 * Writes a paragraph as Markdown.
 *
 * @param marked text with marks for inline elements, and the Markdown of links and images
 * @returns '' for a paragraph without text
 */
export function writeParagraph(marked: string): string {
	// Two adjacent elements are one in Markdown.
	const text = marked.replaceAll(MARKS.code.end + MARKS.code.start, '');
	const [, onlyCode] = ONLY_CODE.exec(text) ?? [];
	if (onlyCode?.includes('\n')) return writeFence(onlyCode);

	const withCode = text.replace(CODE, (_, code: string) =>
		code.split('\n').map(writeCodeSpan).join('\n'),
	);
	const lines = writeEmphasis(withCode).split('\n').map(escapeLineStart);
	const isEmpty = lines.every((line) => line === '');

	return isEmpty ? '' : joinLines(lines);
}

/** Escapes text that Markdown would interpret, and collapses its spaces as HTML does. */
export function escapeMarkdown(text: string): string {
	return text.replace(/ +/g, ' ').replace(SPECIAL, '\\$&');
}

/** Escapes the address of a link or an image for the parentheses of Markdown. */
export function escapeLinkTarget(url: string): string {
	return url.replace(/[\p{Cc} <>]+/gu, encodeURIComponent).replace(/[\\()*_]|&(?=#?\w+;)/g, '\\$&');
}

/**
 * Writes code of several lines as a block of its own.
 *
 * Source: CommonMark 0.31, 4.5 Fenced code blocks
 */
function writeFence(content: string): string {
	const mark = '`'.repeat(Math.max(3, longestBacktickRun(content) + 1));

	return `${mark}\n${content.replaceAll('\u00a0', ' ')}\n${mark}`;
}

/**
 * Writes code within a line.
 *
 * Source: CommonMark 0.31, 6.1 Code spans
 */
function writeCodeSpan(content: string): string {
	if (content === '') return '';

	const mark = '`'.repeat(longestBacktickRun(content) + 1);
	// Markdown strips one space from both ends; a backtick at an end would belong to the mark.
	const isStripped = content.startsWith(' ') && content.endsWith(' ') && /[^ ]/.test(content);
	const isPadded = isStripped || content.startsWith('`') || content.endsWith('`');

	return isPadded ? `${mark} ${content} ${mark}` : mark + content + mark;
}

function longestBacktickRun(text: string): number {
	let longest = 0;

	for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);

	return longest;
}

/**
 * Writes emphasis as Markdown where it is unambiguous next to the surrounding text, else as HTML tags, which
 * Markdown allows.
 *
 * Source: CommonMark 0.31, 6.2 Emphasis and strong emphasis
 */
function writeEmphasis(marked: string): string {
	if (!EMPHASIS.test(marked)) return marked;

	return marked
		.replace(UNAMBIGUOUS_EM, '*$1*')
		.replace(UNAMBIGUOUS_STRONG, '**$1**')
		.replaceAll(MARKS.strong.start, '<strong>')
		.replaceAll(MARKS.strong.end, '</strong>')
		.replaceAll(MARKS.em.start, '<em>')
		.replaceAll(MARKS.em.end, '</em>');
}

/** Finds emphasis between spaces or punctuation, with content that neither begins nor ends with `*` or `_`. */
function unambiguousEmphasis({ start, end }: Mark): RegExp {
	const outside = '(?![*_])[\\s\\p{P}\\p{S}]';
	const inside = '[^\\s*_\ufdd0-\ufdd3]';

	return new RegExp(
		`(?<=^|${outside})${start}(?=${inside})([^\ufdd0-\ufdd3]*)(?<=${inside})${end}(?=$|${outside})`,
		'gu',
	);
}

/** Escapes text at the start of a line that would begin a block. */
function escapeLineStart(line: string): string {
	// A non-breaking space stays.
	return markdownParser.utils
		.asciiTrim(line)
		.replace(/^(?:[#+\-=>:]|~~~)/, '\\$&')
		.replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Joins lines with `<br>` where a line break would end the paragraph or begin a block of HTML. */
function joinLines(lines: string[]): string {
	return lines
		.map((line, index) => {
			if (index === 0) return line;

			const isBetweenTexts = line !== '' && !LINE_WITHOUT_TEXT.test(lines[index - 1]);

			return (isBetweenTexts ? '\n' : '<br>') + line;
		})
		.join('');
}
