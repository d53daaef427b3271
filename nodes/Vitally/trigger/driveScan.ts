import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from '../transport/client';
import { readPage } from '../transport/pages';
import { send } from '../transport/send';
import { restartScan } from './scan/openScan';
import { TimestampsMissingError } from './scan/record';
import type { ClockReading, FeedConfig, PollResult, Scan } from './scan/types';
import type { FeedSource } from './source';

/** One to find the place where an earlier poll stopped, one to continue from there. */
const MIN_REQUESTS = 2;

/** The slowest calls known take half a minute, so less than this is only set when time is short. */
const USUAL_TIMEOUT_MS = 60_000;

/** The outcome, and how many records the pages contained, known ones too. */
export type ScanResult = PollResult & { recordsRead: number };

/** A scan failed on its state, whose version is right. */
class UnreadableStateError extends Error {}

/**
 * Sends the requests of a scan until it has read what it may, or time runs out. A poll that ends early
 * remembers what it did not read; an error discards everything. A stored state that cannot be read
 * starts from now.
 *
 * @param open begins the scan
 * @param budgetMs milliseconds that the poll may take; two requests are sent in any case
 * @throws VitallyError when the service answered with an error or a page is broken
 */
export async function driveScan(
	open: () => Scan,
	config: FeedConfig,
	source: FeedSource,
	client: Client,
	budgetMs: number,
): Promise<ScanResult> {
	try {
		return await drive(open, source, client, budgetMs);
	} catch (error) {
		if (!(error instanceof UnreadableStateError)) throw error;
		return await drive(() => restartScan(config), source, client, budgetMs);
	}
}

async function drive(
	open: () => Scan,
	source: FeedSource,
	client: Client,
	budgetMs: number,
): Promise<ScanResult> {
	const startedAt = performance.now();
	let scan = onState(open, source);
	let [requests, slowestMs, spentMs, recordsRead] = [0, 0, 0, 0];
	while (scan.request && (requests < MIN_REQUESTS || spentMs + slowestMs < budgetMs)) {
		const read = await readInto(scan, source, withTimeLimit(client, budgetMs - spentMs));
		scan = read.scan;
		recordsRead += read.records;
		const endedMs = performance.now() - startedAt;
		slowestMs = Math.max(slowestMs, endedMs - spentMs);
		spentMs = endedMs;
		requests++;
	}
	return { ...onState(() => scan.finish(), source), recordsRead };
}

async function readInto(
	scan: Scan,
	source: FeedSource,
	client: Client,
): Promise<{ scan: Scan; records: number }> {
	if (!scan.request) return { scan, records: 0 };
	const { limit, from, ...query } = scan.request;
	let reading: ClockReading | undefined;
	const sendOne = async (request: ServiceRequest) => {
		const response = await send(client, { ...request, explain: source.explain });
		reading = clockReading(response);
		return response;
	};
	const answer = readPage(sendOne, { path: source.path, query }, limit, from);
	const page = await answer.catch(async (error: unknown) => {
		const isCursorRejected = error instanceof VitallyError && error.facts.status === 400;
		return isCursorRejected && scan.cursorRejected() ? null : await answer;
	});
	if (!page) return { scan, records: 0 };
	if (page.records.length === 0 && page.next !== undefined) {
		throw new VitallyError(
			'The list of Vitally returned an empty page before its end',
			`No event is skipped: the next poll reads the list again. (GET ${source.path})`,
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}
	const next = onState(() => scan.page(page.records, page.next ?? null, reading), source);
	return { scan: next, records: page.records.length };
}

/** Calls a scan, which fails on nothing else than a response without timestamps or a damaged state. */
function onState<T>(call: () => T, source: FeedSource): T {
	try {
		return call();
	} catch (error) {
		if (error instanceof TimestampsMissingError) throw timestampsMissing(error, source);
		throw new UnreadableStateError((error as Error).message, { cause: error });
	}
}

/** The clock of the service; without its `Date` header, our own. */
function clockReading({ headers }: ServiceResponse): ClockReading {
	const timeMs = Date.parse(String(headers.date));
	return Number.isNaN(timeMs) ? { timeMs: Date.now(), clock: 'own' } : { timeMs, clock: 'service' };
}

function timestampsMissing({ message: field }: Error, { path }: FeedSource): VitallyError {
	return new VitallyError(
		`The list of Vitally came without the ${field} of its records, which it showed before`,
		`No event is skipped: the next poll reads the list again. If it stays so, replace the trigger by a new one, which starts from now. (GET ${path})`,
		{ failure: { cause: 'temporarily-unavailable' } },
	);
}

function withTimeLimit(opened: Client, leftMs: number): Client {
	const timeout = Math.max(1000, leftMs);
	const client = { ...opened, maxWaitMs: Math.min(opened.maxWaitMs, timeout) };
	return leftMs >= USUAL_TIMEOUT_MS ? client : { ...client, options: { timeout } };
}
