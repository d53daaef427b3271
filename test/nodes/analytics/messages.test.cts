import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { addCustomers, addPeople } from '../../fixtures/customers.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { POST } from '../../fixtures/requests.cts';

/** The rows of one type of message, of Vitally Analytics. */
const describeMessages = (title: string, parameters: object, rows: OperationCase[]) =>
	describeOperation(
		`Vitally Analytics: ${title}`,
		rows.map((row) => ({
			...row,
			type: 'vitallyAnalytics',
			parameters: { ...parameters, ...row.parameters },
		})),
	);

const post = (path: string, body: object) => [POST(`/analytics/v1/${path}`, body)];
const traitsOf = (traits: object) => ({ traitsMode: 'json', traitsJson: JSON.stringify(traits) });
const additionalFields = { messageId: 'm1' };
const withoutReminder = expect.not.objectContaining({
	reminder: expect.anything() as unknown,
}) as object;

describeMessages(
	'account messages',
	{ resource: 'account', operation: 'upsert', accountId: 'c1' },
	[
		{
			name: 'sends the timestamp in UTC and creates no ID',
			parameters: {
				additionalFields: { timestamp: '2026-03-01T10:00:00+02:00', organizationId: 7 },
			},
			sends: post('account', {
				accountId: 'c1',
				timestamp: '2026-03-01T08:00:00.000Z',
				organizationId: '7',
			}),
		},
		{
			name: "sends the same ID when n8n's Retry On Fail tries the items again",
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 400, times: 1 }),
			parameters: {},
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			then: ({ requests }) => {
				const [first, ...others] = requests.map(({ body }) => body);

				expect(first).toMatchObject({
					messageId: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
				});
				expect(others).toEqual([first]);
			},
		},
		{
			name: "returns a reminder to enter 'Name', without which an account has none",
			parameters: { ...traitsOf({ plan: 'gold' }), additionalFields },
			returns: [{ reminder: expect.stringContaining("Enter a 'Name'") as string }],
		},
		{
			name: 'rejects a name that is among the traits too, with another value',
			parameters: { ...traitsOf({ name: 'Acme' }), name: 'Acme Ltd' },
			throws: /The trait 'name' is given more than once \[item 0\]/,
			sends: [],
		},
		{
			name: 'says that another service answers where the address is not that of Vitally',
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 404 }),
			parameters: {},
			throws: /not the Vitally Analytics API/,
		},
	],
);

const AVATAR = 'https://acme.example/logo.png';

describeMessages(
	'name and avatar',
	{ operation: 'upsert', accountId: 'x1', organizationId: 'x1', userId: 'x1', name: 'Acme' },
	['account', 'organization', 'user'].map((resource) => ({
		name: `become the traits of these names: ${resource}`,
		parameters: {
			resource,
			...traitsOf({ plan: 'gold', name: 'Acme' }),
			additionalFields: { avatar: AVATAR },
		},
		then: ({ requests }) =>
			expect(requests[0].body).toMatchObject({
				[`${resource}Id`]: 'x1',
				traits: { name: 'Acme', avatar: AVATAR, plan: 'gold' },
			}),
		returns: [withoutReminder],
	})),
);

describeMessages('user messages', { resource: 'user', operation: 'upsert', userId: 'u1' }, [
	{
		name: 'sends name, email and join date as the traits that Vitally reads them from',
		given: addCustomers,
		parameters: {
			name: 'Ann',
			additionalFields: {
				...additionalFields,
				organizationId: 'O1',
				email: 'ann@customer.example',
				joinDate: '2026-03-01T10:00:00+02:00',
			},
		},
		sends: post('user', {
			userId: 'u1',
			traits: { name: 'Ann', email: 'ann@customer.example', createdAt: '2026-03-01T08:00:00.000Z' },
			organizationId: 'O1',
			messageId: 'm1',
		}),
	},
]);

const instance = {
	resource: 'customObjectInstance',
	operation: 'upsert',
	customObjectId: 'obj-1',
	externalId: 'D1',
};

describeMessages('custom object instance messages', instance, [
	{
		name: 'updates the instance of that External ID, with its name beside the traits',
		given: addDeal,
		parameters: {
			name: 'Renewal',
			...traitsOf({ name: 'not the field', 'vitally.custom.stage': 'won' }),
			additionalFields: { ...additionalFields, organizationId: 'O1' },
		},
		sends: post('customobjectinstance', {
			customObjectId: 'obj-1',
			externalId: 'D1',
			name: 'Renewal',
			traits: { name: 'not the field', 'vitally.custom.stage': 'won' },
			organizationId: 'O1',
			messageId: 'm1',
		}),
	},
]);

const EITHER = "'Account External ID', 'Organization External ID'";

describeMessages(
	'messages without a customer',
	{ additionalFields: { organizationId: '' } },
	(
		[
			['user', { resource: 'user', operation: 'upsert', userId: 'u1', accountId: ' ' }, EITHER],
			['instance', instance, EITHER],
			[
				'event',
				{ resource: 'event', operation: 'track', event: 'Login' },
				`'User External ID', ${EITHER}`,
			],
		] as const
	).map(([noun, parameters, labels]) => ({
		name: `fail before anything is sent: ${noun}`,
		parameters,
		throws: `${noun} needs one of these IDs, which are empty: ${labels} [item 0]\nEnter at least one`,
		sends: [],
	})),
);

/** What a careless mapper would lose, turn or nest. */
const PROPERTIES = {
	'report.kind': '',
	'a.b': 0,
	digits: '007',
	list: ['gold', 'a, b'],
	none: null,
};
const property = (key: string, type: string, value: unknown) => ({
	key,
	type,
	[`${type}Value`]: value,
});

describeMessages(
	'event messages',
	{ resource: 'event', operation: 'track', event: 'Report Exported' },
	[
		{
			name: 'sends properties out of fields, each in the JSON of its type',
			parameters: {
				userId: 'U1',
				properties: {
					property: [
						property('report.kind', 'string', ''),
						property('a.b', 'number', '0'),
						property('digits', 'string', '007'),
						property('list', 'multiSelect', ['gold', 'a, b']),
						property('none', 'string', '={{ null }}'),
					],
				},
			},
			then: ({ requests }) => expect(requests[0].body).toMatchObject({ properties: PROPERTIES }),
		},
		{
			name: 'sends an event of the organization alone, without a user and an account',
			given: addPeople,
			parameters: {
				userId: ' ',
				accountId: '={{ null }}',
				additionalFields: { ...additionalFields, organizationId: 'O1' },
			},
			sends: post('track', {
				event: 'Report Exported',
				properties: {},
				organizationId: 'O1',
				messageId: 'm1',
			}),
		},
		{
			name: 'rejects a property that does not fit its type, with a specific message',
			parameters: { userId: 'U1', properties: { property: [property('a', 'number', 'many')] } },
			throws: /"many" of 'Property: a' is not a number/,
			sends: [],
		},
	],
);
