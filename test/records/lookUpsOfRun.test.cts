import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { traitRow } from '../fixtures/accounts.cts';
import { addConversation, addThread } from '../fixtures/conversations.cts';
import { addCustomers, addPeople } from '../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byEmail, byExternalId, byId, byName, typedId } from '../fixtures/locators.cts';
import { addAccountProject, addTask } from '../fixtures/projects.cts';
import { row } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { hintsOf } from '../nodes/account/syncCases.cts';

const GUID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

const ROOT = join(__dirname, '../../nodes');

/** The two keys of the workspace, as the items of a run have them in the column `key`. */
type KeyName = 'first' | 'second';

/** Two look-ups of one run that must not have one answer. */
interface Pair {
	/** What the one has and the other has not. */
	differ: string;
	given(sandbox: Sandbox): unknown;
	run: NodeRun;
	/** What shows the answers: by default the ID of each item, or its error. */
	show?(items: IDataObject[], sandbox: Sandbox, hints: string[]): unknown;
	shows: unknown;
}

/** What an item looks up once per run. */
interface LookUp {
	/** The file below nodes/ that calls `oncePerRun`. */
	file: string;
	what: string;
	/** Two look-ups for each part of the name, which differ by that part alone. */
	pairs: [Pair, ...Pair[]];
}

/** The bodies that were written. */
const bodies = (_: IDataObject[], { requests }: Sandbox) =>
	requests.filter(({ method }) => method !== 'GET').map(({ body }) => body as IDataObject);

const writtenFields =
	(...names: string[]) =>
	(items: IDataObject[], sandbox: Sandbox) =>
		bodies(items, sandbox).map((body) => names.map((name) => body[name]));

const pathsWritten = (_: IDataObject[], { requests }: Sandbox) =>
	requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);

/** Answers a path otherwise to the second key. */
function answerToSecondKey({ faults, secondApiKey }: Sandbox, path: RegExp, body: unknown): void {
	const header = `Basic ${Buffer.from(`${secondApiKey}:`).toString('base64')}`;
	const matches = ({ headers }: { headers: Record<string, unknown> }) =>
		headers.authorization === header;

	faults.add({ kind: 'status', status: 200, body, on: { path, matches } });
}

const bothKeys: Array<{ key: KeyName }> = [{ key: 'first' }, { key: 'second' }];

/** The custom objects obj-1 and obj-2, each with an instance of one name and one External ID. */
function addTwinInstances(sandbox: Sandbox): void {
	addCustomers(sandbox);

	for (const number of [1, 2]) {
		addCustomObject(sandbox, `obj-${number}`, `Object ${number}`);
		addInstance(sandbox, `i-${number}`, {
			customObjectId: `obj-${number}`,
			externalId: 'X1',
			name: 'Twin',
		});
	}
}

/** The same, and the trait `amount`, which is a number in obj-1 and a text in obj-2. */
function addTwinTraits(sandbox: Sandbox): void {
	addTwinInstances(sandbox);
	const { customObjects } = sandbox.state;

	for (const [id, type] of [
		['obj-1', 'number'],
		['obj-2', 'string'],
	]) {
		const object = customObjects.get(id);
		const [field] = object?.customFields ?? [];

		if (object) {
			customObjects.change(object, { customFields: [{ ...field, path: 'amount', type }] });
		}
	}
}

/** Changes an instance in each of the two custom objects. */
const changeInstances = (instance: unknown, fields: object): NodeRun => ({
	parameters: {
		resource: 'customObjectInstance',
		operation: 'update',
		customObjectId: byId('={{ $json.object }}'),
		customObjectInstanceId: instance,
		...fields,
	},
	items: [{ object: 'obj-1' }, { object: 'obj-2' }],
});

const renamed = { updateFields: { name: 'New' } };
const INSTANCE_PATHS = [1, 2].map(
	(number) => `/resources/customObjects/obj-${number}/instances/i-${number}`,
);

/** Creates a note for an account and an organization. */
const noteFor = (account: unknown, organization: unknown): NodeRun => ({
	parameters: {
		resource: 'note',
		operation: 'create',
		accountId: account,
		note: 'Call',
		noteDate: '2026-01-01',
		additionalFields: { organizationId: organization },
	},
});

const getBrief = (accountId: unknown): NodeRun['parameters'] => ({
	resource: 'account',
	operation: 'getBrief',
	accountId,
});

/** The account acc-1 with the CSM admin-1, of whom no key role is known, and the organization of both. */
function addCsm(sandbox: Sandbox): void {
	addPeople(sandbox);
	const { accounts } = sandbox.state;
	const account = accounts.byExternalId('A1');

	if (account) accounts.change(account, { csmId: 'admin-1', keyRoles: [] } as never);

	answerToSecondKey(sandbox, /\/resources\/admins$/, {
		results: [{ ...row('admin-1'), name: 'Renewals Lead', email: 'renewals@team.example' }],
		next: null,
	});
}

