import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Account } from '../../../sandbox/state/customers.cts';
import { firstJsonOf } from '../../engine/itemLines.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { atMost } from '../../fixtures/bounds.cts';
import { addConversation, ADMIN, newMessage, USER } from '../../fixtures/conversations.cts';
import { addPeople } from '../../fixtures/customers.cts';
import {
	addCustomObject,
	addInstance,
	CUSTOM_OBJECTS,
	INSTANCES,
} from '../../fixtures/customObjects.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addNote } from '../../fixtures/notes.cts';
import { addNpsResponse } from '../../fixtures/npsResponses.cts';
import { addTask } from '../../fixtures/projects.cts';
import { row } from '../../fixtures/records.cts';
import { GET } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

const brief = { resource: 'account', operation: 'getBrief', accountId: byExternalId('A1') };
const ACCOUNT = '/resources/accounts/acc-1';
const TASKS = `${ACCOUNT}/tasks`;
const TEAMMATES = '/resources/admins';

/** The order in which a list stays complete while records change. */
const WHOLE_LIST = { limit: '100', sortBy: 'createdAt' };

const LISTS = [
	{ path: TASKS, query: WHOLE_LIST },
	{ path: `${ACCOUNT}/notes`, query: WHOLE_LIST },
	{ path: `${ACCOUNT}/conversations`, query: { limit: '3', sortBy: 'updatedAt' } },
	{ path: `${ACCOUNT}/npsResponses`, query: WHOLE_LIST },
].map((list) => ({ method: 'GET', ...list }));
const ACCOUNT_BY_EXTERNAL_ID = GET('/resources/accounts/A1');
const CONVERSATION = GET('/resources/conversations/c-1');
const OBJECTS = GET(CUSTOM_OBJECTS, { limit: '100' });
const IN_OBJECT = GET(INSTANCES, WHOLE_LIST);
const PEOPLE = GET(TEAMMATES, { limit: '100' });

const change = ({ state }: Sandbox, fields: Partial<Account>) => {
	const account = state.accounts.byExternalId('A1');
	if (!account) throw new Error('The sandbox has no account A1');

	state.accounts.change(account, fields);
};

type KeyRole = Account['keyRoles'][number];
const ROBIN = {
	id: 'admin-1',
	name: 'Robin Case',
	email: 'robin@team.example',
	licenseStatus: 'active',
};
const role = (label: string, vitallyUser: KeyRole['vitallyUser']): KeyRole => ({
	...row(label),
	assignedAt: row(label).createdAt,
	vitallyUser,
	keyRole: { ...row(label), label },
});

/** acc-1 with the teammate admin-1 as its CSM, and a little of everything. */
function addAccount(sandbox: Sandbox): void {
	addPeople(sandbox);
	change(sandbox, {
		csmId: 'admin-1',
		healthScore: 6.5,
		segments: [{ id: 'seg-1', name: 'Enterprise' }],
		traits: {
			mrr: 1200,
			nextRenewalDate: '2026-06-01',
			plan: 'gold',
			seats: 0,
			old: null,
			none: '',
			story: 'x'.repeat(200),
		},
	});
	const theirs = { accountId: 'acc-1' };

	addTask(sandbox, 't-1', theirs);
	addTask(sandbox, 't-2', { ...theirs, dueDate: '2026-03-01', assignedToId: 'admin-1' });
	addTask(sandbox, 't-3', { ...theirs, dueDate: '2026-03-02T09:00:00.000Z' });
	addTask(sandbox, 't-4', { ...theirs, completedAt: '2026-01-02T00:00:00.000Z' });
	addTask(sandbox, 't-5', { accountId: 'acc-2' });

	for (const number of [1, 2, 3, 4]) {
		addNote(sandbox, `n-${number}`, {
			...row(`n-${number}`, number),
			// The one that was written down first is of the last day; the last two are of one day.
			noteDate: `2026-02-0${Math.max(2, 5 - number)}T10:00:00.000Z`,
			note: `<p>Call <b>${number}</b> &amp; more<img src="//evil"></p><ul><li>Next</li></ul>`,
		});
	}

	addConversation(sandbox, 'c-1', {
		accountIds: ['acc-1'],
		status: 'open',
		messages: [
			{ ...newMessage('m-0', 'c-1'), from: USER, timestamp: '2026-01-01T10:00:00.000Z' },
			// A chat shows a message as inbound, whoever wrote it.
			{ ...newMessage('m-1', 'c-1'), from: ADMIN, timestamp: '2026-01-03T10:00:00.000Z' },
			{ ...newMessage('m-2', 'c-1'), from: USER, timestamp: '2026-01-02T10:00:00.000Z' },
		],
	});
	addNpsResponse(sandbox, 'nps-1', { score: 0, feedback: 'Bad' });
	addNpsResponse(sandbox, 'nps-2', { score: null });
	addCustomObject(sandbox, 'obj-1', 'Deals');
	addInstance(sandbox, 'i-1', { name: 'Renewal 2027' });
	addInstance(sandbox, 'i-3', { ...row('i-3', 3), name: 'Newest' });
	addInstance(sandbox, 'i-4', { ...row('i-4', 2), name: 'Next' });
	addInstance(sandbox, 'i-2', { customerId: 'acc-2' });
}

