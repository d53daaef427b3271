import { ALLOWED_ATTRIBUTES } from '../allowList';
import type { Element, Node } from './elementTree';
import { attribute } from './parser';

/** Stands for a line break until the lines are put together. */
export const LINE_BREAK = '\n';

/** A piece of text, or the start or end of emphasis, which is written when its neighbors are known. */
type Piece = string | { mark: '*' | '**'; tag: string; isClosing: boolean };

/** Text with its tags as Markdown. */
export function inlineMarkdown(nodes: Node[]): string {
	const pieces = piecesOf(nodes, []);
	const isMarkdown = emphasisInMarkdown(pieces);
	return pieces
		.map((piece, index) => {
			if (typeof piece === 'string') return piece;
			if (isMarkdown.has(index)) return piece.mark;
			return `<${piece.isClosing ? '/' : ''}${piece.tag}>`;
		})
		.join('');
}

function piecesOf(nodes: Node[], within: string[]): Piece[] {
	return nodes.flatMap((node) => {
		if (typeof node === 'string') return [textPiece(node)];
		const { name, children } = node;
		switch (name) {
			case 'br':
				return [LINE_BREAK];
			case 'img':
				return [image(node)];
			case 'a':
				return link(node, within);
			case 'code':
				return [textOf(children).split(LINE_BREAK).map(code).join(LINE_BREAK)];
			case 'u':
				return ['<u>', ...piecesOf(children, within), '</u>'];
			case 'b':
			case 'strong':
				return emphasis('**', 'strong', children, within);
			case 'i':
			case 'em':
				return emphasis('*', 'em', children, within);
			default:
				return piecesOf(children, within);
		}
	});
}

function emphasis(mark: '*' | '**', tag: string, children: Node[], within: string[]): Piece[] {
	if (within.includes(tag)) return piecesOf(children, within);
	const inner = piecesOf(children, [...within, tag]).filter((piece) => piece !== '');
	if (inner.length === 0) return [];
	return [{ mark, tag, isClosing: false }, ...inner, { mark, tag, isClosing: true }];
}

/**
 * The marks that Markdown is sure to understand; for the others tags are written, which it also takes.
 *
 * Source: CommonMark 0.31, 6.2 Emphasis and strong emphasis
 */
function emphasisInMarkdown(pieces: Piece[]): Set<number> {
	const sure = new Set<number>();
	const open: number[] = [];
	pieces.forEach((piece, index) => {
		if (typeof piece === 'string') return;
		if (!piece.isClosing) {
			open.push(index);
			return;
		}
		const start = open.pop();
		if (start === undefined) return;
		const isSure =
			isSureSide(pieces[start - 1], pieces[start + 1], -1) &&
			isSureSide(pieces[index + 1], pieces[index - 1], 0);
		if (isSure) sure.add(start).add(index);
	});
	return sure;
}

const ORDINARY = /[^\s\p{P}\p{S}]/u;

/** @param end of the text outside that is near the mark: -1 for the last character */
function isSureSide(outside: Piece | undefined, inside: Piece, end: -1 | 0): boolean {
	if (typeof inside !== 'string' || (outside !== undefined && typeof outside !== 'string')) {
		return false;
	}
	const near = characterAt(inside, end === -1 ? 0 : -1);
	const beyond = outside === undefined || outside === '' ? ' ' : characterAt(outside, end);
	if (/[\s*_]/.test(near) || /[*_]/.test(beyond)) return false;
	return ORDINARY.test(near) || /[\s\p{P}\p{S}]/u.test(beyond);
}

function characterAt(text: string, end: -1 | 0): string {
	const characters = end === 0 ? text.slice(0, 2) : text.slice(-2);
	return [...characters].at(end) ?? ' ';
}

/** What Markdown would take for more than text. */
const SIGNS = /!$|[\\`*[\]|~]|_(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])_|<(?=[a-z/!?])|&(?=#?\w+;)/giu;

function textPiece(text: string): string {
	return text.replace(/[ \t\r\n\f]+/g, ' ').replace(SIGNS, '\\$&');
}

function code(content: string): string {
	if (content === '') return '';
	const mark = '`'.repeat(longestRun(content) + 1);
	const isPadded = /^`|`$/.test(content) || /^ .*[^ ].* $/.test(content);
	return isPadded ? `${mark} ${content} ${mark}` : mark + content + mark;
}

/** The longest run of backticks. */
export function longestRun(text: string): number {
	return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function link(element: Element, within: string[]): Piece[] {
	const href = element.attributes.get('href');
	const inner = piecesOf(element.children, within);
	if (href === undefined) return inner;
	return ['[', ...inner, `](${destination(href)})`];
}

function image(element: Element): string {
	const { attributes } = element;
	const source = attributes.get('src') ?? '';
	if (['width', 'height'].some((name) => attributes.has(name))) {
		const allowed = ALLOWED_ATTRIBUTES.get('img') ?? [];
		const kept = [...attributes].filter(([name]) => allowed.includes(name));
		return `<img${kept.map(([name, value]) => attribute(name, value)).join('')}>`;
	}
	return `![${textPiece(attributes.get('alt') ?? '')}](${destination(source)})`;
}

function destination(url: string): string {
	return url.replace(/[\p{Cc} <>]/gu, encodeURIComponent).replace(/[\\()*_]|&(?=#?\w+;)/g, '\\$&');
}

/** All text of nodes; a line break is one. */
export function textOf(nodes: Node[]): string {
	return nodes
		.map((node) => {
			if (typeof node === 'string') return node.replace(/[ \t\r\n\f]/g, ' ');
			return node.name === 'br' ? LINE_BREAK : textOf(node.children);
		})
		.join('');
}
