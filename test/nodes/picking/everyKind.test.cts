import type { IDataObject } from 'n8n-workflow';

import { RECORD_TYPES } from '../../../nodes/Vitally/resources/recordTypes';
import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Row } from '../../../sandbox/state/row.cts';
import type { Table } from '../../../sandbox/state/table.cts';
import { NODE, runIn, type NodeRun } from '../../engine/node.cts';
import { addAllResources } from '../../fixtures/allResources.cts';
import { newMessage } from '../../fixtures/conversations.cts';
import { differencesOfSets, SAME_SET } from '../../fixtures/differences.cts';
import { byEmail, byExternalId, byId, byName, byUrl, typedId } from '../../fixtures/locators.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

/** The Vitally IDs of the record that is meant, and of one that differs from it in little. */
const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const OTHER_ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5e';

const NAME = 'Blue Whale';
const EXTERNAL_ID = 'X1';
const EMAIL = 'whale@team.example';

/** The fields of a record that people read as a name, or write an ID into. */
const TEXTS = ['name', 'label', 'subject', 'title', 'projectName', 'externalId', 'email'];

type TextRow = Row & Record<string, unknown>;

interface Kind {
	kind: string;
	/** The table of such records in the sandbox; messages are in their conversation. */
	table?: keyof Sandbox['state'];
	/** The fields by which a record is found by its name. */
	nameFields?: string[];
	/** How External IDs find a record, and whether several may have one: `undefined` where that is not known. */
	externalIds?: { lookup: string; unique?: boolean; isListPartial?: boolean };
	hasEmail?: boolean;
	/** What is in front of the ID in the address of its page. */
	page?: string;
	/** An operation with a field that picks such a record. */
	run(locator: unknown): NodeRun['parameters'];
	/** Returns the record that was picked; by default, it is the one that the operation returns. */
	picked?(sandbox: Sandbox): unknown;
}

const get = (resource: string) => (locator: unknown) => ({
	resource,
	operation: 'get',
	output: 'raw',
	[`${resource}Id`]: locator,
});

const update = (resource: string, record: string, field: string) => (locator: unknown) => ({
	resource,
	operation: 'update',
	[`${resource}Id`]: byId(record),
	updateFields: { [field]: locator },
});

/** What was written to a field by the last request. */
const written =
	(field: string) =>
	({ requests }: Sandbox) =>
		(requests.at(-1)?.body as IDataObject | undefined)?.[field];

