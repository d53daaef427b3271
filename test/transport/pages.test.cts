import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { SendContext, ServiceRequest } from '../../nodes/Vitally/transport/client';
import { pages, readFirstPages } from '../../nodes/Vitally/transport/pages';
import { rejectionOf, resolutionOf, seenError, type SeenError } from '../errors/thrownError.cts';

const list = { path: '/resources/accounts', query: { status: 'churned' } };

/** A service that answers with these bodies, one after the other. */
function serviceOf(bodies: unknown[]) {
	const requests: ServiceRequest[] = [];

	const send = async (request: ServiceRequest) => {
		requests.push(request);

		return {
			request,
			status: 200,
			headers: {},
			outcome: 'done' as const,
			body: bodies[requests.length - 1],
		};
	};

	return { requests, send };
}

async function readAll(send: SendContext['send']) {
	const records: IDataObject[] = [];

	for await (const page of pages({ send }, list)) records.push(...page.records);

	return records;
}

async function read(bodies: unknown[]) {
	const { requests, send } = serviceOf(bodies);

	return { requests, records: await readAll(send) };
}

/** The records of a list, or the error that it ends in. */
const recordsOf = async (...bodies: unknown[]) =>
	await resolutionOf(read(bodies).then(({ records }) => records));

const page = (ids: number[], next: unknown) => ({ results: ids.map((id) => ({ id })), next });

/**
 * The error of a list that cannot be right.
 *
 * @param found the page with the fault and what was read before, where that is not the first page
 */
function listError(fault: string, found?: { page: number; records: number }): SeenError {
	const advice =
		'Run the item again. If the error stays, check the address in the credential. (GET /resources/accounts)';
	const place =
		found &&
		`Nothing is returned, because the list would be incomplete (page ${found.page}, after ${found.records} records).`;

	return {
		class: 'VitallyError',
		message: `Vitally's list ${fault}`,
		description: place ? `${advice} ${place}` : advice,
		facts: {},
	};
}

const SAME_PAGE = 'returned the same page twice';
const NOT_A_PAGE = listError('returned a response that is not a page');

