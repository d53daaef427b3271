import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byId, byName } from '../../fixtures/locators.cts';
import { ID, accountPage, get, given, inDeals, inOrder, page } from './records.cts';

/** One record by its name, of every kind that has a field for one. */
const NAMED: OperationCase[] = [
	{ ...get('account', byName(' acme ')), returns: [{ id: ID }] },
	{ ...get('user', byName('Office Manager')), throws: '2 users are called "Office Manager"' },
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
			/^2 accounts are called "Twin" \[item 0\]\nChoose one of them in 'Account' from the list or by ID: twin \(crm-acc-twin-2, acc-twin-2\), Twin \(crm-acc-twin, acc-twin\)\.$/,
		sends: [accountPage],
	},
	{
		name: 'is none that only has the text in its name: that is near',
		given,
		parameters: get('account', byName('Acme Inc')).parameters,
		throws:
			/^No account is called "Acme Inc" \[item 0\]\nAccounts with "Acme" in their name: Acme Ltd \(crm-acc-ltd, acc-ltd\), Acme \(crm-4ad5/,
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
]);