const withoutTasks = {
	id: 'acc-1',
	externalId: 'A1',
	name: 'Account 1',
	healthScore: 6.5,
	mrr: 1200,
	nextRenewalDate: '2026-06-01',
	trialEndDate: null,
	churnedAt: null,
	csmName: 'Support Lead',
	csmEmail: 'lead@team.example',
	csmId: 'admin-1',
	keyRoles: [] as object[],
	keyRolesNotShown: 0,
	lastInboundMessage: { time: '2026-01-02', subject: 'Subject of c-1', from: 'Office Manager' },
	lastOutboundMessage: { time: '2026-01-03', subject: 'Subject of c-1', from: 'Support Lead' },
	customObjectInstances: [
		{ customObject: 'Deals', name: 'Newest', updatedAt: '2026-01-03' },
		{ customObject: 'Deals', name: 'Next', updatedAt: '2026-01-02' },
		{ customObject: 'Deals', name: 'Renewal 2027', updatedAt: '2026-01-01' },
	],
	customObjectsNotRead: 0,
	url: null,
	segments: ['Enterprise'],
	segmentsNotShown: 0,
	lastNotes: [1, 2, 4].map((number) => ({
		noteDate: `2026-02-0${Math.max(2, 5 - number)}`,
		subject: `Subject of n-${number}`,
		note: `Call **${number}** & more - Next`,
	})),
	lastConversations: [{ updatedAt: '2026-01-01', subject: 'Subject of c-1', status: 'open' }],
	lastNpsResponses: [{ respondedAt: '2026-01-01', score: 0, feedback: 'Bad' }],
	notRead: [],
	notComplete: [],
	traitsNotShown: 0,
	'traits.plan': 'gold',
	'traits.seats': 0,
	'traits.story': `${'x'.repeat(95)}…`,
};

const whole = {
	...withoutTasks,
	openTasks: [
		{ id: 't-2', name: 'Name of t-2', dueDate: '2026-03-01', assignedTo: 'Support Lead' },
		{ id: 't-3', name: 'Name of t-3', dueDate: '2026-03-02', assignedTo: null },
		{ id: 't-1', name: 'Name of t-1', dueDate: null, assignedTo: null },
	],
	moreOpenTasks: false,
};

const created = (id: string, number: number) => {
	const time = new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString();

	return { ...row(id), createdAt: time, updatedAt: time };
};

/** What comes out is exactly this. */
const returns =
	(expected: object) =>
	async (sandbox: Sandbox): Promise<void> => {
		const { items } = await runIn(sandbox, { parameters: brief });

		expect(items(NODE).map(({ json }) => json)).toEqual([expected]);
	};

