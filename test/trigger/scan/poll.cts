import type {
	FeedConfig,
	ListState,
	PollResult,
	ServiceRecord,
} from '../../../nodes/Vitally/trigger/scan/types';
import { findEvent } from '../../../nodes/Vitally/trigger/triggerEvents';
import { openPoll } from './openPoll.cts';

export const timestampAt = (seconds: number) =>
	new Date(1_760_000_000_000 + seconds * 1000).toISOString();

/** A record with its times in seconds. */
export const row = (id: string, createdAt: number, updatedAt = createdAt, fields: object = {}) => ({
	id,
	createdAt: timestampAt(createdAt),
	updatedAt: timestampAt(updatedAt),
	...fields,
});

/** A poll of a list with timestamps. */
type ListPoll = PollResult & { state: ListState | null };

export interface Page {
	results: ServiceRecord[];
	next?: string | null;
	/** Seconds of the service's clock. */
	at?: number;
}

/** A number of requests that no poll of a test needs. */
const MAX_REQUESTS = 10_000;

/** How a list is read. */
interface Reading {
	clockMs?: number;
	/** Records in a page. */
	pageSize?: number;
	/** Requests after which the poll ends. */
	maxRequests?: number;
}

/** Polls once over pages that are given as they are, as far as the poll asks for them. */
export function pollPages(pages: Page[], config: FeedConfig, state: unknown) {
	const scan = openPoll(state, config);
	let read = 0;

	for (const { results, next = null, at } of pages) {
		if (!scan.request) break;

		scan.accept(results, next, at === undefined ? undefined : Date.parse(timestampAt(at)));
		read++;
	}

	return { ...(scan.finish() as ListPoll), read };
}

/** Polls a list once that is in one order whatever it is sorted by, and counts the requests. */
export function pollList(
	list: ReadonlyArray<{ id: string }>,
	config: FeedConfig,
	state: unknown,
	{ clockMs, pageSize = 100, maxRequests = Infinity }: Reading = {},
) {
	const scan = openPoll(state, config);
	let requests = 0;

	while (scan.request && requests < maxRequests) {
		if (requests === MAX_REQUESTS) {
			throw new Error(`The poll does not end after ${requests} requests`);
		}

		const start = Number(scan.request.from ?? 0);
		const end = start + pageSize;
		const next = end < list.length ? String(end) : null;

		scan.accept(list.slice(start, end) as never, next, clockMs);
		requests++;
	}

	return { ...(scan.finish() as ListPoll), requests };
}

/**
 * Returns the events of one record for each poll.
 *
 * @param settings the same for all polls, or those of each
 * @param versions the record as each poll finds it, null where it is not there yet; the first poll is the start
 */
export function eventsOf(
	settings: FeedConfig | FeedConfig[],
	...versions: Array<ServiceRecord | null>
) {
	let state: unknown = null;
	const createdAt = versions[0] ? -9 : 1;

	return versions.map((version, index) => {
		const old = row('old', -10, -8);
		const results: ServiceRecord[] = [old];
		if (version) results.unshift(row('a', createdAt, 300 * index, version));

		const config = Array.isArray(settings) ? settings[index] : settings;
		const poll = pollPages([{ results, next: null }], config, state);

		state = JSON.parse(JSON.stringify(poll.state));

		return poll.events;
	});
}

/** The events of a record that a start of one page has not read. */
export function eventsOfUnread(settings: FeedConfig, version: ServiceRecord) {
	const config = { ...settings, maxPages: 1 };

	const page = (id: string, at: number, next: string | null) => [
		{ results: [row(id, -9, at, version)], next },
	];

	const { state } = pollPages(page('a', 0, 'more'), config, null);

	return pollPages(page('b', 300, null), config, state).events;
}

/** What `configOf` adds to the settings of a test. */
type Required = Pick<FeedConfig, 'feed' | 'lookbackMs' | 'maxPages'>;

/** A configuration with the feed of its event, as the trigger hands it to a scan. */

export function configOf<T extends Omit<FeedConfig, keyof Required> & Partial<Required>>(
	config: T,
): T & Required {
	const event = findEvent(config.triggerOn);
	if (!event) throw new Error(`There is no event ${config.triggerOn}`);

	return { lookbackMs: 120_000, maxPages: 20, ...config, feed: event.feed };
}
