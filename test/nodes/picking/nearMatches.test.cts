import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { accountPage, get, given } from './records.cts';

const near = /Accounts with "Acme" in their name: Acme Ltd \(acc-ltd\), Acme \(4ad5/;
const newNote = {
	resource: 'note',
	operation: 'create',
	accountId: byId('Acme Inc'),
	noteFormat: 'html',
	note: '<p>Hello</p>',
	noteDate: '2026-01-01',
};

describeOperation('an ID that is a name', [
	{
		name: 'is not found, with what is near, once for all items',
		given,
		...get('account', byId('Acme')),
		items: [{}, {}],
		onError: 'continueRegularOutput',
		sends: [
			{ method: 'GET', path: `${ACCOUNTS}/Acme` },
			{ method: 'GET', path: `${ACCOUNTS}/Acme` },
			accountPage,
		],
		returns: [{ message: expect.stringMatching(near) }, { message: expect.stringMatching(near) }],
	},
	{
		name: 'is not updated',
		given,
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byId('Acme'),
			updateFields: { name: 'New' },
		},
		throws: near,
	},
	{
		name: 'is no account of a note',
		given,
		parameters: newNote,
		throws:
			/^Vitally rejected this item.*\nThe value "Acme Inc" of 'Account' is no ID of Vitally\. Accounts with "Acme" in/,
	},
	{
		name: 'leaves the error as it is when the list cannot be read',
		given: (sandbox) => {
			given(sandbox);
			sandbox.faults.add({ kind: 'status', status: 403, on: { method: 'GET' } });
		},
		parameters: newNote,
		throws: /^Vitally rejected this item.*\nCheck the values of this item/,
	},
	{
		name: 'is near as an External ID too',
		given,
		...get('account', byExternalId('Acme')),
		throws: near,
	},
]);
