import type { IDataObject } from 'n8n-workflow';

import { orderColumns } from '../../nodes/Vitally/operations/output/columnOrder';
import { readOutput } from '../../nodes/Vitally/operations/output/outputFields';
import { RecordShapes } from '../../nodes/Vitally/operations/output/recordShapes';
import { selectFields } from '../../nodes/Vitally/operations/output/selectFields';
import { simplifyRecord } from '../../nodes/Vitally/operations/output/simplifyRecord';
import { appLink } from '../../nodes/Vitally/records/recordLinks';
import { RESOURCES } from '../../nodes/Vitally/resources';
import { accountType } from '../../nodes/Vitally/resources/recordTypes';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import { resourcesOf } from '../engine/declaredRequests.cts';
import { firstJsonOf } from '../engine/itemLines.cts';
import { credentialsFor, runIn, runNode } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { errorOf } from '../errors/thrownError.cts';
import { fieldError, notListError, nullLikeError } from '../errors/valueErrors.cts';
import { ACCOUNTS, createAccount, withAccounts } from '../fixtures/accounts.cts';
import { atMost, moreThan } from '../fixtures/bounds.cts';
import { addPeople, addTeammate } from '../fixtures/customers.cts';
import {
	differences,
	differencesOfSets,
	NO_DIFFERENCES,
	SAME_SET,
} from '../fixtures/differences.cts';
import { withFault } from '../fixtures/faults.cts';
import { byExternalId, byId, byName } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';
import { GET } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const get = { resource: 'account', operation: 'get', accountId: byExternalId('a1') };
const getAll = { resource: 'account', operation: 'getAll', returnAll: true };
const TEAMMATES = '/resources/admins';

/** Accounts with the same CSM, whom no key role shows. */
const withCsm =
	(...externalIds: string[]) =>
	async (sandbox: Sandbox) => {
		await withAccounts(...externalIds)(sandbox);
		addTeammate(sandbox, 'csm-1', 'Robin Case', 'robin@acme.example');
		const { accounts } = sandbox.state;

		for (const account of accounts.all()) accounts.change(account, { csmId: 'csm-1' });
	};

describeOperation('the output of records', [
	{
		name: 'reads the teammates once for all simplified records',
		given: withCsm('a1', 'a2', 'a3'),
		parameters: getAll,
		sends: [GET(ACCOUNTS, { limit: '100', sortBy: 'createdAt' }), GET(TEAMMATES, { limit: '100' })],
		returns: Array.from({ length: 3 }, () => ({
			csmName: 'Robin Case',
			csmEmail: 'robin@acme.example',
		})),
	},
	...[
		{ what: 'a field', field: 'mrr', shown: 100 },
		{ what: 'a field of a day', field: 'nextRenewalDate', shown: '2027-03-31' },
		{ what: 'a field that the record lacks, as null', field: 'unknown', shown: null },
		{ what: 'a trait', field: 'traits.plan', shown: 'gold' },
		{ what: 'a trait that the record lacks, as null', field: 'traits.region', shown: null },
	].map(
		({ what, field, shown }): OperationCase => ({
			name: `has of the selected fields ${what}`,
			given: async (sandbox) =>
				await createAccount(sandbox, {
					externalId: 'a1',
					name: 'Acme',
					traits: { plan: 'gold', mrr: 100, nextRenewalDate: '2027-03-31T00:00:00.000Z' },
				}),
			parameters: { ...get, output: 'selected', fields: [field] },
			sends: [GET(`${ACCOUNTS}/a1`)],
			returns: [{ [field]: shown }],
		}),
	),
	...[
		{ field: 'csmName', shown: 'Robin Case' },
		{ field: 'csmEmail', shown: 'robin@acme.example' },
	].map(
		({ field, shown }): OperationCase => ({
			name: `has of the selected fields ${field}, which a simplified record has, and not null`,
			given: withCsm('a1'),
			parameters: { ...get, output: 'selected', fields: [field] },
			returns: [{ [field]: expect.stringContaining(shown) as string }],
		}),
	),
	{
		name: 'has the selected CSM by name and email address',
		given: withCsm('a1'),
		parameters: { ...get, output: 'selected', fields: ['csmId'] },
		returns: [{ csmId: 'csm-1', csmName: 'Robin Case', csmEmail: 'robin@acme.example' }],
	},
]);

