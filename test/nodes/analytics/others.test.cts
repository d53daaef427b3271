import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { addDeal } from '../../fixtures/customObjects.cts';
import { addCustomers, addPeople } from '../../fixtures/customers.cts';

describe('organization: upsert', () => {
	const ORGANIZATION = '/analytics/v1/organization';

	const type = 'vitallyAnalytics';
	const upsert = { resource: 'organization', operation: 'upsert', organizationId: 'g1' };
	const additionalFields = { messageId: 'm1' };

	const cases: OperationCase[] = [
		{
			name: 'sends only what is set',
			parameters: { ...upsert, additionalFields },
			sends: [
				{ method: 'POST', path: ORGANIZATION, body: { organizationId: 'g1', messageId: 'm1' } },
			],
			returns: [{ organizationId: 'g1', messageId: 'm1', message: 'Success.' }],
			then: ({ state }) => expect(state.organizations.byExternalId('g1')).toBeDefined(),
		},
		{
			name: 'creates an organization, with its name and traits',
			parameters: {
				...upsert,
				name: 'Group',
				traitsMode: 'json',
				traitsJson: '{ "plan": "gold" }',
				options: { traitsToClear: ['seats'] },
				additionalFields: { ...additionalFields, avatar: 'https://group.example/logo.png' },
			},
			sends: [
				{
					method: 'POST',
					path: ORGANIZATION,
					body: {
						organizationId: 'g1',
						traits: {
							name: 'Group',
							avatar: 'https://group.example/logo.png',
							plan: 'gold',
							seats: null,
						},
						messageId: 'm1',
					},
				},
			],
			then: ({ state }) =>
				expect(state.organizations.byExternalId('g1')).toMatchObject({
					name: 'Group',
					traits: { plan: 'gold' },
				}),
		},
		{
			name: 'sends many in one request',
			parameters: { ...upsert, organizationId: '={{ $json.id }}', additionalFields: {} },
			items: [{ id: 'g1' }, { id: 7 }],
			returns: [{ organizationId: 'g1' }, { organizationId: '7' }],
			then: ({ requests, state }) => {
				expect(requests.map(({ path }) => path)).toEqual(['/analytics/v1/batch']);
				expect(state.organizations.size).toBe(2);
			},
		},
	];

	describeOperation(
		'Vitally Analytics: organization messages',
		cases.map((row) => ({ ...row, type })),
	);
});

describe('user: upsert', () => {
	const USER = '/analytics/v1/user';

	const type = 'vitallyAnalytics';
	const upsert = { resource: 'user', operation: 'upsert', userId: 'u1' };
	const ofAccount = { ...upsert, accountId: 'A1' };
	const additionalFields = { messageId: 'm1' };

	const cases: OperationCase[] = [
		{
			name: 'sends only what is set, and traits that are empty, which the service requires',
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
			name: 'rejects a user without a customer before anything is sent',
			parameters: { ...upsert, accountId: ' ', additionalFields: { organizationId: '' } },
			throws:
				/neither an account nor an organization \[item 0\]\nFill in 'Account External ID', or add 'Organization External ID'/,
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
				{ error: "The field 'User External ID' is empty [item 2]" },
				{ userId: 'u3' },
			],
			then: ({ state }) => expect(state.users.size).toBe(2),
		},
	];

	describeOperation(
		'Vitally Analytics: user messages',
		cases.map((row) => ({ ...row, type })),
	);
});

describe('user: unlink', () => {
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
});

