import { ChangeDetection } from './changeDetection';
import { pageRequest, streamId, watchedKey } from './config';
import { ListCursor } from './listCursor';
import { oldestFirst, parseTimestamp } from './record';
import type {
	FeedConfig,
	FeedEvent,
	PageRequest,
	PollResult,
	Scan,
	ServiceRecord,
	WholeListState,
} from './types';

const NOT_WHOLE =
	'The time of the poll ended before it had read the whole list: changes in the rest are seen by the next poll that reads it.';

/**
 * A poll of a list without an order, or whose records have no timestamps. It reads the whole list and compares
 * every record with its stored value. The first poll has no events.
 */
export class WholeListScan implements Scan {
	private readonly reader = new ListCursor();
	private readonly changes: ChangeDetection;
	/** By record, each with the time of its creation. */
	private readonly events = new Map<string, { event: FeedEvent; timeMs: number }>();

	/**
	 * @param stored the state of the last poll; absent: starts from now
	 * @param count how many of the newest records a start emits
	 */
	constructor(
		private readonly config: FeedConfig,
		private readonly stored?: WholeListState,
		private readonly count = 0,
		private readonly notices: readonly string[] = [],
	) {
		this.changes = new ChangeDetection(config, stored?.store);
	}

	get request(): PageRequest | null {
		const { reader, config, stored } = this;
		const isEnough = !stored?.store && reader.pages >= config.maxPages;
		if (reader.isDone || isEnough) return null;

		return pageRequest(config, reader.cursor);
	}

	page(results: readonly ServiceRecord[], next: string | null): void {
		for (const record of results) {
			if (record.id === undefined || record.id === null) continue;

			const version = { record, id: String(record.id), timeMs: 0 };
			const event = this.changes.detect(version);
			const shown = this.count ? this.changes.initialEvent(version) : event;
			const createdMs = parseTimestamp(record.createdAt) ?? 0;
			if (shown) this.events.set(version.id, { event: shown, timeMs: createdMs });
		}

		this.reader.advance(next);
	}

	finish(): PollResult {
		const { changes, reader, config } = this;
		const { store } = changes;
		const events = oldestFirst([...this.events.values()]).map(({ event }) => event);
		if (reader.isDone && !store.isFull) store.status = 'complete';

		const place = { v: 2, stream: streamId(config), watched: watchedKey(config) } as const;

		return {
			events: events.slice(-this.count),
			state: { ...place, store: changes.saved() },
			notices: [...this.notices, ...changes.notices, ...(this.request ? [NOT_WHOLE] : [])],
		};
	}
}
