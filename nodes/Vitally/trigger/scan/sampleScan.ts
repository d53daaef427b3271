import { parseTimestamp } from '../../values/recordValues';
import { ChangeDetection } from './changeDetection';
import { listsOf, pageRequest } from './config';
import { ListCursor } from './readings/listCursor';
import { isId, oldestFirst } from './recordVersion';
import type {
	FeedConfig,
	FeedEvent,
	ListPage,
	PageRequest,
	Phase,
	PollResult,
	Reading,
	RecordVersion,
	Scan,
} from './types';

/** Maximum pages of each list without an event that the settings want. */
const MAX_PAGES = 10;

/** Reads the newest records for a test in the editor: of each list the first page that has events. */
export class SampleScan implements Scan {
	readonly phases: readonly Phase[];
	/** The events by record, because a record may be in two lists. */
	private readonly events = new Map<string, { event: FeedEvent; timeMs: number }>();

	constructor(config: FeedConfig) {
		const changes = new ChangeDetection(config);
		const { sortBy = 'createdAt' } = config.feed;

		const take = (version: RecordVersion) => {
			const event = changes.isInScope(version) ? changes.exampleEvent(version) : undefined;
			const timeMs = parseTimestamp(version.record[sortBy]) ?? 0;
			if (event) this.events.set(version.id, { event, timeMs });

			return event !== undefined;
		};

		this.phases = [{ readings: listsOf(config).map((list) => new SampleReading(list, take)) }];
	}

	finish(): PollResult {
		const events = oldestFirst([...this.events.values()]).map(({ event }) => event);

		return { events, state: null, notices: [] };
	}
}

/** Reads one list to its first page with an event. */
class SampleReading implements Reading {
	private readonly place = new ListCursor();
	private hasEvents = false;

	/** @param take returns whether a record is an event */
	constructor(
		private readonly config: FeedConfig,
		private readonly take: (version: RecordVersion) => boolean,
	) {}

	get request(): PageRequest | null {
		const { isDone, pages, cursor } = this.place;
		if (this.hasEvents || isDone || pages >= MAX_PAGES) return null;

		return pageRequest(this.config, cursor);
	}

	accept({ results, next }: ListPage): void {
		for (const record of results) {
			const { id } = record;
			if (isId(id) && this.take({ record, id: String(id), timeMs: 0 })) this.hasEvents = true;
		}

		this.place.advance(next);
	}

	/** No cursor is stored. */
	dropStoredCursor(): boolean {
		return false;
	}
}
