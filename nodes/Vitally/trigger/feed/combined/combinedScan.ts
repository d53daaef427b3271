import { feedOf, streamId, watchedKey, type FeedConfig, type PageRequest } from '../config';
import type { FeedEvent } from '../detectors/detector';
import type { ClockReading, PollResult, Scan } from '../scan';
import type { CombinedState, DetectorState, ListState } from '../state';
import { withWatchOf } from '../watchChange';
import { EmittedEvents } from './emittedEvents';
import { commonStart, raisedTo, startedAt } from './headStarts';
import { apart, merged, withShared } from './sharedState';

interface Start {
	newest: number;
	notices: readonly string[];
}

type OpenList = (config: FeedConfig, state: ListState | null, start: Start) => Scan;

/**
 * A poll of lists that may hold the same records: one after the other, each with a position of its own.
 * What the detectors know of the records is common to all, and so is what was emitted, so that a
 * record which stands in two lists is one event.
 */
export class CombinedScan implements Scan {
	private scan: Scan;
	private readonly results: PollResult[] = [];
	private shared: DetectorState;

	/**
	 * @param stored null: the feed starts
	 * @param configs one for each list
	 */
	constructor(
		private readonly stored: CombinedState | null,
		private readonly configs: readonly FeedConfig[],
		private readonly start: Start,
		private readonly openList: OpenList,
	) {
		const isSame = stored?.watched === watchedKey(configs[0]);
		this.shared = isSame ? apart(stored).detector : {};
		this.scan = this.open();
	}

	get request(): PageRequest | null {
		return this.scan.request;
	}

	page(results: readonly unknown[], next: string | null, reading?: ClockReading): Scan {
		this.scan = this.scan.page(results, next, reading);
		if (!this.scan.request && this.results.length + 1 < this.configs.length) {
			this.close();
			this.scan = this.open();
		}
		return this;
	}

	cursorRejected(): boolean {
		return this.scan.cursorRejected();
	}

	finish(): PollResult {
		this.close();
		while (this.results.length < this.configs.length) {
			this.scan = this.open();
			this.close();
		}
		const { results, configs, stored, start } = this;
		const lists = this.positions();
		const notices = [...new Set(results.flatMap((result) => result.notices))];
		if (!lists) return { events: [], state: null, notices, isComplete: false };
		const emitted = new EmittedEvents(stored, feedOf(configs[0]).sortBy);
		const all = emitted.oldestFirst(results.map(({ events }) => events));
		const events = stored ? all : newestOf(all, start.newest);
		return {
			events,
			notices,
			isComplete: results.every(({ isComplete }) => isComplete),
			state: {
				v: 1,
				stream: streamId(configs[0]),
				watched: watchedKey(configs[0]),
				lists,
				emitted: emitted.stillPossible(lists),
				...this.shared,
			},
		};
	}

	private open(): Scan {
		const index = this.results.length;
		const config = this.configs[index];
		const position = this.stored?.lists[index] ?? null;
		const state = position && withShared(withWatchOf(config, position), this.shared);
		return this.openList(config, state, index === 0 ? this.start : { ...this.start, notices: [] });
	}

	private close(): void {
		const isStart = !this.stored?.lists[this.results.length];
		const result = this.scan.finish();
		this.results.push(result);
		if (!result.state || 'lists' in result.state) return;
		const { detector } = apart(result.state);
		this.shared = isStart ? merged(this.shared, detector) : detector;
	}

	/**
	 * Where each list goes on. What has a timestamp below the head of one list showed everywhere when that
	 * list was read. So a list that was read to its end after that goes on from there too: what comes
	 * into it with an earlier timestamp is an old record in a new list.
	 *
	 * @returns null: a list was not read far enough to start, or none has a start
	 */
	private positions(): ListState[] | null {
		const now = this.results.map(({ state }) =>
			state && !('lists' in state) ? apart(state).position : null,
		);
		const isRead = this.results.every(({ state, isComplete }) => state ?? isComplete);
		if (!isRead || now.every((list) => list === null)) return null;
		const before = this.stored?.lists ?? now;
		return now.map((list, index) => {
			const known = now.map((own, other) => (other < index ? own : before[other]));
			const start = commonStart(known);
			if (!list) return startedAt(start, this.configs[index]);
			return this.stored && !this.results[index].isComplete ? list : raisedTo(start, list);
		});
	}
}

function newestOf(events: FeedEvent[], count: number): FeedEvent[] {
	return count ? events.slice(-count) : [];
}
