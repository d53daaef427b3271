import { readExamples, type Example } from '../../scripts/generate/examplesPage.cts';
import type { WorkflowFile } from '../engine/engine.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { atLeast, atMost } from '../fixtures/bounds.cts';
import {
	heightOfText,
	isInside,
	linesOf,
	nodeBox,
	nodesOf,
	noteBox,
	notesOf,
	overlap,
} from './canvas.cts';

const EXAMPLES = readExamples(PROJECT_ROOT) as Array<Example & WorkflowFile>;
const MAX_NOTE_WIDTH = 900;
/** The width from which a workflow needs rows. */
const MAX_CANVAS_WIDTH = 1240;
const MAX_HOLE = 300;
/** What is below the text of a note: a line for what the text is higher in n8n, and no hole. */
const MIN_EMPTY = 10;
const MAX_EMPTY = 70;
/** The tools of an agent are next to each other. */
const WITH_TOOLS = ['agent-with-tools.json'];

/** What the name of a node that follows another begins with. */
const VERBS = [
	'Add',
	'Advance',
	'Answer',
	'Apply',
	'Ask',
	'Assign',
	'Build',
	'Check',
	'Choose',
	'Collect',
	'Convert',
	'Count',
	'Create',
	'Delete',
	'Drop',
	'Email',
	'Enter',
	'Find',
	'Forget',
	'Get',
	'Group',
	'Join',
	'Keep',
	'List',
	'Log',
	'Make',
	'Mark',
	'Paste',
	'Plan',
	'Post',
	'Preview',
	'Read',
	'Record',
	'Reply',
	'Report',
	'Restore',
	'Save',
	'Send',
	'Set',
	'Show',
	'Skip',
	'Split',
	'Start',
	'Stop',
	'Summarize',
	'Sync',
	'Take',
	'Track',
	'Turn',
	'Undo',
	'Update',
	'Write',
];

describe('the canvas of an example', () => {
	it.each(EXAMPLES)('$file has nodes whose names begin with a verb', (example) => {
		const names = linesOf(example).map(({ target }) => target.name);

		expect(names.filter((name) => !VERBS.includes(name.split(' ')[0]))).toEqual([]);
	});

	it.each(EXAMPLES)('$file has a note of at most 900 px that holds its text', (example) => {
		for (const note of notesOf(example)) {
			const { width, height } = noteBox(note);
			const text = heightOfText(note);

			expect({ widthPx: width }).toEqual({ widthPx: atMost(MAX_NOTE_WIDTH) });
			expect({ heightPx: height }).toEqual({ heightPx: atLeast(text + MIN_EMPTY) });
			expect({ heightPx: height }).toEqual({ heightPx: atMost(text + MAX_EMPTY) });
		}
	});

	it.each(EXAMPLES)('$file has no node on another node or under a note', (example) => {
		const nodes = nodesOf(example);
		const covered = nodes.flatMap((node, index) => {
			const box = nodeBox(example, node);
			const others = nodes
				.slice(index + 1)
				.filter((other) => overlap(box, nodeBox(example, other)));
			const notes = notesOf(example).filter((note) => overlap(box, noteBox(note)));

			return [...others, ...notes].map(({ name }) => `${node.name}, ${name}`);
		});

		expect(covered).toEqual([]);
	});

	it.each(EXAMPLES)('$file has no line behind a node or a note', (example) => {
		const hidden = linesOf(example).flatMap(({ source, target, points }) => {
			const others = nodesOf(example).filter((node) => node !== source && node !== target);
			const boxes = [
				...others.map((node) => ({ name: node.name, box: nodeBox(example, node) })),
				...notesOf(example).map((note) => ({ name: note.name, box: noteBox(note) })),
			];

			return boxes
				.filter(({ box }) => points.some((point) => isInside(point, box)))
				.map(({ name }) => `${source.name} → ${target.name} behind ${name}`);
		});

		expect(hidden).toEqual([]);
	});

	it.each(EXAMPLES)('$file has no hole of more than 300 px between two nodes', (example) => {
		const boxes = nodesOf(example).map((node) => nodeBox(example, node));
		const holes = linesOf(example).filter(({ points }) => {
			const start = points[0].x;
			const end = points[points.length - 1].x;
			const isBetween = boxes.some(({ x, width }) => x > start && x + width < end);

			return end - start > MAX_HOLE && !isBetween;
		});

		expect(holes.map(({ source, target }) => `${source.name} → ${target.name}`)).toEqual([]);
	});

	it.each(EXAMPLES.filter(({ file }) => !WITH_TOOLS.includes(file)))(
		'$file wraps a long line of nodes to rows',
		(example) => {
			const boxes = nodesOf(example).map((node) => nodeBox(example, node));
			const left = Math.min(...boxes.map(({ x }) => x));
			const right = Math.max(...boxes.map(({ x, width }) => x + width));

			expect({ widthPx: right - left }).toEqual({ widthPx: atMost(MAX_CANVAS_WIDTH) });
		},
	);
});
