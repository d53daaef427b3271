/** Enough that requests do not wait for each other. */
const MAX_RUNNING = 20;

/**
 * Runs a task for each value, a bounded number at a time, in the order of the values.
 *
 * @param task never throws
 */
export async function runConcurrently<T>(
	values: Iterable<T>,
	task: (value: T) => Promise<void>,
): Promise<void> {
	const iterator = values[Symbol.iterator]();
	const work = async () => {
		for (let next = iterator.next(); !next.done; next = iterator.next()) await task(next.value);
	};
	await Promise.all(Array.from({ length: MAX_RUNNING }, work));
}
