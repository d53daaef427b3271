import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byId } from '../../fixtures/locators.cts';
import { get, given } from './records.cts';

describeOperation('an ID that is a name', [
	{
		name: 'is not found, and no further request is sent to explain it',
		given,
		...get('account', byId('Acme')),
		throws: /^The account "Acme" was not found \[item 0\]\nCheck the value of 'Account'/,
		sends: [{ method: 'GET', path: `${ACCOUNTS}/Acme` }],
	},
	{
		name: 'is no account of a note',
		given,
		parameters: {
			resource: 'note',
			operation: 'create',
			accountId: byId('Acme Inc'),
			noteFormat: 'html',
			note: '<p>Hello</p>',
			noteDate: '2026-01-01',
		},
		throws: /^Vitally rejected this item.*\nCheck the values of this item/,
		then: ({ requests }) => expect(requests).toHaveLength(1),
	},
]);
