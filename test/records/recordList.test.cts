import type { IDataObject } from 'n8n-workflow';

import {
	ambiguousError,
	keyOf,
	readByExternalId,
	recordListOf,
	type RecordList,
} from '../../nodes/Vitally/records/recordList';
import { listKeyedBy } from '../../nodes/Vitally/records/search';
import {
	conversationType,
	noteType,
	taskType,
	userType,
} from '../../nodes/Vitally/resources/recordTypes';
import type { SendContext, ServiceRequest } from '../../nodes/Vitally/transport/client';
import { rejectionOf, seenError } from '../errors/thrownError.cts';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

/** A service that returns a record for each request. */
function serviceWith(record: IDataObject) {
	const sent: Array<Pick<ServiceRequest, 'path' | 'query'>> = [];
	const context: SendContext = {
		send: async (request) => {
			const { path, query } = request;

			sent.push({ path, query });

			return { request, status: 200, headers: {}, outcome: 'done', body: record };
		},
	};

	return { context, sent };
}

/** Each way in which a record is read alone. */
const WAYS = [
	{
		way: 'by its External ID',
		read: async (list: RecordList, context: SendContext) => await list.read?.(context, 'e 1'),
		path: 'e%201',
	},
	{
		way: 'by an ID that may be either',
		read: async (list: RecordList, context: SendContext) =>
			await list.read?.(context, 'e 1', 'either'),
		path: 'e%201',
	},
	{
		way: 'by its Vitally ID',
		read: async (list: RecordList, context: SendContext) => await list.readById(context, ID),
		path: ID,
	},
	{
		way: 'by its Vitally ID in a row of a table of them',
		read: async (list: RecordList, context: SendContext) =>
			await listKeyedBy('id', taskType, list).read?.(context, ID),
		path: ID,
	},
];

describe('a record that is read alone', () => {
	it.each(
		WAYS.flatMap((way) => [
			{ ...way, type: taskType, noun: 'task' },
			{ ...way, type: noteType, noun: 'note' },
		]),
	)('comes from its integration, as a $noun $way', async ({ type, read, path }) => {
		const { context, sent } = serviceWith({ id: ID });

		await read(recordListOf(type, 'jira'), context);

		expect(sent).toEqual([{ path: `${type.path}/${path}`, query: { source: 'jira' } }]);
	});

	it.each(WAYS)('comes from no integration where none is known: $way', async ({ read, path }) => {
		const { context, sent } = serviceWith({ id: ID });

		await read(recordListOf(noteType), context);

		expect(sent).toEqual([{ path: `${noteType.path}/${path}`, query: {} }]);
	});

	it.each(WAYS.slice(2))(
		'counts as missing where its ID is the External ID of another record: $way',
		async ({ read }) => {
			const { context } = serviceWith({ id: 'v2', externalId: ID });
			const record = await read(recordListOf(taskType, 'jira'), context);

			expect({ record }).toEqual({ record: undefined });
		},
	);
});

/** The answer to a read by which no record is found, or one in another form. */
const answering = (status: number, body?: unknown): SendContext => ({
	send: async (request) => ({ request, status, headers: {}, outcome: 'done', body }),
});

describe('a record that is not there', () => {
	it.each(WAYS)('counts as missing after a 404: $way', async ({ read }) => {
		const record = await read(recordListOf(taskType, 'jira'), answering(404)).catch(seenError);

		expect({ record }).toEqual({ record: undefined });
	});
});

describe('a record with a Vitally ID', () => {
	it.each(WAYS.slice(2))('comes as the service returns it: $way', async ({ read }) => {
		const record = { id: ID, name: 'Call' };

		expect(await read(recordListOf(taskType), answering(200, record))).toEqual(record);
	});
});

describe('the key of a record in a table', () => {
	const record = { id: 'v1', externalId: 'E 1', email: 'Ann@Acme.example' };

	it.each([
		{ key: undefined, value: 'E 1' },
		{ key: 'externalId', value: 'E 1' },
		{ key: 'id', value: 'v1' },
		{ key: 'email', value: 'ann@acme.example' },
	] as const)('comes from the field $key: $value', ({ key, value }) => {
		expect({ key: keyOf({ ...recordListOf(taskType), key }, record) }).toEqual({ key: value });
	});

	it('stays null where a person has no email address', () => {
		const list: RecordList = { ...recordListOf(userType), key: 'email' };

		expect({ key: keyOf(list, { id: 'v1', email: null }) }).toEqual({ key: null });
	});
});

describe('the error for several records', () => {
	it.each([
		{ key: 'email', what: 'email address' },
		{ key: 'externalId', what: 'External ID' },
		{ key: undefined, what: 'External ID' },
	] as const)('says that they have one $what', ({ key, what }) => {
		const list: RecordList = { ...recordListOf(userType), key };

		expect(seenError(ambiguousError(list, 'x', 3))).toEqual({
			class: 'VitallyError',
			message: `3 users have the ${what} "x"`,
			description: "Choose one of them by its Vitally ID, for example with 'By ID'.",
			facts: {},
		});
	});
});

describe('a record that only a list shows', () => {
	const listed = (...records: IDataObject[]) => answering(200, { results: records, next: null });
	const list = recordListOf(conversationType);

	it('has exactly the External ID that is looked for', async () => {
		const records = listed({ id: 'v1', externalId: 'T10' }, { id: 'v2', externalId: 'T1' });

		expect(await readByExternalId(records, list, 'T1')).toEqual({ id: 'v2', externalId: 'T1' });
	});

	it('counts as missing where no listed one has its External ID', async () => {
		const record = await readByExternalId(listed({ id: 'v1', externalId: 't1' }), list, 'T1');

		expect({ record }).toEqual({ record: undefined });
	});

	it('fails where the list shows a record without an ID', async () => {
		expect(await rejectionOf(readByExternalId(listed({ externalId: 'T1' }), list, 'T1'))).toEqual({
			class: 'VitallyError',
			message:
				"Vitally's list of conversations contains a record without an ID, record 1 of a page",
			description:
				"Run the item again. If the error stays, check the address in the credential: without IDs, the list doesn't show which conversations exist. (GET /resources/conversations)",
			facts: {},
		});
	});
});

describe('the lists of the records of an integration', () => {
	it('have its name in the request of each list', () => {
		expect(recordListOf(taskType, 'jira').queries.map(({ source }) => source)).toEqual(['jira']);
	});

	it('have no name where no integration is known', () => {
		const [query] = recordListOf(taskType).queries;

		expect(query).not.toHaveProperty('source');
	});
});
