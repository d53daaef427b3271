import { VitallyError } from '../errors/vitallyError';
import type { Client, ServiceRequest, ServiceResponse } from '../transport/client';
import { readPage } from '../transport/pages';
import { send } from '../transport/send';
import type { TriggerParameters } from './editor/parameters';
import { createScan, restartScan } from './scan/openScan';
import { TimestampsMissingError } from './scan/record';
import type { ClockReading, FeedConfig, PollResult, Scan } from './scan/types';
import { cachedScopeId, readScopeId, feedSourceOf, type FeedSource } from './source';
import { eventOf, isWatchable } from './triggerEvents';
import { findFields, storedFields, watchedNamesOf, type WatchedFields } from './watchedFields';

/** One to find the place where an earlier poll stopped, one to continue from there. */
const MIN_REQUESTS = 2;

/** The slowest known calls need half a minute, so less than this is only set when time is short. */
const USUAL_TIMEOUT_MS = 60_000;

/** The outcome, and how many records the pages contained, known ones too. */
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
 * Reads the feed of a poll. Where an external ID names its scope, the cached ID may be that of a record
 * which was deleted and re-created: a list that is missing or empty, and events of others in a list that
 * all share, are reason to look it up again, and to read again if it changed.
 *
 * @param stored the state of the last poll
 * @param budgetMs milliseconds that the poll may last
 * @throws VitallyError when the service answered with an error, or the settings name what does not exist
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
	const first = readOf(id);
	const isGone = cached !== undefined && (await first.then(() => false, isNotFound));
	const reading = isGone ? undefined : await first;
	if (reading && !mayMissRecords(reading, cached !== undefined)) return reading;
	const idNow = await readScopeId(client, scope);
	return reading && idNow === id ? reading : await readOf(idNow);
}

function isNotFound(error: unknown): boolean {
	return error instanceof VitallyError && error.facts.status === 404;
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
	const { fields, isCertain } = await fieldsOf(client, configured, source, stored);
	const { conditions } = configured;
	const config = {
		...configured,
		watch: [...new Set(Object.values(fields))],
		conditions: conditions?.map((condition) => ({
			...condition,
			field: fields[condition.field] ?? condition.field,
		})),
	};
	const result = await driveScan(
		() => createScan(stored, config),
		config,
		source,
		client,
		budgetMs,
	);
	const state = result.state && { ...result.state, ...(isCertain && { fields }) };
	return { result, config, source, fields, state };
}

async function fieldsOf(
	client: Client,
	config: FeedConfig,
	source: FeedSource,
	stored: unknown,
): Promise<{ fields: WatchedFields; isCertain: boolean }> {
	const event = eventOf(config.triggerOn);
	if (!event || !watchedNamesOf(config).length || !isWatchable(event)) {
		return { fields: {}, isCertain: false };
	}
	const fields = storedFields(stored, config);
	return fields ? { fields, isCertain: true } : await findFields(client, config, source, event);
}

/** A scan failed on its state, whose version is right. */
class UnreadableStateError extends Error {}

/**
 * Sends the requests of a scan until it has read what it may, or time runs out. A poll that ends early
 * remembers what it did not read; an error discards everything. A stored state that cannot be read
 * starts from now.
 *
 * @param open begins the scan
 * @param budgetMs milliseconds that the poll may last; two requests are sent in any case
 * @throws VitallyError when the service answered with an error or a page is broken
 */
async function driveScan(
	open: () => Scan,
	config: FeedConfig,
	source: FeedSource,
	client: Client,
	budgetMs: number,
): Promise<ScanResult> {
	const reading = drive(open, source, client, budgetMs);
	const isUnreadable = await reading.then(
		() => false,
		(error: unknown) => error instanceof UnreadableStateError,
	);
	return await (isUnreadable
		? drive(() => restartScan(config), source, client, budgetMs)
		: reading);
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
		throw scanError(error as Error, source);
	}
}

function scanError(error: Error, source: FeedSource): Error {
	if (error instanceof TimestampsMissingError) return timestampsMissing(error, source);
	return new UnreadableStateError(error.message, { cause: error });
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