describeOperation('account: getBrief', [
	...[
		{ named: 'names the same CSM', csmId: 'admin-1' },
		{ named: 'has null as its CSM', csmId: null },
		{ named: 'has an empty text as its CSM', csmId: '' },
	].map(({ named, csmId }) => ({
		name: `needs no teammates where a key role shows the CSM, and the account ${named}`,
		given: (sandbox: Sandbox) => {
			addAccount(sandbox);
			const keyRoles = [
				null as never,
				role('TAM', { ...ROBIN, id: 'admin-2' }),
				role('CSM', null),
				role('csm ', ROBIN),
			];

			change(sandbox, { csmId, keyRoles });
		},
		parameters: { ...brief, accountId: byId('acc-1') },
		sends: [GET(ACCOUNT), ...LISTS, CONVERSATION, OBJECTS, IN_OBJECT],
		returns: [
			{
				csmName: ROBIN.name,
				csmEmail: ROBIN.email,
				csmId: 'admin-1',
				keyRoles: [
					{ role: 'TAM', name: ROBIN.name, email: ROBIN.email },
					{ role: 'CSM', name: null, email: null },
					{ role: 'csm', name: ROBIN.name, email: ROBIN.email },
				],
			},
		],
	})),
	{
		name: 'stays short for an account that has nothing but the time of a message',
		given: (sandbox) => {
			addPeople(sandbox);
			const lastInboundMessageTimestamp = '2026-01-05T10:00:00.000Z';

			change(sandbox, { lastInboundMessageTimestamp, keyRoles: undefined });
		},
		parameters: brief,
		sends: [ACCOUNT_BY_EXTERNAL_ID, ...LISTS, OBJECTS],
		returns: [
			{
				keyRoles: [],
				segments: [],
				lastInboundMessage: { time: '2026-01-05', subject: null, from: null },
			},
		],
	},
	...[
		{ from: 'a user', field: 'lastInboundMessage', time: '2026-01-02' },
		{ from: 'a teammate', field: 'lastOutboundMessage', time: '2026-01-03' },
	].map(({ from, field, time }) => ({
		name: `shows of several messages from ${from} the last one, whatever their order`,
		given: addAccount,
		parameters: brief,
		returns: [{ [field]: { time } }],
	})),
	{
		name: 'shows the two open tasks with a due date before the one without',
		given: addAccount,
		parameters: brief,
		returns: [{ openTasks: [{ id: 't-2' }, { id: 't-3' }, { id: 't-1' }] }],
	},
	{
		name: 'shows an instance once that names the account as its primary and as a further one',
		given: (sandbox) => {
			addPeople(sandbox);
			addCustomObject(sandbox, 'obj-1', 'Deals');
			addInstance(sandbox, 'i-1', { customerId: 'acc-1', furtherCustomerIds: ['acc-1'] });
		},
		parameters: brief,
		returns: [{ customObjectInstances: [{ name: 'Name of i-1' }] }],
	},
	{
		name: 'shows the instances that changed last first, whenever they were created',
		given: (sandbox) => {
			addPeople(sandbox);
			addCustomObject(sandbox, 'obj-1', 'Deals');

			for (const [index, updated] of [2, 3, 1].entries()) {
				const { updatedAt } = row('', updated);

				addInstance(sandbox, `i-${index}`, { ...row(`i-${index}`, index), updatedAt });
			}
		},
		parameters: brief,
		returns: [
			{
				customObjectInstances: ['i-1', 'i-0', 'i-2'].map((id) => ({ name: `Name of ${id}` })),
			},
		],
	},
	{
		name: 'reads the teammates and the custom objects once for all items',
		given: addAccount,
		parameters: brief,
		items: [{}, {}],
		then: ({ requests }) =>
			expect(
				requests
					.map(({ path }) => path)
					.filter((path) => /(admins|Objects)$/.test(path))
					.sort(),
			).toEqual(['/resources/admins', '/resources/customObjects']),
	},
	{
		name: 'shows a person without a name by email',
		given: (sandbox) => {
			addPeople(sandbox);
			const { users } = sandbox.state;

			for (const user of users.all()) users.change(user, { name: null as never });
			const messages = [newMessage('m-1', 'c-1')];

			addConversation(sandbox, 'c-1', { accountIds: ['acc-1'], messages });
		},
		parameters: brief,
		returns: [
			{
				lastInboundMessage: { from: 'office@customer.example' },
				lastOutboundMessage: { time: null, subject: null, from: null },
			},
		],
	},
	...([400, 403, 404, 422] as const).map((status) => ({
		name: `leaves out and names a list to which Vitally answers ${status}`,
		given: withFault(addAccount, { kind: 'status', status, on: { path: TASKS } }),
		parameters: brief,
		then: returns({ ...withoutTasks, notRead: ['openTasks'] }),
	})),
	...[
		{ part: 'openTasks', path: TASKS },
		{ part: 'lastNotes', path: `${ACCOUNT}/notes` },
		{ part: 'lastConversations', path: `${ACCOUNT}/conversations` },
		{ part: 'lastNpsResponses', path: `${ACCOUNT}/npsResponses` },
		{ part: 'lastMessages', path: CONVERSATION.path },
		{ part: 'customObjectInstances', path: CUSTOM_OBJECTS },
		{ part: 'customObjectInstances', path: INSTANCES },
		{ part: 'csm', path: TEAMMATES },
	].map(({ part, path }) => ({
		name: `names ${part} alone, and as not read, where Vitally refuses ${path}`,
		given: withFault(addAccount, { kind: 'status', status: 403, on: { path } }),
		parameters: brief,
		returns: [{ notRead: [part], notComplete: [] }],
	})),
	{
		name: 'names the CSM among what the key may not read',
		given: withFault(addAccount, { kind: 'status', status: 403, on: { path: TEAMMATES } }),
		parameters: brief,
		returns: [{ csmName: null, csmEmail: null, notRead: ['csm'], lastNotes: whole.lastNotes }],
	},
	{
		name: 'names custom objects to whose instances Vitally answers 400',
		given: withFault(addAccount, { kind: 'status', status: 400, on: { path: INSTANCES } }),
		parameters: brief,
		returns: [{ notRead: ['customObjectInstances'], customObjectInstances: [] }],
	},
	...[
		{
			status: 401,
			throws: {
				message: 'Vitally does not accept the API key',
				description:
					'Check the API key in the credential. It may be revoked or regenerated, or belong to another workspace or data center. (HTTP 401, GET /resources/accounts/acc-1/tasks)',
				httpCode: '401',
				failure: { cause: 'credential-invalid' as const },
			},
		},
		{
			status: 500,
			throws: {
				message: 'Vitally could not process the request at the moment',
				description:
					'Run the workflow again later. (HTTP 500, GET /resources/accounts/acc-1/tasks)',
				httpCode: '500',
				failure: { cause: 'temporarily-unavailable' as const },
			},
		},
	].map(({ status, throws }) => ({
		name: `fails where Vitally answers ${status} to a list`,
		given: withFault(addAccount, { kind: 'status', status, on: { path: TASKS } }),
		parameters: brief,
		throws,
	})),
	{
		name: 'shows the time of a message that is later than those of the newest conversation',
		given: (sandbox) => {
			addAccount(sandbox);
			change(sandbox, {
				lastInboundMessageTimestamp: '2026-01-09T10:00:00.000Z',
				lastOutboundMessageTimestamp: '2025-12-01T10:00:00.000Z',
			});
		},
		parameters: brief,
		returns: [
			{
				lastInboundMessage: { time: '2026-01-09', subject: null, from: null },
				lastOutboundMessage: whole.lastOutboundMessage,
			},
		],
	},
	{
		name: 'does not take the message of a teammate for one of the customer',
		given: (sandbox) => {
			addAccount(sandbox);
			// A chat calls it inbound.
			change(sandbox, { lastInboundMessageTimestamp: '2026-01-03T10:00:00.000Z' });
		},
		parameters: brief,
		returns: [{ lastInboundMessage: whole.lastInboundMessage }],
	},
	{
		name: 'shows an instance of which the account is a further one',
		given: (sandbox) => {
			addPeople(sandbox);
			addCustomObject(sandbox, 'obj-1', 'Deals');
			addInstance(sandbox, 'i-1', { customerId: 'acc-2', furtherCustomerIds: ['acc-1'] });
		},
		parameters: brief,
		returns: [{ customObjectInstances: [{ name: 'Name of i-1' }], notComplete: [] }],
	},
	{
		name: 'shows the instances of each custom object under its own label',
		given: (sandbox) => {
			addPeople(sandbox);
			addCustomObject(sandbox, 'obj-1', 'Deals');
			addCustomObject(sandbox, 'obj-2', 'Goals');
			addInstance(sandbox, 'i-1', { ...row('i-1', 1), name: 'Renewal' });
			addInstance(sandbox, 'i-2', {
				...row('i-2', 2),
				customObjectId: 'obj-2',
				name: 'Adoption',
			});
		},
		parameters: brief,
		returns: [
			{
				customObjectInstances: [
					{ customObject: 'Goals', name: 'Adoption' },
					{ customObject: 'Deals', name: 'Renewal' },
				],
			},
		],
	},
	{
		name: 'shows each of two items the whole brief',
		given: addAccount,
		parameters: brief,
		items: [{}, {}],
		returns: [whole, whole],
	},
	{
		name: 'puts together what matters, in nine requests',
		given: addAccount,
		parameters: brief,
		sends: [ACCOUNT_BY_EXTERNAL_ID, ...LISTS, CONVERSATION, OBJECTS, IN_OBJECT, PEOPLE],
		then: returns(whole),
	},
]);

