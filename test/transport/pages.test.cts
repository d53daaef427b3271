import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { pages } from '../../nodes/Vitally/transport/pages';

const list = { path: '/resources/accounts', query: { status: 'churned' } };

/** A service that answers with these bodies, one after the other. */
function serviceOf(bodies: unknown[]) {
	const requests: ServiceRequest[] = [];
	const send = async (request: ServiceRequest) => {
		requests.push(request);
		return { status: 200, headers: {}, body: bodies[requests.length - 1] };
	};
	return { requests, send };
}

async function read(bodies: unknown[]) {
	const { requests, send } = serviceOf(bodies);
	const records: IDataObject[] = [];
	for await (const page of pages({ send }, list)) records.push(...page);
	return { requests, records };
}

const page = (ids: number[], next: unknown) => ({ results: ids.map((id) => ({ id })), next });

describe('pages', () => {
	it('carries the whole query on every page and the cursor from the second on', async () => {
		const { requests, records } = await read([page([1, 2], 'a'), page([3], null)]);
		expect(records).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
		expect(requests.map(({ query }) => query)).toEqual([
			{ status: 'churned', limit: 100 },
			{ status: 'churned', limit: 100, from: 'a' },
		]);
	});

	it('reports its position when a page fails, and keeps the cause', async () => {
		const { send } = serviceOf([page([1, 2], 'a')]);
		const failing = async (request: ServiceRequest) => {
			if (request.query?.from) throw new VitallyError('No answer', 'Try later.', { status: 503 });
			return await send(request);
		};
		const read = async () => {
			for await (const records of pages({ send: failing }, list)) expect(records).toHaveLength(2);
		};
		await expect(read()).rejects.toMatchObject({
			message: 'No answer',
			description: 'Try later. Page 2, after 2 records. No short list is returned.',
			facts: { status: 503 },
		});
	});

	it('has no position where the key is wrong for every page', async () => {
		const error = new VitallyError('No', 'Check the key.', { status: 401 });
		const send = async () => await Promise.reject(error);
		const read = async () => {
			for await (const records of pages({ send }, list)) expect(records).toEqual([]);
		};
		await expect(read()).rejects.toBe(error);
	});

	it.each([null, undefined, ''])('ends at the cursor %j', async (next) => {
		expect((await read([page([1], next)])).requests).toHaveLength(1);
	});

	it('accepts an empty list', async () => {
		expect((await read([page([], null)])).records).toEqual([]);
	});

	it.each([
		['a cursor that repeats', [page([1], 'a'), page([2], 'a')], /returned the same page twice/],
		[
			'a cursor that repeats later',
			[page([1], 'a'), page([2], 'b'), page([3], 'a')],
			/returned the same page twice/,
		],
		['an empty page with a cursor', [page([1], 'a'), page([], 'b')], /empty page before its end/],
		['a body without results', [{ next: null }], /not a page/],
		['results that are no list', [{ results: {}, next: null }], /not a page/],
		['a body that is no JSON', ['<html>'], /not a page/],
		['a bare list', [[{ id: 1 }]], /not a page/],
		['no body', [undefined], /not a page/],
		['a cursor that is no text', [page([1], { a: 1 })], /cursor that is not text/],
	])('rejects %s instead of looping or returning a short list', async (_name, bodies, text) => {
		await expect(read(bodies)).rejects.toThrow(text);
	});

	it.each([[null], ['a'], [1], [[1]]])('rejects the row %j, which is not a record', async (row) => {
		const reading = read([{ results: [{ id: 1 }, row], next: null }]);
		await expect(reading).rejects.toThrow(/returned a row that is not a record, row 2 of a page/);
	});
});
