import { runNode } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byId, byUrl } from '../../fixtures/locators.cts';
import { ID, LINK, get, given } from './records.cts';

const noLink = (value: unknown) => ({ ...get('account', value as object) });

describeOperation('a record by its link', [
	...[byUrl(LINK), byId(LINK), byId(` ${LINK}?tab=health `), byUrl(ID)].map((locator, index) => ({
		...get('account', locator),
		name: `gets the record: ${index}`,
		given,
		sends: [{ method: 'GET', path: `${ACCOUNTS}/${ID}` }],
		returns: [{ id: ID }],
	})),
	{
		name: 'names what a note belongs to',
		given,
		parameters: {
			resource: 'note',
			operation: 'create',
			accountId: byUrl(LINK),
			noteFormat: 'html',
			note: '<p>Hello</p>',
		},
		then: ({ requests }) => expect(requests.at(-1)?.body).toMatchObject({ accountId: ID }),
	},
	{
		name: 'is in a list of IDs',
		given,
		parameters: {
			resource: 'user',
			operation: 'update',
			userId: byId('user-1'),
			updateFields: { accountIds: [LINK, 'A2'] },
		},
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ accountIds: [ID, 'acc-2'] }),
	},
	...[
		{
			name: 'is none to another kind of record',
			...noLink(byUrl(`https://acme.vitally.io/organizations/${ID}`)),
			throws: /^The link of 'Account' leads to an organization \[item 0\]\nOpen the account in/,
		},
		{
			name: 'is none without an ID, also by ID',
			...noLink(byId('https://acme.vitally.io/accounts')),
			throws: "The link of 'Account' has no ID of an account",
		},
		{
			name: 'is no other string',
			...noLink(byUrl('Acme')),
			throws: `The value "Acme" of 'Account' is no link`,
		},
		{
			name: 'is not empty',
			...noLink(byUrl('={{ "" }}')),
			throws: "The value of 'Account' is empty",
		},
	].map((one) => ({ ...one, sends: [] })),
]);

it('rejects a link of another workspace than that of the credential', async () => {
	const { error } = await runNode(get('account', byUrl(LINK)), {
		credentials: { vitallyApi: { apiKey: 'k', dataCenter: 'us', subdomain: 'other' } },
	});
	expect(error?.message).toBe(
		"The link of 'Account' leads to acme.vitally.io, and the workspace of the credential is other.vitally.io [item 0]",
	);
});
