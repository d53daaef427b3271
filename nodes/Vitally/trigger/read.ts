import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest } from '../transport/client';
import { readPage } from '../transport/pages';
import { send } from '../transport/send';
import type { FeedList } from './lists';
import type { Poll, Scan } from './scan';

/** One to find the place where an earlier poll stopped, one to go on from there. */
const LEAST_REQUESTS = 2;

/**
 * Drives a scan: sends its requests until it has read what it may, or time runs out. A poll that ends
 * early remembers what it did not read; a fault throws everything away.
 *
 * @param budgetMs milliseconds that the poll may take; two requests are sent in any case
 * @throws VitallyError when the service refused or a page is broken
 */
export async function readFeed(
	scan: Scan,
	list: FeedList,
	connection: Client,
	budgetMs: number,
): Promise<Poll> {
	const startedAt = Date.now();
	let [requests, slowestMs, spentMs] = [0, 0, 0];
	while (scan.request && (requests < LEAST_REQUESTS || spentMs + slowestMs < budgetMs)) {
		await readInto(scan, list, within(connection, budgetMs - spentMs));
		const endedMs = Date.now() - startedAt;
		slowestMs = Math.max(slowestMs, endedMs - spentMs);
		spentMs = endedMs;
		requests++;
	}
	return scan.finish();
}

async function readInto(scan: Scan, list: FeedList, connection: Client): Promise<void> {
	if (!scan.request) return;
	const { limit, from, ...query } = scan.request;
	let servedAt: number | undefined;
	const sendOne = async (request: ServiceRequest) => {
		const response = await send(connection, { ...request, explain: list.explain });
		const date = Date.parse(String(response.headers.date));
		servedAt = Number.isNaN(date) ? undefined : date;
		return response;
	};
	const reading = readPage(sendOne, { path: list.path, query }, limit, from);
	const page = await reading.catch(async (error: unknown) => {
		const isCursorRefused = error instanceof VitallyError && error.facts.status === 400;
		return isCursorRefused && scan.cursorRefused() ? null : await reading;
	});
	if (!page) return;
	if (page.records.length === 0 && page.next !== undefined) {
		throw new VitallyError(
			'The list of Vitally has an empty page before its end',
			`No event is skipped: the next poll reads the list again. (GET ${list.path})`,
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}
	scan.page(page.records, page.next ?? null, servedAt);
}

/** The slowest calls known take half a minute, so less than this is only set when time is short. */
const USUAL_TIMEOUT_MS = 60_000;

function within(connection: Client, leftMs: number): Client {
	if (leftMs >= USUAL_TIMEOUT_MS) return connection;
	const timeout = Math.max(1000, leftMs);
	return { ...connection, options: { timeout }, maxWaitMs: timeout };
}
