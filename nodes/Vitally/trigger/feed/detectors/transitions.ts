import { canonicalTimestamp, parseTimestamp, type RecordVersion } from '../record';
import type { Transitions } from '../state';
import type { ChangeDetector, DetectorSnapshot, FeedEvent } from './detector';

/** About 66 bytes each with the service's ids, so about 3.3 MB. */
export const TRANSITIONS_LIMIT = 50_000;

/**
 * Churned, archived and completed events: a record fires once for each time it churned, was archived or
 * completed. An edit moves it to the front of its list with that time unchanged, and is none; a record
 * that was restored and archived again has a new time.
 */
export class TransitionDetector implements ChangeDetector, DetectorSnapshot {
	readonly snapshot = this;
	isFull = false;
	private since: number;
	private status: Transitions['snapshot'];
	private opened: Map<string, string> | undefined;
	private withoutTime = 0;

	/** @param hasOwnList the list holds records with such a time, and no others */
	constructor(
		private readonly field: 'churnedAt' | 'archivedAt' | 'completedAt',
		private readonly hasOwnList: boolean,
		private readonly stored: Transitions = { since: 0, snapshot: 'pending', seen: {} },
	) {
		this.since = stored.since;
		this.status = stored.snapshot;
	}

	get notices(): string[] {
		const notices: string[] = [];
		if (this.withoutTime && this.hasOwnList) {
			notices.push(
				`${this.withoutTime} records of the list have no readable ${this.field} and were left out.`,
			);
		}
		if (this.isFull) {
			notices.push(
				`More than ${TRANSITIONS_LIMIT} records are remembered: those up to ${new Date(this.since).toISOString()} are forgotten and count as old.`,
			);
		}
		return notices;
	}

	detect(version: RecordVersion): FeedEvent | null {
		// Both: a churn date may be set ahead, so a late one alone does not tell a new churn.
		const transitionMs = parseTimestamp(version.record[this.field]) ?? 0;
		const newsMs = Math.min(version.timeMs ?? Infinity, transitionMs);
		const isNews = this.status === 'complete' || newsMs > this.since || this.seen.has(version.id);
		const event = this.detectInitial(version);
		return isNews ? event : null;
	}

	detectInitial({ id, record }: RecordVersion): FeedEvent | null {
		const transitionedAt = canonicalTimestamp(record[this.field]);
		if (transitionedAt === undefined) {
			this.withoutTime++;
			return null;
		}
		if (this.seen.get(id) === transitionedAt) return null;
		this.seen.set(id, transitionedAt);
		this.forgetOldest();
		return { key: `${id}|${transitionedAt}`, record };
	}

	observeInitial(version: RecordVersion): void {
		if (!this.seen.has(version.id)) this.detectInitial(version);
	}

	startedAt(timeMs: number): void {
		this.since = Math.max(this.since, timeMs);
	}

	snapshotRead(): void {
		this.status = 'reconciling';
	}

	reconciled(): void {
		if (this.status === 'reconciling') this.status = 'complete';
	}

	saved(): { transitions: Transitions } {
		const seen = this.opened ? Object.fromEntries(this.opened) : this.stored.seen;
		return { transitions: { since: this.since, snapshot: this.status, seen } };
	}

	private get seen(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.seen));
		return this.opened;
	}

	/** A tenth at a time, so that the sorting is rare. */
	private forgetOldest(): void {
		if (this.seen.size <= TRANSITIONS_LIMIT) return;
		const oldestFirst = [...this.seen]
			.map(([id, transitionedAt]) => ({ id, timeMs: parseTimestamp(transitionedAt) ?? 0 }))
			.sort((a, b) => a.timeMs - b.timeMs);
		for (const { id, timeMs } of oldestFirst.slice(0, TRANSITIONS_LIMIT / 10)) {
			this.seen.delete(id);
			this.since = Math.max(this.since, timeMs);
		}
		this.status = 'pending';
		this.isFull = true;
	}
}