describe('customObjectInstance: upsert', () => {
	const INSTANCE = '/analytics/v1/customobjectinstance';

	const type = 'vitallyAnalytics';
	const upsert = {
		resource: 'customObjectInstance',
		operation: 'upsert',
		customObjectId: 'obj-1',
		externalId: 'D9',
	};
	const ofAccount = { ...upsert, accountId: 'A1' };
	const additionalFields = { messageId: 'm1' };

	const cases: OperationCase[] = [
		{
			name: 'sends only what is set, and traits that are empty, which the service requires',
			given: addDeal,
			parameters: { ...ofAccount, name: ' ', additionalFields },
			sends: [
				{
					method: 'POST',
					path: INSTANCE,
					body: {
						customObjectId: 'obj-1',
						externalId: 'D9',
						traits: {},
						accountId: 'A1',
						messageId: 'm1',
					},
				},
			],
			returns: [{ externalId: 'D9', message: 'Success.' }],
			then: ({ state }) =>
				expect(state.instances.byExternalId('D9')).toMatchObject({ customerId: 'acc-1' }),
		},
		{
			name: 'updates the instance of that External ID, with its name and traits',
			given: addDeal,
			parameters: {
				...upsert,
				externalId: 'D1',
				name: 'Renewal',
				traitsMode: 'json',
				traitsJson: '{ "name": "not the field", "vitally.custom.stage": "won" }',
				additionalFields: { ...additionalFields, organizationId: 'O1' },
			},
			sends: [
				{
					method: 'POST',
					path: INSTANCE,
					body: {
						customObjectId: 'obj-1',
						externalId: 'D1',
						name: 'Renewal',
						traits: { name: 'not the field', 'vitally.custom.stage': 'won' },
						organizationId: 'O1',
						messageId: 'm1',
					},
				},
			],
			then: ({ state }) => {
				expect(state.instances.size).toBe(1);
				expect(state.instances.byExternalId('D1')).toMatchObject({
					id: 'i-1',
					name: 'Renewal',
					organizationId: 'org-1',
					traits: { 'vitally.custom.stage': 'won' },
				});
			},
		},
		{
			name: 'keeps the order of two messages about one instance',
			given: addDeal,
			parameters: { ...ofAccount, name: '={{ $json.name }}', options: { batch: false } },
			items: Array.from({ length: 30 }, (_, index) => ({ name: `Name ${index}` })),
			then: ({ state }) =>
				expect(state.instances.byExternalId('D9')).toMatchObject({ name: 'Name 29' }),
		},
		{
			name: 'rejects an instance without a customer before anything is sent',
			parameters: upsert,
			throws:
				/neither an account nor an organization \[item 0\]\nFill in 'Account External ID', or add 'Organization External ID'/,
			sends: [],
		},
		{
			name: 'returns the message of Vitally for a custom object that is not there, on its own item',
			given: addDeal,
			parameters: { ...ofAccount, customObjectId: '={{ $json.object }}' },
			items: [{ object: 'obj-1' }, { object: 'obj-9' }, { object: 'obj-1' }],
			onError: 'continueRegularOutput',
			returns: [
				{ customObjectId: 'obj-1' },
				{
					error: expect.stringMatching(
						/^Vitally rejected the custom object instance message: .* \[item 1\]$/,
					) as string,
				},
				{ customObjectId: 'obj-1' },
			],
		},
	];

	describeOperation(
		'Vitally Analytics: custom object instance messages',
		cases.map((row) => ({ ...row, type })),
	);
});

