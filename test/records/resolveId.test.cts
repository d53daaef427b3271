import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../../nodes/Vitally/execution/operation';
import { recordNamesOf } from '../../nodes/Vitally/execution/recordNames';
import type { Locator } from '../../nodes/Vitally/fields/locators';
import type { RecordType } from '../../nodes/Vitally/records/recordType';
import {
	explainMissing,
	PendingValue,
	resolveId,
	resolveValue,
	type BodyValue,
} from '../../nodes/Vitally/records/resolveId';
import {
	accountType,
	conversationType,
	noteType,
	projectType,
	userType,
} from '../../nodes/Vitally/resources/recordTypes';
import type { ServiceRequest } from '../../nodes/Vitally/transport/client';
import { errorOf, seenError, type SeenError } from '../errors/thrownError.cts';

const ACME = { id: 'v1', externalId: 'a1', name: 'Acme' };
const ANN = { id: 'u1', externalId: 'U1', name: 'Ann', email: 'ann@acme.example' };

/** An item of a service that lists these records, and reads one by its External ID. */
function itemOf(records: IDataObject[], { isTool = false } = {}) {
	const once = new Map<string, unknown>();
	const sent: string[] = [];
	const item = {
		isTool,
		oncePerRun: async (name: string, read: () => Promise<unknown>) => {
			if (!once.has(name)) once.set(name, await read());

			return once.get(name);
		},
		send: async (request: ServiceRequest) => {
			const { path } = request;
			const answer = { request, headers: {}, outcome: 'done' };

			sent.push(path);

			if (/s$|search$/.test(path)) {
				return { ...answer, status: 200, body: { results: records, next: null } };
			}

			const found = records.find(({ externalId }) =>
				path.endsWith(`/${encodeURIComponent(String(externalId))}`),
			);

			return { ...answer, status: found ? 200 : 404, body: found };
		},
	} as unknown as ItemContext;

	return { item, sent };
}

/** The ID to which a locator leads, or the error. */
async function idOf(
	locator: Locator,
	{ item }: ReturnType<typeof itemOf>,
	type: RecordType = accountType,
): Promise<unknown> {
	try {
		return await resolveValue(item, resolveId({}, type, locator, type.label));
	} catch (error) {
		return seenError(error);
	}
}

const accountError = (
	message: string,
	description: string,
	facts: SeenError['facts'] = { status: 404, field: 'Account' },
): SeenError => ({ class: 'VitallyError', message, description, facts });

const byName = (value: string): Locator => ({ mode: 'name', value });

describe('the ID of a record by its name', () => {
	it.each([
		{ what: 'of its name', name: 'Acme' },
		{ what: 'of its name in small letters and with a blank', name: ' acme' },
	])('leads to the only record $what', async ({ name }) => {
		const service = itemOf([ACME, { ...ACME, id: 'v2', name: 'Acme Ltd' }]);

		expect(await idOf(byName(name), service)).toBe('v1');
	});

	it('fails with both records where two have the name', async () => {
		const service = itemOf([ACME, { id: 'v2', name: 'acme' }]);

		expect(await idOf(byName('Acme'), service)).toEqual(
			accountError(
				'2 accounts are called "Acme"',
				"Choose one of them in 'Account' from the list or by ID: Acme (a1, v1), acme (v2).",
				{ field: 'Account' },
			),
		);
	});

	it('fails with similar names where no record has the name', async () => {
		expect(await idOf(byName('Acme Inc.'), itemOf([ACME]))).toEqual(
			accountError(
				'No account is called "Acme Inc."',
				'Accounts with "Acme" in their name: Acme (a1, v1). Check the name, or choose the account in \'Account\' from the list.',
			),
		);
	});

	it('costs one list for two names', async () => {
		const service = itemOf([ACME, { id: 'v2', name: 'Beta' }]);
		const ids = [await idOf(byName('Acme'), service), await idOf(byName('Beta'), service)];

		expect({ ids, requests: service.sent }).toEqual({
			ids: ['v1', 'v2'],
			requests: ['/resources/accounts'],
		});
	});
});

