import { instantOf, versionKey, type Dated } from './record';

/**
 * A stretch of the list, by timestamp, both ends included, that may hold unread records.
 * `known` are the records inside that were read already: id to timestamp.
 */
export interface Stretch {
	from: number;
	/** null: open at the newest end. */
	to: number | null;
	known: Record<string, string>;
	/** The page that was read last. A short cut only: its cursor may be refused or have shifted. */
	resume?: Resume;
}

/** A page to go on from: its cursor, and the record it began with, as id and timestamp. */
interface Resume {
	cursor: string;
	first: string;
}

/** Known records one stretch may hold: about 66 bytes each with the service's ids. */
export const KNOWN_LIMIT = 50_000;

/** Reads one stretch from its newest to its oldest end, page by page. */
export class Walk {
	readonly known: Map<string, string>;
	/** The newest timestamp met. */
	newest = -Infinity;
	done = false;
	pages = 0;
	/** The service sent a cursor a second time: going on would never end. */
	circling = false;
	/** Cursor of the page to ask for; undefined for the first page of the list. */
	cursor: string | undefined;

	/** Timestamp of the last record of the last page read; undefined before that. */
	private reached: number | undefined;
	private resume: Resume | undefined;
	private resuming: boolean;
	private readonly asked = new Set<string>();

	constructor(private readonly stretch: Stretch) {
		this.known = new Map(Object.entries(stretch.known));
		this.resume = stretch.resume;
		this.cursor = stretch.resume?.cursor;
		this.resuming = stretch.resume !== undefined;
	}

	/** False as long as no page was read. */
	get started(): boolean {
		return this.reached !== undefined;
	}

	/** The cursor to ask with was remembered by an earlier poll. */
	get isResuming(): boolean {
		return this.resuming;
	}

	/** More is known to be read than the rest can remember. */
	get isCrowded(): boolean {
		return !this.done && this.inside().length > KNOWN_LIMIT;
	}

	/** Forgets a remembered cursor and begins at the top of the list. */
	restart(): void {
		this.cursor = undefined;
		this.resume = undefined;
		this.resuming = false;
	}

	/**
	 * Takes in the page that was asked for with `cursor`.
	 * @returns the records of the stretch that were not known
	 */
	page(records: readonly Dated[], next: string | null): Dated[] {
		if (this.resuming && !this.continues(records[0])) {
			this.restart();
			return [];
		}
		this.resuming = false;
		this.pages++;
		const fresh = records.filter((dated) => this.isFresh(dated));
		for (const dated of fresh) this.known.set(dated.id, dated.stamp);
		this.newest = records.reduce((newest, { at }) => Math.max(newest, at), this.newest);
		if (records.length) this.reachedEndOf(records);
		this.goOn(next);
		return fresh;
	}

	/** Marks a record as read that another walk met inside this stretch. */
	note(dated: Dated): void {
		if (this.isFresh(dated)) this.known.set(dated.id, dated.stamp);
	}

	/** What is still unread, or undefined when nothing is. */
	rest(): Stretch | undefined {
		if (this.done) return undefined;
		const to = this.end();
		return {
			from: this.stretch.from,
			to: to === Infinity ? null : to,
			known: Object.fromEntries(this.inside().slice(-KNOWN_LIMIT)),
			...(this.resume && { resume: this.resume }),
		};
	}

	/** The newest end of what is still unread. */
	private end(): number {
		return Math.min(this.stretch.to ?? Infinity, this.reached ?? Infinity);
	}

	private inside(): Array<[string, string]> {
		const end = this.end();
		return [...this.known].filter(([, stamp]) => (instantOf(stamp) ?? 0) <= end);
	}

	private reachedEndOf(records: readonly Dated[]): void {
		this.reached = records[records.length - 1].at;
		const { cursor } = this;
		this.resume = cursor === undefined ? undefined : { cursor, first: versionKey(records[0]) };
	}

	private goOn(next: string | null): void {
		if (!next || (this.reached !== undefined && this.reached < this.stretch.from)) {
			this.done = true;
		} else if (this.asked.has(next)) {
			this.circling = true;
		} else {
			this.asked.add(next);
			this.cursor = next;
		}
	}

	/**
	 * The page of a remembered cursor was read before. If it begins above the stretch, or with the
	 * record it began with then, nothing unread can stand before it; else it may have shifted.
	 */
	private continues(first: Dated | undefined): boolean {
		if (!first) return false;
		return first.at > (this.stretch.to ?? Infinity) || versionKey(first) === this.resume?.first;
	}

	private isFresh({ id, at, stamp }: Dated): boolean {
		if (at < this.stretch.from || at > (this.stretch.to ?? Infinity)) return false;
		const known = this.known.get(id);
		return known === undefined || (known !== stamp && at >= (instantOf(known) ?? -Infinity));
	}
}
