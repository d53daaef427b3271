/** What waits, with all that its turn depends on. */
interface InTurn {
	readonly request: {
		/** The run of a node that it belongs to; absent for what goes before all runs. */
		readonly run?: string;
		/** Its place among the requests of its run, from its first attempt on. */
		position?: number;
	};
}

/** Those of one run, in their order. */
interface Run<Waiting> {
	readonly waiting: Waiting[];
	servedAt: number;
}

/**
 * Whose turn it is. Polls and pick-lists go first, in the order of their coming. Then the runs take
 * turns, one request each; within a run the order of the items holds, and a request that is sent again
 * goes before those that were not sent yet.
 */
export class Turns<Waiting extends InTurn> {
	/** What goes before all runs. */
	readonly ahead: Waiting[] = [];
	/** Runs that have requests here, the one whose turn is next first. */
	private readonly runs = new Map<string, Run<Waiting>>();
	private lastPosition = 0;

	next(): Waiting | undefined {
		if (this.ahead.length > 0) return this.ahead[0];
		for (const { waiting } of this.runs.values()) return waiting[0];
		return undefined;
	}

	all(): Waiting[] {
		return [...this.ahead, ...[...this.runs.values()].flatMap(({ waiting }) => waiting)];
	}

	add(waiting: Waiting): void {
		const { request } = waiting;
		const position = (request.position ??= ++this.lastPosition);
		if (request.run === undefined) {
			this.ahead.push(waiting);
			return;
		}
		const run = this.runs.get(request.run) ?? { waiting: [], servedAt: 0 };
		this.runs.set(request.run, run);
		const behind = run.waiting.findIndex(({ request: other }) => other.position! > position);
		run.waiting.splice(behind < 0 ? run.waiting.length : behind, 0, waiting);
	}

	/** Takes a request out, and lets the other runs go before its own. */
	remove(waiting: Waiting): void {
		const { run: name } = waiting.request;
		const run = name === undefined ? undefined : this.runs.get(name);
		const list = run?.waiting ?? this.ahead;
		const index = list.indexOf(waiting);
		if (index >= 0) list.splice(index, 1);
		if (name === undefined || !run) return;
		this.runs.delete(name);
		if (list.length > 0) this.runs.set(name, run);
	}

	/** @param at reading of a stopwatch; forgotten when none of the run waits any more */
	noteServed(name: string, at: number): void {
		const run = this.runs.get(name);
		if (run) run.servedAt = at;
	}

	/** @returns when a request of the run was last served, 0 when that is not known */
	servedAt(name: string): number {
		return this.runs.get(name)?.servedAt ?? 0;
	}
}
