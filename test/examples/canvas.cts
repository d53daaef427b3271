import type { INode } from 'n8n-workflow';

import type { Example } from '../../scripts/generate/examplesPage.cts';
import type { WorkflowFile } from '../engine/engine.cts';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
const MAIN = 'main';

/** The size of a node in pixels of the canvas at 100 %, measured in the editor of n8n 2.41. */
const NODE_SIZE = 96;
/** The name below a node, and the operation below that. */
const LABEL_HEIGHT = 40;
/** A node to which models and tools are attached, and a review of a tool. */
const WIDE_NODE = 240;
/** n8n draws a line that goes back this far below its source, and this far next to both nodes. */
const BACK_BELOW = 130;
const BACK_BESIDE = 40;
const CURVE_STEPS = 24;

type CanvasExample = Example & WorkflowFile;

interface Point {
	x: number;
	y: number;
}

interface Box extends Point {
	width: number;
	height: number;
}

interface Line {
	source: INode;
	target: INode;
	points: Point[];
}

export function notesOf({ nodes }: CanvasExample): INode[] {
	return nodes.filter(({ type }) => type === STICKY_NOTE);
}

/** Returns the nodes that are not notes. */
export function nodesOf({ nodes }: CanvasExample): INode[] {
	return nodes.filter(({ type }) => type !== STICKY_NOTE);
}

export function noteBox({ position: [x, y], parameters }: INode): Box {
	return { x, y, width: Number(parameters.width), height: Number(parameters.height) };
}

/** Returns the place of a node with its name. */
export function nodeBox(example: CanvasExample, node: INode): Box {
	const [x, y] = node.position;
	const isAttachedTo = Object.values(example.connections).some((outputs) =>
		Object.entries(outputs).some(
			([type, connections]) =>
				type !== MAIN && connections.flat().some((target) => target?.node === node.name),
		),
	);

	return {
		x,
		y,
		width: isAttachedTo ? WIDE_NODE : NODE_SIZE,
		height: NODE_SIZE + LABEL_HEIGHT,
	};
}

export function overlap(box: Box, other: Box): boolean {
	return (
		box.x < other.x + other.width &&
		other.x < box.x + box.width &&
		box.y < other.y + other.height &&
		other.y < box.y + box.height
	);
}

export function isInside({ x, y }: Point, box: Box): boolean {
	return x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
}

/** Returns the lines of items, as n8n draws them. */
export function linesOf(example: CanvasExample): Line[] {
	const nodeNamed = (name: string) => {
		const node = example.nodes.find((candidate) => candidate.name === name);
		if (!node) throw new Error(`There is no node ${name}`);

		return node;
	};

	return Object.entries(example.connections).flatMap(([name, outputs]) =>
		(outputs[MAIN] ?? []).flatMap((targets, output) =>
			(targets ?? []).map(({ node, index }) => {
				const source = nodeNamed(name);
				const target = nodeNamed(node);
				const start = {
					x: source.position[0] + nodeBox(example, source).width,
					y: source.position[1] + heightOfHandle(output, outputsOf(source)),
				};
				const end = {
					x: target.position[0],
					y: target.position[1] + heightOfHandle(index, inputsOf(target)),
				};

				return { source, target, points: pointsBetween(start, end) };
			}),
		),
	);
}

function outputsOf({ type, onError }: INode): number {
	return type === 'n8n-nodes-base.if' || onError === 'continueErrorOutput' ? 2 : 1;
}

function inputsOf({ type }: INode): number {
	return type === 'n8n-nodes-base.merge' ? 2 : 1;
}

/** Returns how far below the top of a node its handle is. */
function heightOfHandle(index: number, count: number): number {
	return (NODE_SIZE * (index + 1)) / (count + 1);
}

