import { KeyedMutex } from '../../nodes/Vitally/execution/concurrency';
import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import {
	locateByVitallyId,
	locateByEitherId,
	locateForRead,
	readSelection,
	type Locate,
} from '../../nodes/Vitally/records/locate';
import { recordListOf } from '../../nodes/Vitally/records/recordList';
import { lockExternalId, lockRecord } from '../../nodes/Vitally/records/recordLocks';
import type { RecordType } from '../../nodes/Vitally/records/recordType';
import {
	accountType,
	conversationType,
	projectType,
	taskType,
	userType,
} from '../../nodes/Vitally/resources/recordTypes';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { rejectionOf } from '../errors/thrownError.cts';
import { fieldError } from '../errors/valueErrors.cts';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

/** An item that selects a record, of a service whose only record is `v1`. */
function itemWith(locator: unknown) {
	const sent: string[] = [];
	const record = { id: 'v1', externalId: 'e1', email: 'ann@acme.example', name: 'Acme' };
	const once = new Map<string, unknown>();
	const queries: unknown[] = [];
	const item = {
		param: () => locator,
		oncePerRun: async (name: string, read: () => Promise<unknown>) => {
			if (!once.has(name)) once.set(name, await read());

			return once.get(name);
		},
		send: async (request: ServiceRequest) => {
			const { path, query } = request;

			sent.push(path);
			queries.push(query);
			const isList = /s$|search$/.test(path);

			return { request, status: 200, headers: {}, body: isList ? { results: [record] } : record };
		},
	} as unknown as ItemContext;

	return { item, sent, queries };
}

/** Locates the record that an item selects. */
async function locateWith(locate: Locate, item: ItemContext, type: RecordType) {
	return await locate(item, type, readSelection(type, item));
}

/**
 * Returns the place of a record for an operation that reads it, and for one that changes it at once, each with
 * the requests that were sent to find it.
 */
async function placesOf(type: RecordType, locator: unknown) {
	const places = [locateForRead, locateByEitherId].map(async (locate) => {
		const { item, sent } = itemWith(locator);
		const { explain, ...place } = await locateWith(locate, item, type);

		return { ...place, message: explain?.[404]?.message, sent };
	});

	return await Promise.all(places);
}

describe('the place of a record', () => {
	const account = (id: string) => `${accountType.path}/${id}`;
	const found = { id: 'v1', isEither: true, wasRead: true, path: account('v1') };
	const lost = 'which is not a Vitally ID or External ID';

	it.each<{ name: string; locator: object; type: RecordType; place: object }>([
		{
			name: 'a Vitally ID',
			locator: { mode: 'id', value: ID },
			type: accountType,
			place: { id: ID, isEither: false, wasRead: false, path: account(ID), sent: [] },
		},
		{
			name: 'one from the list',
			locator: { mode: 'list', value: 'x 1' },
			type: accountType,
			place: { id: 'x 1', isEither: true, wasRead: false, path: account('x%201'), sent: [] },
		},
		{
			name: 'an External ID',
			locator: { mode: 'externalId', value: 'e1' },
			type: accountType,
			place: { externalId: 'e1', isEither: false, path: account('e1'), sent: [] },
		},
		{
			name: 'either ID',
			locator: { mode: 'id', value: 'e1' },
			type: accountType,
			place: {
				externalId: 'e1',
				isEither: true,
				path: account('e1'),
				sent: [],
				message: expect.stringContaining(lost),
			},
		},
		{
			name: 'a name',
			locator: { mode: 'name', value: 'acme' },
			type: accountType,
			place: { ...found, sent: ['/resources/accounts'] },
		},
		{
			name: 'an email address',
			locator: { mode: 'id', value: 'Ann@acme.example' },
			type: userType,
			place: { ...found, path: '/resources/users/v1', sent: ['/resources/users/search'] },
		},
		{
			name: 'an ID of a kind without External IDs',
			locator: { mode: 'id', value: 'p1' },
			type: projectType,
			place: { id: 'p1', isEither: true, wasRead: false, path: `${projectType.path}/p1`, sent: [] },
		},
	])('leads to the record of $name', async ({ locator, type, place }) => {
		const missing = { message: expect.stringMatching(/^The \w+ ".+" was not found$/) };
		const expected = { noun: type.noun, ...missing, ...place };

		expect(await placesOf(type, locator)).toEqual([expected, expected]);
	});

	it('comes from a look-up where an External ID looks like a Vitally ID', async () => {
		const [toRead, toChange] = await placesOf(accountType, { mode: 'externalId', value: ID });

		expect(toRead).toMatchObject({ externalId: ID, path: account(ID), sent: [] });
		expect(toChange).toMatchObject({ ...found, externalId: ID, sent: [account(ID)] });
	});

	it('contains the Vitally ID where the service takes no other, and the External ID that led there', async () => {
		const { item } = itemWith({ mode: 'externalId', value: 'e1' });
		const { explain, ...place } = await locateWith(locateByVitallyId, item, accountType);

		expect(place).toEqual({ ...found, noun: 'account', externalId: 'e1' });
		expect(explain?.[404]?.description).toMatch(/^Check the value of 'Account'/);
	});

	it('comes from each list by itself, and depends on whether an ID was entered as an External ID', async () => {
		const { item, queries } = itemWith({ mode: 'externalId', value: 'v1' });

		for (const source of ['jira', 'asana']) {
			const selection = readSelection(taskType, item);

			await locateByVitallyId(item, taskType, selection, recordListOf(taskType, source));
		}

		expect(queries).toEqual([{ source: 'jira' }, { source: 'asana' }]);

		const either = { ...item, param: () => ({ mode: 'id', value: 'v1' }) } as ItemContext;

		const locateConversation = async (own: ItemContext) =>
			await locateWith(locateByVitallyId, own, conversationType);

		await expect(locateConversation(either)).resolves.toMatchObject({ id: 'v1' });
		expect(await rejectionOf(locateConversation(item))).toEqual({
			class: 'VitallyError',
			message: 'Vitally has no conversation with the External ID "v1"',
			description:
				"Check the value of 'Conversation': it may be deleted, or belong to another workspace than the credential.",
			facts: { field: 'Conversation', status: 404 },
		});
	});

	it('rejects an External ID that cannot be in a path, before anything is sent', async () => {
		const { item, sent } = itemWith({ mode: 'externalId', value: '..' });

		const located = locateWith(locateByVitallyId, item, accountType);

		expect(await rejectionOf(located)).toEqual(
			fieldError(
				'Account',
				`The value of 'Account' cannot be ".."`,
				'Check that the expression returns an ID and not a whole record.',
			),
		);
		expect(sent).toEqual([]);
	});
});

