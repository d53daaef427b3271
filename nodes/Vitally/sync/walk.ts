import { valuesEqual } from '../values/valuesEqual';

/** One change of a field, in the direction of the walk. */
export interface Step {
	from: unknown;
	to: unknown;
	/** Whether the service cannot write the value, so that the field stays as it is. */
	isBlocked?: boolean;
}

/** The result of a step: taken now, taken before, or the value is left as it is. */
export interface Walked {
	outcome: 'taken' | 'before' | 'left';
	value: unknown;
}

/**
 * Walks the changes of one field from the value that Vitally has. A step is taken only from the value where it
 * begins; the walk ends where a step does not begin with the value of the step before it.
 *
 * @param current value in Vitally
 * @param steps in the direction of the walk: in reverse for an undo
 * @returns the value where the walk ends, and what was done for each step
 */
export function walk(current: unknown, steps: readonly Step[]): { end: unknown; walked: Walked[] } {
	const isLinked = (index: number) => valuesEqual(steps[index - 1].to, steps[index].from);
	let length = 1;

	while (length < steps.length && isLinked(length)) length++;
	const states = [steps[0].from, ...steps.slice(0, length).map(({ to }) => to)];
	const start = states.map((state) => valuesEqual(current, state)).lastIndexOf(true);
	let end = current;
	let hasEnded = start < 0;
	const walked = steps.map(({ to, isBlocked }, index): Walked => {
		const value = end;
		if (index < start) return { outcome: 'before', value };

		hasEnded ||= index >= length || isBlocked === true;
		if (hasEnded) return { outcome: valuesEqual(value, to) ? 'before' : 'left', value };

		end = to;

		return { outcome: 'taken', value };
	});

	return { end, walked };
}
