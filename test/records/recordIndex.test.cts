import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import { RecordIndex } from '../../nodes/Vitally/records/recordIndex';
import type { RecordList } from '../../nodes/Vitally/records/recordList';
import { meetingType } from '../../nodes/Vitally/resources/recordTypes';
import type { SendContext } from '../../nodes/Vitally/transport/client';

interface Service {
	/** Each is named by its number. */
	records: number;
	pageSize: number;
}

interface Wanted extends Service {
	wanted: number[];
	inFlight: number;
}

/** A list that counts its requests. */
function serve({ records, pageSize }: Service, options: Partial<RecordList> = {}) {
	const service = { requests: 0 };
	const recordOf = (number: number) => ({ id: `id-${number}`, externalId: String(number) });
	const context: SendContext = {
		send: async (request) => {
			service.requests++;
			const start = Number(request.query?.from ?? 0);
			const end = Math.min(records, start + pageSize);
			const results = Array.from({ length: end - start }, (_, index) => recordOf(start + index));
			const next = end < records ? String(end) : null;

			return { request, status: 200, headers: {}, body: { results, next } };
		},
	};
	const list: RecordList = {
		noun: 'record',
		plural: 'records',
		path: '/records',
		queries: [{}],
		read: async (_, externalId) => {
			service.requests++;
			await Promise.resolve();

			return Number(externalId) < records ? recordOf(Number(externalId)) : undefined;
		},
		readById: async () => await Promise.resolve(undefined),
		...options,
	};

	return { service, context, list };
}

/** Looks all up, so many at a time, and checks each answer. */
async function requestsOf(scenario: Wanted, options: Partial<RecordList> = {}): Promise<number> {
	const { records, wanted, inFlight } = scenario;
	const { service, context, list } = serve(scenario, options);
	const index = new RecordIndex(list);
	const idOf = (number: number) => (number < records ? `id-${number}` : undefined);

	for (let start = 0; start < wanted.length; start += inFlight) {
		const numbers = wanted.slice(start, start + inFlight);
		const found = numbers.map(async (number) => await index.find(context, String(number)));
		const ids = (await Promise.all(found)).map((record) => record?.id);

		expect(ids).toEqual(numbers.map(idOf));
	}

	return service.requests;
}

