import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from '../transport/client';
import { readPage } from '../transport/pages';
import { send } from '../transport/send';
import type { TriggerParameters } from './editor/parameters';
import { createScan, restartScan } from './scan/createScan';
import { TimestampsMissingError } from './scan/record';
import type { ClockReading, FeedConfig, PollResult, Scan } from './scan/types';
import { cachedScopeId, readScopeId, feedSourceOf, type FeedSource } from './source';
import { readWatchedFields, type WatchedFields } from './watchedFields';

/** One to find where an earlier poll stopped, one to continue from there. */
const MIN_REQUESTS = 2;

/** The default timeout of a request, which is only shortened when the poll has less time left. */
const USUAL_TIMEOUT_MS = 60_000;

/** `recordsRead` counts all records of the pages, known ones too. */
type ScanResult = PollResult & { recordsRead: number };

/** What one poll read. */
export interface FeedReading {
	result: ScanResult;
	config: FeedConfig;
	source: FeedSource;
	fields: WatchedFields;
	/** To be stored; null when the feed has not started. */
	state: object | null;
}

/**
 * Reads the feed of a poll. Where an external ID names the scope, its cached Vitally ID is outdated when the
 * record was deleted and re-created. So it is looked up again when the list of the scope is missing or
 * empty, or a shared list has events of other scopes, and the feed is read again if the ID changed.
 *
 * @param stored the state of the last poll
 * @param budgetMs milliseconds that the poll may last
 * @throws VitallyError for an error of the service, or settings that name what does not exist
 */
export async function pollFeed(
	client: Client,
	{ config, externalScope: scope }: TriggerParameters,
	stored: unknown,
	budgetMs: number,
): Promise<FeedReading> {
	if (!scope) return await readScoped(client, config, stored, budgetMs);
	const readOf = async (id: string) =>
		await readScoped(client, { ...config, scope: { ...scope, id } }, stored, budgetMs);
	const cached = cachedScopeId(client, scope);
	const id = cached ?? (await readScopeId(client, scope));
	const reading = await readOf(id).catch((error: Error) => {
		if (cached !== undefined && hasStatus(error, 404)) return undefined;
		throw error;
	});
	if (reading && !mayMissRecords(reading, cached !== undefined)) return reading;
	const idNow = await readScopeId(client, scope);
	return reading && idNow === id ? reading : await readOf(idNow);
}

function hasStatus(error: Error, status: number): boolean {
	return error instanceof VitallyError && error.facts.status === status;
}

function mayMissRecords({ source, result }: FeedReading, isCached: boolean): boolean {
	return source.isShared
		? result.events.some(({ record }) => !source.isInScope(record))
		: isCached && result.recordsRead === 0;
}

async function readScoped(
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
	const result = await runScan(stored, config, source, client, budgetMs);
	const state = result.state && { ...result.state, ...(isCertain && { fields }) };
	return { result, config, source, fields, state };
}

/** A scan failed on a stored state of the current version. */
class UnreadableStateError extends Error {}

/** Continues from the stored state; from now when it cannot be read. */
async function runScan(
	stored: unknown,
	config: FeedConfig,
	source: FeedSource,
	client: Client,
	budgetMs: number,
): Promise<ScanResult> {
	const run = async (open: () => Scan) => await sendRequests(open, source, client, budgetMs);
	return await run(() => createScan(stored, config)).catch(async (error: Error) => {
		if (error instanceof UnreadableStateError) return await run(() => restartScan(config));
		throw error;
	});
}

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
): Promise<ScanResult> {
	const startedAt = performance.now();
	let scan = callScan(open, source);
	let [requests, slowestMs, spentMs, recordsRead] = [0, 0, 0, 0];
	while (scan.request && (requests < MIN_REQUESTS || spentMs + slowestMs < budgetMs)) {
		const read = await readNextPage(scan, source, withTimeLimit(client, budgetMs - spentMs));
		scan = read.scan;
		recordsRead += read.records;
		const endedMs = performance.now() - startedAt;
		slowestMs = Math.max(slowestMs, endedMs - spentMs);
		spentMs = endedMs;
		requests++;
	}
	return { ...callScan(() => scan.finish(), source), recordsRead };
}

async function readNextPage(
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
	const list = { path: source.path, query };
	const page = await readPage(sendOne, list, limit, from).catch((error: Error) => {
		if (hasStatus(error, 400) && scan.cursorRejected()) return null;
		throw error;
	});
	if (!page) return { scan, records: 0 };
	if (page.records.length === 0 && page.next !== undefined) {
		throw new VitallyError(
			'The list of Vitally returned an empty page before its end',
			`No event is skipped: the next poll reads the list again. (GET ${source.path})`,
			{ failure: { cause: 'temporarily-unavailable' } },
		);
	}
	const next = callScan(() => scan.page(page.records, page.next ?? null, reading), source);
	return { scan: next, records: page.records.length };
}

/** Calls a scan, which throws only for a response without timestamps or a damaged state. */
function callScan<T>(call: () => T, source: FeedSource): T {
	try {
		return call();
	} catch (error) {
		throw scanError(error as Error, source);
	}
}

/** The time of the service; without its `Date` header, that of this machine. */
function clockReading({ headers }: ServiceResponse): ClockReading {
	const timeMs = Date.parse(String(headers.date));
	return Number.isNaN(timeMs) ? { timeMs: Date.now(), clock: 'own' } : { timeMs, clock: 'service' };
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

function withTimeLimit(opened: Client, leftMs: number): Client {
	const timeout = Math.max(1000, leftMs);
	const client = { ...opened, maxWaitMs: Math.min(opened.maxWaitMs, timeout) };
	return leftMs >= USUAL_TIMEOUT_MS ? client : { ...client, options: { timeout } };
}
