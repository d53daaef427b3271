import type { FeedEvent } from './event';
import { judgeFor, learns } from './judge';
import { dated, oldestFirst, type Dated } from './record';
import type { Poll, Scan } from './scanContract';
import {
	DEFAULT_MAX_PAGES,
	DEFAULT_OVERLAP_MS,
	feedOf,
	PAGE_SIZE,
	listName,
	pageRequest,
	watchedPaths,
	type FeedSettings,
	type PageRequest,
} from './settings';

/**
 * The start of a feed: the newest record sets the watermark, everything stamped later is news.
 * One request of one item, or as many as the newest `newest` records take.
 */
export class Baseline implements Scan {
	private readonly records: Dated[] = [];
	private cursor: string | undefined;
	private pages = 0;
	private results = 0;
	private isRead = false;

	constructor(
		private readonly settings: FeedSettings,
		private readonly newest: number,
		private readonly notices: string[],
	) {}

	get request(): PageRequest | null {
		if (this.isRead || this.pages >= (this.settings.maxPages ?? DEFAULT_MAX_PAGES)) return null;
		const limit = Math.min(Math.max(this.newest, 1), PAGE_SIZE);
		return pageRequest(this.settings, limit, this.cursor);
	}

	page(results: readonly unknown[], next: string | null): void {
		const request = this.request;
		if (!request) return;
		this.records.push(...dated(results, request.sortBy).records);
		this.results += results.length;
		this.pages++;
		this.isRead = !next || this.records.length >= Math.max(this.newest, 1);
		this.cursor = next ?? undefined;
	}

	cursorRefused(): boolean {
		return false;
	}

	finish(): Poll {
		const isEmpty = this.isRead && this.results === 0;
		const isComplete = this.isRead;
		if (!this.records.length && !isEmpty) {
			const notice =
				'No record of the list has a readable timestamp yet. The next poll looks again.';
			const notices = this.results ? [...this.notices, notice] : this.notices;
			return { events: [], state: null, notices, isComplete };
		}
		const newest = isEmpty ? null : Math.max(...this.records.map(({ at }) => at));
		const judge = judgeFor(this.settings, null, newest);
		const events = oldestFirst(this.records.slice(0, this.newest))
			.map((record) => judge.first(record))
			.filter((event): event is FeedEvent => event !== null);
		return {
			events,
			isComplete,
			notices: [...this.notices, ...judge.notices],
			state: {
				v: 1,
				list: listName(this.settings),
				watched: JSON.stringify(watchedPaths(this.settings)),
				watermark: newest ?? 0,
				head: { from: newest === null ? 0 : this.firstUnread(newest), to: null, known: {} },
				...(learns(this.settings) &&
					newest !== null && { unlearned: { from: 0, to: newest, known: {} } }),
				...judge.saved(),
			},
		};
	}

	/**
	 * Above the newest record: its ties are history. Where a moment tells history from news, the
	 * overlap before it is looked at as well, for records that become visible late.
	 */
	private firstUnread(newest: number): number {
		const { overlapMs = DEFAULT_OVERLAP_MS } = this.settings;
		return feedOf(this.settings).moment ? newest - overlapMs : newest + 1;
	}
}
