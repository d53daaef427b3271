import type { IDataObject } from 'n8n-workflow';

/** What a trigger owed, and what it did. */
export interface Findings {
	/** Events that had to come, whether they came or not. */
	due: number;
	came: number;
	/** Keys of events that had to come and did not. */
	lost: string[];
	/** Keys of events that came more often than they happened. */
	twice: string[];
	/** Keys of events that never happened. */
	untrue: string[];
	/** The most polls from what happened to its event. */
	slowestPolls: number;
}

/** The side of a limit on which the value of a record is. */
export type Side = 'below' | 'above' | 'unknown';

/** A record as the service has it. */
export interface TrueRecord {
	id: string;
	updatedAt: string;
}

/**
 * Knows which events a trigger has to emit. It is told what happens at the service, and which events come; each
 * event has a key, such as the ID of its record.
 */
export abstract class Oracle {
	/** How often an event may come: as often as it happened. */
	private readonly happened = new Map<string, number>();
	private readonly came = new Map<string, number>();
	/** Events that have to come, and the number of the last poll before they happened. */
	private readonly awaited = new Map<string, number>();
	private due = 0;
	private polls = 0;
	private slowestPolls = 0;

	created?(record: TrueRecord): void;

	edited?(record: TrueRecord): void;

	/** The record has come below the threshold and into the segment, is no longer, or has no score any more. */
	crossed?(record: TrueRecord, side: Side): void;

	deleted?(record: TrueRecord): void;

	/** The trigger has read everything. */
	rested?(): void;

	/** n8n has stored the state of the trigger. */
	stored?(): void;

	/** The trigger goes on from the state that n8n stored last. */
	resumed?(): void;

	protected abstract keyOf(item: IDataObject): string;

	/** A poll has ended, and n8n has got these items. */
	polled(items: readonly IDataObject[]): void {
		this.polls++;

		for (const item of items) this.emitted(this.keyOf(item));
	}

	protected emitted(key: string): void {
		const happenedAt = this.awaited.get(key);

		if (happenedAt !== undefined) {
			this.slowestPolls = Math.max(this.slowestPolls, this.polls - happenedAt);
			this.awaited.delete(key);
		}

		addTo(this.came, key);
	}

	get findings(): Findings {
		const { happened } = this;
		const keys = [...this.came.keys()];
		const times = (key: string) => happened.get(key) ?? 0;

		return {
			due: this.due,
			came: [...this.came.values()].reduce((sum, count) => sum + count, 0),
			lost: [...this.awaited.keys()],
			twice: keys.filter((key) => happened.has(key) && Number(this.came.get(key)) > times(key)),
			untrue: keys.filter((key) => !happened.has(key)),
			slowestPolls: this.slowestPolls,
		};
	}

	/** The event may come. */
	protected allow(key: string): void {
		addTo(this.happened, key);
	}

	/** The event has to come. */
	protected await(key: string): void {
		if (!this.awaited.has(key)) this.due++;

		this.awaited.set(key, this.polls);
	}

	protected excuseAll(): void {
		for (const key of this.awaited.keys()) this.excuse(key);
	}

	protected isAwaited(key: string): boolean {
		return this.awaited.has(key);
	}

	/** The event need not come any more. */
	protected excuse(key: string): void {
		if (this.awaited.delete(key)) this.due--;
	}
}

function addTo(counts: Map<string, number>, key: string): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Created: once for each record that still exists. */
export class CreatedOracle extends Oracle {
	protected keyOf({ id }: IDataObject): string {
		return String(id);
	}

	override created({ id }: TrueRecord): void {
		this.allow(id);
		this.await(id);
	}

	override deleted({ id }: TrueRecord): void {
		this.excuse(id);
	}
}

/** The same of a list that is read whole: what is there when it is read to its end for the first time is no event. */
export class WholeListOracle extends CreatedOracle {
	/** Whether the list was read to its end, and whether the stored state says so. */
	private isRead = false;
	private isStoredRead = false;

