import { sleep } from 'n8n-workflow';

/**
 * Changes a record while no other task of this process changes it.
 *
 * @param record is what the task has read
 * @param readAgain is called when another task has changed the record since this one began
 * @param change receives the current record
 */
export type LockedUpdate = <First, Again, T>(
	key: string,
	record: First,
	readAgain: () => Promise<Again>,
	change: (current: First | Again) => Promise<T>,
) => Promise<T>;

/** Runs tasks of one key one after the other. It remembers keys only while a task is running. */
export class KeyedMutex {
	/** The last task in line for each key. */
	private readonly tail = new Map<string, Promise<unknown>>();
	/** For each task that may have read before a change, the keys that have changed since the task began. */
	private readonly readers = new Set<Set<string>>();

	/**
	 * Runs tasks of one key one after the other, in the order of the calls, so that two items that write
	 * the same record neither overtake nor overlap each other.
	 *
	 * @param task begins when all earlier tasks of that key have ended, however they ended
	 */
	readonly runExclusive = async <T>(key: string, task: () => Promise<T>): Promise<T> => {
		const before = this.tail.get(key);
		const mine = before ? before.then(task, task) : task();

		this.tail.set(key, mine);

		try {
			return await mine;
		} finally {
			if (this.tail.get(key) === mine) this.tail.delete(key);
		}
	};

	/**
	 * Optimistic locking for records whose key is only known after a read: tasks read concurrently, change
	 * one after the other, and read again if the record was changed here since they began. The caller must
	 * not have locked the record's key already.
	 *
	 * @param task reads the record and calls `update` with it
	 */
	readonly withRecordLock = async <T>(task: (update: LockedUpdate) => Promise<T>): Promise<T> => {
		const changed = new Set<string>();

		this.readers.add(changed);

		const update: LockedUpdate = async (key, record, readAgain, change) =>
			await this.runExclusive(key, async () => {
				try {
					return await change(changed.has(key) ? await readAgain() : record);
				} finally {
					for (const keys of this.readers) keys.add(key);
				}
			});

		try {
			return await task(update);
		} finally {
			this.readers.delete(changed);
		}
	};
}

/** The locks that all nodes and runs of the process share, because they may write the same record. */
export const { runExclusive, withRecordLock } = new KeyedMutex();

/** Returns the key of a lock among those of all workspaces. */
export function keyInWorkspace({ workspace }: { workspace: string }, key: string): string {
	return `${workspace} ${key}`;
}

const MAX_BLOCK_MS = 10;

/** When the event loop was last seen free, on the clock of `performance.now`. */
let freeAt = performance.now();
/** How long the event loop had waited by then, in milliseconds since the process began. */
let idleMs = performance.nodeTiming.idleTime;
let yielding: Promise<void> | undefined;

/**
 * Yields to the event loop once it has been blocked for 10 ms, so that n8n's process can handle other work.
 * All callers wait for the same timer, because Node.js runs all timers that are due before it reads from
 * the network again.
 */
export async function yieldToEventLoop(): Promise<void> {
	while (isBlocked()) await (yielding ??= yieldOnce());
}

function isBlocked(): boolean {
	const { idleTime } = performance.nodeTiming;
	// An event loop that has waited, such as for a response, had no other work. A timer would cost 1 ms for each page of a list.
	const hasWaited = idleTime !== idleMs;

	if (hasWaited) {
		idleMs = idleTime;
		freeAt = performance.now();
	}

	return performance.now() - freeAt >= MAX_BLOCK_MS;
}

async function yieldOnce(): Promise<void> {
	await sleep(0);
	freeAt = performance.now();
	yielding = undefined;
}

/** How many items or tasks run at the same time: enough that requests continue while some wait for a lock. */
export const MAX_RUNNING = 20;

/**
 * Runs a task for each record, however many there are, and yields to the event loop in between. Every loop over what a
 * list, a table or a scan returned uses it. Tasks start in the order of the records; a bounded number of those that
 * wait runs at a time.
 *
 * @throws the first error of a task, after which no other one starts
 */
export async function forEachRecord<T>(
	records: Iterable<T>,
	task: (record: T, index: number) => void | Promise<void>,
): Promise<void> {
	const iterator = records[Symbol.iterator]();
	let index = 0;
	let hasEnded = false;

	const work = async () => {
		try {
			for (;;) {
				if (isBlocked()) await yieldToEventLoop();
				// Another worker has failed or reached the end.
				if (hasEnded) return;

				const next = iterator.next();
				if (next.done) return;

				const running = task(next.value, index++);
				// Awaiting what is no promise would cost each record a turn of the event loop.
				if (running) await running;
			}
		} finally {
			hasEnded = true;
		}
	};

	const workers: Array<Promise<void>> = [];

	// Without a task that waits, the first worker has processed all records before it returns.
	while (!hasEnded && workers.length < MAX_RUNNING) workers.push(work());

	await Promise.all(workers);
}

/** Runs the steps of a long conversion, and yields to the event loop in between. */
export async function runSteps<T>(steps: Generator<unknown, T>): Promise<T> {
	let step = steps.next();

	while (!step.done) {
		if (isBlocked()) await yieldToEventLoop();

		step = steps.next();
	}

	return step.value;
}

/** Runs the steps of a short conversion without a pause. */
export function runStepsAtOnce<T>(steps: Generator<unknown, T>): T {
	let step = steps.next();

	while (!step.done) step = steps.next();

	return step.value;
}

/** Converts records as `forEachRecord` does, and returns the results in the order of the records. */
export async function mapRecords<T, R>(
	records: Iterable<T>,
	map: (record: T, index: number) => R | Promise<R>,
): Promise<R[]> {
	const results: R[] = [];

	await forEachRecord(records, (record, index) => {
		const result = map(record, index);

		if (result instanceof Promise) {
			return result.then((awaited) => {
				results[index] = awaited;
			});
		}

		results[index] = result;

		return undefined;
	});

	return results;
}
