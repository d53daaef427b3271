const lastInLine = new Map<string, Promise<unknown>>();

/**
 * Runs tasks of one name one after the other, in the order of the calls, so that two items that write
 * the same record neither overtake nor overlap each other.
 *
 * @param name what the tasks have in common, for example the path of a record
 * @param task begins when all earlier tasks of that name have ended, however they ended
 */
export async function runExclusive<T>(name: string, task: () => Promise<T>): Promise<T> {
	const before = lastInLine.get(name);
	const mine = before ? before.then(task, task) : task();
	lastInLine.set(name, mine);
	try {
		return await mine;
	} finally {
		if (lastInLine.get(name) === mine) lastInLine.delete(name);
	}
}
