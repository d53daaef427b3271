import { isHitlToolType, type INode } from 'n8n-workflow';

import { readExamples, type Example } from '../../scripts/generate/examplesPage.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import type { WorkflowFile } from '../engine/engine.cts';

type Point = [x: number, y: number];
type Line = [from: Point, to: Point];

const EXAMPLES = readExamples(PROJECT_ROOT) as Array<Example & WorkflowFile>;
const rows = EXAMPLES.map((example) => [example.file, example] as const);

const HEIGHT = 96;
/** Nodes with sub-nodes are wider in n8n. */
const widthOf = ({ type }: INode) => {
	if (isHitlToolType(type)) return 240;
	return /\.(agent|chainLlm|mcpTrigger)$/.test(type) ? 224 : 96;
};
const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';

/** Where the inputs at the bottom of a node are, as shares of its width. */
const SUB_INPUTS: Record<string, number> = {
	ai_languageModel: 0.18,
	ai_memory: 0.6,
	ai_tool: 0.82,
};

/** The connections as straight lines. */
function linesOf({ nodes, connections }: Example & WorkflowFile): Line[] {
	const node = (name: string) => nodes.find((one) => one.name === name) as INode;
	return Object.entries(connections).flatMap(([name, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((targets) =>
				(targets ?? []).map((target): Line => {
					const [from, to] = [node(name), node(target.node)];
					const [[x, y], [toX, toY]] = [from.position, to.position];
					if (kind === 'main') {
						return [
							[x + widthOf(from), y + HEIGHT / 2],
							[toX, toY + HEIGHT / 2],
						];
					}
					const share = isHitlToolType(to.type) ? 0.17 : SUB_INPUTS[kind];
					return [
						[x + widthOf(from) / 2, y],
						[toX + widthOf(to) * share, toY + HEIGHT],
					];
				}),
			),
		),
	);
}

/** On which side of a line a point is: negative, zero or positive. */
const side = ([[x, y], [toX, toY]]: Line, [px, py]: Point) =>
	Math.sign((toX - x) * (py - y) - (toY - y) * (px - x));

const cross = (one: Line, other: Line) =>
	side(one, other[0]) * side(one, other[1]) < 0 && side(other, one[0]) * side(other, one[1]) < 0;

describe('the layout of examples', () => {
	it.each(rows)('%s: no connection crosses another, no node covers another', (_, example) => {
		const lines = linesOf(example);
		const crossing = lines.flatMap((line, index) =>
			lines.slice(index + 1).filter((other) => cross(line, other)),
		);
		expect(crossing).toEqual([]);
		const nodes = example.nodes.filter((node) => !isNote(node));
		const covered = nodes.flatMap((node, index) =>
			nodes.slice(index + 1).filter(({ position: [x, y] }) => {
				const [left, top] = node.position;
				return Math.abs(x - left) < widthOf(node) && Math.abs(y - top) < HEIGHT;
			}),
		);
		expect(covered.map(({ name }) => name)).toEqual([]);
	});

	it.each(rows)('%s: its note is above the nodes and as wide as they are', (_, { nodes }) => {
		const [notes, others] = [nodes.filter(isNote), nodes.filter((node) => !isNote(node))];
		expect(notes).toHaveLength(1);
		const [{ position, parameters }] = notes;
		const left = Math.min(...others.map(({ position: [x] }) => x)) - 40;
		const right = Math.max(...others.map((node) => node.position[0] + widthOf(node))) + 40;
		const width = Number(parameters.width);
		expect(position[0]).toBe(left);
		expect(width).toBeGreaterThanOrEqual(right - left);
		expect(width).toBeLessThan(Math.max(660, right - left + 20));
		const top = Math.min(...others.map(({ position: [, y] }) => y));
		expect(position[1] + Number(parameters.height)).toBeLessThanOrEqual(top - 20);
	});
});
