import type { FeedEvent } from '../detectors/detector';
import { canonicalTimestamp, parseTimestamp } from '../record';
import { SEEN_LIMIT } from '../incremental/sliceReader';
import type { CombinedState, ListState } from '../state';

/** The events that one list gave and another may still give. */
export class EmittedEvents {
	private readonly times: Map<string, string>;

	/** @param stored null at the start of a feed */
	constructor(
		private readonly stored: CombinedState | null,
		private readonly sortBy: 'createdAt' | 'updatedAt',
	) {
		this.times = new Map(Object.entries(stored?.emitted ?? {}));
	}

	/** The events of all lists in one order, each of them once, without those that came before. */
	oldestFirst(lists: FeedEvent[][]): FeedEvent[] {
		const fresh = lists.flat().filter((event) => this.enter(event));
		const at = (event: FeedEvent) => timeOf(event, this.sortBy) ?? 0;
		return fresh.sort((a, b) => at(a) - at(b));
	}

	/** Those that a list may still give: at most as many as a list remembers of its head, the newest. */
	stillPossible(lists: readonly ListState[]): Record<string, string> {
		const possible = [...this.times]
			.map(([key, time]) => ({ key, time, timeMs: parseTimestamp(time) ?? 0 }))
			.filter(({ timeMs }) => lists.some((list) => mayGive(list, timeMs)));
		if (possible.length > SEEN_LIMIT) {
			possible.sort((a, b) => b.timeMs - a.timeMs).splice(SEEN_LIMIT);
		}
		return Object.fromEntries(possible.map(({ key, time }) => [key, time]));
	}

	private enter(event: FeedEvent): boolean {
		if (this.times.has(event.key) || this.wasSeen(event)) return false;
		const timeMs = timeOf(event, this.sortBy);
		this.times.set(event.key, new Date(timeMs ?? 0).toISOString());
		return true;
	}

	/** A list has shown the record as it is, in an earlier poll. */
	private wasSeen({ record }: FeedEvent): boolean {
		const version = canonicalTimestamp(record[this.sortBy]);
		const wasSeenIn = (list: ListState) =>
			'head' in list && list.head.seen[String(record.id)] === version;
		return version !== undefined && (this.stored?.lists ?? []).some(wasSeenIn);
	}
}

function mayGive(list: ListState, timeMs: number): boolean {
	if (!('head' in list)) return true;
	const { head, backlog } = list;
	const isUnread = backlog && timeMs >= backlog.start && timeMs <= (backlog.end ?? Infinity);
	return timeMs >= head.start || isUnread === true;
}

/** When a record changed last, or came into being, as its list is sorted. */
function timeOf({ record }: FeedEvent, sortBy: 'createdAt' | 'updatedAt'): number | undefined {
	return parseTimestamp(record[sortBy]) ?? parseTimestamp(record.createdAt);
}
