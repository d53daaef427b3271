import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import { RecordIndex } from '../../nodes/Vitally/records/recordIndex';
import type { RecordList } from '../../nodes/Vitally/records/recordList';
import { meetingType } from '../../nodes/Vitally/resources/recordTypes';
import type { SendContext } from '../../nodes/Vitally/transport/client';
import { rejectionOf, seenError } from '../errors/thrownError.cts';
import { atMost } from '../fixtures/bounds.cts';

interface Service {
	/** Each is named by its number. */
	records: number;
	pageSize: number;
}

interface Wanted extends Service {
	wanted: number[];
	inFlight: number;
}

/** Serves a list, and counts its requests. */
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

			return { request, status: 200, headers: {}, outcome: 'done', body: { results, next } };
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

/** Looks all up, `inFlight` at a time, checks each answer, and returns how many requests that needed. */
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

/** The requests of the better way, where the list need not be read beyond the last record that is wanted. */
function fewestRequests({ records, pageSize, wanted }: Wanted): number {
	const isOneMissing = wanted.some((number) => number >= records);
	const recordsToRead = isOneMissing ? records : Math.max(...wanted) + 1;

	return Math.min(wanted.length, pagesOf(recordsToRead, pageSize));
}

/** The same where a record on any later page may have the same External ID. */
function fewestRequestsOfWholeList({ records, pageSize, wanted }: Wanted): number {
	return Math.min(wanted.length, pagesOf(records, pageSize));
}

