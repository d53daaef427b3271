import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byId, typedId } from '../../fixtures/locators.cts';
import { GET, PUT } from '../../fixtures/requests.cts';
import { ID, get, given, page } from './records.cts';

const note = (account: unknown) => ({
	resource: 'note',
	operation: 'create',
	accountId: typedId(account),
	noteFormat: 'html',
	note: '<p>Hello</p>',
	noteDate: '2026-01-01',
});
const update = (resource: string, id: unknown, updateFields: object) => ({
	resource,
	operation: 'update',
	[`${resource}Id`]: typedId(id),
	updateFields,
});
const readAccount = (id: string) => GET(`${ACCOUNTS}/${id}`);
/** What is found by an external ID, for each kind of look-up. */
const EXTERNAL: OperationCase[] = [
	{
		name: 'is the External ID of an account, which is read by it',
		given,
		parameters: note('A1'),
		then: ({ requests }: Sandbox) => {
			expect(requests).toMatchObject([readAccount('A1'), { body: { accountId: 'acc-1' } }]);
		},
	},
	{
		name: 'is the External ID of a conversation, which the list has',
		given,
		parameters: update('conversation', 'T1', { subject: 'New' }),
		returns: [{ id: 'c-1', subject: 'New' }],
	},
	{
		name: 'is no External ID of a task in another integration',
		given,
		parameters: { ...update('task', 'K1', { name: 'New' }), options: { source: 'asana' } },
		throws: "'Task' is 'K1', which is not a Vitally ID or External ID",
	},
	{
		name: 'is the External ID of an instance, which a search finds',
		given,
		...get('customObjectInstance', typedId('I1'), { customObjectId: byId('obj-1') }),
		returns: [{ id: 'i-1' }],
	},
];

describeOperation('what is entered under By ID', [
	...EXTERNAL,
	{
		name: 'is an email address of a teammate, looked up once',
		given,
		parameters: {
			...update('task', 'K1', {
				assignedToId: typedId('lead@team.example'),
				completedById: typedId('LEAD@team.example'),
			}),
			taskId: byId('t-1'),
		},
		sends: [
			GET('/resources/admins/search', { email: 'lead@team.example' }),
			GET('/resources/tasks/t-1'),
			PUT('/resources/tasks/t-1', { assignedToId: 'admin-1', completedById: 'admin-1', tags: [] }),
		],
	},
	{
		name: 'is not found in the record that is referred to, before anything is written',
		given,
		parameters: note('Harbor Works'),
		throws:
			/^'Account' is 'Harbor Works', which is not a Vitally ID or External ID \[item 0\]\nUse an ID, or choose 'By Name'\. ?(?!Check)/,
		sends: [readAccount('Harbor%20Works')],
	},
	{
		name: 'offers no way that the field has not',
		given,
		parameters: update('conversation', 'Harbor Works', { subject: 'New' }),
		throws:
			/^'Conversation' is 'Harbor Works', which is not a Vitally ID or External ID \[item 0\]\nUse an ID\.$/,
		sends: [page('/resources/conversations', { sortBy: 'createdAt' })],
	},
]);

describeOperation(
	'a mapped column with an External ID in the form of a Vitally ID',
	['create', 'upsert', 'sync'].map((operation) => ({
		name: `is tried as an External ID first: ${operation}`,
		given: (sandbox) => {
			given(sandbox);
			const [, organization] = sandbox.state.organizations.all();

			sandbox.state.organizations.change(organization, { externalId: ID });
		},
		parameters: {
			resource: 'account',
			operation,
			externalId: 'n1',
			name: 'New',
			dryRun: false,
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'defineBelow', value: { organizationId: ID, name: 'New' } },
		},
		then: ({ state }) => expect(state.accounts.byExternalId('n1')?.organizationId).toBe('org-2'),
	})),
);

describeOperation('what a model enters under By ID', [
	...['acme', ' Acme ', 'ACME'].map((name) => ({
		name: `is the name of the only account that has it: ${name}`,
		given,
		...get('account', typedId(name)),
		isTool: true,
		returns: [{ id: ID }],
	})),
	{
		name: 'is an External ID before it is a name',
		given: (sandbox: Sandbox) => {
			given(sandbox);
			const [account] = sandbox.state.accounts.all();

			sandbox.state.accounts.change(account, { externalId: 'Acme' });
		},
		...get('account', typedId('Acme')),
		isTool: true,
		returns: [{ externalId: 'Acme' }],
	},
	{
		name: 'is the name of a record to which another one is added',
		given,
		parameters: note('Acme Ltd'),
		isTool: true,
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)).toMatchObject({ method: 'POST', body: { accountId: 'acc-ltd' } }),
	},
	{
		name: 'is an error with the similar names where no account is called so',
		given,
		...get('account', typedId('Acme L')),
		isTool: true,
		throws: /^'Account' is 'Acme L', which is not a Vitally ID or External ID .*\n.*Acme Ltd/,
	},
	{
		name: 'is an error that names them where several accounts have the name',
		given: (sandbox: Sandbox) => {
			given(sandbox);
			const { accounts } = sandbox.state;

			for (const account of accounts.all()) accounts.change(account, { name: 'Acme' });
		},
		...get('account', typedId('Acme')),
		isTool: true,
		throws: /accounts are called "Acme"/,
	},
	{
		name: 'is no name in a workflow',
		given,
		...get('account', typedId('Acme')),
		sends: [readAccount('Acme')],
		throws: "'Account' is 'Acme', which is not a Vitally ID or External ID",
	},
]);
