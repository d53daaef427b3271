import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import {
	createIdempotently,
	creationRequest,
} from '../../nodes/Vitally/records/creation/createIdempotently';
import { createRecord } from '../../nodes/Vitally/records/creation/createRecord';
import { findExistingRecord } from '../../nodes/Vitally/records/findExistingRecord';
import { readByExternalId, type RecordList } from '../../nodes/Vitally/records/recordList';
import { accountType } from '../../nodes/Vitally/resources/recordTypes';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { rejectionOf, seenError } from '../errors/thrownError.cts';

type Answer = { status: number; body?: unknown } | Error;

const LOST = new VitallyError('The connection was lost', '', { isOutcomeUnknown: true });
/** Returns an error whose outcome is unknown, with an answer of this status. */
const answeredWith = (status: number) =>
	new VitallyError(`The answer was ${status}`, '', { isOutcomeUnknown: true, status });

const TAKEN = { status: 409 };
const BODY = { externalId: 'e1', name: 'Acme', note: '<p>a</p>' };
const NOW = Date.parse('2026-01-01T12:00:00Z');

interface Service {
	/** The answers to the creations, one after the other. */
	creations: Answer[];
	/** What the look-ups find, one after the other; the last one again and again. */
	found?: Array<IDataObject | Error | undefined>;
	/** Whether External IDs are unique in the list. */
	unique?: boolean | 'unknown';
	/** Whether its answers say when they were made. */
	hasDate?: boolean;
}

let workspaces = 0;
/** How long runs have waited. */
let waitedMs = 0;

/** An item in a workspace of its own, and the list that it creates a record in. */
function serve({ creations, found = [undefined], unique = true, hasDate = true }: Service) {
	const log: string[] = [];
	let created = 0;
	let reads = 0;

	const answerOf = (answer: Answer | IDataObject | undefined) => {
		if (answer instanceof Error) throw answer;

		return answer;
	};

	const item = {
		workspace: `workspace ${workspaces++}`,
		send: async (request: ServiceRequest) => {
			const { method } = request;

			log.push(method);
			const answer = { request, headers: {}, body: {} };
			if (method === 'POST') return { ...answer, ...answerOf(creations[created++]) };

			const body = answerOf(found[Math.min(reads++, found.length - 1)]);
			const headers = hasDate ? { date: new Date(NOW).toUTCString() } : {};

			return { status: body ? 200 : 404, headers, body };
		},
		wait: async (ms: number) => {
			log.push(`waits ${ms / 1000} s`);
			waitedMs += ms;
		},
		oncePerRun: async (_: string, read: () => Promise<unknown>) => await read(),
		lock: async (_: string, task: () => Promise<unknown>) => await task(),
		apiError: () => new VitallyError('rejected', '', { status: 409 }),
	} as unknown as ItemContext;
	const read: RecordList['read'] = async (context, id) =>
		(await context.send({ method: 'GET', path: `/accounts/${id}` })).body as IDataObject;
	const list: RecordList = {
		noun: 'account',
		plural: 'accounts',
		path: '/accounts',
		queries: [{}],
		externalIds: { lookup: 'path', unique: unique === 'unknown' ? undefined : unique },
		read,
		readById: async (context, id) => await read(context, id),
	};

	return { item, list, log };
}

/** What becomes of a creation: the record, and whether it counts as created by it, or the text of its error. */
type Outcome = { isCreated: boolean; id: string } | string;

async function create(service: Service) {
	const { item, list, log } = serve(service);
	const now = jest.spyOn(performance, 'now').mockImplementation(() => waitedMs);
	const outcome = await createIdempotently(item, creationRequest(list, BODY), list).then(
		({ isCreated, record }) => ({ isCreated, id: record.id }),
		({ message }: Error) => message,
	);

	now.mockRestore();

	return { outcome, log };
}

const recordAt = (ms: number, fields: IDataObject = {}): IDataObject => ({
	id: 'v1',
	createdAt: new Date(ms).toISOString(),
	...BODY,
	...fields,
});

/** What is sent where a response is lost: a look for the record, a second later. */
const LOOKED = ['POST', 'waits 1 s', 'GET'];
const OURS = recordAt(NOW);
const OTHER = recordAt(NOW, { name: 'Bcme' });
const OLDER = recordAt(NOW - 60_000);

