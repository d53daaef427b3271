import { createScan } from '../../../nodes/Vitally/trigger/scan/createScan';
import type {
	FeedConfig,
	ListState,
	PollResult,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';
import { findEvent } from '../../../nodes/Vitally/trigger/triggerEvents';

/** A poll of a list with timestamps. */
type ListPoll = PollResult & { state: ListState | null };

export interface Page {
	results: ServiceRecord[];
	next?: string | null;
	/** Seconds of the service's clock. */
	at?: number;
}

/** One poll over pages that are given as they are, as far as it asks for them. */
export function pollPages(pages: Page[], config: FeedConfig, state: unknown) {
	const scan = createScan(state, config);
	let read = 0;

	for (const { results, next = null, at } of pages) {
		if (!scan.request) break;

		scan.page(results, next, at === undefined ? undefined : Date.parse(timestampAt(at)));
		read++;
	}

	return { ...(scan.finish() as ListPoll), read };
}

/** One poll of a list that is in one order whatever it is sorted by; counts its requests. */
export function pollList(
	list: ReadonlyArray<{ id: string }>,
	config: FeedConfig,
	state: unknown,
	{
		clockMs,
		pageSize = 100,
		most = Infinity,
	}: { clockMs?: number; pageSize?: number; most?: number } = {},
) {
	const scan = createScan(state, config);
	let requests = 0;

	for (; scan.request && requests < most; requests++) {
		const start = Number(scan.request.from ?? 0);
		const end = start + pageSize;
		const next = end < list.length ? String(end) : null;

		scan.page(list.slice(start, end) as never, next, clockMs);
	}

	return { ...(scan.finish() as ListPoll), requests };
}

/**
 * The events of one record, as one poll after another finds it; the first one is the start, null: not there yet.
 *
 * @param settings the same for all polls, or those of each
 */
export function eventsOf(
	settings: FeedConfig | FeedConfig[],
	...versions: Array<ServiceRecord | null>
) {
	let state: unknown = null;
	const createdAt = versions[0] ? -9 : 1;

	return versions.map((version, index) => {
		const record = version && row('a', createdAt, 300 * index, version);
		const old = row('old', -10, -8);
		const config = Array.isArray(settings) ? settings[index] : settings;
		const done = pollPages(
			[{ results: record ? [record, old] : [old], next: null }],
			config,
			state,
		);

		state = JSON.parse(JSON.stringify(done.state));

		return done.events;
	});
}

/** The events of a record that a start of one page has not read. */
export function eventsOfUnread(settings: FeedConfig, version: ServiceRecord) {
	const config = { ...settings, maxPages: 1 };

	const page = (id: string, at: number, next: string | null) => {
		return [{ results: [row(id, -9, at, version)], next }];
	};

	const { state } = pollPages(page('a', 0, 'more'), config, null);

	return pollPages(page('b', 300, null), config, state).events;
}

export const timestampAt = (seconds: number) =>
	new Date(1_760_000_000_000 + seconds * 1000).toISOString();

/** A record with its times in seconds. */
export const row = (id: string, createdAt: number, updatedAt = createdAt, fields: object = {}) => ({
	id,
	createdAt: timestampAt(createdAt),
	updatedAt: timestampAt(updatedAt),
	...fields,
});

/** A configuration with the feed of its event, as the trigger hands it to a scan. */
type Required = Pick<FeedConfig, 'feed' | 'lookbackMs' | 'maxPages'>;

export function configOf<T extends Omit<FeedConfig, keyof Required> & Partial<Required>>(
	config: T,
): T & Required {
	const event = findEvent(config.triggerOn);
	if (!event) throw new Error(`There is no event ${config.triggerOn}`);

	return { lookbackMs: 120_000, maxPages: 20, ...config, feed: event.feed };
}
