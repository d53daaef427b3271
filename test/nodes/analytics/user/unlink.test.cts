import { describeOperation, type OperationCase } from '../../../engine/operationCases.cts';
import { addPeople } from '../../../fixtures/customers.cts';

const UNLINK = '/analytics/v1/unlink';

const type = 'vitallyAnalytics';
const unlink = { resource: 'user', operation: 'unlink', userId: 'U1', accountId: 'A1' };

const cases: OperationCase[] = [
	{
		name: 'ends the tie, and sends no traits',
		given: addPeople,
		parameters: {
			...unlink,
			name: 'Ann',
			options: { traitsToClear: ['plan'] },
			additionalFields: { messageId: 'm1', organizationId: 'O1' },
		},
		sends: [
			{
				method: 'POST',
				path: UNLINK,
				body: { userId: 'U1', accountId: 'A1', messageId: 'm1' },
			},
		],
		returns: [{ userId: 'U1', accountId: 'A1', message: 'Success.' }],
		then: ({ state }) => {
			expect(state.users.byExternalId('U1')).toMatchObject({ accountIds: [] });
			expect(state.accounts.byExternalId('A1')).toBeDefined();
		},
	},
	{
		name: 'ends ties in the order of the items',
		given: addPeople,
		parameters: { ...unlink, accountId: '={{ $json.account }}' },
		items: [{ account: 'A1' }, { account: 'A2' }],
		returns: [{ accountId: 'A1' }, { accountId: 'A2' }],
		then: ({ requests }) =>
			expect(requests.map(({ body }) => body)).toMatchObject([
				[
					{ type: 'unlink', accountId: 'A1' },
					{ type: 'unlink', accountId: 'A2' },
				],
			]),
	},
	{
		name: 'names the message that Vitally rejects',
		given: (sandbox) => sandbox.blockedMessages.add('unlink'),
		parameters: unlink,
		throws: /rejected the unlink message: Unlink messages are blocked \[item 0\]/,
	},
];

describeOperation(
	'Vitally Analytics: unlink messages',
	cases.map((row) => ({ ...row, type })),
);
