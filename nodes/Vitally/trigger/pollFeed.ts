import { VitallyError } from '../errors/vitallyError';
import { forEachRecord } from '../execution/concurrency';
import type { Client, SendContext } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { send } from '../transport/send';
import type { FeedList } from './feedList';
import { ListError } from './scan/readings/listError';
import type { Comparison, ListPage, PageRequest, PollResult, Reading, Scan } from './scan/types';

/** A poll sends one request to find where an earlier poll stopped, and one to continue from there. */
const MIN_REQUESTS = 2;

/** The statuses of a key that is not accepted or not allowed to read the list, and of the rate limit. */
const NOT_OF_CURSOR = [401, 403, 429];

/** The result of a poll, and what it has read. */
export interface FeedResult extends PollResult {
	/** The IDs on the first page with records. */
	listed: string[];
}

/**
 * Sends the requests of a poll until it needs no more, or the time has passed; two in any case. A poll that
 * ends early remembers what it did not read.
 *
 * @param budgetMs milliseconds that the poll may last
 * @throws VitallyError for an error of the service or an invalid page
 */
export async function pollFeed(
	scan: Scan,
	list: FeedList,
	client: Client,
	budgetMs: number,
): Promise<FeedResult> {
	const time = new PollTime(budgetMs);
	let listed: string[] = [];

	for (const { readings, comparison } of scan.phases) {
		for (const reading of readings) {
			while (reading.request && time.allowsRequest()) {
				const startedMs = time.elapsedMs;

				const ids = await readNextPage(reading, reading.request, list, client);
				if (listed.length === 0) listed = ids;

				time.noteRequest(startedMs);
			}
		}

		if (comparison) await compareVersions(comparison);
	}

	return { ...scan.finish(), listed };
}

/** Finds the events of versions. There may be 50,000 of them, so n8n does other work in between. */
async function compareVersions(comparison: Comparison): Promise<void> {
	await forEachRecord(comparison.versions(), (version) => comparison.compare(version));
}

/** The time that a poll may last. */
class PollTime {
	private readonly startedAt = performance.now();
	private requests = 0;
	private slowestMs = 0;

	constructor(private readonly budgetMs: number) {}

	get elapsedMs(): number {
		return performance.now() - this.startedAt;
	}

	/** Whether the time is enough for a request like the slowest. */
	allowsRequest(): boolean {
		return this.requests < MIN_REQUESTS || this.elapsedMs + this.slowestMs < this.budgetMs;
	}

	/** @param startedMs when the request began, in milliseconds of the poll */
	noteRequest(startedMs: number): void {
		this.slowestMs = Math.max(this.slowestMs, this.elapsedMs - startedMs);
		this.requests++;
	}
}

/** @returns the IDs of the records on the page; none where it could not be read and the poll goes on */
async function readNextPage(
	reading: Reading,
	request: PageRequest,
	list: FeedList,
	client: Client,
): Promise<string[]> {
	try {
		const page = await requestPage(request, list, client);

		reading.accept(page);

		return page.results.map(({ id }) => id).filter((id) => typeof id === 'string');
	} catch (error) {
		if (isCursorError(error) && reading.dropStoredCursor()) return [];

		const reported = error instanceof ListError ? listError(error, list) : error;
		if (!reading.fail || !isPageError(reported)) throw reported;

		reading.fail(reported.message);

		return [];
	}
}

/** Whether a stored cursor may be the reason: one that has expired gets any status, such as 404, 410 or 422. */
function isCursorError(error: unknown): boolean {
	const { status = 0 } = error instanceof VitallyError ? error.facts : {};

	return status >= 400 && status < 500 && !NOT_OF_CURSOR.includes(status);
}

/** Whether the page could not be read, and not what it was read for. */
function isPageError(error: unknown): error is VitallyError {
	return error instanceof VitallyError && error.facts.failure?.cause !== 'configuration-invalid';
}

/** @throws ListError for an empty page before the end of the list, and as `FeedList.assertShown` */
async function requestPage(
	{ from, ...query }: PageRequest,
	{ path, explain, assertShown }: FeedList,
	client: Client,
): Promise<ListPage> {
	let sentMs: number | undefined;
	const context: SendContext = {
		send: async (request) => {
			const response = await send(client, request);

			sentMs = Date.parse(String(response.headers.date)) || undefined;

			return response;
		},
	};

	const { records, next } = await readPage(context, { path, query, explain }, PAGE_SIZE, from);

	if (records.length === 0 && next !== undefined) {
		throw new ListError('returned an empty page before its end');
	}

	assertShown(records);

	return {
		results: records,
		next: next ?? null,
		clockMs: sentMs ?? Date.now(),
		isOwnClock: sentMs === undefined,
	};
}

function listError({ message }: ListError, { path }: FeedList): VitallyError {
	return new VitallyError(
		`Vitally's list ${message}`,
		`Wait for the next poll, which reads the list again: no event is skipped. If the error stays, choose another event or other fields to watch, or add a trigger with another name, which starts from now. (GET ${path})`,
		{ failure: { cause: 'temporarily-unavailable' } },
	);
}
