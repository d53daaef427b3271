import { describeOperation } from '../../engine/operationCases.cts';
import { userOf, withUsers } from '../../fixtures/users.cts';

const sync = {
	externalId: '={{ $json.id }}',
	traitsMode: 'fields',
	additionalFields: { name: '={{ $json.name }}', accountIds: '={{ $json.accounts }}' },
};
const none = { missing: 0, failed: 0 };

describeOperation('user: sync', [
	{
		name: 'adds accounts that are lacking, and leaves the others',
		given: (sandbox) => {
			withUsers('u1', 'u2')(sandbox);
			for (const user of sandbox.state.users.all())
				sandbox.state.users.change(user, { name: 'Same' });
		},
		parameters: sync,
		items: [
			{ id: 'u1', name: 'Same', accounts: ['acc-1'] },
			{ id: 'u2', name: 'Same', accounts: ['acc-2'] },
		],
		then: (sandbox) => {
			expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toMatchObject([
				{ method: 'PUT', body: { accountIds: ['acc-2'] } },
			]);
			expect(userOf(sandbox, 'u2')).toMatchObject({ accountIds: ['acc-1', 'acc-2'] });
		},
		returns: [{ ...none, created: 0, updated: 1, unchanged: 1 }],
	},
	{
		name: 'creates users that Vitally lacks, and returns which of them belong nowhere',
		given: withUsers('u1'),
		parameters: { ...sync, additionalFields: { accountIds: '={{ $json.accounts }}' } },
		items: [
			{ id: 'u8', accounts: '' },
			{ id: 'u9', accounts: 'acc-1' },
		],
		then: (sandbox) => expect(userOf(sandbox, 'u9')).toMatchObject({ accountIds: ['acc-1'] }),
		returns: [
			{
				created: 1,
				failed: 1,
				failures: [{ externalId: 'u8', reason: expect.stringContaining('neither an account') }],
			},
		],
	},
]);
