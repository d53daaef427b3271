import { describeOperation, type OperationCase } from '../../../engine/operationCases.cts';
import { addCustomers } from '../../../fixtures/customers.cts';

const USER = '/analytics/v1/user';

const type = 'vitallyAnalytics';
const upsert = { resource: 'user', operation: 'upsert', userId: 'u1' };
const ofAccount = { ...upsert, accountId: 'A1' };
const additionalFields = { messageId: 'm1' };

const cases: OperationCase[] = [
	{
		name: 'sends only what is set, and traits that are empty, which the service wants',
		given: addCustomers,
		parameters: { ...ofAccount, additionalFields },
		sends: [
			{
				method: 'POST',
				path: USER,
				body: { userId: 'u1', traits: {}, accountId: 'A1', messageId: 'm1' },
			},
		],
		returns: [{ userId: 'u1', traits: {}, accountId: 'A1', message: 'Success.' }],
		then: ({ state }) =>
			expect(state.users.byExternalId('u1')).toMatchObject({ accountIds: ['acc-1'] }),
	},
	{
		name: 'sends name, email, avatar and join date as the traits that Vitally reads them from',
		given: addCustomers,
		parameters: {
			...upsert,
			name: 'Ann',
			traits: { trait: [{ key: 'role', type: 'string', stringValue: 'admin' }] },
			additionalFields: {
				...additionalFields,
				organizationId: 'O1',
				avatar: 'https://customer.example/ann.png',
				email: 'ann@customer.example',
				joinDate: '2026-03-01T10:00:00+02:00',
			},
		},
		sends: [
			{
				method: 'POST',
				path: USER,
				body: {
					userId: 'u1',
					traits: {
						name: 'Ann',
						avatar: 'https://customer.example/ann.png',
						email: 'ann@customer.example',
						createdAt: '2026-03-01T08:00:00.000Z',
						role: 'admin',
					},
					organizationId: 'O1',
					messageId: 'm1',
				},
			},
		],
		then: ({ state }) =>
			expect(state.users.byExternalId('u1')).toMatchObject({
				name: 'Ann',
				email: 'ann@customer.example',
				joinDate: '2026-03-01T08:00:00.000Z',
				traits: { role: 'admin' },
				organizationIds: ['org-1'],
			}),
	},
	{
		name: 'brings an account that Vitally does not know',
		parameters: ofAccount,
		then: ({ state }) => {
			const account = state.accounts.byExternalId('A1');
			expect(state.users.byExternalId('u1')?.accountIds).toEqual([account?.id]);
		},
	},
	{
		name: 'rejects a user of nobody before anything is sent',
		parameters: { ...upsert, accountId: ' ', additionalFields: { organizationId: '' } },
		throws:
			/neither an account nor an organization \[item 0\]\nFill in 'Account ID', or add 'Organization ID'/,
		sends: [],
	},
	{
		name: 'rejects a join date that is among the traits too',
		parameters: {
			...ofAccount,
			traitsMode: 'json',
			traitsJson: '{ "createdAt": "2026-03-01" }',
			additionalFields: { joinDate: '2026-03-01' },
		},
		throws: /The trait 'createdAt' is given more than once/,
		sends: [],
	},
	{
		name: 'puts each refusal on its own item of a batch',
		parameters: {
			...ofAccount,
			userId: '={{ $json.id }}',
			traitsMode: 'json',
			traitsJson: '={{ $json.traits ?? {} }}',
		},
		items: [{ id: 'u1' }, { id: 'u2', traits: { a: { b: 1 } } }, { id: '' }, { id: 'u3' }],
		onError: 'continueRegularOutput',
		breaksContract: true,
		returns: [
			{ userId: 'u1' },
			{
				error: expect.stringMatching(
					/^Vitally rejected the user message: .* \[item 1\]$/,
				) as string,
			},
			{ error: "The field 'User ID' is empty [item 2]" },
			{ userId: 'u3' },
		],
		then: ({ state }) => expect(state.users.size).toBe(2),
	},
];

describeOperation(
	'Vitally Analytics: user messages',
	cases.map((row) => ({ ...row, type })),
);