	override rested(): void {
		this.isRead = true;
	}

	override stored(): void {
		this.isStoredRead = this.isRead;
	}

	override resumed(): void {
		if (!this.isStoredRead) this.excuseAll();
	}
}

/** Updated: the last edit of each record that still exists; an earlier one only if a poll came before the next. */
export class UpdatedOracle extends Oracle {
	private readonly lastEdit = new Map<string, string>();

	protected keyOf({ id, updatedAt }: IDataObject): string {
		return `${String(id)} at ${String(updatedAt)}`;
	}

	override edited({ id, updatedAt }: TrueRecord): void {
		const key = this.keyOf({ id, updatedAt });

		this.forgetLastEdit(id);
		this.lastEdit.set(id, key);
		this.allow(key);
		this.await(key);
	}

	override deleted({ id }: TrueRecord): void {
		this.forgetLastEdit(id);
	}

	private forgetLastEdit(id: string): void {
		const key = this.lastEdit.get(id);
		if (key !== undefined) this.excuse(key);
	}
}

/**
 * Health Dropped, Entered Segment: a record that the trigger knows above has to be an event when it is below. What is
 * over before a poll has read it need not be an event.
 */
export class CrossingOracle extends Oracle {
	private readonly above = new Set<string>();
	private readonly below = new Set<string>();
	/** Records that the trigger has read at all. */
	private known = new Set<string>();
	/** Those of them that were above when it had last read everything, and had no event since. */
	private knownAbove = new Set<string>();
	/** Records that were below at some time since the trigger had last read everything. */
	private belowSinceRest = new Set<string>();
	/** Records that the stored state knows, and those that are below in it. */
	private storedKnown = new Set<string>();
	private storedBelow = new Set<string>();

	protected keyOf({ id }: IDataObject): string {
		return String(id);
	}

	override crossed({ id }: TrueRecord, side: Side): void {
		if (side === 'unknown') this.lostValue(id);
		else if (side === 'above') this.rose(id);
		else this.fell(id);
	}

	/** The last score that was read counts on. What has changed since the last rest may not have been read. */
	private lostValue(id: string): void {
		const isKnownAbove = this.knownAbove.has(id) && !this.isAwaited(id);
		if (isKnownAbove) return;

		this.excuse(id);
		this.above.delete(id);
		this.below.delete(id);
		this.knownAbove.delete(id);
	}

	private rose(id: string): void {
		this.below.delete(id);
		this.above.add(id);
		this.excuse(id);
	}

	private fell(id: string): void {
		if (this.below.has(id)) return;

		this.above.delete(id);
		this.below.add(id);
		this.belowSinceRest.add(id);
		this.allow(id);
		if (this.knownAbove.has(id)) this.await(id);
	}

	override deleted({ id }: TrueRecord): void {
		this.above.delete(id);
		this.below.delete(id);
		this.knownAbove.delete(id);
		this.excuse(id);
	}

	override rested(): void {
		this.known = new Set([...this.above, ...this.below]);
		this.knownAbove = new Set(this.above);
		this.belowSinceRest = new Set(this.below);
	}

	/** The state has above what is known above and had no event yet. */
	override stored(): void {
		this.storedKnown = this.known;
		this.storedBelow = new Set([...this.belowSinceRest].filter((id) => !this.isAwaited(id)));
	}

	/**
	 * What the state does not know may be below from the start. What has risen since it was stored is still below in it,
	 * so its next drop need not be an event.
	 */
	override resumed(): void {
		this.known = this.storedKnown;

		for (const id of [...this.above, ...this.below]) {
			if (this.storedKnown.has(id) && !this.storedBelow.has(id)) continue;

			this.knownAbove.delete(id);
			this.excuse(id);
		}
	}

	protected override emitted(key: string): void {
		super.emitted(key);
		this.knownAbove.delete(key);
	}
}
