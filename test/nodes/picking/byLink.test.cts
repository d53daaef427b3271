import { runNode } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS } from '../../fixtures/accounts.cts';
import { byId, byUrl, typedId } from '../../fixtures/locators.cts';
import { ID, LINK, get, given } from './records.cts';

const noLink = (value: unknown) => ({ ...get('account', value as object) });

describeOperation('a record by its link', [
	...[byUrl(LINK), typedId(` ${LINK}?tab=health `)].map((locator, index) => ({
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
	{
		name: 'is an external ID where it is that of another service',
		given: (sandbox) => {
			given(sandbox);
			const [account] = sandbox.state.accounts.all();
			sandbox.state.accounts.change(account, { externalId: 'https://crm.example/accounts/4711' });
		},
		...get('account', typedId('https://crm.example/accounts/4711')),
		returns: [{ id: 'acc-1' }],
	},
	...[
		{
			name: 'is none to another kind of record',
			...noLink(byUrl(`https://acme.vitally.io/organizations/${ID}`)),
			throws: /^The link of 'Account' leads to an organization \[item 0\]\nOpen the account in/,
		},
		{
			name: 'is none to a page in front of an ID',
			...noLink(typedId(`https://acme.vitally.io/accounts/segment/${ID}`)),
			throws: "The link of 'Account' has no ID of an account",
		},
		{
			name: 'is no address of another service',
			...noLink(byUrl('https://crm.example/accounts/4711')),
			throws: `The value "https://crm.example/accounts/4711" of 'Account' is not a link to an account in Vitally`,
		},
		{
			name: 'is not empty',
			...noLink(byUrl('={{ "" }}')),
			throws: "The field 'Account' is empty",
		},
	].map((one) => ({ ...one, sends: [] })),
]);

it.each([
	[{ dataCenter: 'us', subdomain: 'other' }, 'other.vitally.io'],
	[{ dataCenter: 'eu' }, 'vitally-eu.io'],
])('rejects a link of another workspace than that of the credential: %j', async (place, host) => {
	for (const locator of [byUrl(LINK), typedId(LINK)]) {
		const { error } = await runNode(get('account', locator), {
			credentials: { vitallyApi: { apiKey: 'k', ...place } },
		});
		expect(error?.message).toBe(
			`The link of 'Account' leads to acme.vitally.io, and the workspace of the credential is at ${host} [item 0]`,
		);
	}
});