/** What of a type an item writes: a record that it selects, or the one with an external ID. */
type Write = { mode: string; value: string } | string;

const run = (mutex: KeyedMutex, type: typeof userType, write: Write, task: () => Promise<void>) => {
	const item = { lock: mutex.runExclusive, param: () => write } as unknown as ItemContext;

	return typeof write === 'string'
		? lockExternalId(item, type, write, task)
		: lockRecord(type, async () => (await task(), []))(item);
};

/** What the second write of a user does while the first one has not ended. */
async function secondWrite(
	first: Write,
	second: Write,
	type = userType,
): Promise<'waits' | 'begins'> {
	const mutex = new KeyedMutex();
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	let hasBegun = false;

	const begin = async () => {
		hasBegun = true;
	};

	const running = run(mutex, userType, first, async () => await ended);
	const waiting = run(mutex, type, second, begin);

	await new Promise(setImmediate);
	const done = hasBegun ? 'begins' : 'waits';

	end();
	await Promise.all([running, waiting]);

	return done;
}

const byId = (value: string) => ({ mode: 'id', value });
const byEmail = (value: string) => ({ mode: 'email', value });
const byExternalId = (value: string) => ({ mode: 'externalId', value });

describe('two writes of users', () => {
	it.each<[Write, Write]>([
		[byId(ID), byId(ID.toUpperCase())],
		[byId(ID), byId(`https://acme.vitally.io/users/${ID}`)],
		[byEmail('ann@acme.example'), byEmail('Ann@ACME.example ')],
		[byEmail('ann@acme.example'), byId('ANN@acme.example')],
		[
			{ mode: 'name', value: 'Ann' },
			{ mode: 'name', value: ' ann' },
		],
		[byExternalId('e1'), byId('e1')],
		[byExternalId('e1'), 'e1'],
		[byExternalId(ID.toUpperCase()), ID],
		[ID.toUpperCase(), ID],
	])('wait for each other where they select one user: %j, %j', async (first, second) => {
		expect(await secondWrite(first, second)).toBe('waits');
	});

	it.each<[Write, Write, typeof userType?]>([
		[byExternalId('e1'), byExternalId('E1')],
		['e1', 'E1'],
		[byId(ID), byId(ID), accountType],
	])(
		'run side by side where they select two records: %j, %j',
		async (first, second, type = userType) => {
			expect(await secondWrite(first, second, type)).toBe('begins');
		},
	);
});