/** The facts of every kind of record that can be picked, as the docs have them. */
const KINDS: Kind[] = [
	{
		kind: 'account',
		table: 'accounts',
		nameFields: ['name'],
		externalIds: { lookup: 'path', unique: true },
		page: 'accounts',
		run: get('account'),
	},
	{
		kind: 'admin',
		table: 'admins',
		nameFields: ['name'],
		hasEmail: true,
		run: update('note', 'n-1', 'authorId'),
		picked: written('authorId'),
	},
	{
		kind: 'conversation',
		table: 'conversations',
		externalIds: { lookup: 'list' },
		page: 'conversations/active',
		run: get('conversation'),
	},
	{
		kind: 'customObject',
		table: 'customObjects',
		nameFields: ['label', 'name'],
		page: 'custom-objects',
		run: get('customObject'),
	},
	{
		kind: 'customObjectInstance',
		table: 'instances',
		nameFields: ['name'],
		externalIds: { lookup: 'search', unique: false },
		page: `custom-objects/${OTHER_ID}/instances`,
		run: (locator) => ({
			...get('customObjectInstance')(locator),
			customObjectId: byId('obj-1'),
		}),
	},
	{
		kind: 'meeting',
		table: 'meetings',
		externalIds: { lookup: 'path', isListPartial: true },
		page: 'meetings',
		run: get('meeting'),
	},
	{ kind: 'message', page: 'messages', run: get('message') },
	{
		kind: 'note',
		table: 'notes',
		externalIds: { lookup: 'path' },
		page: 'notes',
		run: get('note'),
	},
	{
		kind: 'noteCategory',
		table: 'noteCategories',
		nameFields: ['name'],
		run: update('note', 'n-1', 'categoryId'),
		picked: written('categoryId'),
	},
	{
		kind: 'npsResponse',
		table: 'npsResponses',
		externalIds: { lookup: 'list', unique: true },
		page: 'nps-responses',
		run: get('npsResponse'),
	},
	{
		kind: 'organization',
		table: 'organizations',
		nameFields: ['name'],
		externalIds: { lookup: 'path' },
		page: 'organizations',
		run: get('organization'),
	},
	{
		kind: 'project',
		table: 'projects',
		nameFields: ['name'],
		page: 'projects',
		run: get('project'),
	},
	{
		kind: 'projectCategory',
		table: 'projectCategories',
		nameFields: ['name'],
		run: (locator) => ({
			resource: 'projectTemplate',
			operation: 'getAll',
			filters: { categoryId: locator },
		}),
		picked: ({ requests }) => requests.at(-1)?.query.categoryId,
	},
	{
		kind: 'projectTemplate',
		table: 'projectTemplates',
		nameFields: ['name'],
		page: 'project-templates',
		run: (locator) => ({
			resource: 'project',
			operation: 'create',
			templateId: locator,
			accountId: byId('acc-1'),
		}),
		picked: written('templateId'),
	},
	{
		kind: 'task',
		table: 'tasks',
		nameFields: ['name'],
		externalIds: { lookup: 'list', unique: false },
		page: 'tasks',
		run: get('task'),
	},
	{
		kind: 'user',
		table: 'users',
		nameFields: ['name'],
		externalIds: { lookup: 'path' },
		hasEmail: true,
		page: 'users',
		run: get('user'),
	},
	{
		kind: 'taskCategory',
		table: 'taskCategories',
		nameFields: ['name'],
		run: update('task', 't-1', 'categoryId'),
		picked: written('categoryId'),
	},
];

const WITH_NAMES = KINDS.flatMap(({ nameFields = [], ...kind }) =>
	nameFields.map((nameField) => ({ ...kind, nameFields, nameField })),
);

/** The ways in which not all kinds can be picked. */
const LACKED = [
	...KINDS.filter(({ nameFields }) => !nameFields).map((kind) => ({
		...kind,
		way: 'name',
		locator: byName(NAME),
	})),
	...KINDS.filter(({ hasEmail }) => !hasEmail).map((kind) => ({
		...kind,
		way: 'email address',
		locator: byEmail(EMAIL),
	})),
	...KINDS.filter(({ page }) => page === undefined).map((kind) => ({
		...kind,
		way: 'link',
		locator: byUrl(`https://acme.vitally.io/x/${ID}`),
	})),
];

const tableOf = ({ state }: Sandbox, table: keyof Sandbox['state']) =>
	state[table] as unknown as Table<TextRow>;

/** Adds the record that is meant, and one beside it whose texts are `texts`. */
function addPair(sandbox: Sandbox, { table }: Kind, meant: object, texts: object = {}): void {
	addAllResources(sandbox);

	if (table === undefined) {
		const { conversations } = sandbox.state;
		const [conversation] = conversations.all();
		const messages = [ID, OTHER_ID].map((id) => newMessage(id, conversation.id));

		conversations.change(conversation, { messages });

		return;
	}

	const rows = tableOf(sandbox, table);
	const [first] = rows.all();

	rows.insert({ ...first, ...meant, id: ID });
	rows.insert({ ...first, ...texts, id: OTHER_ID });
}

/** The texts that a record of the kind has, each with a value. */
function textsOf(sandbox: Sandbox, { table }: Kind, value: (field: string) => string): object {
	const [first] = table === undefined ? [] : tableOf(sandbox, table).all();
	const fields = TEXTS.filter((field) => first !== undefined && field in first);

	return Object.fromEntries(fields.map((field) => [field, value(field)]));
}

