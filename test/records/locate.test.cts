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
import { rejectionOf, seenError } from '../errors/thrownError.cts';
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
	const placeBy = async (locate: Locate) => {
		const { item, sent } = itemWith(locator);
		const located = await locateWith(locate, item, type).catch(seenError);
		if ('class' in located) return located;

		const { explain, ...place } = located;

		return { ...place, message: explain?.[404]?.message, sent };
	};

	return { toRead: await placeBy(locateForRead), toChange: await placeBy(locateByEitherId) };
}

describe('the place of a record', () => {
	const account = (id: string) => `${accountType.path}/${id}`;
	const found = { id: 'v1', isEither: true, wasRead: true, path: account('v1') };

	it.each([
		{ name: 'a Vitally ID', locator: { mode: 'id', value: ID } },
		{ name: 'one from the list', locator: { mode: 'list', value: 'x 1' } },
	])('counts as not read from Vitally by the ID of $name', async ({ locator }) => {
		const { toRead } = await placesOf(accountType, locator);

		expect(toRead).toMatchObject({ wasRead: false });
	});

	it.each<{ name: string; locator: object; type: RecordType; place: object }>([
		{
			name: 'a Vitally ID',
			locator: { mode: 'id', value: ID },
			type: accountType,
			place: {
				id: ID,
				isEither: false,
				wasRead: false,
				path: account(ID),
				sent: [],
				message: `The account "${ID}" was not found`,
			},
		},
		{
			name: 'one from the list',
			locator: { mode: 'list', value: 'x 1' },
			type: accountType,
			place: {
				id: 'x 1',
				isEither: true,
				wasRead: false,
				path: account('x%201'),
				sent: [],
				message: 'The account "x 1" was not found',
			},
		},
		{
			name: 'one from the list in capitals, as an expression may return it',
			locator: { mode: 'list', value: ID.toUpperCase() },
			type: accountType,
			place: {
				id: ID,
				isEither: false,
				wasRead: false,
				path: account(ID),
				sent: [],
				message: `The account "${ID}" was not found`,
			},
		},
		{
			name: 'an External ID',
			locator: { mode: 'externalId', value: 'e1' },
			type: accountType,
			place: {
				externalId: 'e1',
				isEither: false,
				path: account('e1'),
				sent: [],
				message: 'The account "e1" was not found',
			},
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
				message: `'Account' is "e1", which is not a Vitally ID or External ID`,
			},
		},
		{
			name: 'either ID from a column',
			locator: { mode: 'column', value: 'e1' },
			type: accountType,
			place: {
				externalId: 'e1',
				isEither: true,
				path: account('e1'),
				sent: [],
				message: 'The account "e1" was not found',
			},
		},
		{
			name: 'a name',
			locator: { mode: 'name', value: 'acme' },
			type: accountType,
			place: {
				...found,
				sent: ['/resources/accounts'],
				message: 'The account "v1" was not found',
			},
		},
		{
			name: 'an email address',
			locator: { mode: 'id', value: 'Ann@acme.example' },
			type: userType,
			place: {
				...found,
				path: '/resources/users/v1',
				sent: ['/resources/users/search'],
				message: 'The user "v1" was not found',
			},
		},
		{
			name: 'an ID of a kind without External IDs',
			locator: { mode: 'id', value: 'p1' },
			type: projectType,
			place: {
				id: 'p1',
				isEither: true,
				wasRead: false,
				path: `${projectType.path}/p1`,
				sent: [],
				message: 'The project "p1" was not found',
			},
		},
	])('leads to the record of $name', async ({ locator, type, place }) => {
		const expected = { noun: type.noun, ...place };

		expect(await placesOf(type, locator)).toEqual({ toRead: expected, toChange: expected });
	});

	it.each([
		{ form: 'in small letters', value: ID },
		{ form: 'in capitals', value: ID.toUpperCase() },
		{ form: 'with blanks around it', value: ` ${ID} ` },
	])(
		'comes from a look-up, to be changed, where an External ID looks like a Vitally ID $form',
		async ({ value }) => {
			const { toChange } = await placesOf(accountType, { mode: 'externalId', value });
			const path = account(encodeURIComponent(value));

			expect(toChange).toMatchObject({ ...found, externalId: value, sent: [path] });
		},
	);

	it('needs no look-up, to be read, where an External ID looks like a Vitally ID', async () => {
		const { toRead } = await placesOf(accountType, { mode: 'externalId', value: ID });

		expect(toRead).toMatchObject({ externalId: ID, path: account(ID), sent: [] });
	});

	it('contains the Vitally ID where the service takes no other, and the External ID that led there', async () => {
		const { item } = itemWith({ mode: 'externalId', value: 'e1' });
		const place = await locateWith(locateByVitallyId, item, accountType);

		expect(place).toEqual({
			...found,
			noun: 'account',
			externalId: 'e1',
			explain: {
				404: {
					message: 'The account "v1" was not found',
					description:
						"Check the value of 'Account': it may be deleted, or belong to another workspace than the credential.",
					field: 'Account',
				},
			},
		});
	});

	it.each([
		{ what: 'reads', locate: locateForRead },
		{ what: 'changes', locate: locateByEitherId },
	])(
		'comes from a look-up where a tool $what what a model has entered by ID',
		async ({ locate }) => {
			const { item, sent } = itemWith({ mode: 'id', value: 'acme' });
			const { explain, ...place } = await locateWith(
				locate,
				{ ...item, isTool: true },
				accountType,
			);

			expect({ ...place, sent, message: explain?.[404]?.message }).toEqual({
				...found,
				noun: 'account',
				sent: [account('acme')],
				message: 'The account "v1" was not found',
			});
		},
	);

	it('comes from the list of each integration by itself', async () => {
		const { item, queries } = itemWith({ mode: 'externalId', value: 'v1' });

		for (const source of ['jira', 'asana']) {
			const selection = readSelection(taskType, item);

			await locateByVitallyId(item, taskType, selection, recordListOf(taskType, source));
		}

		expect(queries).toEqual([{ source: 'jira' }, { source: 'asana' }]);
	});

	it('leads to a conversation by its Vitally ID where that may be either ID', async () => {
		const { item } = itemWith({ mode: 'id', value: 'v1' });

		const place = await locateWith(locateByVitallyId, item, conversationType).catch(seenError);

		expect(place).toMatchObject({ id: 'v1' });
	});

	it('leads to no conversation by its Vitally ID where that was entered as an External ID', async () => {
		const { item } = itemWith({ mode: 'externalId', value: 'v1' });
		const located = locateWith(locateByVitallyId, item, conversationType);

		expect(await rejectionOf(located)).toEqual({
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
	it.each<{ writes: string; first: Write; second: Write }>([
		{
			writes: 'a Vitally ID in small letters and in capitals',
			first: byId(ID),
			second: byId(ID.toUpperCase()),
		},
		{
			writes: 'a Vitally ID and a link with it',
			first: byId(ID),
			second: byId(`https://acme.vitally.io/users/${ID}`),
		},
		{
			writes: 'an email address in other letters and with a blank',
			first: byEmail('ann@acme.example'),
			second: byEmail('Ann@ACME.example '),
		},
		{
			writes: 'an email address under By Email, and in other letters under By ID',
			first: byEmail('ann@acme.example'),
			second: byId('ANN@acme.example'),
		},
		{
			writes: 'a name in other letters and with a blank',
			first: { mode: 'name', value: 'Ann' },
			second: { mode: 'name', value: ' ann' },
		},
		{
			writes: 'an External ID under By External ID and under By ID',
			first: byExternalId('e1'),
			second: byId('e1'),
		},
		{
			writes: 'an External ID that is selected, and one to create or update',
			first: byExternalId('e1'),
			second: 'e1',
		},
		{
			writes: 'a GUID as External ID in capitals that is selected, and one to create or update',
			first: byExternalId(ID.toUpperCase()),
			second: ID,
		},
		{
			writes: 'a GUID as External ID to create or update, in capitals and in small letters',
			first: ID.toUpperCase(),
			second: ID,
		},
	])('wait for each other where they select one user: $writes', async ({ first, second }) => {
		expect({ secondWrite: await secondWrite(first, second) }).toEqual({ secondWrite: 'waits' });
	});

	it.each<{ writes: string; first: Write; second: Write; type?: typeof userType }>([
		{
			writes: 'External IDs in other letters that are selected',
			first: byExternalId('e1'),
			second: byExternalId('E1'),
		},
		{
			writes: 'External IDs in other letters to create or update',
			first: 'e1',
			second: 'E1',
		},
		{
			writes: 'a user and an account with one ID',
			first: byId(ID),
			second: byId(ID),
			type: accountType,
		},
	])(
		'run side by side where they select two records: $writes',
		async ({ first, second, type = userType }) => {
			expect({ secondWrite: await secondWrite(first, second, type) }).toEqual({
				secondWrite: 'begins',
			});
		},
	);
});