function pointsBetween(start: Point, end: Point): Point[] {
	if (end.x >= start.x) return curveBetween(start, end);

	const right = start.x + BACK_BESIDE;
	const left = end.x - BACK_BESIDE;
	const below = start.y + BACK_BELOW;
	const corners = [
		start,
		{ x: right, y: start.y },
		{ x: right, y: below },
		{ x: left, y: below },
		{ x: left, y: end.y },
		end,
	];

	return corners.slice(1).flatMap((corner, index) => curveBetween(corners[index], corner));
}

/** Returns points on the curve that leaves and arrives horizontally. */
function curveBetween(start: Point, end: Point): Point[] {
	return Array.from({ length: CURVE_STEPS + 1 }, (_, step) => {
		const part = step / CURVE_STEPS;
		const fromStart = (1 - part) ** 3 + 3 * (1 - part) ** 2 * part;
		const middle = (start.x + end.x) / 2;

		return {
			x: (1 - part) ** 3 * start.x + 3 * (1 - part) * part * middle + part ** 3 * end.x,
			y: fromStart * start.y + (1 - fromStart) * end.y,
		};
	});
}

/** Widths of letters and heights of lines in a note, fitted to the heights of all notes in n8n. */
const NOTE_PADDING = 26;
const LIST_INDENT = 20;
const LETTER_WIDTH = 7.8;
const NARROW_LETTER_WIDTH = 5;
const WIDE_LETTER_WIDTH = 10.2;
/** Stands for each letter of code. */
const CODE_LETTER = '\u2588';
const CODE_LETTER_WIDTH = 8.4;
const SPACE_WIDTH = 4;
const LINE_HEIGHT = 18;
const HEADING_HEIGHT = 30;
const TITLE_LINE_HEIGHT = 29;
/** A title is so much larger than text. */
const TITLE_SIZE = 24 / 14;

/** Returns how high the text of a note is: up to 10 px less than in n8n, or a line less if code is wrapped in it. */
export function heightOfText({ parameters }: INode): number {
	const width = Number(parameters.width) - NOTE_PADDING;
	const heights = String(parameters.content)
		.split(/\n+/)
		.map((line) => heightOfParagraph(line, width));

	return heights.reduce((sum, height) => sum + height, NOTE_PADDING / 2);
}

function heightOfParagraph(line: string, width: number): number {
	if (line.startsWith('### ')) return HEADING_HEIGHT;

	if (line.startsWith('## ')) {
		return rowsOf(line.slice(3), width / TITLE_SIZE) * TITLE_LINE_HEIGHT + 6;
	}

	const isInList = /^(- |\d\. )/.test(line);
	const text = isInList ? line.replace(/^\S+ /, '') : line;

	return isInList
		? rowsOf(text, width - LIST_INDENT) * LINE_HEIGHT + 4
		: rowsOf(text, width) * LINE_HEIGHT + 8;
}

/** Returns into how many rows a text is wrapped, word by word. */
function rowsOf(text: string, width: number): number {
	const plain = text
		.replaceAll(/`([^`]*)`/g, (_, code: string) => code.replaceAll(/\S/g, CODE_LETTER))
		.replaceAll('*', '');
	let rows = 1;
	let rowWidth = 0;

	for (const word of plain.split(' ')) {
		const wordWidth = widthOf(word);

		if (rowWidth > 0 && rowWidth + wordWidth > width) {
			rows++;
			rowWidth = 0;
		}

		rowWidth += wordWidth + SPACE_WIDTH;
	}

	return rows;
}

function widthOf(word: string): number {
	return [...word].map(widthOfLetter).reduce((sum, width) => sum + width, 0);
}

function widthOfLetter(letter: string): number {
	if (letter === CODE_LETTER) return CODE_LETTER_WIDTH;
	if (/[iljtfrI.,:;'|!()[\]/"-]/.test(letter)) return NARROW_LETTER_WIDTH;

	return /[mwA-Z@%]/.test(letter) ? WIDE_LETTER_WIDTH : LETTER_WIDTH;
}
