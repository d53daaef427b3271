import { runNode } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byId, byUrl, typedId } from '../../fixtures/locators.cts';
import { ID, LINK, get, given } from './records.cts';

describeOperation('a record by its link', [
	{
		name: 'is in a list of IDs, each of which is sent once',
		given,
		parameters: {
			resource: 'user',
			operation: 'update',
			userId: byId('user-1'),
			updateFields: { accountIds: [LINK, 'A2', 'acc-2', LINK] },
		},
		then: ({ requests }) => expect(requests.at(-1)?.body).toEqual({ accountIds: [ID, 'acc-2'] }),
	},
	{
		name: 'is not empty',
		...get('account', byUrl('={{ "" }}')),
		throws: "The field 'Account' is empty",
		sends: [],
	},
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
