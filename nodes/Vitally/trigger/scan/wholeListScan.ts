import { parseTimestamp } from '../../values/recordValues';
import { ChangeDetection } from './changeDetection';
import { pageRequest, streamId, watchedKey } from './config';
import { ListCursor } from './readings/listCursor';
import { isId, oldestFirst } from './recordVersion';
import {
	STATE_VERSION,
	type FeedConfig,
	type FeedEvent,
	type ListPage,
	type PageRequest,
	type Phase,
	type PollResult,
	type Reading,
	type RecordVersion,
	type Scan,
	type WholeListState,
} from './types';

const NOT_WHOLE =
	'The time of the poll ended before it had read the whole list: changes in the rest are seen by the next poll that reads it.';

/** The last poll of a whole list, or how its first one starts. */
export interface WholeListOrigin {
	/** The state of the last poll; absent: starts from now. */
	stored?: WholeListState;
	/** How many of the newest records a start emits; by default none. */
	count?: number;
	/** The reasons why it starts. */
	notices?: readonly string[];
}

/**
 * A poll of a list without an order, or whose records have no timestamps. It reads the whole list and compares
 * every record with its stored value. The first poll has no events.
 */
export class WholeListScan implements Scan, Reading {
	readonly phases: readonly Phase[] = [{ readings: [this] }];
	private readonly place = new ListCursor();
	private readonly changes: ChangeDetection;
	private readonly isStart: boolean;
	private readonly count: number;
	private readonly startNotices: readonly string[];
	/** The events by record, each with the time of the record's creation. */
	private readonly events = new Map<string, { event: FeedEvent; timeMs: number }>();
	/** The time at which the newest record of the list was created. */
	private newest = 0;

	constructor(
		private readonly config: FeedConfig,
		{ stored, count = 0, notices = [] }: WholeListOrigin,
	) {
		this.changes = new ChangeDetection(config, stored?.store);
		this.isStart = !stored?.store;
		this.count = count;
		this.startNotices = notices;
	}

	get request(): PageRequest | null {
		const { isDone, pages, cursor } = this.place;
		const isEnough = this.isStart && pages >= this.config.maxPages;
		if (isDone || isEnough) return null;

		return pageRequest(this.config, cursor);
	}

	accept({ results, next }: ListPage): void {
		if (this.place.pages === 0) this.changes.store.beginListing();

		for (const record of results) {
			const { id } = record;
			if (isId(id)) this.compare({ record, id: String(id), timeMs: 0 });
		}

		this.place.advance(next);
	}

	/** No cursor is stored. */
	dropStoredCursor(): boolean {
		return false;
	}

	finish(): PollResult {
		const { changes, config } = this;
		const { store } = changes;
		// A list of one page is read at one instant, so no record can move around it.
		if (this.isStart && this.place.pages > 1) store.since = this.newest;
		if (this.place.isDone) store.endListing();

		const events = oldestFirst([...this.events.values()]).map(({ event }) => event);
		const notices = [...this.startNotices, ...changes.notices];
		if (this.request) notices.push(NOT_WHOLE);

		return {
			events: events.slice(-this.count),
			state: {
				v: STATE_VERSION,
				stream: streamId(config),
				watched: watchedKey(config),
				store: changes.saved(),
			},
			notices,
		};
	}

	private compare(version: RecordVersion): void {
		const { changes } = this;
		if (!changes.isInScope(version)) return;

		const createdMs = parseTimestamp(version.record.createdAt) ?? 0;
		const change = changes.detect(version);
		const event = this.count > 0 ? changes.initialEvent(version) : change;

		this.newest = Math.max(this.newest, createdMs);
		if (event) this.events.set(version.id, { event, timeMs: createdMs });
	}
}