const csmNames = (items: IDataObject[]) => items.map(({ csmName }) => csmName);

const instanceNames = (items: IDataObject[]) =>
	items.map(({ customObjectInstances }) =>
		(customObjectInstances as IDataObject[]).map(({ name }) => name),
	);

const LOOK_UPS: LookUp[] = [
	{
		file: 'Vitally/operations/body/bodyDefinition.ts',
		what: 'the columns of the mapper',
		pairs: [
			{
				differ: 'two custom objects whose traits have one key',
				given: addTwinTraits,
				run: changeInstances(byExternalId('X1'), {
					traitsMode: 'mapper',
					traitsMapper: { mappingMode: 'defineBelow', value: { amount: '48000' } },
				}),
				show: writtenFields('traits'),
				shows: [[{ amount: 48000 }], [{ amount: '48000' }]],
			},
		],
	},
	{
		file: 'Vitally/operations/body/traitDefinitions.ts',
		what: 'the definitions of traits',
		pairs: [
			{
				differ: 'two custom objects whose traits have one key',
				given: addTwinTraits,
				run: changeInstances(byExternalId('X1'), {
					traits: {
						trait: [{ ...traitRow('amount', 'string', '48000'), type: 'automatic' }],
					},
				}),
				show: writtenFields('traits'),
				shows: [[{ amount: 48000 }], [{ amount: '48000' }]],
			},
		],
	},
	{
		file: 'Vitally/execution/recordNames.ts',
		what: 'the names of the records that were read',
		pairs: [
			{
				differ: 'two keys to which one account has two names',
				given: (sandbox) => {
					addCustomers(sandbox);
					const renamedAccount = { ...row('acc-1'), name: 'Firm 1' };

					answerToSecondKey(sandbox, /\/accounts$/, { results: [renamedAccount], next: null });
				},
				run: {
					parameters: {
						...noteFor(byName('={{ $json.account }}'), '').parameters,
						options: { dryRun: true },
					},
					items: [
						{ key: 'first', account: 'Account 1' },
						{ key: 'second', account: 'Firm 1' },
					],
				},
				show: (items) => items.map(({ accountName }) => accountName),
				shows: ['Account 1', 'Firm 1'],
			},
		],
	},
	{
		file: 'Vitally/records/recordIndex.ts',
		what: 'the index of a list',
		pairs: [
			{
				differ: 'an account and an organization with one name',
				given: (sandbox) => {
					addCustomers(sandbox);
					const { accounts, organizations } = sandbox.state;

					for (const account of accounts.all()) accounts.change(account, { name: account.id });

					accounts.change([...accounts.all()][0], { name: 'Twin' });
					organizations.change([...organizations.all()][0], { name: 'Twin' });
				},
				run: noteFor(byName('Twin'), byName('Twin')),
				show: writtenFields('accountId', 'organizationId'),
				shows: [['acc-1', 'org-1']],
			},
			{
				differ: 'instances of two custom objects with one name',
				given: addTwinInstances,
				run: changeInstances(byName('Twin'), renamed),
				show: pathsWritten,
				shows: INSTANCE_PATHS,
			},
		],
	},
	{
		file: 'Vitally/records/resolveId.ts',
		what: 'the ID of a record, by External ID',
		pairs: [
			{
				differ: 'an account and an organization with one External ID',
				given: (sandbox) => {
					addCustomers(sandbox);
					const { accounts, organizations } = sandbox.state;

					accounts.change([...accounts.all()][0], { externalId: 'X1' });
					organizations.change([...organizations.all()][0], { externalId: 'X1' });
				},
				run: noteFor(byExternalId('X1'), byExternalId('X1')),
				show: writtenFields('accountId', 'organizationId'),
				shows: [['acc-1', 'org-1']],
			},
			{
				differ: 'instances of two custom objects with one External ID',
				given: addTwinInstances,
				run: changeInstances(byExternalId('X1'), renamed),
				show: pathsWritten,
				shows: INSTANCE_PATHS,
			},
			{
				differ: 'tasks of two integrations with one External ID',
				given: (sandbox) => {
					addAccountProject(sandbox);
					addTask(sandbox, 't-1', { accountId: 'acc-1', externalId: GUID, source: 'jira' });
					addTask(sandbox, 't-2', { accountId: 'acc-1', externalId: GUID, source: 'asana' });
				},
				run: {
					parameters: {
						resource: 'project',
						operation: 'linkTask',
						projectId: byId('p-1'),
						// The path might take it for a Vitally ID, so it is looked up.
						taskId: byExternalId(GUID),
						options: { source: '={{ $json.source }}' },
					},
					items: [{ source: 'jira' }, { source: 'asana' }],
				},
				show: pathsWritten,
				shows: ['/resources/projects/p-1/tasks/t-1', '/resources/projects/p-1/tasks/t-2'],
			},
			{
				differ: 'a text that is an External ID, and one that may be a Vitally ID',
				given: addThread,
				run: {
					parameters: {
						resource: 'conversation',
						operation: 'update',
						conversationId: '={{ $json.conversation }}',
						updateFields: { subject: 'New' },
					},
					items: [{ conversation: typedId('c-1') }, { conversation: byExternalId('c-1') }] as never,
					onError: 'continueRegularOutput',
				},
				shows: ['c-1', 'Vitally has no conversation with the External ID "c-1" [item 1]'],
			},
			{
				differ: 'two conversations',
				given: (sandbox) => {
					addThread(sandbox);
					addConversation(sandbox, 'c-2', { externalId: 'T2' });
				},
				run: {
					parameters: {
						resource: 'conversation',
						operation: 'update',
						conversationId: byExternalId('={{ $json.id }}'),
						updateFields: { subject: 'New' },
					},
					items: [{ id: 'T1' }, { id: 'T2' }],
				},
				shows: ['c-1', 'c-2'],
			},
		],
	},
	{
		file: 'Vitally/records/resolveId.ts',
		what: 'the ID of a person, by email address',
		pairs: [
			{
				differ: 'a user and a teammate with one address',
				given: (sandbox) => {
					addThread(sandbox);
					const { users } = sandbox.state;

					users.change([...users.all()][0], { email: 'lead@team.example' });
				},
				run: {
					parameters: {
						resource: 'message',
						operation: 'create',
						conversationId: byId('c-1'),
						externalId: 'T1-2',
						message: 'Answer',
						fromType: 'user',
						fromId: byEmail('lead@team.example'),
						to: { recipient: [{ type: 'admin', id: byEmail('lead@team.example') }] },
					},
				},
				show: writtenFields('from', 'to'),
				shows: [[{ type: 'user', id: 'user-1' }, [{ type: 'admin', id: 'admin-1' }]]],
			},
			{
				differ: 'two users',
				given: (sandbox) => {
					addPeople(sandbox);
					const { users } = sandbox.state;
					const [user] = users.all();

					users.insert({
						...user,
						...row('user-2'),
						externalId: 'U2',
						email: 'head@customer.example',
					});
				},
				run: {
					parameters: {
						resource: 'user',
						operation: 'get',
						userId: byEmail('={{ $json.email }}'),
					},
					items: [{ email: 'office@customer.example' }, { email: 'head@customer.example' }],
				},
				shows: ['user-1', 'user-2'],
			},
		],
	},
	{
		file: 'Vitally/resources/customers/accountBriefDetails.ts',
		what: 'the custom objects of a brief',
		pairs: [
			{
				differ: 'two keys, of which one sees no custom object',
				given: (sandbox) => {
					addTwinInstances(sandbox);
					answerToSecondKey(sandbox, /\/customObjects$/, { results: [], next: null });
				},
				run: { parameters: getBrief(byId('acc-1')), items: bothKeys },
				show: instanceNames,
				shows: [['Twin', 'Twin'], []],
			},
		],
	},
	{
		file: 'Vitally/resources/customers/accountBriefDetails.ts',
		what: 'the instances of a brief',
		pairs: [
			{
				differ: 'two accounts, of which one has none',
				given: addTwinInstances,
				run: {
					parameters: getBrief(byId('={{ $json.account }}')),
					items: [{ account: 'acc-1' }, { account: 'acc-2' }],
				},
				show: instanceNames,
				shows: [['Twin', 'Twin'], []],
			},
			{
				differ: 'two custom objects',
				given: (sandbox) => {
					addTwinInstances(sandbox);
					addInstance(sandbox, 'i-3', { customObjectId: 'obj-2', name: 'Second' });
				},
				run: { parameters: getBrief(byId('acc-1')) },
				show: (items) => instanceNames(items).map((names) => names.sort()),
				shows: [['Second', 'Twin', 'Twin']],
			},
		],
	},
	{
		file: 'Vitally/resources/customers/briefReader.ts',
		what: 'the first teammates',
		pairs: [
			{
				differ: 'two keys to which one teammate has two names',
				given: addCsm,
				run: { parameters: getBrief(byId('acc-1')), items: bothKeys },
				show: csmNames,
				shows: ['Support Lead', 'Renewals Lead'],
			},
		],
	},
	{
		file: 'Vitally/resources/customers/csm.ts',
		what: 'the teammates',
		pairs: [
			{
				differ: 'two keys to which one teammate has two names',
				given: addCsm,
				run: {
					parameters: { resource: 'account', operation: 'get', accountId: byId('acc-1') },
					items: bothKeys,
				},
				show: csmNames,
				shows: ['Support Lead', 'Renewals Lead'],
			},
		],
	},
	{
		file: 'VitallyAnalytics/analyticsMessage.ts',
		what: 'which events a run has sent',
		pairs: [
			{
				differ: 'two keys, with each of which one event is sent',
				given: () => {},
				run: {
					type: 'vitallyAnalytics',
					parameters: {
						resource: 'event',
						operation: 'track',
						event: 'Login',
						userId: 'u1',
						additionalFields: { timestamp: '2026-01-05' },
					},
					items: bothKeys,
				},
				show: (_items, _sandbox, hints) => ({ hints }),
				shows: { hints: [] },
			},
		],
	},
	{
		file: 'VitallyAnalytics/batch.ts',
		what: 'how many messages were rejected by themselves',
		pairs: [
			{
				differ: 'two keys, with one of which only one message is rejected',
				given: () => {},
				run: {
					type: 'vitallyAnalytics',
					parameters: {
						resource: 'account',
						operation: 'upsert',
						accountId: '={{ $json.id }}',
						traitsMode: 'json',
						traitsJson: '={{ $json.traits }}',
					},
					// The service takes no trait that is an object.
					items: Array.from({ length: 44 }, (_, index) => ({
						id: `a${index}`,
						key: index < 40 ? 'first' : 'second',
						traits: index < 41 ? { name: { first: 'A' } } : { name: 'A' },
					})),
					onError: 'continueRegularOutput',
				},
				show: (items) => items.flatMap(({ error, accountId }) => (error ? [] : [accountId])),
				shows: ['a41', 'a42', 'a43'],
			},
		],
	},
];