describe('event: track', () => {
	const TRACK = '/analytics/v1/track';
	const ID = /^[0-9a-f]{64}$/;

	const type = 'vitallyAnalytics';
	const track = { resource: 'event', operation: 'track', event: 'Report Exported' };
	const ofUser = { ...track, userId: 'U1' };
	const additionalFields = { messageId: 'm1' };

	/** What a careless mapper would lose, turn or nest. */
	const PROPERTIES = {
		'report.kind': '',
		'a.b': 0,
		flag: false,
		quoted: 'false',
		digits: '007',
		list: ['gold', 'a, b'],
		day: '2026-03-01T00:00:00.000Z',
		at: '2026-03-01T08:00:00.000Z',
		none: null,
	};
	const row = (key: string, kind: string, value: unknown) => ({
		key,
		type: kind,
		[`${kind}Value`]: value,
	});

	const cases: OperationCase[] = [
		{
			name: 'sends only what is set, and properties that are empty, which the service requires',
			given: addPeople,
			parameters: { ...ofUser, additionalFields },
			sends: [
				{
					method: 'POST',
					path: TRACK,
					body: { event: 'Report Exported', properties: {}, userId: 'U1', messageId: 'm1' },
				},
			],
			returns: [{ event: 'Report Exported', properties: {}, userId: 'U1', message: 'Success.' }],
			then: ({ state }) =>
				expect(state.events).toMatchObject([
					{ event: 'Report Exported', userId: 'user-1', accountId: 'acc-1' },
				]),
		},
		{
			name: 'sends properties out of fields, each in the JSON of its type',
			parameters: {
				...ofUser,
				additionalFields,
				properties: {
					property: [
						row('report.kind', 'string', ''),
						row('a.b', 'number', '0'),
						row('flag', 'boolean', false),
						row('quoted', 'string', 'false'),
						row('digits', 'string', '007'),
						row('list', 'multiSelect', ['gold', 'a, b']),
						row('day', 'date', '2026-03-01T23:30:00+02:00'),
						row('at', 'dateTime', '2026-03-01T10:00:00+02:00'),
						row('none', 'string', '={{ null }}'),
					],
				},
			},
			then: ({ requests }) => expect(requests[0].body).toMatchObject({ properties: PROPERTIES }),
		},
		{
			name: 'sends properties out of JSON, nested ones too',
			parameters: {
				...ofUser,
				additionalFields,
				propertiesMode: 'json',
				propertiesJson: JSON.stringify({ ...PROPERTIES, nested: { a: [1, { b: 2 }] } }),
			},
			returns: [{ properties: { ...PROPERTIES, nested: { a: [1, { b: 2 }] } } }],
			then: ({ state }) => expect(state.events[0].properties['a.b']).toBe(0),
		},
		{
			name: 'counts for the account alone',
			given: addPeople,
			parameters: { ...track, accountId: 'A1' },
			then: ({ state }) =>
				expect(state.events).toMatchObject([{ userId: null, accountId: 'acc-1' }]),
		},
		{
			name: 'counts for the organization alone, at its time',
			given: addPeople,
			parameters: {
				...track,
				userId: ' ',
				accountId: '={{ null }}',
				additionalFields: { organizationId: 'O1', timestamp: '2026-03-01T10:00:00+02:00' },
			},
			sends: [
				{
					method: 'POST',
					path: TRACK,
					body: {
						event: 'Report Exported',
						properties: {},
						organizationId: 'O1',
						timestamp: '2026-03-01T08:00:00.000Z',
					},
				},
			],
			then: ({ state }) =>
				expect(state.events).toMatchObject([
					{ accountId: null, organizationId: 'org-1', at: '2026-03-01T08:00:00.000Z' },
				]),
		},
		{
			name: 'counts the same event of every item, and none of them twice when a response is lost',
			given: (sandbox) => {
				addPeople(sandbox);
				sandbox.faults.add({ kind: 'resetAfter', times: 1 });
			},
			parameters: ofUser,
			items: [{}, {}, {}],
			then: ({ requests, state }) => {
				expect(requests).toHaveLength(2);
				expect(state.events).toHaveLength(3);
				const [, { body }] = requests;
				for (const { messageId } of body as Array<{ messageId: string }>) {
					expect(messageId).toMatch(ID);
				}
			},
		},
		{
			name: "counts once when n8n's Retry On Fail tries the items again",
			given: (sandbox) => {
				addPeople(sandbox);
				sandbox.faults.add({ kind: 'notJson', times: 1 });
			},
			parameters: ofUser,
			items: [{}, {}],
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			then: ({ requests, state }) => {
				expect(requests).toHaveLength(2);
				expect(state.events).toHaveLength(2);
			},
		},
		{
			name: 'rejects an event without a customer before anything is sent',
			parameters: track,
			throws:
				/no user, account or organization \[item 0\]\nFill in 'User External ID' or 'Account External ID'/,
			sends: [],
		},
		{
			name: 'rejects properties that are no object, with a specific message',
			parameters: { ...ofUser, propertiesMode: 'json', propertiesJson: '[1]' },
			throws: /The value of 'Properties \(JSON\)' is not a JSON object/,
			sends: [],
		},
		{
			name: 'rejects a property that is set twice, with a specific message',
			parameters: {
				...ofUser,
				properties: { property: [row('a', 'number', 1), row('a', 'number', 2)] },
			},
			throws: /The property 'a' is given more than once/,
			sends: [],
		},
		{
			name: 'rejects a property that does not fit its type, with a specific message',
			parameters: { ...ofUser, properties: { property: [row('a', 'number', 'many')] } },
			throws: /"many" of 'Property: a' is not a number/,
			sends: [],
		},
	];

	describeOperation(
		'Vitally Analytics: event messages',
		cases.map((one) => ({ ...one, type })),
	);
});
