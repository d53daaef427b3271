/** A name of something that has names of several kinds, such as a record with two IDs. */
export interface KindOfName {
	/** What the names are names of, for example the records of a list. */
	among: string;
	kind: string;
}

/**
 * Two names of one kind are the same thing only if they are the same name. Of two names of different
 * kinds nobody knows without asking the service, so a task waits until those that began before it under
 * a name of another kind have ended. Where all names are of one kind, as usual, nobody waits.
 */
export class NameOrder {
	/** What has not ended, by what the names are among and by kind. */
	private readonly underWay = new Map<string, Map<string, Group>>();

	/** How many groups of names are remembered. */
	get size(): number {
		return this.underWay.size;
	}

	/**
	 * Has a task wait for earlier ones that may be about the same thing under a name of another kind.
	 *
	 * @param begin called at once, with what to wait for before the task does anything, if there is
	 * anything; it keeps tasks of the same name apart
	 * @returns what the task returns
	 */
	readonly inOrder = async <T>(
		{ among, kind }: KindOfName,
		begin: (earlier: Promise<unknown> | undefined) => Promise<T>,
	): Promise<T> => {
		const groups = this.underWay.get(among) ?? new Map<string, Group>();
		this.underWay.set(among, groups);
		const others = [...groups].filter(([other]) => other !== kind).map(([, { ended }]) => ended);
		const mine = begin(others.length > 0 ? Promise.all(others) : undefined);
		const group = groups.get(kind) ?? { count: 0, ended: Promise.resolve() };
		groups.set(kind, group);
		group.count++;
		group.ended = Promise.allSettled([group.ended, mine]);
		try {
			return await mine;
		} finally {
			if (--group.count === 0) groups.delete(kind);
			if (groups.size === 0) this.underWay.delete(among);
		}
	};
}

/** Tasks under names of one kind. */
interface Group {
	count: number;
	/** When all of them have ended. */
	ended: Promise<unknown>;
}

/** One for all runs of the process, whose names it keeps apart. */
export const { inOrder } = new NameOrder();
