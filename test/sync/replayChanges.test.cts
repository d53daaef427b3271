import { replayChanges, type ReplayStep } from '../../nodes/Vitally/sync/planners/replayChanges';

/** The steps between the values of a path: `['A', 'B', 'C']` is from A to B and from B to C. */
function stepsOf(path: string[]): ReplayStep[] {
	return path.slice(1).map((to, index) => ({ from: path[index], to }));
}

const circle = stepsOf(['A', 'B', 'A']);
const backAndForth = stepsOf(['A', 'B', 'A', 'B']);
const chain = stepsOf(['A', 'B', 'C']);
const broken: ReplayStep[] = [
	{ from: 'A', to: 'B' },
	{ from: 'X', to: 'C' },
];
const blockedInTheMiddle: ReplayStep[] = [
	{ from: 'A', to: 'B' },
	{ from: 'B', to: 'C', isBlocked: true },
	{ from: 'C', to: 'D' },
];

interface Replay {
	title: string;
	current: string;
	steps: ReplayStep[];
	end: string;
	/** The outcome of each step, and the value before it. */
	replayed: Array<{ outcome: string; value: string }>;
}

const REPLAYS: Replay[] = [
	{
		title: 'writes all steps from the value at which they begin',
		current: 'A',
		steps: chain,
		end: 'C',
		replayed: [
			{ outcome: 'written', value: 'A' },
			{ outcome: 'written', value: 'B' },
		],
	},
	{
		title: 'writes the steps after the value that Vitally has',
		current: 'B',
		steps: chain,
		end: 'C',
		replayed: [
			{ outcome: 'present', value: 'B' },
			{ outcome: 'written', value: 'B' },
		],
	},
	{
		title: 'writes nothing when Vitally has the last value',
		current: 'C',
		steps: chain,
		end: 'C',
		replayed: [
			{ outcome: 'present', value: 'C' },
			{ outcome: 'present', value: 'C' },
		],
	},
	{
		title: 'leaves a value at which no step begins or ends',
		current: 'X',
		steps: chain,
		end: 'X',
		replayed: [
			{ outcome: 'left', value: 'X' },
			{ outcome: 'left', value: 'X' },
		],
	},
	{
		title: 'counts a circle as present where it begins and ends',
		current: 'A',
		steps: circle,
		end: 'A',
		replayed: [
			{ outcome: 'present', value: 'A' },
			{ outcome: 'present', value: 'A' },
		],
	},
	{
		title: 'counts all steps as present up to the last one that ends at the value',
		current: 'B',
		steps: backAndForth,
		end: 'B',
		replayed: [
			{ outcome: 'present', value: 'B' },
			{ outcome: 'present', value: 'B' },
			{ outcome: 'present', value: 'B' },
		],
	},
	{
		title: 'writes the steps after the last one that ends at the value',
		current: 'A',
		steps: backAndForth,
		end: 'B',
		replayed: [
			{ outcome: 'present', value: 'A' },
			{ outcome: 'present', value: 'A' },
			{ outcome: 'written', value: 'A' },
		],
	},
	{
		title: 'stops before a step that begins with another value',
		current: 'A',
		steps: broken,
		end: 'B',
		replayed: [
			{ outcome: 'written', value: 'A' },
			{ outcome: 'left', value: 'B' },
		],
	},
	{
		title: 'finds the last value present, though the step before it is left',
		current: 'C',
		steps: broken,
		end: 'C',
		replayed: [
			{ outcome: 'left', value: 'C' },
			{ outcome: 'present', value: 'C' },
		],
	},
	{
		title: 'does not begin with a step that follows a break',
		current: 'X',
		steps: broken,
		end: 'X',
		replayed: [
			{ outcome: 'left', value: 'X' },
			{ outcome: 'left', value: 'X' },
		],
	},
	{
		title: 'stops before a step that is blocked',
		current: 'A',
		steps: blockedInTheMiddle,
		end: 'B',
		replayed: [
			{ outcome: 'written', value: 'A' },
			{ outcome: 'left', value: 'B' },
			{ outcome: 'left', value: 'B' },
		],
	},
	{
		title: 'finds a blocked step present',
		current: 'B',
		steps: [{ from: 'A', to: 'B', isBlocked: true }],
		end: 'B',
		replayed: [{ outcome: 'present', value: 'B' }],
	},
];

describe('the replay of the changes of one field', () => {
	it.each(REPLAYS)('$title: from $current to $end', ({ current, steps, end, replayed }) => {
		const replay = replayChanges(current, steps);

		expect(replay.end).toBe(end);
		expect(replay.replayed.map(({ outcome, value }) => ({ outcome, value }))).toEqual(replayed);
	});
});
