import type { Token } from '../vendor/markdownItApi';
import { escapeHtml, formatAttribute, markdownParser, preserveSpaces } from './markdownParser';
import { sanitizeHtml } from './sanitizeHtml';

/** The state that the rules share while one text is rendered. */
class RenderContext {
	/** Prefix of each line in a quote, for which Vitally supports no tag. */
	quote = '';
	/** Tags of the open lists, '' for one that is rendered as lines. */
	readonly lists: string[] = [];
	/** The number of an item, until its first block begins. */
	marker = '';
	/** Whether the next block is the first one of an `li`, which is written without `p`. */
	isItemStart = false;
	isParagraph = false;
	/** How many elements of each kind of emphasis are open. */
	readonly emphasis: Record<string, number> = { strong: 0, em: 0 };
	row = 0;
	cell = 0;
	columns = 0;
	/** The cells of a row for which the head has no column. */
	extraCells: string[] = [];
	/** Whether the parser may have left out the text of blocks that are nested even deeper. */
	isIncomplete = false;

	constructor(
		readonly lines: string[],
		readonly unsupported: Set<string>,
	) {}
}

type Rule = (context: RenderContext, token: Token) => string;

function openBlock(context: RenderContext): string {
	const start = context.quote + context.marker;

	context.marker = '';
	context.isParagraph = !context.isItemStart;
	context.isItemStart = false;

	return (context.isParagraph ? '<p>' : '') + start;
}

function closeBlock({ isParagraph }: RenderContext): string {
	return isParagraph ? '</p>' : '';
}

function breakLine({ quote }: RenderContext): string {
	return `<br>${quote}`;
}

/** Emphasis within the same emphasis has no effect. */
function openEmphasis({ emphasis }: RenderContext, { tag }: Pick<Token, 'tag'>): string {
	return emphasis[tag]++ === 0 ? `<${tag}>` : '';
}

function closeEmphasis({ emphasis }: RenderContext, { tag }: Pick<Token, 'tag'>): string {
	return --emphasis[tag] === 0 ? `</${tag}>` : '';
}

const BOLD = { tag: 'strong' };

function openList(context: RenderContext, token: Token): string {
	const start = context.marker ? openBlock(context) + closeBlock(context) : '';
	// Vitally removes `start`: a list that begins with another number becomes lines with their numbers.
	const tag = token.attrGet('start') === null ? token.tag : '';

	context.lists.push(tag);

	return start + (tag && `<${tag}>`);
}

function closeList({ lists }: RenderContext): string {
	const tag = lists.pop();

	return tag ? `</${tag}>` : '';
}

function openItem(context: RenderContext, { info }: Token): string {
	if (!context.lists.at(-1)) {
		context.marker = `${info}. `;

		return '';
	}

	context.isItemStart = true;

	return '<li>';
}

function closeItem(context: RenderContext): string {
	context.marker = '';
	context.isItemStart = false;

	return context.lists.at(-1) ? '</li>' : '';
}