describe('a look-up after a creation whose response was lost', () => {
	it.each<{ title: string; service: Partial<Service>; isCreated: boolean }>([
		{ title: 'it has the values that were sent', service: { found: [OURS] }, isCreated: true },
		{
			title: 'its clock is a moment behind',
			service: { found: [recordAt(NOW - 1_500)] },
			isCreated: true,
		},
		{ title: 'it is the same, and older', service: { found: [OLDER] }, isCreated: false },
		{
			title: 'it is the same, and no time is sent',
			service: { found: [OLDER], hasDate: false },
			isCreated: true,
		},
		{
			title: 'it is the same, and has no time',
			service: { found: [recordAt(NOW, { createdAt: null })] },
			isCreated: true,
		},
		{ title: 'it has other values', service: { found: [OTHER] }, isCreated: false },
	])('tells whether this creation made the record: $title', async ({ service, isCreated }) => {
		const { outcome, log } = await create({ creations: [LOST], ...service });

		expect({ requests: log }).toEqual({ requests: LOOKED });
		expect({ outcome }).toEqual({ outcome: { isCreated, id: 'v1' } });
	});

	it.each([
		{ knowledge: 'External IDs are not unique', unique: false },
		{ knowledge: 'it is not known whether External IDs are unique', unique: 'unknown' },
	] as const)('waits ten seconds for the record where $knowledge', async ({ unique }) => {
		// The service carries it out at once, and finds it late.
		const found = [undefined, undefined, recordAt(NOW - 10_000)];
		const { outcome, log } = await create({ creations: [LOST], found, unique });

		expect({ outcome }).toEqual({ outcome: { isCreated: true, id: 'v1' } });
		expect({ requests: log }).toEqual({
			requests: [...LOOKED, 'waits 3 s', 'GET', 'waits 6 s', 'GET'],
		});
	});
});

describe('a creation', () => {
	const noAnswer = new Error('No answer');
	const created = { status: 200, body: { id: 'v2' } };
	const notSent = new VitallyError('No', '');
	const sentAgain = [...LOOKED, 'POST'];

	interface CreationCase {
		name: string;
		/** The answers to the creations. */
		creations: Answer[];
		/** What the look-ups find; undefined is no record. */
		found: Service['found'];
		outcome: Outcome;
		/** What is sent, and how long it waits in between. */
		log: string[];
	}

	it.each<CreationCase>([
		{
			name: 'sends it again if it was lost and no record is there',
			creations: [LOST, created],
			found: [undefined],
			outcome: { isCreated: true, id: 'v2' },
			log: sentAgain,
		},
		...[502, 503, 504, 520, 524].map((status) => ({
			name: `sends it again if a proxy answered with ${status} in place of Vitally, and no record is there`,
			creations: [answeredWith(status), created],
			found: [undefined],
			outcome: { isCreated: true, id: 'v2' },
			log: sentAgain,
		})),
		...[200, 500, 501].map((status) => ({
			name: `does not send it again if Vitally answered with a ${status} that shows no new record`,
			creations: [answeredWith(status)],
			found: [undefined],
			outcome: `The answer was ${status}`,
			log: ['POST'],
		})),
		{
			name: 'counts the same record as created if it was lost, and taken then',
			creations: [LOST, TAKEN],
			found: [undefined, OURS],
			outcome: { isCreated: true, id: 'v1' },
			log: [...sentAgain, 'GET'],
		},
		{
			name: 'does not count another record as created if it was lost, and taken then',
			creations: [LOST, TAKEN],
			found: [undefined, OTHER],
			outcome: { isCreated: false, id: 'v1' },
			log: [...sentAgain, 'GET'],
		},
		{
			name: 'ends in its error if it was lost, and the look-up fails',
			creations: [LOST],
			found: [noAnswer],
			outcome: LOST.message,
			log: LOOKED,
		},
		{
			name: 'ends in its error if it was lost, taken then, and the second look-up fails',
			creations: [LOST, TAKEN],
			found: [undefined, noAnswer],
			outcome: LOST.message,
			log: [...sentAgain, 'GET'],
		},
		{
			name: 'fails with the rejection if its ID is taken, and no record is there',
			creations: [TAKEN],
			found: [undefined],
			outcome: 'rejected',
			log: ['POST', 'GET'],
		},
		{
			name: 'fails with the rejection if its ID is taken, and the look-up fails',
			creations: [TAKEN],
			found: [noAnswer],
			outcome: 'rejected',
			log: ['POST', 'GET'],
		},
		{
			name: 'leaves the record to others if its ID is taken by the same one',
			creations: [TAKEN],
			found: [OURS],
			outcome: { isCreated: false, id: 'v1' },
			log: ['POST', 'GET'],
		},
		{
			name: 'does not look for a record if it was certainly not carried out',
			creations: [notSent],
			found: [],
			outcome: 'No',
			log: ['POST'],
		},
	])('$name', async ({ creations, found, outcome, log }) => {
		const creation = await create({ creations, found });

		// What was sent is read first, and then what became of it.
		expect({ requests: creation.log }).toEqual({ requests: log });
		expect({ outcome: creation.outcome }).toEqual({ outcome });
	});

	it.each([
		{
			title: 'is sent again where the service rejects a second record',
			unique: true,
			body: { id: 'v1' },
			requests: ['POST', 'POST', 'GET'],
		},
		{
			title: 'sends no second request where the service may create a second record',
			unique: false,
			body: { id: 'v1' },
			requests: ['POST', 'GET'],
		},
		{
			title: 'is sent again where its response had no ID',
			unique: false,
			body: undefined,
			requests: ['POST', 'POST', 'GET'],
		},
	])('$title', async ({ unique, body, requests }) => {
		const creations = [{ status: 200, body }, TAKEN];
		const { item, list, log } = serve({ creations, found: [recordAt(NOW)], unique });
		const request = creationRequest(list, BODY);

		await createIdempotently(item, request, list);

		const { isCreated } = await createIdempotently(item, request, list);

		expect({ requests: log }).toEqual({ requests });
		expect({ isCreatedAgain: isCreated }).toEqual({ isCreatedAgain: false });
	});

	it('fails with the External ID that others have, and the way out', async () => {
		const { item, list } = serve({ creations: [TAKEN], found: [recordAt(NOW)] });
		const creating = createRecord(item, {
			type: accountType,
			list,
			request: creationRequest(list, BODY),
		});

		expect(await rejectionOf(creating)).toEqual({
			class: 'VitallyError',
			message: 'The External ID "e1" already belongs to another account',
			description:
				"Use the operation 'Create or Update' to change it, or enter another 'External ID'.",
			facts: { field: 'External ID', status: 409 },
		});
	});

	it.each([{}, { externalId: null }])(
		'sends one request without an External ID: %j',
		async (ids) => {
			const { item, list, log } = serve({ creations: [LOST] });
			const request = creationRequest(list, { name: 'Acme', ...ids });
			const creating = createRecord(item, { type: accountType, list, request });

			expect(await rejectionOf(creating)).toEqual(seenError(LOST));
			expect({ requests: log }).toEqual({ requests: ['POST'] });
		},
	);
});

