import { VitallyError } from '../errors/vitallyError';
import { forEachRecord } from '../execution/concurrency';
import type { Client, SendContext } from '../transport/client';
import { PAGE_SIZE, readPage } from '../transport/pages';
import { send } from '../transport/send';
import type { FeedList } from './feedList';
import { ListError } from './scan/record';
import type { PageRequest, PollResult, Scan } from './scan/types';

/** One to find where an earlier poll stopped, one to continue from there. */
const MIN_REQUESTS = 2;

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
): Promise<PollResult> {
	const startedAt = performance.now();
	let [requests, slowestMs, spentMs] = [0, 0, 0];

	while (scan.request && (requests < MIN_REQUESTS || spentMs + slowestMs < budgetMs)) {
		if (scan.needsSteps) await forEachRecord(scan.steps ?? [], () => {});

		await readNextPage(scan, scan.request, list, client);
		const endedMs = performance.now() - startedAt;

		slowestMs = Math.max(slowestMs, endedMs - spentMs);
		spentMs = endedMs;
		requests++;
	}

	await forEachRecord(scan.steps ?? [], () => {});

	return scan.finish();
}

async function readNextPage(
	scan: Scan,
	{ from, ...query }: PageRequest,
	list: FeedList,
	client: Client,
): Promise<void> {
	let clockMs = Date.now();
	const context: SendContext = {
		send: async (request) => {
			const response = await send(client, request);

			clockMs = Date.parse(String(response.headers.date)) || clockMs;

			return response;
		},
	};

	try {
		const { path, explain } = list;
		const { records, next } = await readPage(context, { path, query, explain }, PAGE_SIZE, from);

		if (records.length === 0 && next !== undefined) {
			throw new ListError('returned an empty page before its end');
		}

		scan.page(records, next ?? null, clockMs);
	} catch (error) {
		const isRejected = error instanceof VitallyError && error.facts.status === 400;
		if (isRejected && scan.cursorRejected?.()) return;

		throw error instanceof ListError ? listError(error, list) : error;
	}
}

function listError({ message }: ListError, { path }: FeedList): VitallyError {
	return new VitallyError(
		`The list of Vitally ${message}`,
		`No event is skipped: the next poll reads the list again. If it stays so, replace the trigger by a new one, which starts from now, or choose another event. (GET ${path})`,
		{ failure: { cause: 'temporarily-unavailable' } },
	);
}