describeOperation(
	'account: getBrief over pages',
	[
		{
			name: 'shows both instances of one name where the search finds one, and the part of the list that is read another one',
			given: (sandbox) => {
				addPeople(sandbox);
				addCustomObject(sandbox, 'obj-1', 'Deals');
				addInstance(sandbox, 'i-0', { ...created('i-0', 0), name: 'Renewal' });

				// Ten pages are read, each with one of them.
				for (let number = 1; number <= 10; number++) {
					addInstance(sandbox, `i-${number}`, {
						...created(`i-${number}`, number),
						customerId: 'acc-2',
						furtherCustomerIds: number === 5 ? ['acc-1'] : [],
						name: 'Renewal',
					});
				}
			},
			parameters: brief,
			returns: [
				{
					customObjectInstances: [
						{ customObject: 'Deals', name: 'Renewal', updatedAt: '2026-01-01' },
						{ customObject: 'Deals', name: 'Renewal', updatedAt: '2026-01-01' },
					],
				},
			],
		},
		...[
			{ customObjects: 10, notComplete: [] },
			{ customObjects: 11, notComplete: ['customObjectInstances'] },
		].map(({ customObjects, notComplete }) => ({
			name: `says what is not complete where it reads ten of ${customObjects} custom objects`,
			given: (sandbox: Sandbox) => {
				addPeople(sandbox);

				for (let number = 1; number <= customObjects; number++) {
					addCustomObject(sandbox, `obj-${number}`, `Deals ${number}`);
				}
			},
			parameters: brief,
			returns: [{ customObjectsNotRead: 5, notComplete }],
		})),
	],
	{ seed: 'empty', largestPage: 1 },
);