describeOperation(
	'the CSM where a page of the teammates cannot be read',
	[
		{ csm: 'on the page before it', csmId: 'csm-2', shown: 'Second Case' },
		{ csm: 'on this page', csmId: 'csm-1', shown: null },
	].map(
		({ csm, csmId, shown }): OperationCase => ({
			name: `comes with the name ${shown}, where the CSM is ${csm}`,
			given: async (sandbox) => {
				await withAccounts('a1')(sandbox);
				addTeammate(sandbox, 'csm-1', 'First Case', 'first@acme.example');
				addTeammate(sandbox, 'csm-2', 'Second Case', 'second@acme.example');
				const { accounts } = sandbox.state;

				for (const account of accounts.all()) accounts.change(account, { csmId });

				sandbox.faults.add({ kind: 'status', status: 403, on: { path: TEAMMATES, nth: 2 } });
			},
			parameters: get,
			returns: [{ csmName: shown }],
		}),
	),
	{ seed: 'empty', largestPage: 1 },
);

describe('a simplified account', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('begins with the name and what happened, and ends with IDs, the link and a column for each trait with a value', async () => {
		const parameters = {
			resource: 'account',
			operation: 'upsert',
			externalId: 'a1',
			name: 'Acme',
			traitsMode: 'json',
			traitsJson: { 'vitally.custom.nextStep': 'call', plan: '', crmId: 7 },
		};
		const outcome = await runIn(sandbox(), { parameters });
		const json = firstJsonOf(outcome);

		expect({ error: json.error ?? 'none', created: json.created }).toEqual({
			error: 'none',
			created: true,
		});

		const columns = [
			'name',
			'created',
			'healthScore',
			'mrr',
			'nextRenewalDate',
			'csmName',
			'csmEmail',
			'churnedAt',
			'lastSeenTimestamp',
			'segments',
			'externalId',
			'id',
			'url',
			'traits.vitally.custom.nextStep',
			'traits.crmId',
		];

		expect(differences(Object.keys(json), columns)).toEqual(NO_DIFFERENCES);
	});

	it('has the selected columns, then what happened, then the selected traits', async () => {
		const parameters = {
			resource: 'account',
			operation: 'upsert',
			externalId: 'a1',
			name: 'Acme',
			output: 'selected',
			fields: ['traits.plan', 'id', 'name'],
		};
		const json = firstJsonOf(await runIn(sandbox(), { parameters }));

		expect({ error: json.error ?? 'none' }).toEqual({ error: 'none' });
		expect(Object.keys(json)).toEqual(['name', 'id', 'created', 'traits.plan']);
	});

	it('has the selected link to Vitally, and the selected names of records', async () => {
		addPeople(sandbox());
		addNote(sandbox(), 'n-1', { accountId: 'acc-1' });
		const credentials = credentialsFor(sandbox(), { subdomain: 'acme' });
		const fields = ['accountName', 'url'];
		const output = { output: 'selected', fields };
		const note = await runNode(
			{ parameters: { resource: 'note', operation: 'get', noteId: byId('n-1'), ...output } },
			{ credentials },
		);
		const account = await runNode(
			{
				parameters: { resource: 'account', operation: 'get', accountId: byId('acc-1'), ...output },
			},
			{ credentials },
		);

		expect(firstJsonOf(note)).toMatchObject({ accountName: 'Account 1' });
		expect(firstJsonOf(account)).toMatchObject({
			url: 'https://acme.vitally.io/accounts/acc-1',
		});
	});

	it('contains no link to Vitally when the response has no ID', () => {
		expect(appLink({ appUrl: 'https://acme.vitally.io' }, accountType, {})).toEqual({});
	});
});

