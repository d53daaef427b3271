import type { FeedEvent, Judge } from './event';
import { instantOf, type Dated } from './record';
import type { Moments } from './state';

/** About 66 bytes each with the service's ids, so about 3.3 MB. */
export const MOMENTS_LIMIT = 50_000;

/**
 * Churned and archived events: a record fires once for each moment. An edit moves it to the front
 * of its list with the moment unchanged, and is none; a record that was restored and entered again
 * has a new moment.
 */
export class Entries implements Judge {
	full = false;
	private since: number;
	private learned: Moments['learned'];
	private opened: Map<string, string> | undefined;
	private withoutMoment = 0;

	constructor(
		private readonly field: 'churnedAt' | 'archivedAt',
		private readonly stored: Moments,
	) {
		this.since = stored.since;
		this.learned = stored.learned;
	}

	/** @param newest the newest timestamp of the list when the feed starts, null when it is empty */
	static since(newest: number | null): Moments {
		return { since: newest ?? 0, learned: newest === null ? 'yes' : 'no', known: {} };
	}

	get notices(): string[] {
		const notices: string[] = [];
		if (this.withoutMoment) {
			notices.push(
				`${this.withoutMoment} records of the list have no readable ${this.field} and were left out.`,
			);
		}
		if (this.full) {
			notices.push(
				`More than ${MOMENTS_LIMIT} records are remembered: those up to ${new Date(this.since).toISOString()} are forgotten and count as old.`,
			);
		}
		return notices;
	}

	happened(dated: Dated): FeedEvent | null {
		// Both: a churn date may be set ahead, so a late one alone does not tell a new churn.
		const newsAt = Math.min(dated.at, instantOf(dated.record[this.field]) ?? 0);
		const isNews = this.learned === 'yes' || newsAt > this.since;
		const event = this.first(dated);
		return isNews ? event : null;
	}

	first({ id, record }: Dated): FeedEvent | null {
		const moment = record[this.field];
		if (typeof moment !== 'string' || instantOf(moment) === undefined) {
			this.withoutMoment++;
			return null;
		}
		if (this.known.get(id) === moment) return null;
		this.known.set(id, moment);
		this.forgetOldest();
		return { key: `${id}|${moment}`, record };
	}

	learn(dated: Dated): void {
		if (!this.known.has(dated.id)) this.first(dated);
	}

	learnedAll(): void {
		this.learned = 'soon';
	}

	caughtUp(): void {
		if (this.learned === 'soon') this.learned = 'yes';
	}

	saved(): { moments: Moments } {
		const known = this.opened ? Object.fromEntries(this.opened) : this.stored.known;
		return { moments: { since: this.since, learned: this.learned, known } };
	}

	private get known(): Map<string, string> {
		this.opened ??= new Map(Object.entries(this.stored.known));
		return this.opened;
	}

	/** A tenth at a time, so that the sorting is rare. */
	private forgetOldest(): void {
		if (this.known.size <= MOMENTS_LIMIT) return;
		const byMoment = [...this.known]
			.map(([id, moment]) => ({ id, at: instantOf(moment) ?? 0 }))
			.sort((a, b) => a.at - b.at);
		const forgotten = byMoment.slice(0, MOMENTS_LIMIT / 10);
		for (const { id, at } of forgotten) {
			this.known.delete(id);
			this.since = Math.max(this.since, at);
		}
		this.learned = 'no';
		this.full = true;
	}
}
