import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../nodes/Vitally/errors/vitallyError';
import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import {
	createIdempotently,
	createRecord,
	creationRequest,
} from '../../nodes/Vitally/records/createIdempotently';
import { findExistingRecord } from '../../nodes/Vitally/records/findExistingRecord';
import { readByExternalId, type RecordList } from '../../nodes/Vitally/records/recordList';
import { accountType } from '../../nodes/Vitally/resources/recordTypes';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';

type Answer = { status: number; body?: unknown } | Error;

const LOST = new VitallyError('The connection was lost', '', { isOutcomeUnknown: true });
const TAKEN = { status: 409 };
const BODY = { externalId: 'e1', name: 'Acme', note: '<p>a</p>' };
const NOW = Date.parse('2026-01-01T12:00:00Z');

interface Service {
	/** The answers to the creations, one after the other. */
	creations: Answer[];
	/** What the look-ups find, one after the other; the last one again and again. */
	found?: Array<IDataObject | Error | undefined>;
	unique?: boolean;
	/** Whether its answers say when they were made. */
	hasDate?: boolean;
}

let workspaces = 0;
/** How long runs have waited. */
let waitedMs = 0;

/** An item in a workspace of its own, and the list that it creates a record in. */
function serve({ creations, found = [undefined], unique = true, hasDate = true }: Service) {
	const log: Array<string | number> = [];
	let [created, reads] = [0, 0];

	const answerOf = (answer: Answer | IDataObject | undefined) => {
		if (answer instanceof Error) throw answer;

		return answer;
	};

	const item = {
		workspaceKey: `workspace ${workspaces++}`,
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
			log.push(ms);
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
		externalIds: { lookup: 'path', unique },
		read,
		readById: async (context, id) => await read(context, id),
	};

	return { item, list, log };
}

/** What becomes of a creation: whether the record counts as created by it, or its error. */
async function create(service: Service) {
	const { item, list, log } = serve(service);
	const now = jest.spyOn(performance, 'now').mockImplementation(() => waitedMs);
	const outcome = await createIdempotently(item, creationRequest(list, BODY), list).then(
		({ isCreated, record }) => [isCreated, record.id],
		({ message }: Error) => message,
	);

	now.mockRestore();

	return { outcome, log };
}

const recordAt = (ms: number, more: IDataObject = {}): IDataObject => ({
	id: 'v1',
	createdAt: new Date(ms).toISOString(),
	...BODY,
	...more,
});

/** What is sent where a response is lost: a look for the record, a second later. */
const LOOKED = ['POST', 1_000, 'GET'];
const OURS = recordAt(NOW);
const OTHER = recordAt(NOW, { name: 'Bcme' });
const OLDER = recordAt(NOW - 60_000);

describe('a record that is found after the response to its creation was lost', () => {
	it.each<[string, Partial<Service>, boolean]>([
		['counts as created', { found: [OURS] }, true],
		['whose clock is a moment behind does too', { found: [recordAt(NOW - 1_500)] }, true],
		['and is older belongs to others, although the same', { found: [OLDER] }, false],
		['is judged by its values where no time is sent', { found: [OLDER], hasDate: false }, true],
		['and has no time, too', { found: [recordAt(NOW, { createdAt: null })] }, true],
		['with other values belongs to others', { found: [OTHER] }, false],
	])('%s', async (_title, service, isCreated) => {
		const { outcome, log } = await create({ creations: [LOST], ...service });

		expect([outcome, log]).toEqual([[isCreated, 'v1'], LOOKED]);
	});

	it('is waited for, for ten seconds where the service may create a second one', async () => {
		// The service carries it out at once, and finds it late.
		const found = [undefined, undefined, recordAt(NOW - 10_000)];
		const { outcome, log } = await create({ creations: [LOST], found, unique: false });

		expect([outcome, log]).toEqual([
			[true, 'v1'],
			[...LOOKED, 3_000, 'GET', 6_000, 'GET'],
		]);
	});
});