/** A list has one page also when it is empty. */
function pagesOf(records: number, pageSize: number): number {
	return Math.max(1, Math.ceil(records / pageSize));
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('RecordIndex in a run that needs many records', () => {
	it('sends no more requests than there are pages when all IDs are announced before', async () => {
		const { service, context, list } = serve({ records: 1_200, pageSize: 10 });
		const index = new RecordIndex(list);
		// 7919 is prime, so these are 1,000 different records in no order.
		const wanted = numbers(1_000).map((number) => String((number * 7919) % 1_200));

		for (const externalId of wanted) index.announce(externalId);
		await index.readPages(context);

		for (const externalId of wanted) {
			expect((await index.find(context, externalId))?.id).toBe(`id-${externalId}`);
		}

		expect({ requests: service.requests }).toEqual({ requests: 120 });
	});

	it.each([
		{
			name: 'reads on where a later page may have another record with an announced ID',
			unique: false,
			requests: 7,
		},
		{
			name: 'stops reading at the last record that was announced',
			unique: undefined,
			requests: 1,
		},
	])('$name', async ({ unique, requests }) => {
		const { service, context, list } = serve({ records: 100, pageSize: 10 });
		const index = new RecordIndex({ ...list, externalIds: { lookup: 'path', unique } });

		for (const number of numbers(9)) index.announce(String(number));
		await index.readPages(context);

		expect({ requests: service.requests }).toEqual({ requests });
	});

	it('counts a record once that is looked up again', async () => {
		const { service, context, list } = serve({ records: 100, pageSize: 10 });
		const index = new RecordIndex(list);

		for (const number of [...numbers(9), ...numbers(9)]) await index.find(context, String(number));
		const before = service.requests;

		await index.find(context, '99');

		expect({ requests: service.requests - before }).toEqual({ requests: 2 });
	});

	it('reads the list again from its first page after an error', async () => {
		const { service, list, context } = serve({ records: 9, pageSize: 5 });
		const index = new RecordIndex(list);

		for (const externalId of ['1', '2', '8']) index.announce(externalId);
		const noList = new VitallyError('No list', '');
		const broken = { send: async () => await Promise.reject(noList) };

		expect(await rejectionOf(index.readPages(broken))).toEqual(seenError(noList));

		await index.readPages(context);

		expect({ requests: service.requests }).toEqual({ requests: 1 });
		expect((await index.find(context, '8'))?.id).toBe('id-8');
	});

	it('reads records one by one where the list does not contain all of them', async () => {
		const { context, list } = serve(
			{ records: 1, pageSize: 100 },
			{ externalIds: meetingType.externalIds },
		);
		const read = async (_: SendContext, externalId: string) => ({ id: 'id-hidden', externalId });
		const index = new RecordIndex({ ...list, read });

		const externalIds = ['h1', 'h2', 'h3', 'h4'];
		const found: unknown[] = [];

		for (const externalId of externalIds) found.push(await index.find(context, externalId));

		expect(found).toEqual(externalIds.map((externalId) => ({ id: 'id-hidden', externalId })));
	});

	const scenario: fc.Arbitrary<Wanted> = fc.record({
		records: fc.nat(60),
		pageSize: fc.integer({ min: 1, max: 20 }),
		wanted: fc.uniqueArray(fc.oneof(fc.nat(59), fc.nat(200)), { minLength: 1, maxLength: 90 }),
		inFlight: fc.integer({ min: 1, max: 20 }),
	});

	it.each<{
		name: string;
		options: Partial<RecordList>;
		fewest: (wanted: Wanted) => number;
	}>([
		{
			name: 'sends at most twice the requests of the better of list and single reads',
			options: {},
			fewest: fewestRequests,
		},
		{
			name: 'does so where only the whole list shows which record has an External ID',
			options: { externalIds: { lookup: 'list', unique: false } },
			fewest: fewestRequestsOfWholeList,
		},
	])('$name', async ({ options, fewest }) => {
		await fc.assert(
			fc.asyncProperty(scenario, async (wanted) => {
				expect({ requests: await requestsOf(wanted, options) }).toEqual({
					requests: atMost(2 * fewest(wanted) + 1),
				});
			}),
			{ numRuns: 200 },
		);
	});
});

describe('RecordIndex', () => {
	const OWN = { id: 'v1', externalId: 'e1', name: 'Acme' };
	const recordsOf = (records: IDataObject[]): SendContext => ({
		send: async (request) => ({
			request,
			status: 200,
			headers: {},
			outcome: 'done',
			body: { results: records },
		}),
	});
	const indexOf = (options: Partial<RecordList> = {}) =>
		new RecordIndex({ ...serve({ records: 0, pageSize: 1 }).list, read: undefined, ...options });

	it.each([
		{ index: 'that keeps the IDs', keep: undefined },
		{ index: 'that keeps nothing', keep: () => undefined },
	])(
		'asks for the record itself where its ID is the Vitally ID of another one, in an index $index',
		async ({ keep }) => {
			const asked: string[] = [];

			const read = async (_: SendContext, id: string) => {
				asked.push(id);
			};

			const list = { ...serve({ records: 0, pageSize: 1 }).list, read };
			const index = new RecordIndex(list as unknown as RecordList, keep);

			index.announce('v1');
			await index.readAll(recordsOf([OWN]));
			for (const id of ['v1', 'e9']) await index.find(recordsOf([]), id);

			expect({ asked }).toEqual({ asked: ['v1'] });
		},
	);

	it.each([
		{ kind: 'externalId', id: 'e1', found: 'v1' },
		{ kind: 'either', id: 'e1', found: 'v1' },
		{ kind: 'either', id: 'v1', found: 'v1' },
		{ kind: 'externalId', id: 'v1', found: undefined },
	] as const)(
		'finds on the page that is read for it the record with the ID $id of the kind $kind: $found',
		async ({ kind, id, found }) => {
			const record = await indexOf().find(recordsOf([OWN]), id, kind);

			expect({ found: record?.id }).toEqual({ found });
		},
	);

	it.each(['externalId', 'either'] as const)(
		'reads a record alone as an ID of the kind %s',
		async (kind) => {
			const kinds: unknown[] = [];

			const read: RecordList['read'] = async (_context, _id, asked) => {
				kinds.push(asked);

				return await Promise.resolve(OWN);
			};

			await indexOf({ read }).find(recordsOf([]), 'x', kind);

			expect({ kinds }).toEqual({ kinds: [kind] });
		},
	);

	it('finds a record by its Vitally ID only where an ID may be either', async () => {
		const index = indexOf();

		await index.readAll(recordsOf([OWN, { ...OWN, id: 'v2', externalId: 'v1' }]));

		const found = {
			v2AsExternalId: await index.find(recordsOf([]), 'v2'),
			v2AsEither: await index.find(recordsOf([]), 'v2', 'either'),
			v1AsEither: await index.find(recordsOf([]), 'v1', 'either'),
		};

		expect(found).toEqual({
			v2AsExternalId: undefined,
			v2AsEither: { id: 'v2' },
			v1AsEither: { id: 'v2' },
		});
	});

	const twoPages: SendContext = {
		send: async (request) => ({
			request,
			status: 200,
			headers: {},
			outcome: 'done',
			body: request.query?.from
				? { results: [{ ...OWN, id: 'v2' }] }
				: { results: [OWN], next: 'a' },
		}),
	};

	it('rejects an External ID of records on two pages where several may have it', async () => {
		const index = indexOf({ externalIds: { lookup: 'list', unique: false } });

		expect(await rejectionOf(index.find(twoPages, 'e1'))).toEqual({
			class: 'VitallyError',
			message: '2 records have the External ID "e1"',
			description: "Choose one of them by its Vitally ID, for example with 'By ID'.",
			facts: {},
		});
	});

	it('finds the first record of an External ID where it is not known that several may have it', async () => {
		const index = indexOf({ externalIds: { lookup: 'list' } });

		expect(await index.find(twoPages, 'e1')).toEqual({ id: 'v1' });
	});

	it('rejects an External ID of two records on one page', async () => {
		const index = indexOf();

		await index.readAll(recordsOf([OWN, { ...OWN, id: 'v2' }]));

		expect(await rejectionOf(index.find(recordsOf([]), 'e1'))).toEqual({
			class: 'VitallyError',
			message: '2 records have the External ID "e1"',
			description: "Choose one of them by its Vitally ID, for example with 'By ID'.",
			facts: {},
		});
	});

	it('takes a record on two pages as one', async () => {
		const index = indexOf();

		await index.readAll(recordsOf([OWN, OWN]));

		expect(await index.find(recordsOf([]), 'e1')).toEqual({ id: 'v1' });
	});

	it.each([{ externalId: 'e2' }, { id: '', externalId: 'e2' }, { id: 7, externalId: 'e2' }])(
		'rejects a list with a row that has no ID as text: %j',
		async (row) => {
			expect(await rejectionOf(indexOf().readAll(recordsOf([OWN, row])))).toEqual({
				class: 'VitallyError',
				message: "Vitally's list of records contains a record without an ID, record 2 of a page",
				description:
					"Run the item again. If the error stays, check the address in the credential: without IDs, the list doesn't show which records exist. (GET /records)",
				facts: {},
			});
		},
	);

	it('names the first of two rows of a list that have no ID', async () => {
		const error = await rejectionOf(indexOf().readAll(recordsOf([OWN, {}, OWN, {}])));

		expect(error.message).toBe(
			"Vitally's list of records contains a record without an ID, record 2 of a page",
		);
	});

	it('keeps of a record what the caller wants, or nothing', async () => {
		const list = { ...serve({ records: 0, pageSize: 1 }).list, read: undefined };
		const index = new RecordIndex(list, ({ id, name }) => (id === 'v1' ? { name } : undefined));

		await index.readAll(recordsOf([OWN, { id: 'v2', externalId: 'e2' }]));
		const found = {
			e1: await index.find(recordsOf([]), 'e1'),
			e2: await index.find(recordsOf([]), 'e2'),
		};

		expect(found).toEqual({ e1: { name: 'Acme' }, e2: undefined });
	});

	const namesAfter = async (reading: (index: RecordIndex) => Promise<unknown>) => {
		const names = new Map<unknown, string>();
		const nameFields = ['label', 'name'];
		const read = async () => ({ id: 'v2', name: 'Bcme' });
		const list = { ...serve({ records: 0, pageSize: 1 }).list, nameFields, read };

		await reading(new RecordIndex(list, undefined, names));

		return Object.fromEntries(names) as object;
	};

	it.each([
		{ record: { label: 'Firm', name: 'Acme' }, names: { v1: 'Firm' } },
		{ record: { name: 'Acme' }, names: { v1: 'Acme' } },
		{ record: { label: null, name: 'Acme' }, names: { v1: 'Acme' } },
		{ record: { label: 1, name: 2 }, names: {} },
	])(
		'remembers the name of a listed record by the first field that has one: $record',
		async (row) => {
			const records = recordsOf([{ id: 'v1', ...row.record }]);

			expect(await namesAfter(async (index) => await index.readAll(records))).toEqual(row.names);
		},
	);

	it('remembers the name of a record that was read alone', async () => {
		const names = await namesAfter(async (index) => await index.find(recordsOf([]), 'e2'));

		expect(names).toEqual({ v2: 'Bcme' });
	});

	it.each([
		{ name: ' firm', field: 'the first name field' },
		{ name: 'ACME', field: 'the second name field' },
	])('finds a record by its name in any case and with blanks: $field', async ({ name }) => {
		const index = indexOf({ nameFields: ['label', 'name'] });

		await index.readAll(recordsOf([{ ...OWN, label: 'Firm' }]));

		expect([...index.findByName(name).keys()]).toEqual(['v1']);
	});
});