const group = {
	resource: 'organization',
	operation: 'getBrief',
	organizationId: byExternalId('O1'),
};
const GROUP = '/resources/organizations/org-1';

/** org-1 with the teammate admin-1 as its CSM, and a few accounts, tasks and notes. */
function addOrganization(sandbox: Sandbox): void {
	addPeople(sandbox);
	const { organizations, accounts } = sandbox.state;
	const organization = organizations.byExternalId('O1');
	const [, other] = accounts.all();
	if (!organization) throw new Error('The sandbox has no organization O1');

	const traits = { mrr: 5000, nextRenewalDate: '2027-01-07T00:00:00.000Z', region: 'EMEA' };

	organizations.change(organization, { csmId: 'admin-1', healthScore: 7, traits });

	const nextRenewalDate = '2027-02-01T00:00:00.000Z';
	const churned = { nextRenewalDate, churnedAt: '2026-01-01T00:00:00.000Z' };
	const units = [
		{ healthScore: 9, traits: { nextRenewalDate } },
		{ healthScore: 3, traits: { nextRenewalDate } },
		{ healthScore: null, traits: { nextRenewalDate } },
		{ healthScore: 10, traits: { nextRenewalDate } },
		{ healthScore: 5, traits: { nextRenewalDate } },
		{ healthScore: 1, traits: churned },
	];

	for (const [index, unit] of units.entries()) {
		accounts.insert({
			...other,
			...row(`unit-${index}`),
			...unit,
			externalId: `unit-${index}`,
			name: `Unit ${index}`,
			organizationId: 'org-1',
		});
	}

	addTask(sandbox, 't-1', { organizationId: 'org-1', dueDate: '2026-03-02' });
	addNote(sandbox, 'n-1', { accountId: null, organizationId: 'org-1', note: null as never });
	// A brief converts its beginning only, which ends in the middle of a tag.
	const note = `<p>Hi</p><img src="${'a'.repeat(20_000)}">`;
	const theirs = { accountId: null, organizationId: 'org-1' };

	addNote(sandbox, 'n-2', { ...row('n-2', 2), ...theirs, noteDate: '2026-01-02', note });
}

