import { inlineHtml, isBlank, tagged } from './inlineHtml';
import { escaped, trimmed, withBlanks } from './parser';
import { balanced, rawHtml } from './rawHtml';
import type { Branch } from './tokenTree';

/** Lines of text, which a paragraph or an item of a list takes; or HTML with tags of its own. */
type Block = { text: string } | { html: string };

/** Where blocks stand. */
export interface Frame {
	/** The lines of the Markdown. */
	source: string[];
	/** What each line begins with: the service keeps no tag for quotes. */
	quote: string;
	/** Whether lines of code stand in tags of their own, because text may come before them. */
	isCodeSplit?: boolean;
	/** Gets what the service would strip. */
	stripped: Set<string>;
}

/** Blocks of Markdown as HTML of the allow list; where it has no tag, as text that reads the same. */
export function blocksHtml(branches: Branch[], frame: Frame): string {
	return blocksOf(branches, frame).map(standing).join('');
}

function standing(block: Block): string {
	return 'html' in block ? block.html : `<p>${block.text}</p>`;
}

function blocksOf(branches: Branch[], frame: Frame): Block[] {
	return branches.flatMap((branch) => blockOf(branch, frame));
}

function blockOf(branch: Branch, frame: Frame): Block[] {
	const { type, token, children } = branch;
	switch (type) {
		case 'heading':
			return text([inline(children, frame, true)].map(strong), frame);
		case 'blockquote':
			return blocksOf(children, { ...frame, quote: `${frame.quote}&gt; `, isCodeSplit: true });
		case 'bullet_list':
			return list('ul', children, frame);
		case 'ordered_list':
			// The service strips `start`: a list that begins elsewhere would be numbered anew.
			return (token.attrGet('start') ?? '1') === '1'
				? list('ol', children, frame)
				: numbered(children, Number(token.attrGet('start')), frame);
		case 'fence':
			return code(token.content, token.info.trim(), frame);
		case 'hr':
			return text(['---'], frame);
		case 'table':
			return table(branch, frame);
		case 'html_block':
			return raw(token.content, frame);
		default:
			return text([inline(children, frame)], frame);
	}
}

function inline(children: Branch[], frame: Frame, isStrong = false): string {
	const { stripped } = frame;
	const place = { stripped, isStrong, lineBreak: lineBreak(frame) };
	return trimmed(
		inlineHtml(
			children.flatMap((child) => child.children),
			place,
		),
	);
}

const lineBreak = ({ quote }: Frame) => `<br>${quote}`;
const strong = (html: string) => tagged('strong', html);

function text(lines: string[], frame: Frame): Block[] {
	if (lines.every(isBlank)) return [];
	const joined = frame.quote + lines.map(trimmed).join(lineBreak(frame));
	// Two pieces of code side by side are one in the Markdown of them.
	const whole = joined.replace(/ ?<br> ?/g, '<br>').replaceAll('</code><code>', '');
	return [{ text: balanced(trimmed(whole)) }];
}

function list(tag: string, items: Branch[], frame: Frame): Block[] {
	const written = items
		.map(({ children }) => blocksOf(children, frame))
		.filter((blocks) => blocks.length > 0)
		.map(([first, ...rest]) => {
			const start = 'text' in first ? first.text : first.html;
			return `<li>${start}${rest.map(standing).join('')}</li>`;
		});
	return written.length === 0 ? [] : [{ html: `<${tag}>${written.join('')}</${tag}>` }];
}

/** Items as lines that begin with their number. */
function numbered(items: Branch[], start: number, frame: Frame): Block[] {
	return items.flatMap(({ children }, index) => {
		const number = `${frame.quote}${start + index}.`;
		const [first, ...rest] = blocksOf(children, { ...frame, isCodeSplit: true });
		if (first === undefined) return [];
		if ('html' in first) return [{ text: number }, first, ...rest];
		const shown = trimmed(first.text.slice(trimmed(frame.quote).length));
		return [{ text: `${number}${shown.startsWith('<br>') ? '' : ' '}${shown}` }, ...rest];
	});
}

const LANGUAGE = /^(?:[a-z][\w+#.-]*)?$/i;

/** Lines of code. */
function code(content: string, info: string, frame: Frame): Block[] {
	// What names no language is text after three backticks that were meant otherwise.
	const whole = LANGUAGE.test(info) ? content : `${info}\n${content}`;
	const lines = whole
		.replace(/\n$/, '')
		.split('\n')
		.map((line) => escaped(withBlanks(line)));
	if (lines.every((line) => line === '')) return [];
	if (!frame.isCodeSplit) return [{ text: `<code>${lines.join('<br>')}</code>` }];
	return text(
		lines.map((line) => tagged('code', line)),
		frame,
	);
}

/** Rows as lines, the cells of the head strong. */
function table({ token, children }: Branch, frame: Frame): Block[] {
	const rows = children.flatMap((part) =>
		part.children.map((row) =>
			row.children.map((cell) => {
				const html = inline(
					cell.children.length > 0 ? cell.children : [],
					frame,
					cell.type === 'th',
				);
				return cell.type === 'th' ? strong(html) : html;
			}),
		),
	);
	// Cells that the head has no column for are not among the tokens.
	const [start, end] = token.map ?? [0, 0];
	const source = frame.source
		.slice(start, end)
		.map((line, index) =>
			line.replace(index === 0 ? /^(?:[\s>]|[-*+]\s|\d{1,9}[.)]\s)+/ : /^[\s>]+/, ''),
		)
		.map((line) => line.replace(/[ \t]+/g, ' '));
	const cells = children.flatMap(leaves).map((leaf) => leaf.token.content);
	if (wordsOf(source).length !== wordsOf(cells).length) return text(source.map(escaped), frame);
	return text(
		rows.map((row) => row.join(' | ')),
		frame,
	);
}

function leaves(branch: Branch): Branch[] {
	return branch.type === 'inline' ? [branch] : branch.children.flatMap(leaves);
}

function wordsOf(lines: string[]): string[] {
	return lines.join(' ').match(/[\p{L}\p{N}]+/gu) ?? [];
}

function raw(content: string, frame: Frame): Block[] {
	const html = trimmed(rawHtml(content, frame.stripped));
	if (/<(?:p|div|ul|ol|nl|li)\b/.test(html)) return [{ html: balanced(html) }];
	return text([html.replace(/[ \t\n]+/g, ' ')], frame);
}
