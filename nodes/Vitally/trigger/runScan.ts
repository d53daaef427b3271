import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest } from '../transport/client';
import { readPage } from '../transport/pages';
import { send } from '../transport/send';
import type { PollResult, Scan } from './feed/scan';
import type { FeedSource } from './source';

/** One to find the place where an earlier poll stopped, one to go on from there. */
const LEAST_REQUESTS = 2;

/**
 * Drives a scan: sends its requests until it has read what it may, or time runs out. A poll that ends
 * early remembers what it did not read; a fault throws everything away.
 *
 * @param budgetMs milliseconds that the poll may take; two requests are sent in any case
 * @throws VitallyError when the service answered with one or a page is broken
 */
export async function runScan(
	opened: Scan,
	source: FeedSource,
	client: Client,
	budgetMs: number,
): Promise<PollResult> {
	const startedAt = performance.now();
	let scan = opened;
	let [requests, slowestMs, spentMs] = [0, 0, 0];
	while (scan.request && (requests < LEAST_REQUESTS || spentMs + slowestMs < budgetMs)) {
		scan = await readInto(scan, source, within(client, budgetMs - spentMs));
		const endedMs = performance.now() - startedAt;
		slowestMs = Math.max(slowestMs, endedMs - spentMs);
		spentMs = endedMs;
		requests++;
	}
	return scan.finish();
}

async function readInto(scan: Scan, source: FeedSource, client: Client): Promise<Scan> {
	if (!scan.request) return scan;
	const { limit, from, ...query } = scan.request;
	let servedAt: number | undefined;
	const sendOne = async (request: ServiceRequest) => {
		const response = await send(client, { ...request, explain: source.explain });
		const date = Date.parse(String(response.headers.date));
		servedAt = Number.isNaN(date) ? undefined : date;
		return response;
	};
	const reading = readPage(sendOne, { path: source.path, query }, limit, from);
	const page = await reading.catch(async (error: unknown) => {
		const isCursorRejected = error instanceof VitallyError && error.facts.status === 400;
		return isCursorRejected && scan.cursorRejected() ? null : await reading;
	});
	if (!page) return scan;
	if (page.records.length === 0 && page.next !== undefined) {
		throw new VitallyError(
			'The list of Vitally has an empty page before its end',
			`No event is skipped: the next poll reads the list again. (GET ${source.path})`,
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}
	return scan.page(page.records, page.next ?? null, servedAt);
}

/** The slowest calls known take half a minute, so less than this is only set when time is short. */
const USUAL_TIMEOUT_MS = 60_000;

function within(opened: Client, leftMs: number): Client {
	const client = { ...opened, maxWaitMs: Math.min(opened.maxWaitMs, leftMs) };
	if (leftMs >= USUAL_TIMEOUT_MS) return client;
	const timeout = Math.max(1000, leftMs);
	return { ...client, options: { timeout } };
}