describeOperation('organization: getBrief', [
	...[
		{ part: 'accounts', path: `${GROUP}/accounts` },
		{ part: 'openTasks', path: `${GROUP}/tasks` },
		{ part: 'lastNotes', path: `${GROUP}/notes` },
		{ part: 'csm', path: TEAMMATES },
	].map(({ part, path }) => ({
		name: `names ${part} alone, and as not read, where Vitally refuses ${path}`,
		given: withFault(addOrganization, { kind: 'status', status: 403, on: { path } }),
		parameters: group,
		returns: [{ notRead: [part], notComplete: [] }],
	})),
	{
		name: 'shows the accounts with the lowest health first, in five requests',
		given: addOrganization,
		parameters: group,
		sends: [
			GET('/resources/organizations/O1'),
			...[
				{ path: `${GROUP}/accounts`, query: WHOLE_LIST },
				{ path: `${GROUP}/tasks`, query: WHOLE_LIST },
				{ path: `${GROUP}/notes`, query: WHOLE_LIST },
			].map((list) => ({ method: 'GET', ...list })),
			PEOPLE,
		],
		returns: [
			{
				name: 'Group 1',
				healthScore: 7,
				mrr: 5000,
				nextRenewalDate: '2027-01-07',
				csmName: 'Support Lead',
				accounts: [
					...[3, 5, 9, 10].map((healthScore) => ({
						healthScore,
						nextRenewalDate: '2027-02-01',
						churnedAt: null,
					})),
					{ healthScore: null },
				],
				accountsNotShown: 2,
				openTasks: [{ id: 't-1', dueDate: '2026-03-02' }],
				moreOpenTasks: false,
				lastNotes: [{ note: 'Hi' }, { subject: 'Subject of n-1', note: null }],
				notRead: [],
				externalId: 'O1',
				id: 'org-1',
				'traits.region': 'EMEA',
			},
		],
	},
	...[
		{ what: 'by the list where the organization does not', accountsNotShown: 2 },
		{ what: 'by itself where the list has more', accountsCount: 122, accountsNotShown: 117 },
	].map(({ what, accountsCount, accountsNotShown }) => ({
		name: `counts accounts ${what}`,
		given: withFault(addOrganization, {
			kind: 'status',
			status: 200,
			on: { path: '/resources/organizations/O1' },
			body: { id: 'org-1', externalId: 'O1', accountsCount },
		}),
		parameters: group,
		returns: [{ accountsNotShown }],
	})),
]);

/** Records of one list, of which the first was created first. */
function addRecords(count: number, add: (number: number) => unknown): void {
	for (let number = 1; number <= count; number++) add(number);
}

/** acc-1 and org-1 whose records that matter are behind more of the others than a page has. */
function addLargeCustomers(sandbox: Sandbox): void {
	addPeople(sandbox);
	const { accounts } = sandbox.state;
	const [account] = accounts.all();
	const parents = { accountId: 'acc-1', organizationId: 'org-1' };

	addRecords(500, (number) =>
		addTask(sandbox, `t-${number}`, {
			...created(`t-${number}`, number),
			...parents,
			dueDate: '2026-01-01',
			completedAt: number <= 6 ? null : '2026-01-02T00:00:00.000Z',
		}),
	);
	addRecords(200, (number) =>
		addNote(sandbox, `n-${number}`, {
			...created(`n-${number}`, number),
			...parents,
			subject: number === 1 ? 'Today' : 'Imported',
			noteDate: number === 1 ? '2026-11-01T00:00:00.000Z' : '2020-01-01T00:00:00.000Z',
		}),
	);
	addRecords(125, (number) =>
		addNpsResponse(sandbox, `nps-${number}`, {
			...created(`nps-${number}`, number),
			score: number === 1 ? 2 : null,
		}),
	);
	addRecords(125, (number) =>
		accounts.insert({
			...account,
			...created(`unit-${number}`, number),
			externalId: `unit-${number}`,
			healthScore: number <= 5 ? 1 : 9,
			organizationId: 'org-1',
		}),
	);
}

const LARGE = [
	{
		kind: 'account',
		parameters: brief,
		requests: 12,
		shown: {
			openTasks: Array.from({ length: 5 }, () => ({ dueDate: '2026-01-01' })),
			moreOpenTasks: true,
			lastNotes: [{ subject: 'Today' }, { subject: 'Imported' }, { subject: 'Imported' }],
			lastNpsResponses: [{ score: 2 }],
			notComplete: [],
		},
	},
	{
		kind: 'organization',
		parameters: group,
		requests: 10,
		shown: {
			accounts: Array.from({ length: 5 }, () => ({ healthScore: 1 })),
			accountsNotShown: 121,
			moreOpenTasks: true,
			lastNotes: [{ subject: 'Today' }, { subject: 'Imported' }, { subject: 'Imported' }],
			notComplete: [],
		},
	},
];

describe.each(LARGE)('a brief of a large $kind', ({ parameters, requests, shown }) => {
	const sandboxOf = sandboxOfSuite({ seed: 'empty' });

	it('shows what matters, however many other records there are', async () => {
		const sandbox = sandboxOf();

		addLargeCustomers(sandbox);
		const json = firstJsonOf(await runIn(sandbox, { parameters }));

		expect(json).toMatchObject(shown);
		expect({ requests: sandbox.requests.length }).toEqual({ requests });
		expect({ bytes: Buffer.byteLength(JSON.stringify(json)) }).toEqual({ bytes: atMost(3000) });
	});
});

