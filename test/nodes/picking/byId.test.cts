import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byId, typedId } from '../../fixtures/locators.cts';
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
const readAccount = (id: string) => ({ method: 'GET', path: `${ACCOUNTS}/${id}` });
const NOT_FOUND =
	/^'Account' is 'Harbor Works', which is not a Vitally ID or external ID\. Use an ID, or choose 'By Name'\. \[item 0\]\n(?!Check)/;

/** What is found by an external ID, by kind of look-up. */
const EXTERNAL: OperationCase[] = [
	{
		parameters: note('A1'),
		then: ({ requests }: Sandbox) => {
			expect(requests).toMatchObject([readAccount('A1'), { body: { accountId: 'acc-1' } }]);
		},
	},
	{
		parameters: update('conversation', 'T1', { subject: 'New' }),
		returns: [{ id: 'c-1', subject: 'New' }],
	},
	{
		parameters: { ...update('task', 'K1', { name: 'New' }), options: { source: 'asana' } },
		throws: "'Task' is 'K1', which is not a Vitally ID or external ID. Use an ID, or choose 'By",
	},
	{
		...get('customObjectInstance', typedId('I1'), { customObjectId: byId('obj-1') }),
		returns: [{ id: 'i-1' }],
	},
].map((one, index) => ({ ...one, name: `finds an external ID: ${index}`, given }));

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
			{
				method: 'GET',
				path: '/resources/admins/search',
				query: { email: 'lead@team.example' },
			},
			{ method: 'GET', path: '/resources/tasks/t-1' },
			{
				method: 'PUT',
				path: '/resources/tasks/t-1',
				body: { assignedToId: 'admin-1', completedById: 'admin-1', tags: [] },
			},
		],
	},
	{
		name: 'is a Vitally ID without a look-up where it has the form of one, although an account has it as external ID',
		given: (sandbox) => {
			given(sandbox);
			const account = sandbox.state.accounts.get('acc-2');
			if (account) sandbox.state.accounts.change(account, { externalId: ID });
		},
		parameters: note(ID),
		then: ({ requests }) => expect(requests).toMatchObject([{ body: { accountId: ID } }]),
	},
	{
		name: 'is not found in the record that is read: no further request, and the field by its label',
		given,
		...get('account', typedId('Harbor Works')),
		throws: NOT_FOUND,
		sends: [readAccount('Harbor%20Works')],
	},
	{
		name: 'is not found in the record that is referred to, before anything is written',
		given,
		parameters: note('Harbor Works'),
		throws: NOT_FOUND,
		sends: [readAccount('Harbor%20Works')],
	},
	{
		name: 'offers no way that the field has not',
		given,
		parameters: update('conversation', 'Harbor Works', { subject: 'New' }),
		throws:
			/^'Conversation' is 'Harbor Works', which is not a Vitally ID or external ID\. Use an ID\. \[item 0\]\n/,
		sends: [page('/resources/conversations', { sortBy: 'createdAt' })],
	},
]);

/** An organization with the external ID `ID`, which another one has as Vitally ID. */
const mapped = (
	operation: string,
	items: object[],
	isSync = operation === 'sync',
): Omit<OperationCase, 'name'> => ({
	given: (sandbox) => {
		given(sandbox);
		const organization = sandbox.state.organizations.get('org-2');
		if (organization) sandbox.state.organizations.change(organization, { externalId: ID });
	},
	parameters: {
		resource: 'account',
		operation,
		externalId: '={{ $json.id }}',
		...(isSync ? { dryRun: false, syncOutput: 'summary' } : { name: 'New' }),
		traitsMode: 'mapper',
		traitsMapper: {
			mappingMode: 'defineBelow',
			value: { organizationId: '={{ $json.organization }}', ...(isSync && { name: 'New' }) },
		},
	},
	items: items as never,
});

describeOperation('a mapped column with an external ID in the form of a Vitally ID', [
	...['create', 'upsert', 'sync'].map((operation) => ({
		...mapped(operation, [
			{ id: 'n1', organization: ID },
			{ id: 'n2', organization: 'O1' },
		]),
		name: `is tried as an external ID first: ${operation}`,
		then: ({ state }: Sandbox) => {
			expect(state.accounts.byExternalId('n1')?.organizationId).toBe('org-2');
			expect(state.accounts.byExternalId('n2')?.organizationId).toBe('org-1');
		},
	})),
	{
		...mapped('sync', [{ id: 'A2', organization: ID }]),
		name: 'is written once, and unchanged afterwards',
		given: async (sandbox) => {
			await mapped('sync', []).given?.(sandbox);
			const account = sandbox.state.accounts.get('acc-2');
			if (account) sandbox.state.accounts.change(account, { organizationId: 'org-2', name: 'New' });
		},
		returns: [{ unchanged: 1, updated: 0 }],
	},
	{
		...mapped('create', [{ id: 'n3', organization: 'nobody' }]),
		name: 'is an error that names the column',
		throws:
			/^Vitally has no organization with the external ID "nobody" \[item 0\]\nCheck the value of 'Organization'/,
	},
]);
