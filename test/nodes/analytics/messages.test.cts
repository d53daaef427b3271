import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { notDateError, nullLikeError } from '../../errors/valueErrors.cts';
import { traitRow } from '../../fixtures/accounts.cts';
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
			name: 'sends the timestamp in UTC',
			parameters: {
				additionalFields: { ...additionalFields, timestamp: '2026-03-01T10:00:00+02:00' },
			},
			sends: post('account', {
				accountId: 'c1',
				messageId: 'm1',
				timestamp: '2026-03-01T08:00:00.000Z',
			}),
		},
		{
			name: 'sends no ID of the message beside a timestamp',
			parameters: { additionalFields: { timestamp: '2026-03-01T08:00:00.000Z' } },
			sends: post('account', { accountId: 'c1', timestamp: '2026-03-01T08:00:00.000Z' }),
		},
		{
			name: 'sends an ID that is a number as text',
			parameters: { additionalFields: { ...additionalFields, organizationId: 7 } },
			sends: post('account', { accountId: 'c1', organizationId: '7', messageId: 'm1' }),
		},
		{
			name: "sends the same ID when n8n's Retry On Fail tries the items again",
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 400, times: 1 }),
			parameters: {},
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
			then: ({ requests }) => {
				const [first, ...others] = requests.map(({ body }) => body);

				expect({ firstTry: first }).toMatchObject({
					firstTry: { messageId: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
				});
				expect({ laterTries: others }).toEqual({ laterTries: [first] });
			},
		},
		{
			name: "returns a reminder to enter 'Name', without which an account has none",
			parameters: { ...traitsOf({ plan: 'gold' }), additionalFields },
			returns: [{ reminder: expect.stringContaining("Enter a 'Name'") as string }],
		},
		{
			name: "returns a reminder to enter 'Name' also for a message without traits",
			parameters: { additionalFields },
			returns: [{ reminder: expect.stringContaining("Enter a 'Name'") as string }],
		},
		{
			name: 'returns no reminder where the name is cleared on purpose',
			parameters: {
				...traitsOf({ name: null }),
				additionalFields,
				options: { emptyValues: 'clear' },
			},
			sends: post('account', { accountId: 'c1', traits: { name: null }, messageId: 'm1' }),
			returns: [withoutReminder],
		},
		...['ignore', 'clear', 'send'].map(
			(emptyValues): OperationCase => ({
				name: `leaves out an empty timestamp, whatever the rule for empty values: ${emptyValues}`,
				parameters: {
					name: 'Acme',
					additionalFields: { ...additionalFields, timestamp: '' },
					options: { emptyValues },
				},
				sends: post('account', { accountId: 'c1', traits: { name: 'Acme' }, messageId: 'm1' }),
			}),
		),
		{
			name: 'rejects a name that is among the traits too, with another value',
			parameters: { ...traitsOf({ name: 'Acme' }), name: 'Acme Ltd' },
			throws: {
				message: "The trait 'name' is given more than once",
				description:
					"Give the trait once: in a row under 'Traits', in a field of its own, or in a list to clear it.",
			},
			sends: [],
		},
		{
			name: 'returns the message',
			parameters: { name: 'Acme', additionalFields },
			returns: [{ accountId: 'c1', traits: { name: 'Acme' }, messageId: 'm1' }],
		},
		{
			name: 'returns what Vitally answered',
			parameters: { name: 'Acme', additionalFields },
			returns: [{ message: 'Success.' }],
		},
		...['400', '422'].map(
			(httpCode): OperationCase => ({
				name: `says that Vitally rejected the message where the status is ${httpCode}`,
				given: (sandbox) =>
					sandbox.faults.add({ kind: 'status', status: Number(httpCode), body: {} }),
				parameters: {},
				throws: {
					message: 'Vitally rejected the account message',
					description: `Check the values of this item. If Vitally rejects every message of the type 'account', the type is blocked for your workspace: ask Vitally support to unblock it. (HTTP ${httpCode}, POST /analytics/v1/account)`,
					httpCode,
				},
			}),
		),
		{
			name: 'says that the key is that of another API where Vitally does not accept it',
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 401, body: {} }),
			parameters: {},
			throws: {
				message: 'Vitally does not accept the API key',
				description:
					'Copy the key from Settings → Integrations → Vitally Analytics API into the credential. It is not the key of the REST API. (HTTP 401, POST /analytics/v1/account)',
				httpCode: '401',
				failure: { cause: 'credential-invalid' },
			},
		},
		{
			name: 'says that another service answers where the address is not that of Vitally',
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 404 }),
			parameters: {},
			throws: {
				message: 'The address of the credential is not the Vitally Analytics API',
				description:
					"Check 'Data Center' and the fields below it in the credential. (HTTP 404, POST /analytics/v1/account)",
				httpCode: '404',
			},
		},
	],
);

