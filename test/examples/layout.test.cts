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
const widthOf = ({ type, parameters }: INode) => {
	if (parameters.width !== undefined) return Number(parameters.width);
	if (isHitlToolType(type)) return 240;
	return /\.(agent|chainLlm|mcpTrigger)$/.test(type) ? 224 : 96;
};
const heightOf = ({ parameters: { height = HEIGHT } }: INode) => Number(height);

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
		const covered = example.nodes.flatMap((one, index) =>
			example.nodes.slice(index + 1).filter((other) => {
				const [left, right] = [one, other].sort((a, b) => a.position[0] - b.position[0]);
				const [above, below] = [one, other].sort((a, b) => a.position[1] - b.position[1]);
				const isBeside = right.position[0] >= left.position[0] + widthOf(left);
				return !isBeside && below.position[1] < above.position[1] + heightOf(above);
			}),
		);
		expect(covered.map(({ name }) => name)).toEqual([]);
	});
});
