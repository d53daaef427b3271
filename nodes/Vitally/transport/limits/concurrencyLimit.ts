/** Runs a task when fewer than the allowed number are under way. */
export type ConcurrencyLimit = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * A bound on tasks under way at the same time. Those beyond it start later, in the order in which they
 * came.
 *
 * @param capacity how many tasks may run at the same time
 */
export function limitConcurrency(capacity: number): ConcurrencyLimit {
	const waiting: Array<() => void> = [];
	let underWay = 0;

	return async (task) => {
		// A place that becomes free is handed to the first that waits, so the count stays as it is.
		if (underWay >= capacity) await new Promise<void>((start) => waiting.push(start));
		else underWay++;
		try {
			return await task();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else underWay--;
		}
	};
}