describe('a brief during which the rate limit is used up', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('fails, instead of leaving out the lists that are not read', async () => {
		addAccount(sandbox());
		sandbox().faults.add({
			kind: 'status',
			status: 429,
			headers: { 'retry-after': '3600' },
			on: { path: TASKS },
		});

		const { error, items } = await runIn(sandbox(), { parameters: brief });

		expect({ error: error?.message ?? 'none', briefs: items(NODE).length }).toEqual({
			error:
				"Vitally's rate limit is used up: the next request is possible in 600 seconds, but 'Max Wait (Seconds)' is 300 [item 0]",
			briefs: 0,
		});
	});
});

describe('a brief at the border of what it shows', () => {
	const sandboxOf = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ count: 4, shown: 4, hasMore: false },
		{ count: 5, shown: 5, hasMore: false },
		{ count: 6, shown: 5, hasMore: true },
	])('shows $shown of $count open tasks, and says whether there are more', async (tasks) => {
		const sandbox = sandboxOf();

		addPeople(sandbox);
		addRecords(tasks.count, (number) =>
			addTask(sandbox, `t-${number}`, { ...created(`t-${number}`, number), accountId: 'acc-1' }),
		);

		const json = firstJsonOf(await runIn(sandbox, { parameters: brief }));

		expect({ error: json.error ?? 'none' }).toEqual({ error: 'none' });
		expect({
			openTasks: (json.openTasks as object[]).length,
			moreOpenTasks: json.moreOpenTasks,
		}).toEqual({ openTasks: tasks.shown, moreOpenTasks: tasks.hasMore });
	});
});

describe('a brief of an account with longer lists than a brief reads', () => {
	const sandboxOf = sandboxOfSuite({ seed: 'empty' });

	it('names the lists that have more', async () => {
		const sandbox = sandboxOf();

		addPeople(sandbox);
		addCustomObject(sandbox, 'obj-1', 'Deals');

		// Each is behind a thousand others.
		addInstance(sandbox, 'i-0', { ...created('i-0', 0), name: 'Primary' });
		addRecords(1000, (number) =>
			addInstance(sandbox, `i-${number}`, {
				...created(`i-${number}`, number),
				customerId: 'acc-2',
				furtherCustomerIds: number === 500 ? ['acc-1'] : [],
			}),
		);
		addTask(sandbox, 't-0', { ...created('t-0', 0), accountId: 'acc-1' });
		addRecords(1000, (number) =>
			addTask(sandbox, `t-${number}`, {
				...created(`t-${number}`, number),
				accountId: 'acc-1',
				completedAt: '2026-01-02T00:00:00.000Z',
			}),
		);

		const json = firstJsonOf(await runIn(sandbox, { parameters: brief }));

		expect(json).toMatchObject({
			openTasks: [],
			moreOpenTasks: true,
			customObjectInstances: [{ name: 'Name of i-500' }, { name: 'Primary' }],
			notComplete: ['openTasks', 'customObjectInstances'],
			notRead: [],
		});
	});
});

const uuid = (number: number) => `00000000-0000-0000-0000-0000000000${number + 10}`;

/** Adds as many records as the sandbox accepts, each with a text longer than the limit of the brief. */
function addFullCustomers(sandbox: Sandbox, text: string): void {
	addPeople(sandbox);
	const long = text.repeat(60);
	const { accounts, organizations } = sandbox.state;
	const full = {
		name: long,
		csmId: uuid(0),
		keyRoles: Array.from({ length: 30 }, (_, index) =>
			role(index === 0 ? long : `Role ${index}`, null),
		),
		healthScore: 6.55,
		segments: Array.from({ length: 40 }, (_, index) => ({
			id: `seg-${index}`,
			name: `${index} ${text}`,
		})),
		traits: Object.fromEntries([
			['mrr', 123456.78],
			['nextRenewalDate', '2026-06-01T00:00:00.000Z'],
			['trialEndDate', '2026-06-01T00:00:00.000Z'],
			['churnedAt', '2026-06-01T00:00:00.000Z'],
			...Array.from({ length: 200 }, (_, index) => [
				`vitally.custom.trait${index}`,
				index % 2 === 0 ? index : long,
			]),
		]),
	};

	for (const organization of organizations.all()) organizations.change(organization, full);
	for (const account of accounts.all()) accounts.change(account, full);
	const [account] = accounts.all();
	const [lead] = sandbox.state.admins.all();

	sandbox.state.admins.change(lead, { name: long });
	sandbox.state.admins.insert({ ...lead, ...row(uuid(0)), name: long });

	for (const number of [1, 2, 3, 4, 5, 6, 7]) {
		const customObjectId = `obj-${number}`;

		addCustomObject(sandbox, customObjectId, long);
		addInstance(sandbox, `i-${number}a`, { customObjectId, name: long });
		addInstance(sandbox, `i-${number}b`, { customObjectId, name: long });
	}

	const parents = { accountId: account.id, organizationId: 'org-1' };

	for (let number = 1; number <= 8; number++) {
		accounts.insert({
			...account,
			...row(uuid(number)),
			externalId: uuid(number),
			organizationId: 'org-1',
		});
		addTask(sandbox, uuid(number), {
			...parents,
			name: long,
			dueDate: '2026-03-02',
			assignedToId: 'admin-1',
		});
		addNote(sandbox, `n-${number}`, {
			...parents,
			subject: long,
			note: `<p>${long}</p><ul><li>${long}</li></ul>`.repeat(6),
		});
		addConversation(sandbox, `c-${number}`, {
			accountIds: [account.id],
			subject: long,
			status: 'closed',
			messages: [ADMIN, USER].map((from) => ({ ...newMessage('m', 'c'), from })),
		});
		addNpsResponse(sandbox, `nps-${number}`, { score: 10, feedback: long });
	}
}

