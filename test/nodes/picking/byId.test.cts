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

const SIMILAR_TO_ACME_L = {
	message: '\'Account\' is "Acme L", which is not a Vitally ID or External ID',
	description:
		'Accounts with "Acme L" in their name: Acme Ltd (crm-acc-ltd, acc-ltd). Check the name, or choose the account in \'Account\' from the list.',
	httpCode: '404',
};

/** What is found by an external ID, for each kind of look-up. */
const EXTERNAL: OperationCase[] = [
	{
		name: 'reads an account by its External ID',
		given,
		parameters: note('A1'),
		then: ({ requests }: Sandbox) => {
			expect(requests).toMatchObject([readAccount('A1'), { body: { accountId: 'acc-1' } }]);
		},
	},
	{
		name: 'finds in the list a conversation by its External ID',
		given,
		parameters: update('conversation', 'T1', { subject: 'New' }),
		returns: [{ id: 'c-1', subject: 'New' }],
	},
	{
		name: 'finds no task of another integration by its External ID',
		given,
		parameters: { ...update('task', 'K1', { name: 'New' }), options: { source: 'asana' } },
		throws: {
			message: '\'Task\' is "K1", which is not a Vitally ID or External ID',
			description:
				"Use an ID, or choose 'By Name'. Check the value of 'Task': it may belong to another workspace than the credential. For an External ID, 'Source' under 'Options' must be the integration that the task comes from. Vitally says: \"Task not found\". (HTTP 404, GET /resources/tasks/K1)",
			httpCode: '404',
		},
	},
	{
		name: 'finds by a search an instance by its External ID',
		given,
		...get('customObjectInstance', typedId('I1'), { customObjectId: byId('obj-1') }),
		returns: [{ id: 'i-1' }],
	},
];

describeOperation('a value under By ID', [
	...EXTERNAL,
	{
		name: 'finds a teammate by an email address, which is looked up once',
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
		name: 'fails before anything is written where it leads to no record',
		given,
		parameters: note('Harbor Works'),
		throws: {
			message: '\'Account\' is "Harbor Works", which is not a Vitally ID or External ID',
			description: "Use an ID, or choose 'By Name'.",
			httpCode: '404',
		},
		sends: [readAccount('Harbor%20Works')],
	},
	{
		name: 'suggests in its error only ways that the field has',
		given,
		parameters: update('conversation', 'Harbor Works', { subject: 'New' }),
		throws: {
			message: '\'Conversation\' is "Harbor Works", which is not a Vitally ID or External ID',
			description: 'Use an ID.',
			httpCode: '404',
		},
		sends: [page('/resources/conversations', { sortBy: 'createdAt' })],
	},
]);

describeOperation(
	'a mapped column with an External ID that looks like a Vitally ID',
	['create', 'upsert', 'sync'].map((operation) => ({
		name: `finds the record by its External ID first: ${operation}`,
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

describeOperation('a value of a model under By ID', [
	...['acme', ' Acme ', 'ACME'].map((name) => ({
		name: `finds the only account with this name: ${name}`,
		given,
		...get('account', typedId(name)),
		isTool: true,
		returns: [{ id: ID }],
	})),
	{
		name: 'finds an External ID before a name',
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
		name: 'finds by its name the account of a new note',
		given,
		parameters: note('Acme Ltd'),
		isTool: true,
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)).toMatchObject({ method: 'POST', body: { accountId: 'acc-ltd' } }),
	},
	{
		name: 'fails with similar names where no account has the name',
		given,
		...get('account', typedId('Acme L')),
		isTool: true,
		throws: SIMILAR_TO_ACME_L,
	},
	{
		name: 'suggests a name without the blanks that it has in Vitally',
		given: (sandbox: Sandbox) => {
			given(sandbox);
			const account = sandbox.state.accounts.byExternalId('crm-acc-ltd');
			if (account) sandbox.state.accounts.change(account, { name: ' Acme Ltd ' });
		},
		...get('account', typedId('Acme L')),
		isTool: true,
		throws: SIMILAR_TO_ACME_L,
	},
	{
		name: 'returns no name as the External ID of the account that it deletes',
		given,
		parameters: {
			resource: 'account',
			operation: 'delete',
			accountId: typedId('Acme Ltd'),
			confirmPermanentDelete: true,
		},
		isTool: true,
		returns: [{ deleted: true, id: 'acc-ltd', externalId: null }],
	},
	{
		name: 'fails where several accounts have the name',
		given: (sandbox: Sandbox) => {
			given(sandbox);
			const { accounts } = sandbox.state;

			for (const account of accounts.all()) accounts.change(account, { name: 'Acme' });
		},
		...get('account', typedId('Acme')),
		isTool: true,
		throws: {
			message: '4 accounts are called "Acme"',
			description: `Choose one of them in 'Account' from the list or by ID: Acme (crm-acc-ltd, acc-ltd), Acme (A2, acc-2), Acme (A1, acc-1), Acme (crm-${ID}, ${ID}).`,
		},
	},
	{
		name: 'finds no name in a workflow',
		given,
		...get('account', typedId('Acme')),
		sends: [readAccount('Acme')],
		throws: {
			message: '\'Account\' is "Acme", which is not a Vitally ID or External ID',
			description:
				'Use an ID, or choose \'By Name\'. Vitally says: "Account not found". (HTTP 404, GET /resources/accounts/Acme)',
			httpCode: '404',
		},
	},
]);