/** Requests of the better way; a list has one page also when it is empty. */
function best({ records, pageSize, wanted }: Wanted): number {
	const last = wanted.some((number) => number >= records) ? records : Math.max(...wanted) + 1;

	return Math.min(wanted.length, Math.max(1, Math.ceil(last / pageSize)));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('the records of a run that needs many', () => {
	const scenario: fc.Arbitrary<Wanted> = fc.record({
		records: fc.nat(60),
		pageSize: fc.integer({ min: 1, max: 20 }),
		wanted: fc.uniqueArray(fc.oneof(fc.nat(59), fc.nat(200)), { minLength: 1, maxLength: 90 }),
		inFlight: fc.integer({ min: 1, max: 20 }),
	});

	it.each<[string, Partial<RecordList>, (wanted: Wanted) => number]>([
		['list and single reads', {}, best],
		[
			'both, where only the whole list shows which record has an external ID',
			{ externalIds: { lookup: 'list', unique: false } },
			({ wanted, records, pageSize }) =>
				Math.min(wanted.length, Math.max(1, Math.ceil(records / pageSize))),
		],
	])(
		'need at most twice the requests of the better of %s, and are right',
		async (_title, options, fewest) => {
			await fc.assert(
				fc.asyncProperty(scenario, async (wanted) => {
					expect(await requestsOf(wanted, options)).toBeLessThanOrEqual(2 * fewest(wanted) + 1);
				}),
				{ numRuns: 200 },
			);
		},
	);

	it('need no more requests than pages where all are announced before', async () => {
		const { service, context, list } = serve({ records: 1_200, pageSize: 10 });
		const index = new RecordIndex(list);
		const wanted = numbers(1_000).map((number) => String((number * 7919) % 1_200));

		for (const externalId of wanted) index.announce(externalId);
		await index.readPages(context);

		for (const externalId of wanted) {
			expect((await index.find(context, externalId))?.id).toBe(`id-${externalId}`);
		}

		expect(service.requests).toBe(120);
	});

	it.each([
		// Any page may contain another one with the same External ID.
		[false, 7],
		[undefined, 1],
	])('are read as far as one may be that was announced: unique %j', async (unique, requests) => {
		const { service, context, list } = serve({ records: 100, pageSize: 10 });
		const index = new RecordIndex({ ...list, externalIds: { lookup: 'path', unique } });

		for (const number of numbers(9)) index.announce(String(number));
		await index.readPages(context);

		expect(service.requests).toBe(requests);
	});

	it('count once where they are looked up again', async () => {
		const { service, context, list } = serve({ records: 100, pageSize: 10 });
		const index = new RecordIndex(list);

		for (const number of [...numbers(9), ...numbers(9)]) await index.find(context, String(number));
		const before = service.requests;

		await index.find(context, '99');

		expect(service.requests - before).toBe(2);
	});

	it('are read again from the first page after an error of the list', async () => {
		const { service, list, context } = serve({ records: 9, pageSize: 5 });
		const index = new RecordIndex(list);

		for (const externalId of ['1', '2', '8']) index.announce(externalId);
		const broken = { send: async () => await Promise.reject(new VitallyError('No list', '')) };

		await expect(index.readPages(broken)).rejects.toThrow('No list');

		await index.readPages(context);

		expect(service.requests).toBe(1);
		expect((await index.find(context, '8'))?.id).toBe('id-8');
	});

	it('are read one by one where the list does not contain all of them', async () => {
		const { context, list } = serve(
			{ records: 1, pageSize: 100 },
			{ externalIds: meetingType.externalIds },
		);
		const read = async (_: SendContext, externalId: string) => ({ id: 'id-hidden', externalId });
		const index = new RecordIndex({ ...list, read });

		for (const externalId of ['h1', 'h2', 'h3', 'h4']) {
			expect(await index.find(context, externalId)).toMatchObject({ id: 'id-hidden' });
		}
	});
});

describe('the records of a list', () => {
	const OWN = { id: 'v1', externalId: 'e1', name: 'Acme' };
	const recordsOf = (records: IDataObject[]): SendContext => ({
		send: async (request) => ({ request, status: 200, headers: {}, body: { results: records } }),
	});
	const indexOf = (options: Partial<RecordList> = {}) =>
		new RecordIndex({ ...serve({ records: 0, pageSize: 1 }).list, read: undefined, ...options });

	it.each([undefined, () => undefined])(
		'are asked for one by one where an ID is the Vitally ID of another one, which is an error',
		async (keep) => {
			const asked: string[] = [];
			const read = async (_: SendContext, id: string) => void asked.push(id);
			const list = { ...serve({ records: 0, pageSize: 1 }).list, read };
			const index = new RecordIndex(list as unknown as RecordList, keep);

			index.announce('v1');
			await index.readAll(recordsOf([OWN]));
			for (const id of ['v1', 'e9']) await index.find(recordsOf([]), id);

			expect(asked).toEqual(['v1']);
		},
	);

	it('are found by their Vitally ID only where an ID may be either', async () => {
		const index = indexOf();

		await index.readAll(recordsOf([OWN, { ...OWN, id: 'v2', externalId: 'v1' }]));

		expect(await index.find(recordsOf([]), 'v2')).toBeUndefined();
		expect(await index.find(recordsOf([]), 'v2', 'either')).toEqual({ id: 'v2' });
		expect(await index.find(recordsOf([]), 'v1', 'either')).toEqual({ id: 'v2' });
	});

	it('are an error where two have one external ID, also on different pages where several may have one', async () => {
		const pages = [{ results: [OWN], next: 'a' }, { results: [{ ...OWN, id: 'v2' }] }];
		const context: SendContext = {
			send: async (request) => ({
				request,
				status: 200,
				headers: {},
				body: pages[request.query?.from ? 1 : 0],
			}),
		};
		const shared = indexOf({ externalIds: { lookup: 'list', unique: false } });
		const unique = indexOf({ externalIds: { lookup: 'list' } });

		await expect(shared.find(context, 'e1')).rejects.toThrow('2 records have the external ID "e1"');
		expect(await unique.find(context, 'e1')).toEqual({ id: 'v1' });
	});

	it('are one where a record is on two pages', async () => {
		const index = indexOf();

		await index.readAll(recordsOf([OWN, OWN]));

		expect(await index.find(recordsOf([]), 'e1')).toEqual({ id: 'v1' });
	});

	it.each([{ externalId: 'e2' }, { id: '', externalId: 'e2' }, { id: 7, externalId: 'e2' }])(
		'are unknown where a row of the list has no ID as text: %j',
		async (row) => {
			await expect(indexOf().readAll(recordsOf([OWN, row]))).rejects.toThrow(
				'The list of records contains a row without an ID, row 2 of a page',
			);
		},
	);

	it('are kept as the caller wants, or not at all', async () => {
		const list = { ...serve({ records: 0, pageSize: 1 }).list, read: undefined };
		const index = new RecordIndex(list, ({ id, name }) => (id === 'v1' ? { name } : undefined));

		await index.readAll(recordsOf([OWN, { id: 'v2', externalId: 'e2' }]));
		const found = ['e1', 'e2'].map(async (id) => await index.find(recordsOf([]), id));

		expect(await Promise.all(found)).toEqual([{ name: 'Acme' }, undefined]);
	});

	it('give their first name to the IDs that lead to them, whether listed or read', async () => {
		const names = new Map<unknown, string>();
		const nameFields = ['label', 'name'];
		const read = async () => ({ id: 'v2', name: 'Bcme' });
		const list = { ...serve({ records: 0, pageSize: 1 }).list, nameFields, read };
		const index = new RecordIndex(list, undefined, names);

		await index.find(recordsOf([]), 'e2');
		await index.readAll(
			recordsOf([
				{ ...OWN, label: 'Firm' },
				{ id: 'v3', name: 1 },
			]),
		);

		expect([...names]).toEqual([
			['v2', 'Bcme'],
			['v1', 'Firm'],
		]);

		for (const name of [' firm', 'ACME']) {
			expect([...index.findByName(name).keys()]).toEqual(['v1']);
		}
	});
});
