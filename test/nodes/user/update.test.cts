import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { traitRow } from '../../fixtures/accounts.cts';
import { byEmail, byExternalId } from '../../fixtures/locators.cts';
import { USER_SEARCH, userOf, USERS, withUsers } from '../../fixtures/users.cts';

const update = { resource: 'user', operation: 'update', userId: byExternalId('u1') };

const withTraits = (sandbox: Sandbox) => {
	withUsers('u1')(sandbox);
	const [user] = sandbox.state.users.all();
	sandbox.state.users.change(user, { traits: { kept: 1, gone: 2 } });
};

describeOperation('user: update', [
	{
		name: 'sends what was added, and keeps other traits',
		given: withTraits,
		parameters: {
			...update,
			updateFields: { name: 'New', unsubscribedFromConversations: false },
			traits: { trait: [traitRow('zero', 'number', 0)] },
			options: { traitsToClear: ['gone'] },
		},
		sends: [
			{
				method: 'PUT',
				path: `${USERS}/u1`,
				body: {
					name: 'New',
					unsubscribedFromConversations: false,
					traits: { zero: 0, gone: null },
				},
			},
		],
		returns: [{ name: 'New', traits: { kept: 1, zero: 0 } }],
	},
	{
		name: 'adds accounts and removes none',
		given: withUsers('u1'),
		parameters: { ...update, updateFields: { accountIds: 'A2', organizationIds: ['org-2'] } },
		then: (sandbox) => {
			expect(sandbox.requests.at(-1)?.body).toEqual({
				accountIds: ['acc-2'],
				organizationIds: ['org-2'],
			});
			expect(userOf(sandbox, 'u1')?.accountIds).toEqual(['acc-1', 'acc-2']);
		},
	},
	{
		name: 'finds the user by email address',
		given: withUsers('u1'),
		parameters: {
			...update,
			userId: byEmail('u1@customer.example'),
			updateFields: { name: 'New' },
		},
		sends: [
			{ method: 'GET', path: USER_SEARCH, query: { email: 'u1@customer.example' } },
			{ method: 'PUT', path: `${USERS}/user-u1`, body: { name: 'New' } },
		],
		returns: [{ id: 'user-u1', name: 'New' }],
	},
	{
		name: 'takes an empty list of accounts for nothing',
		given: withUsers('u1'),
		parameters: {
			...update,
			updateFields: { accountIds: '={{ [] }}', organizationIds: '' },
			options: { emptyValues: 'send' },
		},
		throws: 'There is nothing to update',
		sends: [],
	},
	{
		name: 'writes one user in the order of the items, also where letters of the email differ in case',
		given: withUsers('u1'),
		parameters: {
			...update,
			userId: { __rl: true, mode: 'email', value: '={{ $json.email }}' },
			updateFields: { name: '={{ $json.name }}' },
		},
		items: Array.from({ length: 30 }, (_, index) => ({
			email: index % 4 ? 'u1@customer.example' : 'U1@customer.example',
			name: `Name ${index}`,
		})),
		then: (sandbox) => expect(userOf(sandbox, 'u1')).toMatchObject({ name: 'Name 29' }),
	},
]);
