import { ChangeDetection } from './changeDetection';
import { DEFAULT_MAX_PAGES, pageRequest, streamId, watchedKey } from './config';
import { GapReader } from './gapReader';
import { parseTimestamp } from './record';
import type {
	FeedConfig,
	FeedEvent,
	PageRequest,
	PollResult,
	Scan,
	ServiceRecord,
	UntimedState,
} from './types';

/**
 * A poll of a list without an order, or whose records have no timestamps, such as projects by `updatedAt` in
 * the document. It reads the whole list and compares every record with its stored value. The first poll has
 * no events.
 */
export class UntimedScan implements Scan {
	private readonly reader = new GapReader({ start: 0, end: null });
	private readonly changes: ChangeDetection;
	private readonly events = new Map<string, FeedEvent>();

	/** @param count how many of the newest records a start emits */
	constructor(
		private readonly state: UntimedState,
		private readonly config: FeedConfig,
		private readonly count = 0,
		private readonly notices: readonly string[] = [],
	) {
		this.changes = new ChangeDetection(config, state.store, true);
	}

	static ofStart(config: FeedConfig, count: number, notices: readonly string[]): UntimedScan {
		const { isUnsorted, sortBy } = config.feed;
		const notice = `The list has no readable ${sortBy}: changes are detected by the contents of its records.`;
		const state = { v: 2, stream: streamId(config), watched: watchedKey(config) } as const;
		return new UntimedScan(state, config, count, isUnsorted ? notices : [...notices, notice]);
	}

	/** The feed started with an empty list, so every record is new. */
	static ofEmptyStart(config: FeedConfig): UntimedScan {
		const scan = UntimedScan.ofStart(config, 0, []);
		scan.changes.store.status = 'complete';
		return scan;
	}

	get request(): PageRequest | null {
		const { reader, config, state } = this;
		const { maxPages = DEFAULT_MAX_PAGES } = config;
		const isEnough = !state.store && reader.pages >= maxPages;
		if (reader.isDone || isEnough) return null;
		return pageRequest(config, reader.cursor);
	}

	page(results: readonly ServiceRecord[], next: string | null): Scan {
		for (const record of results) {
			if (record.id === undefined || record.id === null) continue;
			const version = { record, id: String(record.id), version: '', timeMs: 0 };
			const event = this.changes.detect(version);
			const shown = this.count ? this.changes.initialEvent(version) : event;
			if (shown) this.events.set(shown.key, shown);
		}
		this.reader.page([], next, undefined);
		return this;
	}

	finish(): PollResult {
		const { changes, reader } = this;
		const { sortBy } = this.config.feed;
		const oldestFirst = [...this.events.values()].reverse();
		const timeOf = ({ record }: FeedEvent) => parseTimestamp(record[sortBy]) ?? 0;
		oldestFirst.sort((a, b) => timeOf(a) - timeOf(b));
		const { v, stream, watched } = this.state;
		const { store } = changes;
		if (reader.isDone && !store.isFull) store.status = 'complete';
		const hasBegun = this.state.store !== undefined || reader.pages > 0;
		return {
			events: this.count ? oldestFirst.slice(-this.count) : oldestFirst,
			state: hasBegun ? { v, stream, watched, store: changes.saved() } : null,
			notices: [...this.notices, ...changes.notices],
			isComplete: reader.isDone,
		};
	}
}
