import { markdownParser } from './markdownParser';

/** Noncharacters of Unicode mark inline elements until the text next to them is known. */
export const MARKS = {
	strong: ['\ufdd0', '\ufdd1'],
	em: ['\ufdd2', '\ufdd3'],
	code: ['\ufdd4', '\ufdd5'],
	u: ['<u>', '</u>'],
} as const;

export const MARK_CHARACTERS = /[\ufdd0-\ufdd5]/g;

const CODE = /\ufdd4([^\ufdd4\ufdd5]*)\ufdd5/g;
const ONLY_CODE = /^ *\ufdd4([^\ufdd4\ufdd5]*)\ufdd5 *$/;

/** @param marked text with marks, and the Markdown of links and images */
export function paragraphMarkdown(marked: string): string {
	// Two adjacent elements are one in Markdown.
	const text = marked.replaceAll('\ufdd5\ufdd4', '');
	const [, onlyCode] = ONLY_CODE.exec(text) ?? [];
	if (onlyCode?.includes('\n')) return fence(onlyCode);

	const withCode = text.replace(CODE, (_, code: string) =>
		code.split('\n').map(codeSpan).join('\n'),
	);
	const lines = writeEmphasis(withCode).split('\n').map(escapeLineStart);

	return lines.every((line) => line === '') ? '' : joinLines(lines);
}

/**
 * Writes emphasis as Markdown where it is unambiguous next to the surrounding text, else as HTML tags, which
 * Markdown allows.
 *
 * Source: CommonMark 0.31, 6.2 Emphasis and strong emphasis
 */
function writeEmphasis(marked: string): string {
	return marked
		.replace(emphasis('\ufdd2', '\ufdd3'), '*$1*')
		.replace(emphasis('\ufdd0', '\ufdd1'), '**$1**')
		.replaceAll('\ufdd0', '<strong>')
		.replaceAll('\ufdd1', '</strong>')
		.replaceAll('\ufdd2', '<em>')
		.replaceAll('\ufdd3', '</em>');
}

/** Between spaces or punctuation, with content that begins and ends with other characters than `*_`. */
function emphasis(start: string, end: string): RegExp {
	const outside = '(?![*_])[\\s\\p{P}\\p{S}]';
	const inside = '[^\\s*_\ufdd0-\ufdd3]';

	return new RegExp(
		`(?<=^|${outside})${start}(?=${inside})([^\ufdd0-\ufdd3]*)(?<=${inside})${end}(?=$|${outside})`,
		'gu',
	);
}

/** Text that Markdown would interpret. */
const SPECIAL = /!$|[\\`*[\]|~]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|<(?=[a-z/!?])|&(?=#?\w+;)/giu;

export function escapeMarkdown(text: string): string {
	return text.replace(/ +/g, ' ').replace(SPECIAL, '\\$&');
}

export function linkTarget(url: string): string {
	return url.replace(/[\p{Cc} <>]+/gu, encodeURIComponent).replace(/[\\()*_]|&(?=#?\w+;)/g, '\\$&');
}

function codeSpan(content: string): string {
	if (content === '') return '';

	const mark = '`'.repeat(longestBacktickRun(content) + 1);
	const isStripped = content.startsWith(' ') && content.endsWith(' ') && /[^ ]/.test(content);
	const isPadded = isStripped || content.startsWith('`') || content.endsWith('`');

	return isPadded ? `${mark} ${content} ${mark}` : mark + content + mark;
}

function fence(content: string): string {
	const mark = '`'.repeat(Math.max(3, longestBacktickRun(content) + 1));

	return `${mark}\n${content.replaceAll('\u00a0', ' ')}\n${mark}`;
}

function longestBacktickRun(text: string): number {
	return (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);
}

/** Escapes text at the start of a line that would begin a block. */
function escapeLineStart(line: string): string {
	// A non-breaking space stays.
	return markdownParser.utils
		.asciiTrim(line)
		.replace(/^[#+\-=>:]/, '\\$&')
		.replace(/^(\d+)([.)])/, '$1\\$2');
}

/** Uses `<br>` where a line break would end the paragraph or begin a block of HTML. */
function joinLines(lines: string[]): string {
	return lines
		.map((line, index) => {
			if (index === 0) return line;

			const isNextToText = line !== '' && !/^(?:<[^<>]*>\s*)?$/.test(lines[index - 1]);

			return (isNextToText ? '\n' : '<br>') + line;
		})
		.join('');
}