describe('a simplified record', () => {
	it.each([
		['a day', { nextRenewalDate: '2027-01-07T00:00:00.000Z' }, { nextRenewalDate: '2027-01-07' }],
		['a time', { dueDate: '2027-01-07T09:30:00.000Z' }, { dueDate: '2027-01-07T09:30:00.000Z' }],
		[
			'a trait with a column of the same value, and one of another',
			{
				mrr: 100,
				nextRenewalDate: '2027-01-07',
				traits: { mrr: '100', nextRenewalDate: '2027-01-08' },
			},
			{
				mrr: 100,
				nextRenewalDate: '2027-01-07',
				'traits.nextRenewalDate': '2027-01-08',
			},
		],
		[
			'names that the record contains, in place of those of the run',
			{ accountId: 'a', account: { name: 'Acme' } },
			{ accountName: 'Acme', accountId: 'a' },
		],
		[
			'names that the run has read, and null for one that it has not',
			{ accountId: 'a', assignedToId: 't', categoryId: 'c' },
			{
				accountName: 'A of the run',
				assignedToName: 'T of the run',
				categoryName: null,
				accountId: 'a',
			},
		],
		[
			'the accounts of a user',
			{ name: 'Robin', accounts: [{ name: 'Acme' }, null, { name: 'Beta' }] },
			{ name: 'Robin', accountName: 'Acme, Beta' },
		],
		[
			'the user by name and email address',
			{ userId: 'u', user: { name: 'Robin', email: 'robin@acme.example' } },
			{ userName: 'Robin', userEmail: 'robin@acme.example', userId: 'u' },
		],
		[
			'the email addresses of participants',
			{ participants: [{ email: 'a@acme.example' }, { email: 'b@acme.example' }, { email: null }] },
			{ participantEmails: 'a@acme.example, b@acme.example' },
		],
		[
			'all accounts of an instance, or its primary one',
			{ customerId: 'a', customers: [{ name: 'Acme' }, { name: 'Beta' }] },
			{ accountNames: ['Acme', 'Beta'], accountId: 'a' },
		],
		[
			'the account of an instance whose list is not shown',
			{ customerId: 'a', customer: { name: 'Acme' } },
			{ accountNames: ['Acme'], accountId: 'a' },
		],
		[
			'no name and no account, null or an empty list',
			{ customerId: null, customers: [], userId: null, organizations: [] },
			{ accountNames: [], accountId: null, userName: null, organizationName: null },
		],
		[
			'a list of records by name, email address or ID',
			{
				keyRoles: [{ id: 'k', name: 'Sponsor' }, { id: 'l', email: 'a@acme.example' }, { id: 'm' }],
			},
			{ keyRoles: ['Sponsor', 'a@acme.example', 'm'] },
		],
		['a list of texts, and of what says nothing', { tags: ['vip', {}] }, { tags: ['vip', null] }],
		[
			'messages by who wrote them, and answers',
			{
				messages: [{ from: { type: 'admin' }, message: 'Hi' }, { from: { type: 'user' } }],
				responses: [{ data: { value: ['a', 'b'] } }, { data: { value: 3 } }],
			},
			{ messages: ['teammate: Hi', 'user: '], responses: ['a, b', '3'] },
		],
		[
			'a trait whose key is the column of another one',
			{ name: 'Acme', traits: { plan: 'gold', 'traits.plan': 'gold' } },
			{ name: 'Acme', 'traits.plan': 'gold', 'traits.traits.plan': 'gold' },
		],
	])('shows %s', (_title, record: IDataObject, expected) => {
		const names = new Map([
			['a', 'A of the run'],
			['t', 'T of the run'],
		]);
		const columns = Object.keys(expected).filter((name) => !name.startsWith('traits.'));
		const view = { columns, isWhole: false, names };

		expect(simplifyRecord(record, view)).toEqual(expected);
	});
});

it('a simplified record has null for what it lacks where it was read as a whole', () => {
	expect(simplifyRecord({}, { columns: ['mrr'], isWhole: true })).toEqual({ mrr: null });
	expect(simplifyRecord({}, { columns: ['mrr'], isWhole: false })).toEqual({});
});

it('an operation that reads returns whole records, and one that writes may return a part', () => {
	const returning = RESOURCES.flatMap((resource) =>
		resource.operations
			.filter(({ returnsRecord }) => returnsRecord !== undefined)
			.map(({ value, returnsRecord, endpoints }) => ({
				title: `${resource.name} ${value}`,
				isWhole: returnsRecord === 'whole',
				reads: endpoints[0].startsWith('GET '),
			})),
	);
	const titlesOf = (operations: typeof returning) => operations.map(({ title }) => title);
	const whole = titlesOf(returning.filter(({ isWhole }) => isWhole));
	const reading = titlesOf(returning.filter(({ reads }) => reads));

	expect({ operationsThatReturnARecord: returning.length }).toEqual({
		operationsThatReturnARecord: moreThan(reading.length),
	});
	expect(differencesOfSets(whole, reading)).toEqual(SAME_SET);
});

it.each([
	{ value: 0, columns: ['traits.seats'] },
	{ value: false, columns: ['traits.seats'] },
	{ value: [], columns: ['traits.seats'] },
	{ value: '', columns: [] },
	{ value: ' ', columns: [] },
	{ value: null, columns: [] },
])('a simplified record has for a trait of $value the columns $columns', ({ value, columns }) => {
	const shown = simplifyRecord({ traits: { seats: value } }, { columns: [], isWhole: false });

	expect(Object.keys(shown)).toEqual(columns);
});