describe('the ID of a record by its External ID', () => {
	it('costs one read for two items', async () => {
		const service = itemOf([ACME]);
		const locator: Locator = { mode: 'externalId', value: 'a1' };
		const ids = [await idOf(locator, service), await idOf(locator, service)];

		expect({ ids, requests: service.sent }).toEqual({
			ids: ['v1', 'v1'],
			requests: ['/resources/accounts/a1'],
		});
	});

	it.each([
		{ what: 'an account', type: accountType },
		{ what: 'a note', type: noteType },
	])('leads to the record also where it contains an @ as addresses do: $what', async ({ type }) => {
		const service = itemOf([{ ...ACME, externalId: 'acme@crm' }]);
		const either: Locator = { mode: 'id', value: 'acme@crm' };

		expect(await idOf(either, service, type)).toBe('v1');
	});

	it('fails where no record has it', async () => {
		const locator: Locator = { mode: 'externalId', value: 'a9' };

		expect(await idOf(locator, itemOf([ACME]))).toEqual(
			accountError(
				'Vitally has no account with the External ID "a9"',
				"Check the value of 'Account': it may be deleted, or belong to another workspace than the credential.",
			),
		);
	});

	it('fails at once for a kind of record without External IDs', () => {
		const locator: Locator = { mode: 'externalId', value: 'p1' };

		expect(errorOf(() => resolveId({}, projectType, locator, 'Project'))).toEqual({
			class: 'VitallyError',
			message: "'Project' contains an External ID, but projects in Vitally have none",
			description: "Choose 'Project' from the list, or enter the Vitally ID.",
			facts: {},
		});
	});
});

describe('the ID of a record that a model enters', () => {
	const byId = (value: string): Locator => ({ mode: 'id', value });
	const toolOf = (...records: IDataObject[]) => itemOf(records, { isTool: true });

	it('leads to the record with the External ID, though another one has it as its name', async () => {
		const service = toolOf(ACME, { id: 'v2', externalId: 'a2', name: 'a1' });

		expect(await idOf(byId('a1'), service)).toBe('v1');
	});

	it('leads to the record with the name', async () => {
		expect(await idOf(byId('acme'), toolOf(ACME))).toBe('v1');
	});

	it('fails with similar names where it is neither', async () => {
		expect(await idOf(byId('Acme Inc.'), toolOf(ACME))).toEqual(
			accountError(
				'\'Account\' is "Acme Inc.", which is not a Vitally ID or External ID',
				'Accounts with "Acme" in their name: Acme (a1, v1). Check the name, or choose the account in \'Account\' from the list.',
			),
		);
	});

	it('fails with both records where two have the name', async () => {
		const error = await idOf(byId('acme'), toolOf(ACME, { id: 'v2', name: 'Acme' }));

		expect(error).toMatchObject({ message: '2 accounts are called "acme"' });
	});

	it('counts as no name outside of a tool', async () => {
		const error = await idOf(byId('acme'), itemOf([ACME]));

		expect(error).toMatchObject({
			message: '\'Account\' is "acme", which is not a Vitally ID or External ID',
		});
	});
});

