import { runNode } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { emptyLocatorError } from '../../errors/valueErrors.cts';
import { byId, byUrl, typedId } from '../../fixtures/locators.cts';
import { ID, LINK, get, given } from './records.cts';

describeOperation('a record by its link', [
	{
		name: 'may stand in a list of IDs, each of which is sent once',
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
		name: 'fails before anything is sent where the link is empty',
		...get('account', byUrl('={{ "" }}')),
		throws: emptyLocatorError('Account'),
		sends: [],
	},
]);

it.each(['task', 'tasks', 'Tasks'])(
	'rejects a link to a task where a project is meant: %s',
	async (word) => {
		const { error } = await runNode(
			get('project', byUrl(`https://acme.vitally.io/${word}/${ID}`)),
			{
				credentials: { vitallyApi: { apiKey: 'k', dataCenter: 'us', subdomain: 'acme' } },
			},
		);

		expect(error?.message).toBe("The link of 'Project' leads to a task [item 0]");
	},
);

it.each(
	[byUrl(LINK), typedId(LINK)].flatMap((locator) => [
		{ locator, place: { dataCenter: 'us', subdomain: 'other' }, host: 'other.vitally.io' },
		{ locator, place: { dataCenter: 'eu' }, host: 'vitally-eu.io' },
	]),
)(
	'rejects a link by $locator.mode where the workspace of the credential is at $host',
	async ({ locator, place, host }) => {
		const { error } = await runNode(get('account', locator), {
			credentials: { vitallyApi: { apiKey: 'k', ...place } },
		});

		expect(error?.message).toBe(
			`The link of 'Account' leads to acme.vitally.io, and the workspace of the credential is at ${host} [item 0]`,
		);
	},
);
