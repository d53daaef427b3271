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
const brokenToSameValue: ReplayStep[] = [
	{ from: 'A', to: 'B' },
	{ from: 'X', to: 'B' },
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
	/** Each step with its outcome, and the value before it: `A → B: written where Vitally has A`. */
	replayed: string[];
}

const REPLAYS: Replay[] = [
	{
		title: 'writes all steps from the value at which they begin',
		current: 'A',
		steps: chain,
		end: 'C',
		replayed: ['A → B: written where Vitally has A', 'B → C: written where Vitally has B'],
	},
	{
		title: 'writes the steps after the value that Vitally has',
		current: 'B',
		steps: chain,
		end: 'C',
		replayed: ['A → B: present where Vitally has B', 'B → C: written where Vitally has B'],
	},
	{
		title: 'writes nothing when Vitally has the last value',
		current: 'C',
		steps: chain,
		end: 'C',
		replayed: ['A → B: present where Vitally has C', 'B → C: present where Vitally has C'],
	},
	{
		title: 'leaves a value at which no step begins or ends',
		current: 'X',
		steps: chain,
		end: 'X',
		replayed: ['A → B: left where Vitally has X', 'B → C: left where Vitally has X'],
	},
	{
		title: 'counts a circle as present where it begins and ends',
		current: 'A',
		steps: circle,
		end: 'A',
		replayed: ['A → B: present where Vitally has A', 'B → A: present where Vitally has A'],
	},
	{
		title: 'counts all steps as present up to the last one that ends at the value',
		current: 'B',
		steps: backAndForth,
		end: 'B',
		replayed: [
			'A → B: present where Vitally has B',
			'B → A: present where Vitally has B',
			'A → B: present where Vitally has B',
		],
	},
	{
		title: 'writes the steps after the last one that ends at the value',
		current: 'A',
		steps: backAndForth,
		end: 'B',
		replayed: [
			'A → B: present where Vitally has A',
			'B → A: present where Vitally has A',
			'A → B: written where Vitally has A',
		],
	},
	{
		title: 'stops before a step that begins with another value',
		current: 'A',
		steps: broken,
		end: 'B',
		replayed: ['A → B: written where Vitally has A', 'X → C: left where Vitally has B'],
	},
	{
		title: 'finds the last value present, though the step before it is left',
		current: 'C',
		steps: broken,
		end: 'C',
		replayed: ['A → B: left where Vitally has C', 'X → C: present where Vitally has C'],
	},
	{
		title: 'finds a value present that a step before the break has written',
		current: 'A',
		steps: brokenToSameValue,
		end: 'B',
		replayed: ['A → B: written where Vitally has A', 'X → B: present where Vitally has B'],
	},
	{
		title: 'does not begin with a step that follows a break',
		current: 'X',
		steps: broken,
		end: 'X',
		replayed: ['A → B: left where Vitally has X', 'X → C: left where Vitally has X'],
	},
	{
		title: 'stops before a step that is blocked',
		current: 'A',
		steps: blockedInTheMiddle,
		end: 'B',
		replayed: [
			'A → B: written where Vitally has A',
			'B → C: left where Vitally has B',
			'C → D: left where Vitally has B',
		],
	},
	{
		title: 'finds a blocked step present',
		current: 'B',
		steps: [{ from: 'A', to: 'B', isBlocked: true }],
		end: 'B',
		replayed: ['A → B: present where Vitally has B'],
	},
];

describe('the replay of the changes of one field', () => {
	it.each(REPLAYS)('$title: from $current to $end', ({ current, steps, end, replayed }) => {
		const replay = replayChanges(current, steps);

		const lines = replay.replayed.map(({ outcome, value }, index) => {
			const { from, to } = steps[index];

			return `${String(from)} → ${String(to)}: ${outcome} where Vitally has ${String(value)}`;
		});

		expect({ steps: lines, end: replay.end }).toEqual({ steps: replayed, end });
	});
});