it('a column that is not read from the record replaces its field, and no trait', () => {
	const record = { url: 'of the record', traits: { url: 'known' } };

	const shown = simplifyRecord(record, { columns: ['url'], isWhole: false }, { url: 'known' });

	expect(shown).toEqual({ url: 'known', 'traits.url': 'known' });
});

it('columns that have a value come in the order in which people read them', () => {
	const last = ['createdAt', 'lastSeenTimestamp', 'actualCompletionDate', 'segments', 'tags'];
	const ids = ['id', 'accountId', 'externalId', 'url'];
	const traits = ['traits.churnedAt', 'traits.crmId', 'traits.plan'];
	const columns = [
		'Idea',
		'tagsets',
		'name',
		'Atlas',
		'urls',
		'identity',
		...last,
		...ids,
		...traits,
	];
	const record = Object.fromEntries([...columns].reverse().map((name) => [name, 1 as unknown]));
	const first = ['Idea', 'tagsets', 'name', 'Atlas', 'urls', 'identity'].reverse();

	const ordered = [
		...first,
		'actualCompletionDate',
		'lastSeenTimestamp',
		'createdAt',
		'tags',
		'segments',
		'externalId',
		'accountId',
		'id',
		'url',
		...[...traits].reverse(),
	];

	expect(differences(Object.keys(orderColumns({ ...record, mrr: undefined })), ordered)).toEqual(
		NO_DIFFERENCES,
	);
});

it.each([
	{ behind: 'tags', before: 'subject' },
	{ behind: 'segments', before: 'name' },
	{ behind: 'tags', before: 'createdAt' },
	{ behind: 'id', before: 'tags' },
	{ behind: 'accountId', before: 'segments' },
	{ behind: 'createdAt', before: 'name' },
	{ behind: 'lastSeenTimestamp', before: 'name' },
	{ behind: 'actualCompletionDate', before: 'targetStartDate' },
	{ behind: 'url', before: 'id' },
	{ behind: 'traits.plan', before: 'url' },
	{ behind: 'traits.createdAt', before: 'url' },
])('the column $behind comes behind the column $before', ({ behind, before }) => {
	expect(Object.keys(orderColumns({ [behind]: 1, [before]: 1 }))).toEqual([before, behind]);
});

describe('selected fields', () => {
	it('contain no traits where none is selected', () => {
		const record = { id: 'a', name: 'Acme', traits: { plan: 'gold' } };

		expect(selectFields(record, ['mrr'])).toEqual({ name: 'Acme', mrr: null, id: 'a' });
	});

	it.each([
		{ kind: 'false', value: false },
		{ kind: '0', value: 0 },
		{ kind: 'an empty text', value: '' },
		{ kind: 'an empty list', value: [] },
	])('keep a value that is nothing to a person: $kind', ({ value }) => {
		const record = { id: 'a', mrr: value, traits: { plan: value } };

		expect(selectFields(record, ['mrr', 'traits.plan'])).toEqual({
			mrr: value,
			id: 'a',
			'traits.plan': value,
		});
	});

	it.each([
		{ what: 'null', name: null },
		{ what: 'an empty text', name: '' },
	])('begin with the name of a record also where it is $what', ({ name }) => {
		const shown = selectFields({ id: 'a', name, mrr: 1 }, ['mrr']);

		expect(shown).toEqual({ name, mrr: 1, id: 'a' });
	});

	it('have no name where records of the kind have none', () => {
		expect(selectFields({ id: 'a', score: 9 }, ['score'])).toEqual({ score: 9, id: 'a' });
	});

	it.each([[[]], [''], [undefined]])('fail where no field is selected: %j', (fields) => {
		const values: Record<string, unknown> = { output: 'selected', fields };
		const param = (name: string, fallback?: unknown) => values[name] ?? fallback;

		expect(errorOf(() => readOutput({ param }))).toEqual(
			fieldError(
				'Field Names or IDs',
				"The field 'Field Names or IDs' is empty",
				"Choose the fields that you want, or set 'Output' to 'Simplified' or 'Raw'.",
			),
		);
	});

	it.each([
		{ fields: 'null', word: 'null' },
		{ fields: 'name, undefined', word: 'undefined' },
	])(
		'fail for a word that a missing value leaves in place of a name: $word',
		({ fields, word }) => {
			const values: Record<string, unknown> = { output: 'selected', fields };
			const param = (name: string) => values[name];

			expect(errorOf(() => readOutput({ param }))).toEqual(
				nullLikeError('Field Names or IDs', word),
			);
		},
	);

	it('fail by the label of their field where they are no list of names', () => {
		const values: Record<string, unknown> = { output: 'selected', fields: { name: true } };
		const param = (name: string) => values[name];

		expect(errorOf(() => readOutput({ param }))).toEqual(
			notListError('Field Names or IDs', '{"name":true}'),
		);
	});
});

