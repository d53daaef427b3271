import type { IDataObject } from 'n8n-workflow';

import { recordListOf, type RecordList } from '../../nodes/Vitally/records/recordList';
import { listKeyedBy } from '../../nodes/Vitally/records/search';
import { noteType, taskType } from '../../nodes/Vitally/resources/recordTypes';
import type { SendContext, ServiceRequest } from '../../nodes/Vitally/transport/client';

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

describe('the lists of the records of an integration', () => {
	it('have its name in the request of each list', () => {
		expect(recordListOf(taskType, 'jira').queries.map(({ source }) => source)).toEqual(['jira']);
	});

	it('have no name where no integration is known', () => {
		const [query] = recordListOf(taskType).queries;

		expect(query).not.toHaveProperty('source');
	});
});