describe('pages', () => {
	it('carries the whole query on every page and the cursor from the second on', async () => {
		const { requests, records } = await read([page([1, 2], 'a'), page([3], null)]);

		expect(records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
		expect(requests.map(({ query }) => query)).toEqual([
			{ status: 'churned', limit: 100 },
			{ status: 'churned', limit: 100, from: 'a' },
		]);
	});

	it.each([
		{ rows: 'without an ID', first: { text: 'a' }, second: { text: 'b' }, count: 2 },
		{ rows: 'with null as ID', first: { id: null }, second: { id: null }, count: 2 },
		{ rows: 'with an empty ID', first: { id: '' }, second: { id: '' }, count: 2 },
		{ rows: 'with two IDs', first: { id: 'a' }, second: { id: 'b' }, count: 2 },
		{ rows: 'with one ID', first: { id: 'a' }, second: { id: 'a' }, count: 1 },
	])('contains $count of two rows $rows on two pages', async ({ first, second, count }) => {
		const records = await recordsOf(
			{ results: [first], next: 'a' },
			{ results: [second], next: null },
		);

		expect(records).toEqual([first, second].slice(0, count));
	});

	const denied = new VitallyError('No', 'Check the key.', { status: 401 });
	const busy = new VitallyError('No answer', 'Try later.', { status: 503 });
	const broken = new Error('Broken');

	/** The error of a list whose next page fails after these. */
	const errorAfter = async (bodies: unknown[], error: Error) => {
		const { requests, send } = serviceOf(bodies);

		const reading = readAll(async (request) => {
			if (requests.length === bodies.length) throw error;

			return await send(request);
		});

		return await rejectionOf(reading);
	};

	it('reports its position when a page fails after others', async () => {
		expect(await errorAfter([], busy)).toEqual(seenError(busy));
		expect(await errorAfter([page([1, 2], 'a')], busy)).toEqual({
			...seenError(busy),
			description:
				'Try later. Nothing is returned, because the list would be incomplete (page 2, after 2 records).',
		});
	});

	it.each([
		{ name: 'of a wrong key', error: denied },
		{ name: 'of another kind', error: broken },
	])('adds no position to an error $name, on whatever page', async ({ error }) => {
		expect(await errorAfter([], error)).toEqual(seenError(error));
		expect(await errorAfter([page([1, 2], 'a')], error)).toEqual(seenError(error));
	});

	it.each([
		{ ids: [1], next: null },
		{ ids: [1], next: undefined },
		{ ids: [1], next: '' },
		{ ids: [], next: null },
	])('ends with the records $ids at the cursor $next', async ({ ids, next }) => {
		const { requests, records } = await read([page(ids, next)]);

		expect({ requests: requests.length, ids: records.map(({ id }) => id) }).toEqual({
			requests: 1,
			ids,
		});
	});

	it.each([
		{
			name: 'a cursor that repeats',
			bodies: [page([1], 'a'), page([2], 'a')],
			error: listError(SAME_PAGE, { page: 2, records: 1 }),
		},
		{
			name: 'a cursor that repeats later',
			bodies: [page([1], 'a'), page([2], 'b'), page([3], 'a')],
			error: listError(SAME_PAGE, { page: 3, records: 2 }),
		},
		{
			name: 'an empty page with a cursor',
			bodies: [page([1], 'a'), page([], 'b')],
			error: listError('returned an empty page before its end', { page: 2, records: 1 }),
		},
		{ name: 'a body without results', bodies: [{ next: null }], error: NOT_A_PAGE },
		{ name: 'results that are no list', bodies: [{ results: {}, next: null }], error: NOT_A_PAGE },
		{ name: 'a body that is no JSON', bodies: ['<html>'], error: NOT_A_PAGE },
		{ name: 'a bare list', bodies: [[{ id: 1 }]], error: NOT_A_PAGE },
		{ name: 'no body', bodies: [undefined], error: NOT_A_PAGE },
		{
			name: 'a cursor that is no text',
			bodies: [page([1], { a: 1 })],
			error: listError('returned a cursor that is not text'),
		},
	])('rejects $name instead of looping or returning a short list', async ({ bodies, error }) => {
		expect(await rejectionOf(read(bodies))).toEqual(error);
	});

	const firstHundred = Array.from({ length: 100 }, (_, index) => index);
	const fullPage = { results: firstHundred.map((id) => ({ id })) };

	it.each([
		{ name: 'a full page without next', body: fullPage },
		{ name: 'a full page with nextCursor', body: { ...fullPage, nextCursor: 'a' } },
		{ name: 'a full page with paging.next', body: { ...fullPage, paging: { next: 'a' } } },
		{
			name: 'a page before the end, without next',
			body: { ...page([1], undefined), atEnd: false },
		},
		{ name: 'a page before the end, with next null', body: { ...page([1], null), atEnd: false } },
	])('rejects $name, which may be followed by others', async ({ body }) => {
		expect(await rejectionOf(read([body]))).toEqual(
			listError('returned a page without saying where it goes on'),
		);
	});

	it.each([
		{ name: 'before the end, with a cursor', first: { next: 'a', atEnd: false }, count: 2 },
		{ name: 'that says nothing of the end, with a cursor', first: { next: 'a' }, count: 2 },
		{ name: 'at the end, with a cursor', first: { next: 'a', atEnd: true }, count: 2 },
		{ name: 'at the end, with next null', first: { next: null, atEnd: true }, count: 1 },
		{ name: 'at the end, without next', first: { atEnd: true }, count: 1 },
	])('returns $count records after a page of one $name', async ({ first, count }) => {
		const records = await recordsOf(
			{ results: [{ id: 1 }], ...first },
			{ results: [{ id: 2 }], next: null, atEnd: true },
		);

		expect(records).toEqual([{ id: 1 }, { id: 2 }].slice(0, count));
	});

	it('returns the rows in data, where a list has them there, as that of responses to a survey', async () => {
		const records = await recordsOf(
			{ data: [{ id: 1 }], next: 'a' },
			{ data: [{ id: 2 }], next: null },
		);

		expect(records).toEqual([{ id: 1 }, { id: 2 }]);
	});

	describe('pages of fewer than 100 records', () => {
		const readTwoAPage = async (...bodies: unknown[]) => {
			const { requests, send } = serviceOf(bodies);
			const records: IDataObject[] = [];

			for await (const each of pages({ send }, list, 2)) records.push(...each.records);

			return { limits: requests.map(({ query }) => query?.limit), records };
		};

		it('have their number in each request', async () => {
			const { limits } = await readTwoAPage(page([1, 2], 'a'), page([3], null));

			expect({ limits }).toEqual({ limits: [2, 2] });
		});

		it('end with one that is not full and names no cursor', async () => {
			const { records } = await readTwoAPage(page([1, 2], 'a'), page([3], undefined));

			expect(records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
		});

		it.each([
			{ name: 'as many as asked for', ids: [1, 2] },
			{ name: 'even more than asked for', ids: [1, 2, 3] },
		])('fail with a first page of $name that names no cursor', async ({ ids }) => {
			expect(await rejectionOf(readTwoAPage(page(ids, undefined)))).toEqual(
				listError('returned a page without saying where it goes on'),
			);
		});
	});

	it('ends with a full page whose next is null', async () => {
		const { records } = await read([{ ...fullPage, next: null }]);

		expect({ records: records.length }).toEqual({ records: 100 });
	});

	it('returns a record once that two pages contain', async () => {
		const records = await recordsOf(page([1, 2], 'a'), page([2, 3], 'b'), page([3, 4], null));

		expect(records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
	});

	it('rejects a list that returns ten pages in a row without a new record', async () => {
		const repeated = Array.from({ length: 30 }, (_, index) => page([1, 2], `cursor ${index}`));
		const { requests, send } = serviceOf(repeated);

		expect(await rejectionOf(readAll(send))).toEqual(
			listError('returned 10 pages in a row without a new record', { page: 12, records: 2 }),
		);
		expect({ requests: requests.length }).toEqual({ requests: 11 });
	});

	it('reads on where new records come between two times nine pages without any', async () => {
		const repeat = (ids: number[], name: string) =>
			Array.from({ length: 9 }, (_, index) => page(ids, `${name} ${index}`));

		const records = await recordsOf(
			page([1], 'first'),
			...repeat([1], 'after the first'),
			page([2], 'second'),
			...repeat([2], 'after the second'),
			page([3], null),
		);

		expect(records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
	});

	it('reads on after nine pages without a new record', async () => {
		const repeated = Array.from({ length: 10 }, (_, index) => page([1, 2], `cursor ${index}`));
		const records = await recordsOf(...repeated, page([3], null));

		expect(records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
	});

	describe('the first pages of a list that has two', () => {
		const readFirst = async (maxPages: number) => {
			const { requests, send } = serviceOf([page([1], 'a'), page([2], null)]);
			const { records, isWhole } = await readFirstPages({ send }, list, maxPages);

			return { requests: requests.length, ids: records.map(({ id }) => id), isWhole };
		};

		it.each([
			{ maxPages: 1, requests: 1, ids: [1] },
			{ maxPages: 2, requests: 2, ids: [1, 2] },
			{ maxPages: 3, requests: 2, ids: [1, 2] },
		])('contain the records $ids where they are at most $maxPages', async (expected) => {
			const { requests, ids } = await readFirst(expected.maxPages);

			expect({ requests, ids }).toEqual({ requests: expected.requests, ids: expected.ids });
		});

		it.each([
			{ maxPages: 1, isWhole: false },
			{ maxPages: 2, isWhole: true },
			{ maxPages: 3, isWhole: true },
		])('make up the whole list where they are at most $maxPages: $isWhole', async (expected) => {
			const { isWhole } = await readFirst(expected.maxPages);

			expect({ isWholeList: isWhole }).toEqual({ isWholeList: expected.isWhole });
		});
	});

	it('rejects a page whose cursor is the one that it was asked for', async () => {
		const { send } = serviceOf([page([1], 'a')]);

		expect(await rejectionOf(pages({ send }, list, 100, 'a').next())).toEqual(listError(SAME_PAGE));
	});

	it.each([[null], ['a'], [1], [[1]]])('rejects the row %j, which is not a record', async (row) => {
		const reading = read([{ results: [row, { id: 1 }], next: null }]);

		expect(await rejectionOf(reading)).toEqual(
			listError('returned a row that is not a record, row 1 of a page'),
		);
	});
});
