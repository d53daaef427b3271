import { startsWithHtml } from './html/htmlElements';

/** A text of a model, without what is around it. */
interface Answer {
	content: string;
	isHtml: boolean;
}

/** A line that begins or ends a block of code. */
const FENCE = /^ {0,3}```([^`\n]*)$/gm;

/** A block of code with the whole text. */
const WHOLE_FENCE = /^\s*```(markdown|md|html)[ \t]*\r?\n([^]*?)\r?\n```\s*$/i;

/** Elements in which models return a text, and that mean nothing in it. */
const WHOLE_ELEMENT = /^\s*<(summary|answer|output|response|result)>([^]*)<\/\1>\s*$/i;

/** How many of them are around a text at most. */
const MAX_WRAPPERS = 3;

/**
 * Reads a text that may be the answer of a model: wholly in a block of code that is Markdown or HTML, or in an element
 * such as `<summary>`.
 *
 * @param format `auto` means HTML if the text begins with an HTML element
 * @param unsupported collects the element
 */
export function readAnswer(
	text: string,
	format: 'auto' | 'html' | 'markdown',
	unsupported: Set<string>,
): Answer {
	let content = text;
	let isHtml = format === 'html';

	for (let wrappers = 0; wrappers < MAX_WRAPPERS; wrappers++) {
		const [, language, code] = WHOLE_FENCE.exec(content) ?? [];

		if (code !== undefined && isOneFence(code)) {
			content = code;
			if (language.toLowerCase() === 'html') isHtml = true;

			continue;
		}

		const [, name, inner] = WHOLE_ELEMENT.exec(content) ?? [];
		if (inner === undefined || inner.toLowerCase().includes(`<${name.toLowerCase()}`)) break;

		unsupported.add(`<${name.toLowerCase()}>`);
		content = inner;
	}

	return { content, isHtml: isHtml || (format === 'auto' && startsWithHtml(content)) };
}

/** Returns whether the code in a block has other blocks only as wholes, so that it does not end before. */
function isOneFence(code: string): boolean {
	let isOpen = false;

	for (const [, info] of code.matchAll(FENCE)) {
		const isStart = info.trim() !== '';
		if (!isOpen && !isStart) return false;

		isOpen = !isOpen || isStart;
	}

	return !isOpen;
}