/** The fields by which Vitally finds the records of all types of messages. */
const RECORDS = {
	operation: 'upsert',
	organizationId: 'O1',
	userId: 'u1',
	customObjectId: 'obj-1',
	externalId: 'D1',
	additionalFields: { ...additionalFields, organizationId: 'O1' },
};

const instance = {
	resource: 'customObjectInstance',
	operation: 'upsert',
	customObjectId: 'obj-1',
	externalId: 'D1',
};

/** The IDs of which each type of message needs one. */
const NEEDED_IDS: Array<{ noun: string; parameters: object; ids: string[] }> = [
	{
		noun: 'user',
		parameters: { resource: 'user', operation: 'upsert', userId: 'u1' },
		ids: ['accountId', 'organizationId'],
	},
	{
		noun: 'custom object instance',
		parameters: instance,
		ids: ['accountId', 'organizationId'],
	},
	{
		noun: 'event',
		parameters: { resource: 'event', operation: 'track', event: 'Login' },
		ids: ['userId', 'accountId', 'organizationId'],
	},
];
const KNOWN_IDS: Record<string, string> = {
	userId: 'U1',
	accountId: 'A1',
	organizationId: 'O1',
};

/** The ID in its field of the editor. */
const entered = (id: string): object =>
	id === 'organizationId' ? { additionalFields: { [id]: KNOWN_IDS[id] } } : { [id]: KNOWN_IDS[id] };

describeMessages(
	'messages with one of the IDs that they need',
	{},
	NEEDED_IDS.flatMap(({ noun, parameters, ids }) =>
		ids.map((id) => ({
			name: `send ${id} where it is the only one: ${noun}`,
			given: addDeal,
			parameters: {
				...parameters,
				...entered(id),
			},
			then: ({ requests }: Sandbox) => {
				const body = requests[0].body as Record<string, unknown>;
				const sent = ids.filter((name) => name in body);

				expect({ sent: sent.map((name) => `${name}: ${String(body[name])}`) }).toEqual({
					sent: [`${id}: ${KNOWN_IDS[id]}`],
				});
			},
		})),
	),
);

describeMessages(
	'messages without traits or properties',
	RECORDS,
	[
		{ resource: 'account', accountId: 'c1', contents: 'no traits', sent: {} },
		{ resource: 'organization', contents: 'no traits', sent: {} },
		{ resource: 'user', contents: 'the empty traits that Vitally requires', sent: { traits: {} } },
		{
			resource: 'customObjectInstance',
			contents: 'the empty traits that Vitally requires',
			sent: { traits: {} },
		},
		{
			resource: 'event',
			operation: 'track',
			contents: 'the empty properties that Vitally requires',
			sent: { properties: {} },
		},
		{
			resource: 'user',
			operation: 'unlink',
			accountId: 'A1',
			contents: 'neither traits nor properties',
			sent: {},
		},
	].map(({ resource, operation = 'upsert', accountId = '', contents, sent }) => ({
		name: `have ${contents}: ${resource} ${operation}`,
		given: addDeal,
		parameters: { resource, operation, accountId, event: 'Login' },
		then: ({ requests }) => {
			const { traits, properties } = requests[0].body as { traits?: object; properties?: object };

			expect({ traits, properties }).toEqual(sent);
		},
	})),
);

const NAMED_RESOURCES = ['account', 'organization', 'user', 'customObjectInstance'];

describeMessages('an ID that is a word for nothing', { resource: 'event', operation: 'track' }, [
	...[
		{ name: 'userId', label: 'User External ID' },
		{ name: 'accountId', label: 'Account External ID' },
	].map(({ name, label }) => ({
		name: `fails before anything is sent: ${label}`,
		parameters: { event: 'Login', accountId: 'A1', [name]: 'N/A' },
		throws: nullLikeError(label, 'N/A'),
		sends: [],
	})),
	{
		name: 'fails before anything is sent: Organization External ID',
		parameters: {
			event: 'Login',
			accountId: 'A1',
			additionalFields: { ...additionalFields, organizationId: 'N/A' },
		},
		throws: nullLikeError('Organization External ID', 'N/A'),
		sends: [],
	},
]);

