import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { runNode } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { ACCOUNTS } from '../fixtures/accounts.cts';
import { addEveryKind } from '../fixtures/everyKind.cts';
import { byEmail, byExternalId, byId, byName, byUrl } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';
const LINK = `https://acme.vitally.io/accounts/${ID}`;

/** Every kind of record; accounts Acme (which Vitally's ID names), Acme Ltd (churned), and two of one name. */
function given(sandbox: Sandbox): void {
	addEveryKind(sandbox);
	const { accounts } = sandbox.state;
	const add = (id: string, name: string, traits = {}) =>
		accounts.insert(newAccount(row(id), `crm-${id}`, name, traits));
	add(ID, 'Acme');
	add('acc-ltd', 'Acme Ltd', { churnedAt: '2026-01-01T00:00:00.000Z' });
	add('acc-twin', 'Twin');
	add('acc-twin-2', 'twin');
}

const page = (path: string, query = {}) => ({
	method: 'GET',
	path,
	query: { ...query, limit: '100' },
});
const accountPage = page(ACCOUNTS, { status: 'activeOrChurned', sortBy: 'createdAt' });
const inOrder = { sortBy: 'createdAt' };

const get = (resource: string, locator: object, also = {}) => ({
	parameters: {
		resource,
		operation: 'get',
		[`${resource}Id`]: locator,
		...also,
		output: 'raw',
	},
});
const inDeals = { customObjectId: byName('deal') };

/** One record by its name, of every kind that has a field for one. */
const NAMED: OperationCase[] = [
	{ ...get('account', byName(' acme ')), returns: [{ id: ID }] },
	{ ...get('account', byName('Acme Ltd')), returns: [{ id: 'acc-ltd' }] },
	{ ...get('organization', byName('group 2')), returns: [{ id: 'org-2' }] },
	{ ...get('user', byName('Office Manager')), throws: '2 users are called "Office Manager"' },
	{ ...get('project', byName('Name of p-2')), returns: [{ id: 'p-2' }] },
	{ ...get('task', byName('Name of t-2')), returns: [{ id: 't-2' }] },
	{ ...get('customObject', byName('Subscription')), returns: [{ id: 'obj-2' }] },
	{
		...get('customObjectInstance', byName('Name of i-2'), inDeals),
		returns: [{ id: 'i-2', customObjectId: 'obj-1' }],
	},
].map((one, index) => ({ ...one, name: `gets one record: ${index}`, given }));

