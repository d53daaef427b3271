import { elementTree, type Element, type Node } from './elementTree';
import { inlineMarkdown, LINE_BREAK, longestRun, textOf } from './inlineMarkdown';
import { trimmed } from './parser';
import { keepingVariables } from './variables';

/**
 * HTML as the service keeps it in Markdown. Converted back it is the same HTML, if it was Markdown once.
 * Trait variables are not touched.
 *
 * Source: docs/service.md, HTML allow list
 */
export function htmlToMarkdown(html: string): string {
	return keepingVariables(html, (hidden) => blocksOf(elementTree(hidden)).join('\n\n'));
}

const LISTS = new Set(['ul', 'ol', 'nl']);
const BLOCKS = new Set(
	[...LISTS, 'p', 'div', 'li', 'blockquote', 'pre', 'table', 'tr', 'h1', 'h2', 'h3'].concat([
		'h4',
		'h5',
		'h6',
		'section',
		'article',
		'header',
		'footer',
	]),
);

/** Blocks in their order, each without a line break at its end. */
function blocksOf(nodes: Node[]): string[] {
	const blocks: string[] = [];
	let inline: Node[] = [];
	let list: { name: string; isSecond: boolean } | undefined;
	const endParagraph = () => {
		const text = paragraph(inline);
		inline = [];
		if (text === '') return;
		blocks.push(text);
		list = undefined;
	};
	for (const node of nodes) {
		if (typeof node === 'string' || !BLOCKS.has(node.name)) {
			inline.push(node);
			continue;
		}
		endParagraph();
		if (LISTS.has(node.name)) {
			// Two lists after one another would be one.
			const isSecond = list?.name === node.name && !list.isSecond;
			const text = listMarkdown(node, isSecond);
			if (text === '') continue;
			list = { name: node.name, isSecond };
			blocks.push(text);
			continue;
		}
		const inner = blocksOf(node.children);
		if (inner.length > 0) list = undefined;
		blocks.push(...inner);
	}
	endParagraph();
	return blocks;
}

function listMarkdown({ name, children }: Element, isSecond: boolean): string {
	const items = children
		.map((child) => blocksOf(typeof child === 'string' ? [child] : child.children))
		.filter((blocks) => blocks.length > 0);
	return items
		.map((blocks, index) => {
			const bullet = isSecond ? '*' : '-';
			const marker = name === 'ol' ? `${index + 1}${isSecond ? ')' : '.'}` : bullet;
			const indent = ' '.repeat(marker.length + 1);
			return `${marker} ${tight(blocks).replace(/\n(?=[^\n])/g, `\n${indent}`)}`;
		})
		.join('\n');
}

/** The blocks of an item; a list follows its text without an empty line. */
function tight(blocks: string[]): string {
	return blocks
		.map((block, index) => {
			if (index === 0) return block;
			return (/^(?:[-*]|1[.)]) /.test(block) ? '\n' : '\n\n') + block;
		})
		.join('');
}

function paragraph(nodes: Node[]): string {
	const shown = nodes.filter((node) => typeof node !== 'string' || trimmed(node) !== '');
	const [only] = shown;
	if (shown.length === 1 && typeof only !== 'string' && only.name === 'code') {
		const content = textOf(only.children);
		if (content.includes(LINE_BREAK)) return fence(content);
	}
	return joinLines(inlineMarkdown(nodes).split(LINE_BREAK).map(lineOf));
}

function fence(content: string): string {
	const mark = '`'.repeat(Math.max(3, longestRun(content) + 1));
	return `${mark}\n${content.replaceAll('\u00a0', ' ')}\n${mark}`;
}

/** What begins a block of Markdown at the start of a line. */
function lineOf(line: string): string {
	return trimmed(line)
		.replace(/^[#+\-=>:]/, '\\$&')
		.replace(/^(\d+)([.)])/, '$1\\$2');
}

/**
 * Lines of a paragraph. An empty one would end it, and a tag alone begins a block of HTML, so that their
 * breaks are written as tags.
 */
function joinLines(lines: string[]): string {
	if (lines.every((line) => line === '')) return '';
	return lines
		.map((line, index) => {
			if (index === 0) return line;
			const isNextToText = line !== '' && !/^(?:<[^<>]*>\s*)?$/.test(lines[index - 1]);
			return (isNextToText ? '\n' : '<br>') + line;
		})
		.join('');
}