describe('the ID of a person by an email address', () => {
	const byEmail = (value: string): Locator => ({ mode: 'email', value });

	it('leads to the only person with the address, whose name is known then', async () => {
		const service = itemOf([ANN]);
		const id = await idOf(byEmail('Ann@acme.example'), service, userType);
		const names = await recordNamesOf(service.item);

		expect({ id, names: Object.fromEntries(names) as object }).toEqual({
			id: 'u1',
			names: { u1: 'Ann' },
		});
	});

	it('leads to a person without a name', async () => {
		const service = itemOf([{ ...ANN, name: null }]);
		const id = await idOf(byEmail('ann@acme.example'), service, userType);

		expect({ id, names: (await recordNamesOf(service.item)).size }).toEqual({ id: 'u1', names: 0 });
	});

	it('costs one search for two spellings', async () => {
		const service = itemOf([ANN]);

		await idOf(byEmail('ann@acme.example'), service, userType);
		await idOf(byEmail('ANN@acme.example'), service, userType);

		expect({ requests: service.sent }).toEqual({ requests: ['/resources/users/search'] });
	});

	it('fails where nobody has the address', async () => {
		expect(await idOf(byEmail('bob@acme.example'), itemOf([ANN]), userType)).toEqual(
			accountError(
				'Vitally has no user with the email address "bob@acme.example" for \'User\'',
				"Check the email address, or choose 'User' from the list.",
				{ status: 404 },
			),
		);
	});

	it('fails with both people where two have the address', async () => {
		const service = itemOf([ANN, { id: 'u2', email: ANN.email }]);

		expect(await idOf(byEmail('ann@acme.example'), service, userType)).toEqual(
			accountError(
				'2 users have the email address "ann@acme.example"',
				"Choose one of them in 'User' from the list or by ID: Ann (U1, u1), ann@acme.example (u2).",
				{},
			),
		);
	});
});

describe('the value of a field with IDs', () => {
	const pending = (id: string) => new PendingValue(async () => await Promise.resolve(id));

	it.each<{ what: string; value: BodyValue; sent: unknown }>([
		{ what: 'a value that is known', value: 'v1', sent: 'v1' },
		{ what: 'an ID that is looked up', value: pending('v1'), sent: 'v1' },
		{ what: 'IDs in their order', value: ['v1', pending('v2'), 'v3'], sent: ['v1', 'v2', 'v3'] },
		{ what: 'lists in a list', value: [[pending('v1')], ['v2']], sent: [['v1'], ['v2']] },
		{ what: 'null for nothing in a list', value: ['v1', undefined], sent: ['v1', null] },
		{ what: 'nothing for nothing', value: undefined, sent: undefined },
		{ what: 'an object as it is', value: { a: 1 }, sent: { a: 1 } },
	])('becomes $what', async ({ value, sent }) => {
		expect({ sent: await resolveValue(itemOf([]).item, value) }).toEqual({ sent });
	});
});

describe('what is said of a record that was not found', () => {
	it.each([
		{
			what: 'a name or an ID of its own kind',
			type: accountType,
			selection: { mode: 'id', value: 'v1' },
			message: 'The account "v1" was not found',
			description:
				"Check the value of 'Account': it may be deleted, or belong to another workspace than the credential.",
		},
		{
			what: 'an External ID',
			type: accountType,
			selection: { mode: 'externalId', value: 'a1' },
			message: 'Vitally has no account with the External ID "a1"',
			description:
				"Check the value of 'Account': it may be deleted, or belong to another workspace than the credential.",
		},
		{
			what: 'an ID of either kind for a record that has a name',
			type: accountType,
			selection: { mode: 'externalId', value: 'a1', entered: 'id' },
			message: '\'Account\' is "a1", which is not a Vitally ID or External ID',
			description: "Use an ID, or choose 'By Name'.",
		},
		{
			what: 'an ID of either kind for a record that has no name',
			type: conversationType,
			selection: { mode: 'externalId', value: 'a1', entered: 'id' },
			message: '\'Conversation\' is "a1", which is not a Vitally ID or External ID',
			description: 'Use an ID.',
		},
		{
			what: 'an ID of either kind for a record with a reason of its own',
			type: noteType,
			selection: { mode: 'externalId', value: 'n1', entered: 'id' },
			message: '\'Note\' is "n1", which is not a Vitally ID or External ID',
			description:
				"Use an ID. Check the value of 'Note': it may belong to another workspace than the credential. For an External ID, also add 'Source' under 'Options', with the integration that created the note.",
		},
	] as const)('fits $what', ({ type, selection, message, description }) => {
		expect(explainMissing(type, type.label, selection)).toEqual({
			message,
			description,
			field: type.label,
		});
	});
});
