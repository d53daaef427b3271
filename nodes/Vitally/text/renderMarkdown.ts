import type { Token } from '../vendor/markdownItApi';
import { HtmlCleaner } from './html/cleanHtml';
import { BLOCKS } from './html/htmlElements';
import { MAX_LENGTH, partsOf } from './longTexts';
import { escapeHtml, formatAttribute, markdownParser } from './markdownParser';
import { convertLine } from './plainText';

/** The parser reads the blocks of a text at once, and longer ones would keep n8n from other work. */
const MAX_LINES = 8000;

/** The level of the deepest block that markdown-it reads. */
const MAX_LEVEL = 99;

/** The start of a line in a quote, for which Vitally supports no tag. */
const QUOTE = '&gt; ';

/** The tag of headings and of the head of a table, for which Vitally supports no tags. */
const BOLD = { tag: 'strong' };

/** What may follow the backticks of a fence as the name of a language. */
const LANGUAGE = /^(?:[a-z][\w+#.-]*)?$/i;

const BLOCK_TAG = new RegExp(`</?(?:${[...BLOCKS].join('|')})\\b`);

const LIST_STARTS = new Set(['bullet_list_open', 'ordered_list_open']);
const LIST_ENDS = new Set(['bullet_list_close', 'ordered_list_close']);

/** Tokens of tables that have no text of their own: tables are rendered as lines. */
const PARTS_OF_TABLES = ['thead_open', 'thead_close', 'tbody_open', 'tbody_close', 'td_close'];

/** The state that the rules share while one text is rendered. */
class RenderContext {
	/** Prefix of each line in a quote. */
	quote = '';
	/** Lists that Vitally would number otherwise than they are written. */
	listsOfLines: ReadonlySet<Token> = new Set();
	/** Tags of the open lists, '' for one that is rendered as lines. */
	readonly lists: string[] = [];
	/** The number of an item, until its first block begins. */
	marker = '';
	/** Whether the next block is the first one of an `li`, which is written without `p`. */
	isItemStart = false;
	/** Whether the open block is written as a `p`. */
	isParagraph = false;
	/** How many elements of each kind of emphasis are open. */
	readonly emphasis: Record<string, number> = { strong: 0, em: 0 };
	/** The number of rows of the open table that have begun. */
	rows = 0;
	/** The number of cells of the open row that have begun. */
	cells = 0;
	/** The number of cells in the row before. */
	columns = 0;
	/** The cells of a row for which the head has no column. */
	extraCells: string[] = [];
	/** Whether the parser may have left out the text of blocks that are nested even deeper. */
	isIncomplete = false;

	constructor(
		/** The lines of the whole text. */
		readonly lines: string[],
		/** Cleans the HTML in the text. */
		readonly cleaner: HtmlCleaner,
	) {}
}

/** Returns the HTML of one token. */
type Rule = (context: RenderContext, token: Token) => string;

/** Returns the HTML of a token that may be long, in steps. */
type RuleInSteps = (context: RenderContext, token: Token) => Generator<void, string>;

/** Blocks that may be long: a fence, and HTML. */
const LONG_BLOCKS: Partial<Record<string, RuleInSteps>> = {
	fence: renderFence,
	html_block: renderHtmlBlock,
};

/**
 * Renders Markdown as HTML with supported tags, block by block, and as plain text where Vitally supports none.
 *
 * @param unsupported collects the HTML that is removed, in the form of `HtmlCleaner`
 * @returns HTML for `layOutHtml`, '' for more than 8,000 lines, and where blocks are nested in 100 levels
 */
export function* renderMarkdown(
	markdown: string,
	unsupported: Set<string>,
): Generator<void, string> {
	const context = new RenderContext(markdown.split(/\r\n?|\n/), new HtmlCleaner(unsupported));
	if (context.lines.length > MAX_LINES) return '';

	const { core, options, renderer } = markdownParser;
	const state = new core.State(markdown, markdownParser, context);
	const [normalize, readBlocks, ...inlineRules] = core.ruler.getRules('');

	normalize(state);
	yield;
	readBlocks(state);
	yield;
	context.listsOfLines = findListsOfLines(state.tokens);
	const html: string[] = [];

	// The parser would read what is in all blocks at once; here it sees one part of a block after the other.
	for (const token of state.tokens.flatMap(partsOfToken)) {
		yield;

		const renderLongBlock = LONG_BLOCKS[token.type];

		if (renderLongBlock) {
			html.push(yield* renderLongBlock(context, token));
			continue;
		}

		state.tokens = [token];

		for (const readInline of inlineRules) readInline(state);

		html.push(renderer.render(state.tokens, options, context));
		// A long text has millions of them.
		token.children = null;
	}

	return context.isIncomplete ? '' : html.join('');
}

/**
 * Returns the lists that become lines with their numbers, because Vitally numbers each list from 1 on: those that begin
 * with another number, or leave one out. In a list whose numbers are all 1, they only mark its items.
 */
function findListsOfLines(tokens: readonly Token[]): Set<Token> {
	const found = new Set<Token>();
	const open: Array<{ list: Token; numbers: number[] }> = [];

	for (const token of tokens) {
		if (LIST_STARTS.has(token.type)) open.push({ list: token, numbers: [] });
		if (token.type === 'list_item_open') open.at(-1)?.numbers.push(Number(token.info));

		if (!LIST_ENDS.has(token.type)) continue;

		const { list, numbers } = open.pop() ?? {};
		const isCounted = numbers?.every((number, index) => number === index + 1);
		const isMarked = numbers?.every((number) => number === 1);
		if (list?.tag === 'ol' && !isCounted && !isMarked) found.add(list);
	}

	return found;
}

/** A long paragraph, heading or cell is read in parts. */
function partsOfToken(token: Token): Token[] {
	if (token.type !== 'inline' || token.content.length <= MAX_LENGTH) return [token];

	return [...partsOf(token.content)].map((content) => ({ ...token, content, children: [] }));
}

const RULES: Record<string, Rule> = {
	paragraph_open: openBlock,
	paragraph_close: closeBlock,
	heading_open: (context) => openBlock(context) + openEmphasis(context, BOLD),
	heading_close: (context) => closeEmphasis(context, BOLD) + closeBlock(context),
	blockquote_open: openQuote,
	blockquote_close: closeQuote,
	bullet_list_open: openList,
	bullet_list_close: closeList,
	ordered_list_open: openList,
	ordered_list_close: closeList,
	list_item_open: openItem,
	list_item_close: closeItem,
	hr: (context) => `${openBlock(context)}---${closeBlock(context)}`,
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
	link_open: openLink,
	link_close: () => '</a>',
	image: renderImage,
	html_inline: ({ cleaner }, { content }) => cleaner.cleanPiece(content),
};

for (const type of PARTS_OF_TABLES) {
	markdownParser.renderer.rules[type] = () => '';
}

for (const [type, rule] of Object.entries(RULES)) {
	markdownParser.renderer.rules[type] = (tokens, index, _options, passedContext) => {
		const context = passedContext as RenderContext;
		const token = tokens[index];
		if (token.level === MAX_LEVEL) context.isIncomplete = true;

		return rule(context, token);
	};
}

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

function openQuote(context: RenderContext): string {
	context.quote += QUOTE;

	return '';
}

function closeQuote(context: RenderContext): string {
	context.quote = context.quote.slice(QUOTE.length);

	return '';
}

/** Emphasis within the same emphasis has no effect. */
function openEmphasis({ emphasis }: RenderContext, { tag }: Pick<Token, 'tag'>): string {
	emphasis[tag]++;

	return emphasis[tag] === 1 ? `<${tag}>` : '';
}

function closeEmphasis({ emphasis }: RenderContext, { tag }: Pick<Token, 'tag'>): string {
	emphasis[tag]--;

	return emphasis[tag] === 0 ? `</${tag}>` : '';
}

/** Renders the number of an item that has no text of its own: it is empty, or begins with a list. */
function renderPendingMarker(context: RenderContext): string {
	return context.marker ? openBlock(context) + closeBlock(context) : '';
}

function openList(context: RenderContext, token: Token): string {
	const itemStart = renderPendingMarker(context);
	const tag = context.listsOfLines.has(token) ? '' : token.tag;

	context.lists.push(tag);

	return itemStart + (tag && `<${tag}>`);
}

function closeList({ lists }: RenderContext): string {
	const tag = lists.pop();

	return tag ? `</${tag}>` : '';
}

function openItem(context: RenderContext, { info: number, markup: delimiter }: Token): string {
	const isRenderedAsLines = !context.lists.at(-1);

	if (isRenderedAsLines) {
		context.marker = `${number}${delimiter} `;

		return '';
	}

	context.isItemStart = true;

	return '<li>';
}

function closeItem(context: RenderContext): string {
	const emptyItem = renderPendingMarker(context);

	context.isItemStart = false;

	return emptyItem + (context.lists.at(-1) ? '</li>' : '');
}

function* renderFence(
	context: RenderContext,
	{ content, info, level }: Token,
): Generator<void, string> {
	if (level === MAX_LEVEL) context.isIncomplete = true;

	// Text after the backticks that is not the name of a language is content.
	const code = LANGUAGE.test(info.trim()) ? content : `${info.trim()}\n${content}`;
	const lines: string[] = [];

	for (const line of code.replace(/\n$/, '').split('\n')) {
		lines.push(yield* convertLine(line));
	}

	// Each line has a separate tag if a quote or list marker precedes it, which is not code.
	const html =
		context.quote || context.marker
			? lines.map((line) => line && `<code>${line}</code>`).join(breakLine(context))
			: `<code>${lines.join('<br>')}</code>`;

	return openBlock(context) + html + closeBlock(context);
}

function* renderHtmlBlock(context: RenderContext, { content }: Token): Generator<void, string> {
	const html = yield* context.cleaner.clean(content);
	// A paragraph cannot contain other blocks.
	if (!BLOCK_TAG.test(html)) return openBlock(context) + html + closeBlock(context);

	const { marker, quote } = context;
	const quotes = quote.length / QUOTE.length;

	context.marker = '';
	context.isItemStart = false;

	return '<blockquote>'.repeat(quotes) + marker + html + '</blockquote>'.repeat(quotes);
}

function openTable(context: RenderContext): string {
	context.rows = 0;

	return openBlock(context);
}

function openRow(context: RenderContext, { map }: Token): string {
	const line = map ? map[0] : 0;
	const cells = context.lines[line].replace(/^[\s>]*\|/, '').split(/(?<!\\)\|/);
	const isHead = context.rows === 0;

	context.extraCells = isHead ? [] : cells.slice(context.columns);
	context.cells = 0;
	context.rows++;

	return isHead ? '' : breakLine(context);
}

/** Renders the cells for which the head has no column, which the parser leaves out. */
function closeRow(context: RenderContext): string {
	context.columns = context.cells;

	return context.extraCells
		.map((cell) => cell.trim())
		.filter((cell) => cell !== '')
		.map((cell) => ` | ${escapeHtml(cell)}`)
		.join('');
}

function openCell(context: RenderContext): string {
	const isFirst = context.cells === 0;

	context.cells++;

	return isFirst ? '' : ' | ';
}

/** Renders a link without its title, which Vitally removes. */
function openLink(_context: RenderContext, token: Token): string {
	return `<a${formatAttribute('href', token.attrGet('href') ?? '')}>`;
}

/** Renders an image without its title, which Vitally removes. */
function renderImage(context: RenderContext, token: Token): string {
	const source = formatAttribute('src', token.attrGet('src') ?? '');
	const text = markdownParser.renderer.renderInlineAsText(token.children ?? [], {}, context);

	return `<img${source}${formatAttribute('alt', text)}>`;
}
