import { RESOURCES } from '../../nodes/Vitally/resources';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Row } from '../../sandbox/state/row.cts';
import type { Table } from '../../sandbox/state/table.cts';
import { NODE, runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { differencesOfSets, SAME_SET } from '../fixtures/differences.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

interface Kind {
	kind: string;
	table: keyof Sandbox['state'];
	/** The field that 'Name Contains', or what it is called for the kind, looks in. */
	nameField?: string;
	/** Whether there are filters by the times of a record. */
	hasTimes: boolean;
}

/** The lists whose records n8n filters by name or time. */
const KINDS: Kind[] = [
	{ kind: 'account', table: 'accounts', nameField: 'name', hasTimes: true },
	{ kind: 'conversation', table: 'conversations', nameField: 'subject', hasTimes: true },
	{ kind: 'customObject', table: 'customObjects', nameField: 'label', hasTimes: true },
	{ kind: 'customObjectInstance', table: 'instances', nameField: 'name', hasTimes: true },
	{ kind: 'meeting', table: 'meetings', nameField: 'title', hasTimes: false },
	{ kind: 'note', table: 'notes', nameField: 'subject', hasTimes: true },
	{ kind: 'npsResponse', table: 'npsResponses', hasTimes: true },
	{ kind: 'organization', table: 'organizations', nameField: 'name', hasTimes: true },
	{ kind: 'project', table: 'projects', nameField: 'name', hasTimes: true },
	{ kind: 'task', table: 'tasks', nameField: 'name', hasTimes: true },
	{ kind: 'user', table: 'users', nameField: 'name', hasTimes: true },
];

type TextRow = Row & Record<string, unknown>;

/** The texts of a record that a person could take for its name. */
const TEXTS = ['name', 'label', 'subject', 'title', 'note', 'description', 'externalId'];

const NEW = '2026-03-02T00:00:00.000Z';
const OLD = '2026-03-01T00:00:00.000Z';

describe('a list that n8n filters', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Gives the two last records of a kind further values, and returns the names of those that are listed. */
	const listed = async (
		{ kind, table }: Kind,
		changes: { a: object; b: object },
		filters: object,
	) => {
		addAllResources(sandbox());

		const rows = sandbox().state[table] as unknown as Table<TextRow>;
		const [a, b] = rows.all();

		rows.change(a, changes.a);
		rows.change(b, changes.b);

		const { error, items } = await runIn(sandbox(), {
			parameters: {
				resource: kind,
				operation: 'getAll',
				customObjectId: byId('obj-1'),
				filters,
				output: 'raw',
			},
		});
		if (error) return error.message;

		const names = new Map<unknown, string>([
			[a.id, 'a'],
			[b.id, 'b'],
		]);

		return items(NODE).map(({ json }) => names.get(json.id) ?? json.id);
	};

	it.each([
		{ filter: 'nameContains', kinds: KINDS.filter(({ nameField }) => nameField) },
		{ filter: 'createdAfter', kinds: KINDS.filter(({ hasTimes }) => hasTimes) },
		{ filter: 'updatedAfter', kinds: KINDS.filter(({ hasTimes }) => hasTimes) },
	])('has a row in this suite for each kind with the filter $filter', ({ filter, kinds }) => {
		const kindsWithFilter = RESOURCES.filter(({ operations }) =>
			operations.some(
				({ value, fields }) =>
					value === 'getAll' && JSON.stringify(fields).includes(`"name":"${filter}"`),
			),
		);

		expect(
			differencesOfSets(
				kinds.map(({ kind }) => kind),
				kindsWithFilter.map(({ name }) => name),
			),
		).toEqual(SAME_SET);
	});

	it.each(KINDS.filter(({ nameField }) => nameField))(
		'has the record with the text in its $nameField, and none with the text elsewhere: $kind',
		async (row) => {
			const elsewhere = TEXTS.filter((field) => field !== row.nameField);
			const texts = Object.fromEntries(elsewhere.map((field) => [field, 'Blue Whale']));
			const a = { [String(row.nameField)]: 'The Blue Whale, 2027' };
			const b = { ...texts, [String(row.nameField)]: 'Green Whale' };

			expect(await listed(row, { a, b }, { nameContains: 'blue whale' })).toEqual(['a']);
		},
	);

	const AFTER = KINDS.filter(({ hasTimes }) => hasTimes).flatMap((kind) => [
		{ ...kind, filter: 'createdAfter', names: ['a'] },
		{ ...kind, filter: 'updatedAfter', names: ['b'] },
	]);

	it.each(AFTER)(
		'has what came after the time of $filter, and not what came at this time: $kind',
		async ({ filter, names, ...kind }) => {
			const a = { createdAt: NEW, updatedAt: OLD };
			const b = { createdAt: OLD, updatedAt: NEW };

			expect(await listed(kind, { a, b }, { [filter]: OLD })).toEqual(names);
		},
	);
});

describe('a filter that only the list of all records has', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ kind: 'account', filters: { status: 'churned' }, label: 'Status', all: 'All Accounts' },
		{
			kind: 'npsResponse',
			filters: { target: 'organizations' },
			label: 'Target',
			all: 'All NPS Responses',
		},
		{ kind: 'project', filters: { archived: true }, label: 'Archived', all: 'All Projects' },
	])(
		'rejects the list of one organization that an expression returns: $kind',
		async ({ kind, filters, label, all }) => {
			addAllResources(sandbox());

			const { error } = await runIn(sandbox(), {
				parameters: {
					resource: kind,
					operation: 'getAll',
					scope: '={{ "organization" }}',
					accountId: byId('acc-1'),
					organizationId: byId('org-1'),
					filters,
				},
			});

			expect({ error: error?.message, sent: sandbox().requests.length }).toEqual({
				error: `The filter '${label}' cannot be applied, because 'From' is not '${all}' [item 0]`,
				sent: 0,
			});
		},
	);
});