const LANGUAGE = /^(?:[a-z][\w+#.-]*)?$/i;

function renderFence(context: RenderContext, { content, info }: Token): string {
	// Text after the backticks that is not the name of a language is content.
	const code = LANGUAGE.test(info.trim()) ? content : `${info.trim()}\n${content}`;
	const lines = code
		.replace(/\n$/, '')
		.split('\n')
		.map((line) => escapeHtml(preserveSpaces(line)));
	// Each line has a separate tag if a quote or list marker precedes it, which is not code.
	const html =
		context.quote || context.marker
			? lines.map((line) => line && `<code>${line}</code>`).join(breakLine(context))
			: `<code>${lines.join('<br>')}</code>`;

	return openBlock(context) + html + closeBlock(context);
}

function renderHtmlBlock(context: RenderContext, { content }: Token): string {
	const html = sanitizeHtml(content, context.unsupported);
	if (/<\/?(?:p|div|ul|ol|nl|li)\b/.test(html)) return html;

	return openBlock(context) + html + closeBlock(context);
}

function openTable(context: RenderContext): string {
	context.row = 0;

	return openBlock(context);
}

function openRow(context: RenderContext, { map }: Token): string {
	const [line] = map ?? [0];
	const cells = context.lines[line].replace(/^[\s>]*\|/, '').split(/(?<!\\)\|/);

	context.extraCells = context.row === 0 ? [] : cells.slice(context.columns);
	context.cell = 0;

	return context.row++ === 0 ? '' : breakLine(context);
}

/** The parser leaves out cells for which the head has no column. */
function closeRow(context: RenderContext): string {
	context.columns = context.cell;

	return context.extraCells
		.map((cell) => cell.trim())
		.filter((cell) => cell !== '')
		.map((cell) => ` | ${escapeHtml(cell)}`)
		.join('');
}

function openCell(context: RenderContext): string {
	return context.cell++ === 0 ? '' : ' | ';
}

const RULES: Record<string, Rule> = {
	paragraph_open: openBlock,
	paragraph_close: closeBlock,
	heading_open: (context) => openBlock(context) + openEmphasis(context, BOLD),
	heading_close: (context) => closeEmphasis(context, BOLD) + closeBlock(context),
	blockquote_open: (context) => {
		context.quote += '&gt; ';

		return '';
	},
	blockquote_close: (context) => {
		context.quote = context.quote.slice('&gt; '.length);

		return '';
	},
	bullet_list_open: openList,
	bullet_list_close: closeList,
	ordered_list_open: openList,
	ordered_list_close: closeList,
	list_item_open: openItem,
	list_item_close: closeItem,
	fence: renderFence,
	hr: (context) => `${openBlock(context)}---${closeBlock(context)}`,
	html_block: renderHtmlBlock,
	table_open: openTable,
	table_close: closeBlock,
	tr_open: openRow,
	tr_close: closeRow,
	th_open: (context) => openCell(context) + openEmphasis(context, BOLD),
	th_close: (context) => closeEmphasis(context, BOLD),
	td_open: openCell,
	text: (_context, { content }) => escapeHtml(content),
	softbreak: breakLine,
	hardbreak: breakLine,
	code_inline: (_context, { content }) => `<code>${escapeHtml(content)}</code>`,
	em_open: openEmphasis,
	em_close: closeEmphasis,
	strong_open: openEmphasis,
	strong_close: closeEmphasis,
	// Vitally removes the titles of links and images.
	link_open: (_context, token) => `<a${formatAttribute('href', token.attrGet('href') ?? '')}>`,
	link_close: () => '</a>',
	image: (context, token) => {
		const source = formatAttribute('src', token.attrGet('src') ?? '');
		const alt = markdownParser.renderer.renderInlineAsText(token.children ?? [], {}, context);

		return `<img${source}${formatAttribute('alt', alt)}>`;
	},
	html_inline: ({ unsupported }, { content }) => sanitizeHtml(content, unsupported),
};

/** The parser reads the blocks of a text at once, and longer ones would keep n8n from other work. */
const MAX_LINES = 8000;

/** Of the deepest block that markdown-it reads. */
const MAX_LEVEL = 99;

for (const type of ['thead_open', 'thead_close', 'tbody_open', 'tbody_close', 'td_close']) {
	markdownParser.renderer.rules[type] = () => '';
}

for (const [type, rule] of Object.entries(RULES)) {
	markdownParser.renderer.rules[type] = (tokens, index, _options, context) => {
		const { level } = tokens[index];
		if (level === MAX_LEVEL) (context as RenderContext).isIncomplete = true;

		return rule(context as RenderContext, tokens[index]);
	};
}

/**
 * Renders Markdown as HTML with supported tags, block by block, and as plain text where Vitally supports none.
 *
 * @returns '' for more than 8,000 lines, and where blocks are nested in 100 levels
 */
export function* renderMarkdown(
	markdown: string,
	unsupported: Set<string>,
): Generator<void, string> {
	const context = new RenderContext(markdown.split(/\r\n?|\n/), unsupported);
	if (context.lines.length > MAX_LINES) return '';

	const { core, options, renderer } = markdownParser;
	const state = new core.State(markdown, markdownParser, context);
	const [normalize, readBlocks, ...rules] = core.ruler.getRules('');

	normalize(state);
	readBlocks(state);
	const html: string[] = [];

	for (const token of state.tokens) {
		yield;
		state.tokens = [token];
		for (const rule of rules) rule(state);
		html.push(renderer.render(state.tokens, options, context));
	}

	return context.isIncomplete ? '' : html.join('');
}