describe('a creation', () => {
	const none = undefined;
	const noAnswer = new Error('No answer');
	const created = { status: 200, body: { id: 'v2' } };
	const lost = LOST.message;
	const notSent = new VitallyError('No', '');
	const again = [...LOOKED, 'POST'];
	const more = [...again, 'GET'];
	const once = ['POST', 'GET'];

	it.each<[string, Answer[], Service['found'], unknown, Array<string | number>]>([
		['lost: is sent again if none is there', [LOST, created], [none], [true, 'v2'], again],
		['lost, then taken by the same: counts', [LOST, TAKEN], [none, OURS], [true, 'v1'], more],
		['lost, then taken by another: does not', [LOST, TAKEN], [none, OTHER], [false, 'v1'], more],
		['lost, and no look-up: is its error', [LOST], [noAnswer], lost, LOOKED],
		['lost, taken, and no look-up: is its error', [LOST, TAKEN], [none, noAnswer], lost, more],
		['taken, and none is there: is rejected', [TAKEN], [none], 'rejected', once],
		['taken, and no look-up: is rejected', [TAKEN], [noAnswer], 'rejected', once],
		['taken by the same: belongs to others', [TAKEN], [OURS], [false, 'v1'], once],
		['certainly not carried out: is not looked for', [notSent], [], 'No', ['POST']],
	])('%s', async (_title, creations, found, outcome, log) => {
		expect(await create({ creations, found })).toEqual({ outcome, log });
	});

	it.each([
		[true, { id: 'v1' }, ['POST', 'POST', 'GET']],
		[false, { id: 'v1' }, ['POST', 'GET']],
		[false, undefined, ['POST', 'POST', 'GET']],
	])(
		'is remembered where the service may create a second one: unique %j, %j',
		async (unique, body, requests) => {
			const creations = [{ status: 200, body }, TAKEN];
			const { item, list, log } = serve({ creations, found: [recordAt(NOW)], unique });
			const request = creationRequest(list, BODY);

			await createIdempotently(item, request, list);

			expect((await createIdempotently(item, request, list)).isCreated).toBe(false);
			expect(log).toEqual(requests);
		},
	);

	it('of an External ID that others have is an error that names it and the way out', async () => {
		const { item, list } = serve({ creations: [TAKEN], found: [recordAt(NOW)] });
		const creating = createRecord(item, accountType, creationRequest(list, BODY), list);

		await expect(creating).rejects.toMatchObject({
			message: 'The external ID "e1" belongs to another account already',
			description: expect.stringContaining("'Create or Update'"),
			facts: { field: 'External ID', status: 409 },
		});
	});

	it.each([{}, { externalId: null }])('without an External ID is sent once: %j', async (ids) => {
		const { item, list, log } = serve({ creations: [LOST] });
		const request = creationRequest(list, { name: 'Acme', ...ids });
		const creating = createRecord(item, accountType, request, list);

		await expect(creating).rejects.toBe(LOST);
		expect(log).toEqual(['POST']);
	});
});

describe('a record that this process created', () => {
	type Lookup = 'path' | 'list' | 'search';

	const after = async (
		lookup: Lookup,
		read: IDataObject | undefined,
		{ minutes = 0, isListed = false } = {},
	) => {
		const { item, list } = serve({ creations: [{ status: 200, body: { id: 'v1' } }] });
		const one: RecordList = {
			...list,
			externalIds: { lookup },
			read: async () => undefined,
			readById: async () => read,
		};

		await createIdempotently(item, creationRequest(one, BODY), one);
		const clock = performance.now();
		const now = jest.spyOn(performance, 'now').mockReturnValue(clock + minutes * 60_000);
		const finding: RecordList = { ...one, ...(isListed && { read: async () => listed.record }) };
		const existing = await findExistingRecord(item, finding, 'e1');

		now.mockRestore();

		return existing;
	};

	const whole = { id: 'v1', externalId: 'e1' };
	const listed = { id: 'v9', record: { id: 'v9', externalId: 'e1' } };

	it.each<[string, Parameters<typeof after>, object | undefined]>([
		['is found by its Vitally ID', ['path', whole], { id: 'v1', record: whole }],
		['comes after one that the service finds', ['path', whole, { isListed: true }], listed],
		['is none where it has another External ID by now', ['search', { id: 'v1' }], undefined],
		['is none where it was deleted', ['path', undefined], undefined],
		['is one that the search does not find yet', ['search', undefined], { id: 'v1' }],
		['is none where the search has had time', ['search', undefined, { minutes: 11 }], undefined],
	])('%s', async (_title, given, existing) => {
		expect(await after(...given)).toEqual(existing);
	});

	it('is looked for among the newest of each list where no single read finds it', async () => {
		const { item, list } = serve({ creations: [] });
		const queries = [{}, { target: 'organization' }];
		const records = [{ id: 'v8', externalId: 'e8' }, whole];
		const send = async (request: ServiceRequest) => ({
			request,
			status: 200,
			headers: {},
			body: { results: request.query?.target ? records : [], next: null },
		});
		const context = { ...item, send };
		const lists: RecordList = { ...list, queries, read: undefined };

		expect(await readByExternalId(context, lists, 'e1')).toEqual(whole);
		expect(await findExistingRecord(context, lists, 'e1')).toEqual({ id: 'v1' });
	});
});
