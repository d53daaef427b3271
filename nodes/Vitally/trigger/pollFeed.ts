import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from '../transport/client';
import { readPage } from '../transport/pages';
import { send } from '../transport/send';
import { createScan, restartScan } from './scan/createScan';
import { TimestampsMissingError } from './scan/record';
import type { FeedConfig, PollResult, Scan } from './scan/types';
import { feedSourceOf, type FeedSource } from './source';
import { readWatchedFields, type WatchedFields } from './watchedFields';

/** One to find where an earlier poll stopped, one to continue from there. */
const MIN_REQUESTS = 2;

/** What one poll read. */
export interface FeedReading {
	result: PollResult;
	config: FeedConfig;
	source: FeedSource;
	fields: WatchedFields;
	/** To be stored; null when the feed has not started. */
	state: object | null;
}

/**
 * Reads the feed of a poll.
 *
 * @param stored the state of the last poll
 * @param budgetMs milliseconds that the poll may last
 * @throws VitallyError for an error of the service, or settings that name what does not exist
 */
export async function pollFeed(
	client: Client,
	configured: FeedConfig,
	stored: unknown,
	budgetMs: number,
): Promise<FeedReading> {
	const source = feedSourceOf(configured);
	const { fields, isCertain } = await readWatchedFields(client, configured, source, stored);
	const { conditions } = configured;
	const config = {
		...configured,
		watch: [...new Set(Object.values(fields))],
		conditions: conditions?.map((condition) => ({
			...condition,
			field: fields[condition.field] ?? condition.field,
		})),
	};
	const run = async (open: () => Scan) => await sendRequests(open, source, client, budgetMs);
	const result = await run(() => createScan(stored, config)).catch(async (error: Error) => {
		if (error instanceof UnreadableStateError) return await run(() => restartScan(config));
		throw error;
	});
	const state = result.state && { ...result.state, ...(isCertain && { fields }) };
	return { result, config, source, fields, state };
}

/** A scan failed on a stored state of the current version. */
class UnreadableStateError extends Error {}

/**
 * Sends the requests of a scan until it needs no more, or the time has passed; two in any case. A scan that
 * ends early remembers what it did not read.
 *
 * @throws VitallyError for an error of the service or an invalid page
 */
async function sendRequests(
	open: () => Scan,
	source: FeedSource,
	client: Client,
	budgetMs: number,
): Promise<PollResult> {
	const startedAt = performance.now();
	let scan = callScan(open, source);
	let [requests, slowestMs, spentMs] = [0, 0, 0];
	while (scan.request && (requests < MIN_REQUESTS || spentMs + slowestMs < budgetMs)) {
		scan = await readNextPage(scan, source, client);
		const endedMs = performance.now() - startedAt;
		slowestMs = Math.max(slowestMs, endedMs - spentMs);
		spentMs = endedMs;
		requests++;
	}
	return callScan(() => scan.finish(), source);
}

async function readNextPage(scan: Scan, source: FeedSource, client: Client): Promise<Scan> {
	if (!scan.request) return scan;
	const { limit, from, ...query } = scan.request;
	let clockMs = Date.now();
	const sendOne = async (request: ServiceRequest) => {
		const response = await send(client, { ...request, explain: source.explain });
		clockMs = timeOf(response) ?? clockMs;
		return response;
	};
	const list = { path: source.path, query };
	const page = await readPage(sendOne, list, limit, from).catch((error: Error) => {
		const isRejected = error instanceof VitallyError && error.facts.status === 400;
		if (isRejected && scan.cursorRejected?.()) return null;
		throw error;
	});
	if (!page) return scan;
	if (page.records.length === 0 && page.next !== undefined) {
		throw new VitallyError(
			'The list of Vitally returned an empty page before its end',
			`No event is skipped: the next poll reads the list again. (GET ${source.path})`,
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}
	return callScan(() => scan.page(page.records, page.next ?? null, clockMs), source);
}

/** The `Date` header, in Unix milliseconds. */
function timeOf({ headers }: ServiceResponse): number | undefined {
	const timeMs = Date.parse(String(headers.date));
	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** Calls a scan, which throws only for a response without timestamps or a damaged state. */
function callScan<T>(call: () => T, source: FeedSource): T {
	try {
		return call();
	} catch (error) {
		throw scanError(error as Error, source);
	}
}

function scanError(error: Error, { path }: FeedSource): Error {
	if (!(error instanceof TimestampsMissingError)) {
		return new UnreadableStateError(error.message, { cause: error });
	}
	return new VitallyError(
		`The list of Vitally came without the ${error.message} of its records, which it showed before`,
		`No event is skipped: the next poll reads the list again. If it stays so, replace the trigger by a new one, which starts from now. (GET ${path})`,
		{ failure: { cause: 'temporarily-unavailable' } },
	);
}
