import { valuesEqual } from '../../values/valuesEqual';

/** One change of a field, in the direction in which it is replayed. */
export interface ReplayStep {
	from: unknown;
	to: unknown;
	/** Whether the service cannot write the value, so that the field stays as it is. */
	isBlocked?: boolean;
}

export interface ReplayedStep {
	/** Whether the step is written, was present in Vitally before, or leaves the value as it is. */
	outcome: 'written' | 'present' | 'left';
	/** The value of the field before the step. */
	value: unknown;
}

/**
 * Replays the changes of one field on the value that Vitally has. A step is written only on the value at which it
 * begins. The replay stops at a step that does not begin with the value at which the step before it ends, and at one
 * that is blocked.
 *
 * @param current value in Vitally
 * @param steps one or more, in the order of the replay
 * @returns the value at the end, and the outcome of each step
 */
export function replayChanges(
	current: unknown,
	steps: readonly ReplayStep[],
): { end: unknown; replayed: ReplayedStep[] } {
	const linked = linkedSteps(steps);
	const presentCount = countPresentSteps(current, linked);
	const replayed: ReplayedStep[] = [];
	let value = current;
	let hasStopped = presentCount === undefined;

	for (const [index, step] of steps.entries()) {
		if (presentCount !== undefined && index < presentCount) {
			replayed.push({ outcome: 'present', value });
			continue;
		}

		if (index >= linked.length || step.isBlocked === true) hasStopped = true;

		if (!hasStopped) {
			replayed.push({ outcome: 'written', value });
			value = step.to;
			continue;
		}

		replayed.push({ outcome: valuesEqual(value, step.to) ? 'present' : 'left', value });
	}

	return { end: value, replayed };
}

/** The first steps of which each begins with the value at which the one before it ends. */
function linkedSteps(steps: readonly ReplayStep[]): readonly ReplayStep[] {
	let count = 1;

	while (count < steps.length && valuesEqual(steps[count - 1].to, steps[count].from)) count++;

	return steps.slice(0, count);
}

/**
 * How many of the linked steps Vitally has already. Where several of their values are equal, the last one counts.
 *
 * @returns `undefined` where Vitally has a value of none of them
 */
function countPresentSteps(current: unknown, linked: readonly ReplayStep[]): number | undefined {
	for (let count = linked.length; count > 0; count--) {
		if (valuesEqual(current, linked[count - 1].to)) return count;
	}

	return valuesEqual(current, linked[0].from) ? 0 : undefined;
}