describeOperation('a record by its name', [
	...NAMED,
	{
		name: 'is looked for once for all names of a run, active or churned',
		given,
		parameters: { ...get('account', byName('={{ $json.name }}')).parameters },
		items: [{ name: 'Acme' }, { name: 'Account 1' }, { name: 'ACME' }],
		sends: [
			accountPage,
			{ method: 'GET', path: `${ACCOUNTS}/${ID}` },
			{ method: 'GET', path: `${ACCOUNTS}/acc-1` },
			{ method: 'GET', path: `${ACCOUNTS}/${ID}` },
		],
		returns: [{ id: ID }, { id: 'acc-1' }, { id: ID }],
	},
	{
		name: 'is none of several, before anything is written',
		given,
		parameters: {
			resource: 'account',
			operation: 'delete',
			accountId: byName('Twin'),
			confirmPermanentDelete: true,
		},
		throws:
			/^2 accounts are called "Twin" \[item 0\]\nChoose one of them in 'Account' from the list or by ID: twin \(acc-twin-2\), Twin \(acc-twin\)\.$/,
		sends: [accountPage],
	},
	{
		name: 'is none that only has the text in its name: that is near',
		given,
		parameters: get('account', byName('Acme Inc')).parameters,
		throws:
			/^No account is called "Acme Inc" \[item 0\]\nAccounts with "Acme" in their name: Acme Ltd \(acc-ltd\), Acme \(4ad5/,
		sends: [accountPage],
	},
	{
		name: 'is no blank one',
		parameters: get('account', byName(' ')).parameters,
		throws: "The field 'Account' is empty",
		sends: [],
	},
	{
		name: 'names what is written, and everything that it belongs to',
		given,
		parameters: {
			resource: 'note',
			operation: 'create',
			accountId: byName('Acme'),
			noteFormat: 'html',
			note: '<p>Hello</p>',
			noteDate: '2026-01-01',
			additionalFields: { authorId: byName('Renewals Lead'), categoryId: byName('review') },
		},
		then: ({ state }) =>
			expect([...state.notes.all()].at(-1)).toMatchObject({
				accountId: ID,
				authorId: 'admin-2',
				categoryId: 'review',
			}),
	},
	{
		name: 'names a task and the project that it is linked to',
		given,
		parameters: {
			resource: 'project',
			operation: 'linkTask',
			projectId: byName('Name of p-1'),
			taskId: byName('Name of t-1'),
		},
		returns: [{ created: true, projectId: 'p-1', taskId: 't-1' }],
	},
	{
		name: 'names the project of a new task, before anything is written',
		given,
		parameters: {
			resource: 'task',
			operation: 'create',
			accountId: byId('acc-1'),
			name: 'Call',
			additionalFields: { projectId: byName('Name of nothing'), categoryId: byName('Seats') },
		},
		throws: 'No project is called "Name of nothing"',
		then: ({ requests }) => expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]),
	},
	{
		name: 'names a task whose tags are kept',
		given,
		parameters: {
			resource: 'task',
			operation: 'update',
			taskId: byName('Name of t-1'),
			updateFields: { name: 'New' },
			tagsMode: 'replace',
			tags: 'call',
		},
		sends: [
			page('/resources/tasks', inOrder),
			{
				method: 'PUT',
				path: '/resources/tasks/t-1',
				body: { name: 'New', tags: ['call'] },
			},
		],
		returns: [{ id: 't-1', name: 'New' }],
	},
	{
		name: 'names a project that moves, from and to where',
		given,
		parameters: {
			resource: 'project',
			operation: 'move',
			projectId: byName('Name of p-1'),
			moveFrom: 'account',
			accountId: byName('Account 1'),
			moveTo: 'account',
			destinationAccountId: byName('Account 2'),
		},
		then: ({ state }) => expect(state.projects.get('p-1')).toMatchObject({ accountId: 'acc-2' }),
	},
	{
		name: 'names the template of a new project',
		given,
		parameters: {
			resource: 'project',
			operation: 'create',
			projectFor: 'account',
			accountId: byExternalId('A1'),
			templateId: byName('Renewal template'),
			additionalFields: { projectCategoryId: byName('Renewal') },
		},
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toMatchObject({
				templateId: 'tpl-2',
				projectCategoryId: 'cat-2',
			}),
	},
	{
		name: 'names whose records a list returns, and what they are filtered by',
		given,
		parameters: {
			resource: 'projectTemplate',
			operation: 'getAll',
			filters: { categoryId: byName('Onboarding') },
			returnAll: true,
		},
		sends: [
			page('/resources/projectCategories'),
			page('/resources/projectTemplates', { categoryId: 'cat-1' }),
		],
	},
	{
		name: 'names who a message is from and to',
		given,
		parameters: {
			resource: 'message',
			operation: 'create',
			conversationId: byId('c-1'),
			externalId: 'M9',
			message: '<p>Hello</p>',
			fromType: 'user',
			fromId: byEmail('office@customer.example'),
			to: { recipient: [{ type: 'admin', id: byName('renewals lead') }] },
		},
		then: ({ requests }) =>
			expect(requests.at(-1)?.body).toMatchObject({ to: [{ type: 'admin', id: 'admin-2' }] }),
	},
	{
		name: 'names the custom object of a table of instances',
		given,
		parameters: {
			resource: 'customObjectInstance',
			operation: 'sync',
			customObjectId: byName('Deal'),
			externalId: '={{ $json.key }}',
			additionalFields: { ownedByVitallyUserId: byName('Renewals Lead') },
			traitsMode: 'fields',
		},
		items: [{ key: 'I1' }],
		returns: [{ updated: 1, failed: 0 }],
		then: ({ state }) =>
			expect(state.instances.get('i-1')).toMatchObject({ ownedByVitallyUserId: 'admin-2' }),
	},
]);

const noLink = (value: unknown) => ({ ...get('account', value as object) });

describeOperation('a record by its link', [
	...[byUrl(LINK), byId(LINK), byId(` ${LINK}?tab=health `), byUrl(ID)].map((locator, index) => ({
		...get('account', locator),
		name: `gets the record: ${index}`,
		given,
		sends: [{ method: 'GET', path: `${ACCOUNTS}/${ID}` }],
		returns: [{ id: ID }],
	})),
	{
		name: 'names what a note belongs to',
		given,
		parameters: {
			resource: 'note',
			operation: 'create',
			accountId: byUrl(LINK),
			noteFormat: 'html',
			note: '<p>Hello</p>',
		},
		then: ({ requests }) => expect(requests.at(-1)?.body).toMatchObject({ accountId: ID }),
	},
	{
		name: 'stands in a list of IDs',
		given,
		parameters: {
			resource: 'user',
			operation: 'update',
			userId: byId('user-1'),
			updateFields: { accountIds: [LINK, 'A2'] },
		},
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ accountIds: [ID, 'acc-2'] }),
	},
	...[
		{
			name: 'is none to another kind of record',
			...noLink(byUrl(`https://acme.vitally.io/organizations/${ID}`)),
			throws: /^The link of 'Account' leads to an organization \[item 0\]\nOpen the account in/,
		},
		{
			name: 'is none without an ID, also by ID',
			...noLink(byId('https://acme.vitally.io/accounts')),
			throws: "The link of 'Account' has no ID of an account",
		},
		{
			name: 'is no other text',
			...noLink(byUrl('Acme')),
			throws: `The value "Acme" of 'Account' is no link`,
		},
		{
			name: 'is not empty',
			...noLink(byUrl('={{ "" }}')),
			throws: "The value of 'Account' is empty",
		},
	].map((one) => ({ ...one, sends: [] })),
]);