describe('findExistingRecord, after this process created a record', () => {
	const created = { id: 'v1', externalId: 'e1' };
	const listed = { id: 'v9', externalId: 'e1' };

	interface Search {
		lookup: 'path' | 'list' | 'search';
		/** What the Vitally ID of the record leads to. */
		byId?: IDataObject;
		/** What its External ID leads to. */
		byExternalId?: IDataObject;
		/** How long after the creation it is looked for. */
		minutes?: number;
	}

	const searchAfterCreation = async ({ lookup, byId, byExternalId, minutes = 0 }: Search) => {
		const { item, list } = serve({ creations: [{ status: 200, body: { id: 'v1' } }] });
		const empty: RecordList = {
			...list,
			externalIds: { lookup },
			read: async () => undefined,
			readById: async () => byId,
		};

		await createIdempotently(item, creationRequest(empty, BODY), empty);
		const clock = performance.now();
		const now = jest.spyOn(performance, 'now').mockReturnValue(clock + minutes * 60_000);
		const filled: RecordList = { ...empty, read: async () => byExternalId };
		const existing = await findExistingRecord(item, filled, 'e1');

		now.mockRestore();

		return existing;
	};

	it('reads the record by its Vitally ID where its External ID leads nowhere', async () => {
		const existing = await searchAfterCreation({ lookup: 'path', byId: created });

		expect(existing).toEqual({ id: 'v1', record: created });
	});

	it('prefers the record to which the External ID leads', async () => {
		const existing = await searchAfterCreation({
			lookup: 'path',
			byId: created,
			byExternalId: listed,
		});

		expect(existing).toEqual({ id: 'v9', record: listed });
	});

	it('returns nothing where the record has another External ID by now', async () => {
		const existing = await searchAfterCreation({ lookup: 'search', byId: { id: 'v1' } });

		expect({ existing }).toEqual({ existing: undefined });
	});

	it('returns nothing where the record was deleted', async () => {
		const existing = await searchAfterCreation({ lookup: 'path' });

		expect({ existing }).toEqual({ existing: undefined });
	});

	it('returns the ID of the record where the search does not find it yet', async () => {
		expect(await searchAfterCreation({ lookup: 'search' })).toEqual({ id: 'v1' });
	});

	it('returns nothing where the search has had time to find the record', async () => {
		const existing = await searchAfterCreation({ lookup: 'search', minutes: 11 });

		expect({ existing }).toEqual({ existing: undefined });
	});

	it('looks among the newest records of each list where no single read finds the record', async () => {
		const { item, list } = serve({ creations: [] });
		const queries = [{}, { target: 'organization' }];
		const records = [{ id: 'v8', externalId: 'e8' }, created];
		const send = async (request: ServiceRequest) => ({
			request,
			status: 200,
			headers: {},
			outcome: 'done' as const,
			body: { results: request.query?.target ? records : [], next: null },
		});
		const context = { ...item, send };
		const lists: RecordList = { ...list, queries, read: undefined };

		expect(await readByExternalId(context, lists, 'e1')).toEqual(created);
		expect(await findExistingRecord(context, lists, 'e1')).toEqual({ id: 'v1' });
	});
});