describeMessages('the name of a record that may be new', RECORDS, [
	...NAMED_RESOURCES.map((resource) => ({
		name: `fails where it is a word for nothing, before anything is sent: ${resource}`,
		parameters: { resource, accountId: 'c1', name: 'None' },
		throws: nullLikeError('Name', 'None'),
		sends: [],
	})),
	{
		name: 'fails where it is a word for nothing among the traits',
		parameters: { resource: 'account', accountId: 'c1', ...traitsOf({ name: '-' }) },
		throws: nullLikeError('Name', '-'),
		sends: [],
	},
	...['account', 'organization'].map((resource) => ({
		name: `stays as it was in Vitally, which cannot clear it, where it is empty: ${resource}`,
		parameters: {
			resource,
			accountId: 'c1',
			name: '={{ "" }}',
			options: { emptyValues: 'clear' },
		},
		then: ({ requests }: Sandbox) => {
			const { traits } = requests[0].body as { traits?: object };

			expect({ traits }).toEqual({ traits: undefined });
		},
	})),
]);

describeMessages(
	'a value with a time without a zone',
	RECORDS,
	[
		{ what: 'a trait', resource: 'account', operation: 'upsert', name: 'traits' },
		{ what: 'a property of an event', resource: 'event', operation: 'track', name: 'properties' },
	].map(({ what, resource, operation, name }) => {
		const row = traitRow('seen', 'dateTime', '2026-03-01T20:00:00');

		return {
			name: `counts in the zone of the workflow: ${what}`,
			timeZone: 'Asia/Tokyo',
			parameters: {
				resource,
				operation,
				accountId: 'c1',
				event: 'Login',
				[name]: { [name === 'traits' ? 'trait' : 'property']: [row] },
			},
			then: ({ requests }: Sandbox) => {
				const body = requests.at(-1)?.body as Record<string, unknown>;

				expect({ [name]: body[name] }).toEqual({ [name]: { seen: '2026-03-01T11:00:00.000Z' } });
			},
		};
	}),
);

const AVATAR = 'https://acme.example/logo.png';

describeMessages(
	'name and avatar',
	{ operation: 'upsert', accountId: 'x1', organizationId: 'x1', userId: 'x1', name: 'Acme' },
	['account', 'organization', 'user'].flatMap((resource) => [
		...[
			{ field: 'the name', sent: { name: 'Acme' }, parameters: {} },
			{
				field: 'the name, with the same one among the traits',
				sent: { name: 'Acme', plan: 'gold' },
				parameters: traitsOf({ plan: 'gold', name: 'Acme' }),
			},
			{
				field: 'the avatar',
				sent: { name: 'Acme', avatar: AVATAR },
				parameters: { additionalFields: { avatar: AVATAR } },
			},
		].map(({ field, parameters, sent }) => ({
			name: `become traits of their names: ${field} of the ${resource}`,
			parameters: { resource, ...parameters },
			then: ({ requests }: Sandbox) => {
				const { traits } = requests[0].body as { traits?: object };

				expect({ traits }).toEqual({ traits: sent });
			},
		})),
		{
			name: `need no reminder: ${resource}`,
			parameters: { resource },
			returns: [withoutReminder],
		},
	]),
);

describeMessages(
	'user messages',
	{ resource: 'user', operation: 'upsert', userId: 'u1' },
	[
		{ what: 'the name', parameters: { name: 'Ann' }, fields: {}, traits: { name: 'Ann' } },
		{
			what: 'the email address',
			parameters: {},
			fields: { email: 'ann@customer.example' },
			traits: { email: 'ann@customer.example' },
		},
		{
			what: 'the join date as createdAt',
			parameters: {},
			fields: { joinDate: '2026-03-01T10:00:00+02:00' },
			traits: { createdAt: '2026-03-01T08:00:00.000Z' },
		},
	].map(({ what, parameters, fields, traits }) => ({
		name: `sends among the traits ${what}`,
		given: addCustomers,
		parameters: {
			...parameters,
			additionalFields: { ...additionalFields, organizationId: 'O1', ...fields },
		},
		sends: post('user', { userId: 'u1', traits, organizationId: 'O1', messageId: 'm1' }),
	})),
);