it('refuses a link of another workspace than that of the credential', async () => {
	const { error } = await runNode(get('account', byUrl(LINK)), {
		credentials: { vitallyApi: { apiKey: 'k', dataCenter: 'us', subdomain: 'other' } },
	});
	expect(error?.message).toBe(
		"The link of 'Account' leads to acme.vitally.io, and the workspace of the credential is other.vitally.io [item 0]",
	);
});

const near = /Accounts with "Acme" in their name: Acme Ltd \(acc-ltd\), Acme \(4ad5/;
const newNote = {
	resource: 'note',
	operation: 'create',
	accountId: byId('Acme Inc'),
	noteFormat: 'html',
	note: '<p>Hello</p>',
	noteDate: '2026-01-01',
};

describeOperation('an ID that is a name', [
	{
		name: 'is not found, with what is near, once for all items',
		given,
		...get('account', byId('Acme')),
		items: [{}, {}],
		onError: 'continueRegularOutput',
		sends: [
			{ method: 'GET', path: `${ACCOUNTS}/Acme` },
			{ method: 'GET', path: `${ACCOUNTS}/Acme` },
			accountPage,
		],
		returns: [{ message: expect.stringMatching(near) }, { message: expect.stringMatching(near) }],
	},
	{
		name: 'is not updated',
		given,
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byId('Acme'),
			updateFields: { name: 'New' },
		},
		throws: near,
	},
	{
		name: 'is no account of a note',
		given,
		parameters: newNote,
		throws:
			/^Vitally rejected this item.*\nThe value "Acme Inc" of 'Account' is no ID of Vitally\. Accounts with "Acme" in/,
	},
	{
		name: 'leaves the error as it is when the list cannot be read',
		given: (sandbox) => {
			given(sandbox);
			sandbox.faults.add({ kind: 'status', status: 403, on: { method: 'GET' } });
		},
		parameters: newNote,
		throws: /^Vitally rejected this item.*\nCheck the values of this item/,
	},
	{
		name: 'is near as an External ID too',
		given,
		...get('account', byExternalId('Acme')),
		throws: near,
	},
]);

const writes = Array.from({ length: 24 }, (_, index) => ({
	...[
		{ mode: 'id', value: ID },
		{ mode: 'name', value: index % 8 ? 'Acme' : ' ACME' },
		{ mode: 'url', value: LINK },
		{ mode: 'externalId', value: `crm-${ID}` },
	][index % 4],
	health: index,
}));

describeOperation('one record in several ways', [
	{
		name: 'is written in the order of the items',
		given,
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.value }}' },
			updateFields: {},
			traits: {
				trait: [
					{
						key: { __rl: true, mode: 'key', value: 'last' },
						type: 'number',
						numberValue: '={{ $json.health }}',
					},
				],
			},
		},
		items: writes,
		then: ({ requests, state }) => {
			const sent = requests
				.filter(({ method }) => method === 'PUT')
				.map(({ body }) => (body as { traits: { last: number } }).traits.last);
			expect(sent).toEqual(writes.map(({ health }) => health));
			expect(state.accounts.get(ID)?.traits).toMatchObject({ last: writes.length - 1 });
		},
	},
	{
		name: 'is one link of task and project, in the order of the items',
		given,
		parameters: {
			resource: 'project',
			operation: 'linkTask',
			projectId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.project }}' },
			taskId: { __rl: true, mode: '={{ $json.mode }}', value: '={{ $json.task }}' },
			options: { milestone: '={{ $json.milestone }}' },
		},
		items: Array.from({ length: 12 }, (_, index) => ({
			...[
				{ mode: 'id', project: 'p-1', task: 't-1' },
				{ mode: 'name', project: 'Name of p-1', task: 'Name of t-1' },
			][index % 2],
			milestone: index % 3 ? 'Kick-off' : 'Go-live',
		})),
		then: ({ requests }) =>
			expect(
				requests
					.filter(({ method }) => method === 'POST')
					.map(({ body }) => (body as { milestone: string }).milestone),
			).toEqual(Array.from({ length: 12 }, (_, index) => (index % 3 ? 'Kick-off' : 'Go-live'))),
	},
]);
