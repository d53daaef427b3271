/**
 * Changes a record, or fails, while no other task of this process does.
 *
 * @param key of the record, from what the first read showed
 * @param record as the task read it
 * @param readAgain called when another task has changed the record since this one began
 * @param change gets the record as it is now
 */
export type FreshUpdate = <First, Again, T>(
	key: string,
	record: First,
	readAgain: () => Promise<Again>,
	change: (current: First | Again) => Promise<T>,
) => Promise<T>;

/** Lets tasks of one key run one after the other. It remembers keys only while a task is under way. */
export class KeyedMutex {
	/** The last task in line for each key. */
	private readonly lastInLine = new Map<string, Promise<unknown>>();
	/** Rises with every change, so that a read can be told from a later change. */
	private version = 0;
	/** The version of each key's last change, the oldest first, as long as a task began before it. */
	private readonly versions = new Map<string, number>();
	/** Tasks that may have read before a change, the oldest first. */
	private readonly readers = new Set<{ readonly since: number }>();

	/** How many keys are remembered. */
	get size(): number {
		return new Set([...this.lastInLine.keys(), ...this.versions.keys()]).size;
	}

	/**
	 * Runs tasks of one key one after the other, in the order of the calls, so that two items that write
	 * the same record neither overtake nor overlap each other.
	 *
	 * @param key what the tasks have in common, for example the path of a record
	 * @param task begins when all earlier tasks of that key have ended, however they ended
	 * @returns what the task returns
	 */
	readonly runExclusive = async <T>(key: string, task: () => Promise<T>): Promise<T> => {
		const before = this.lastInLine.get(key);
		const mine = before ? before.then(task, task) : task();
		this.lastInLine.set(key, mine);
		try {
			return await mine;
		} finally {
			if (this.lastInLine.get(key) === mine) this.lastInLine.delete(key);
		}
	};

	/**
	 * Lets a task read a record and then change what it read, with nobody in between: optimistic locking,
	 * for records whose key only a read shows. Tasks read side by side, change one after the other, and
	 * read again if the record's version has risen since they began.
	 *
	 * Only changes that are made here raise a version. The caller must not hold the record's key already.
	 *
	 * @param task reads the record and calls `update` with it
	 * @returns what the task returns
	 */
	readonly withFreshRead = async <T>(task: (update: FreshUpdate) => Promise<T>): Promise<T> => {
		const reader = { since: this.version };
		this.readers.add(reader);
		const update: FreshUpdate = async (key, record, readAgain, change) =>
			await this.runExclusive(key, async () => {
				const isStale = (this.versions.get(key) ?? 0) > reader.since;
				try {
					return await change(isStale ? await readAgain() : record);
				} finally {
					this.raiseVersion(key);
				}
			});
		try {
			return await task(update);
		} finally {
			this.readers.delete(reader);
			this.forgetOldVersions();
		}
	};

	private raiseVersion(key: string): void {
		// Deleted first, so that the keys stay in the order of their versions.
		this.versions.delete(key);
		this.versions.set(key, ++this.version);
	}

	/** A version that no task under way began before tells nobody anything. */
	private forgetOldVersions(): void {
		const [oldest] = this.readers;
		for (const [key, version] of this.versions) {
			if (oldest && version > oldest.since) return;
			this.versions.delete(key);
		}
	}
}

/** One for all nodes and runs of the process: the same record may be written from anywhere. */
export const { runExclusive, withFreshRead } = new KeyedMutex();