const FULL = {
	account: {
		run: brief,
		requests: 13,
		rows: {
			openTasks: 5,
			lastNotes: 3,
			lastConversations: 3,
			lastNpsResponses: 3,
			customObjectInstances: 5,
			keyRoles: 6,
		},
	},
	organization: {
		run: group,
		requests: 5,
		rows: { accounts: 5, openTasks: 5, lastNotes: 3, keyRoles: 6 },
	},
};

describe.each(Object.entries(FULL))('a brief of a full %s', (kind, { run, requests, rows }) => {
	const sandboxOf = sandboxOfSuite({ seed: 'empty' });

	const readFull = async () => {
		const sandbox = sandboxOf();

		addFullCustomers(sandbox, '"Words" <b>日本語</b>\u0001\\ 😀 ');

		return firstJsonOf(await runIn(sandbox, { parameters: run }));
	};

	it('stays under 3 KB', async () => {
		const json = await readFull();

		expect({ bytes: Buffer.byteLength(JSON.stringify(json)) }).toEqual({ bytes: atMost(3000) });
	});

	it('needs few requests', async () => {
		await readFull();

		expect({ requests: sandboxOf().requests.length }).toEqual({ requests });
	});

	it('has the ID of its CSM as a whole', async () => {
		const { csmId } = await readFull();

		expect({ csmId }).toEqual({ csmId: uuid(0) });
	});

	it.each(Object.entries(rows))('shows of %s: %d', async (name, length) => {
		const json = await readFull();

		expect({ [name]: (json[name] as object[]).length }).toEqual({ [name]: length });
	});

	it('counts what it leaves out', async () => {
		const json = await readFull();
		const traits = Object.keys(json).filter((name) => name.startsWith('traits.'));
		const { moreOpenTasks, traitsNotShown, segmentsNotShown, keyRolesNotShown } = json;

		expect({ moreOpenTasks, traitsNotShown, segmentsNotShown, keyRolesNotShown }).toEqual({
			moreOpenTasks: true,
			traitsNotShown: 200 - traits.length,
			segmentsNotShown: 40 - (json.segments as string[]).length,
			keyRolesNotShown: 30 - (json.keyRoles as object[]).length,
		});
		// An organization has no custom objects.
		expect({ customObjectsNotRead: json.customObjectsNotRead ?? 2 }).toEqual({
			customObjectsNotRead: 2,
		});
	});

	it('stays under 3 KB by leaving out an External ID that is too long', async () => {
		const sandbox = sandboxOf();

		addFullCustomers(sandbox, 'Text ');
		const table = kind === 'account' ? sandbox.state.accounts : sandbox.state.organizations;
		const [customer] = table.all();
		const externalId = '😀'.repeat(400);

		table.change(customer as never, { externalId, segments: [null, { id: 'seg-9' }] } as never);
		sandbox.faults.add({ kind: 'status', status: 403, on: { path: /obj-[45]/ } });
		const parameters = { ...run, [`${kind}Id`]: byExternalId(externalId) };
		const json = firstJsonOf(await runIn(sandbox, { parameters }));

		expect({ error: json.error ?? 'none' }).toEqual({ error: 'none' });
		expect({ bytes: Buffer.byteLength(JSON.stringify(json)) }).toEqual({ bytes: atMost(3000) });
		expect(json).not.toHaveProperty('externalId');

		const notRead = kind === 'account' ? ['customObjectInstances'] : [];

		expect(json).toMatchObject({ segments: ['seg-9'], segmentsNotShown: 0, notRead });
	});
});