/** The files below nodes/ that look something up once per run, each as often as it does so. */
function filesWithLookUps(): string[] {
	const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' });
	const sources = files.filter((file) => file.endsWith('.ts') && !file.includes('vendor'));

	return sources.flatMap((file) => {
		const calls = readFileSync(join(ROOT, file), 'utf8').match(/\.oncePerRun\(/g) ?? [];

		return calls.map(() => file.replaceAll('\\', '/'));
	});
}

describe('a look-up that a run does once', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** Runs a node whose items name their key in the column `key`, the first one by default. */
	const run = async (node: NodeRun) => {
		const { apiKey, secondApiKey, analyticsKey, secondAnalyticsKey } = sandbox();
		const { vitallyApi, vitallyAnalyticsApi } = credentialsFor(sandbox());
		const keyOf = (first: string, second: string) =>
			`={{ $json.key === "second" ? "${second}" : "${first}" }}`;
		const credentials = {
			vitallyApi: { ...vitallyApi, apiKey: keyOf(apiKey, secondApiKey) },
			vitallyAnalyticsApi: {
				...vitallyAnalyticsApi,
				apiKey: keyOf(analyticsKey, secondAnalyticsKey),
			},
		};
		const outcome = await runNode(node, { credentials });

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		const items = outcome.items(NODE).map(({ json }) => json);

		return { items, hints: hintsOf(outcome) };
	};

	const idOrError = (items: IDataObject[]) => items.map(({ id, error }) => id ?? error);

	it('stands in the list of this suite, with items whose answers differ', () => {
		expect(filesWithLookUps().sort()).toEqual(LOOK_UPS.map(({ file }) => file).sort());
	});

	describe.each(LOOK_UPS)('$what', ({ pairs }) => {
		it.each(pairs)(
			'returns to each item its own answer where items differ in $differ',
			async ({ given, run: node, show, shows }) => {
				given(sandbox());
				const { items, hints } = await run(node);

				expect((show ?? idOrError)(items, sandbox(), hints)).toEqual(shows);
			},
		);
	});

	it('asks the service again in the next run', async () => {
		const { accounts } = sandbox().state;
		const account = accounts.insert(newAccount(row('acc-1'), 'A1', 'Old', {}));
		const get = { resource: 'account', operation: 'get', accountId: byName('Old') };

		const first = await run({ parameters: get });

		expect(idOrError(first.items)).toEqual(['acc-1']);

		accounts.change(account, { name: 'New' });
		const second = await run({ parameters: get, onError: 'continueRegularOutput' });

		expect(idOrError(second.items)).toEqual(['No account is called "Old" [item 0]']);
	});
});