describe('a record of every kind', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Returns the record that is picked, or the error that none is. */
	const pick = async ({ run, picked }: Kind, locator: unknown) => {
		const { error, items } = await runIn(sandbox(), { parameters: run(locator) });
		if (error) return error.message;

		return picked ? picked(sandbox()) : items(NODE)[0].json.id;
	};

	it('stands in the table of this suite', () => {
		const names = RECORD_TYPES.map(({ name }) => name);

		expect(
			differencesOfSets(
				KINDS.map(({ kind }) => kind),
				names,
			),
		).toEqual(SAME_SET);
	});

	it.each(KINDS)('has the External IDs that the docs of the API promise: $kind', (row) => {
		const type = RECORD_TYPES.find(({ name }) => name === row.kind);
		const { lookup, unique, isListPartial } = type?.externalIds ?? {};

		expect({ lookup, unique, isListPartial }).toEqual(row.externalIds ?? {});
	});

	const BY_VITALLY_ID = [
		{ way: 'By ID', locator: typedId(ID) },
		{ way: 'By ID, in capitals', locator: typedId(ID.toUpperCase()) },
		{ way: 'From List', locator: byId(ID) },
		{
			way: 'From List, where an expression returns it in capitals',
			locator: byId(ID.toUpperCase()),
		},
		{ way: 'as the text of an expression, in capitals', locator: ID.toUpperCase() },
	];

	it.each(KINDS.flatMap((kind) => BY_VITALLY_ID.map((by) => ({ ...kind, ...by }))))(
		'lets a user pick it by its Vitally ID $way: $kind',
		async ({ locator, ...kind }) => {
			addPair(sandbox(), kind, {});

			expect(await pick(kind, locator)).toBe(ID);
		},
	);

	it.each(WITH_NAMES)(
		'lets a user pick it by $nameField, and not by a longer one or another text: $kind',
		async (row) => {
			const { nameField, nameFields } = row;

			addAllResources(sandbox());
			const others = textsOf(sandbox(), row, (field) =>
				nameFields.includes(field) ? `${NAME} 2027` : NAME,
			);

			sandbox().reset();
			addPair(sandbox(), row, { [nameField]: NAME }, others);

			expect(await pick(row, byName(NAME.toUpperCase()))).toBe(ID);
		},
	);

	it.each(KINDS.filter(({ externalIds }) => externalIds))(
		'lets a user pick it by its External ID, and not by one in other letters or a name: $kind',
		async (kind) => {
			addAllResources(sandbox());
			const others = textsOf(sandbox(), kind, (field) =>
				field === 'externalId' ? EXTERNAL_ID.toLowerCase() : EXTERNAL_ID,
			);

			sandbox().reset();
			addPair(sandbox(), kind, { externalId: EXTERNAL_ID }, others);

			expect(await pick(kind, byExternalId(EXTERNAL_ID))).toBe(ID);
		},
	);

	it.each(KINDS.filter(({ hasEmail }) => hasEmail))(
		'lets a user pick it by its email address, and not by one that contains it: $kind',
		async (kind) => {
			addPair(sandbox(), kind, { email: EMAIL }, { email: `a${EMAIL}` });

			expect(await pick(kind, byEmail(EMAIL))).toBe(ID);
		},
	);

	it.each(KINDS.filter(({ page }) => page !== undefined))(
		'lets a user pick it by the link of its page: $kind',
		async (kind) => {
			addPair(sandbox(), kind, {});

			expect(await pick(kind, byUrl(`https://acme.vitally.io/${kind.page}/${ID}`))).toBe(ID);
		},
	);

	it.each(LACKED)(
		'rejects a $way, which its kind does not have, before anything is sent: $kind',
		async (row) => {
			addPair(sandbox(), row, {});

			expect(await pick(row, row.locator)).toMatch(
				/^The field '[A-Z][^']*' does not specify a record/,
			);
			expect(sandbox().requests).toEqual([]);
		},
	);

	it.each(KINDS.filter(({ externalIds }) => !externalIds))(
		'rejects an External ID, which its kind does not have: $kind',
		async (kind) => {
			addPair(sandbox(), kind, {});

			expect(await pick(kind, byExternalId(EXTERNAL_ID))).toMatch(
				/contains an External ID, but .+ have none|^The .+ "X1" was not found/,
			);
		},
	);
});