const simpleColumns = resourcesOf.vitally.flatMap(({ name, simpleFields }) =>
	simpleFields ? [[name, simpleFields] as const] : [],
);

/** Columns of days by the names of their fields; a note has a time. */
const dayColumns = simpleColumns.flatMap(([resource, columns]) =>
	columns
		.filter((column) => column.endsWith('Date') && column !== 'noteDate')
		.map((column) => ({ resource, column })),
);

it.each(dayColumns)(
	'a simplified $resource has the day alone in $column, which Vitally may return as its midnight',
	({ column }) => {
		const record = { [column]: '2027-03-31T00:00:00.000Z' };

		expect(simplifyRecord(record, { columns: [column], isWhole: true })).toEqual({
			[column]: '2027-03-31',
		});
	},
);

const DAY_FIELDS = [
	'actualCompletionDate',
	'dueDate',
	'nextRenewalDate',
	'targetCompletionDate',
	'targetStartDate',
];

it.each(DAY_FIELDS)('a selected record has the day alone in %s', (field) => {
	const record = { id: 'a', [field]: '2027-03-31T00:00:00.000Z' };

	expect(selectFields(record, [field])).toEqual({ id: 'a', [field]: '2027-03-31' });
});

it.each(['noteDate', 'createdAt', 'startDateTime', 'completedAt'])(
	'a selected record has the time in %s, also that of a midnight',
	(field) => {
		const record = { id: 'a', [field]: '2027-03-31T00:00:00.000Z' };

		expect(selectFields(record, [field])).toEqual(record);
	},
);

it.each([0, false, ''])('a simplified and a selected field keep the value %j', (value) => {
	const record = { mrr: value };

	expect(simplifyRecord(record, { columns: ['mrr'], isWhole: true })).toEqual({ mrr: value });
	expect(selectFields(record, ['mrr'])).toEqual({ mrr: value });
});

/** n8n's guidelines for nodes: the most useful fields only. */
it.each(simpleColumns)(
	'a simplified %s has at most ten columns beside its ID',
	(_name, columns) => {
		expect(columns).toContain('id');
		expect({ columnsBesideId: columns.length - 1 }).toEqual({ columnsBesideId: atMost(10) });
	},
);

describeOperation('note: create', [
	{
		name: 'has the name of the account that an item names, without a further request',
		given: withFault(addPeople, {
			kind: 'status',
			status: 200,
			body: { id: 'n-9', note: '<p>Hi</p>', accountId: 'acc-1' },
			on: { method: 'POST' },
		}),
		parameters: { accountId: byName('account 1'), note: 'Hi', noteDate: '2026-01-01T10:00:00Z' },
		returns: [{ note: '<p>Hi</p>', accountName: 'Account 1', id: 'n-9', accountId: 'acc-1' }],
		then: ({ requests }) =>
			expect(requests.map(({ path }) => path)).toEqual([ACCOUNTS, '/resources/notes']),
	},
]);

it('keeps apart the traits of two records that have as many of them', () => {
	const view = { columns: ['id'], isWhole: true, shapes: new RecordShapes() };
	const traitsOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
	const numbers = Array.from({ length: 30 }, (_, number) => `trait${number}`);
	const records = [
		{ id: 'first', traits: traitsOf([...numbers, 'plan']) },
		{ id: 'second', traits: traitsOf([...numbers, 'seats']) },
		{ id: 'third', traits: traitsOf(['plan', ...numbers]) },
		{ id: 'fourth', traits: traitsOf([...numbers, 'plan']) },
	];

	for (const record of records) {
		const shown = simplifyRecord(record, view);

		const expected = Object.entries(record.traits).map(([key, value]) => [`traits.${key}`, value]);

		expect(Object.entries(shown)).toEqual([['id', record.id], ...expected]);
	}
});

it('keeps the fields of a record whose traits have the shape of others by chance', () => {
	const shapes = new RecordShapes();
	const shape = 7;

	expect(shapes.compact({ id: 'first', 'traits.plan': 'gold' }, shape)).toEqual({
		id: 'first',
		'traits.plan': 'gold',
	});
	expect(shapes.compact({ id: 'second', 'traits.seats': 3 }, shape)).toEqual({
		id: 'second',
		'traits.seats': 3,
	});
});