describeMessages('user messages', { resource: 'user', operation: 'upsert', userId: 'u1' }, [
	{
		name: 'reject an email address that is none',
		parameters: { accountId: 'c1', additionalFields: { email: 'ann' } },
		throws: {
			message: `The value "ann" of 'Email' is not an email address`,
			description: 'Enter a single address such as name@email.com.',
		},
		sends: [],
	},
	{
		name: 'reject a join date that is none',
		parameters: { accountId: 'c1', additionalFields: { joinDate: 'in May' } },
		throws: notDateError('Join Date', '"in May"'),
		sends: [],
	},
]);

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

describeMessages(
	'fields that are sent as traits, where they are empty',
	{ resource: 'user', operation: 'upsert', userId: 'u1', accountId: 'A1' },
	[
		{ trait: 'name', parameters: { name: '={{ "" }}' }, blank: '' },
		{ trait: 'avatar', parameters: { additionalFields: { avatar: '' } }, blank: '' },
		{ trait: 'email', parameters: { additionalFields: { email: '' } }, blank: '' },
		{ trait: 'createdAt', parameters: { additionalFields: { joinDate: '' } }, blank: null },
	].flatMap(({ trait, parameters, blank }) =>
		[
			{ emptyValues: 'ignore', sent: {} },
			{ emptyValues: 'clear', sent: { [trait]: null } },
			{ emptyValues: 'send', sent: { [trait]: blank } },
		].map(({ emptyValues, sent }) => ({
			name: `follow the rule for empty values: ${trait}, ${emptyValues}`,
			given: addPeople,
			parameters: { ...parameters, options: { emptyValues } },
			then: ({ requests }: Sandbox) => {
				const { traits } = requests[0].body as { traits?: object };

				expect({ traits }).toEqual({ traits: sent });
			},
		})),
	),
);

const EITHER = "'Account External ID', 'Organization External ID'";

describeMessages(
	'messages without a customer',
	{ additionalFields: { organizationId: '' } },
	[
		{
			noun: 'user',
			parameters: { resource: 'user', operation: 'upsert', userId: 'u1', accountId: ' ' },
			labels: EITHER,
		},
		{ noun: 'custom object instance', parameters: instance, labels: EITHER },
		{
			noun: 'event',
			parameters: { resource: 'event', operation: 'track', event: 'Login' },
			labels: `'User External ID', ${EITHER}`,
		},
	].map(({ noun, parameters, labels }) => ({
		name: `fail before anything is sent: ${noun}`,
		parameters,
		throws: {
			message: `The ${noun} needs one of these IDs, which are empty: ${labels}`,
			description:
				"Enter at least one of these IDs. 'Organization External ID' is under 'Additional Fields'.",
		},
		sends: [],
	})),
);

const property = (key: string, type: string, value: unknown) => ({
	key,
	type,
	[`${type}Value`]: value,
});

describeMessages(
	'event messages',
	{ resource: 'event', operation: 'track', event: 'Report Exported' },
	[
		// What a careless mapper would lose, turn or nest.
		...[
			{ what: 'an empty text', key: 'kind', type: 'string', value: '', sent: '' },
			{ what: 'a key with a dot', key: 'report.kind', type: 'string', value: 'a', sent: 'a' },
			{ what: '0', key: 'count', type: 'number', value: '0', sent: 0 },
			{ what: 'a text of digits', key: 'digits', type: 'string', value: '007', sent: '007' },
			{
				what: 'a list with a comma in an entry',
				key: 'list',
				type: 'multiSelect',
				value: ['gold', 'a, b'],
				sent: ['gold', 'a, b'],
			},
			{ what: 'null', key: 'none', type: 'string', value: '={{ null }}', sent: null },
		].map(
			({ what, key, type, value, sent }): OperationCase => ({
				name: `sends in a property ${what}`,
				parameters: { userId: 'U1', properties: { property: [property(key, type, value)] } },
				then: ({ requests }) => {
					const { properties } = requests[0].body as { properties: object };

					expect({ properties }).toEqual({ properties: { [key]: sent } });
				},
			}),
		),
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
			name: 'names the property in the error where its value does not fit its type',
			parameters: { userId: 'U1', properties: { property: [property('a', 'number', 'many')] } },
			throws: {
				message: 'The value "many" of \'Property: a\' is not a number',
				description: "Enter digits with a point before decimals, such as '12.5'.",
			},
			sends: [],
		},
	],
);
