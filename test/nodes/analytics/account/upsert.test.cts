import type { Sandbox } from '../../../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../../../engine/operationCases.cts';

const ACCOUNT = '/analytics/v1/account';
const ID = /^[0-9a-f]{64}$/;

const type = 'vitallyAnalytics';
const upsert = { resource: 'account', operation: 'upsert', accountId: 'c1' };
const named = { traitsMode: 'json', traitsJson: '{ "name": "Acme" }' };
const stamped = { additionalFields: { messageId: 'm1' } };

const accountOf = (sandbox: Sandbox, externalId: string) =>
	sandbox.state.accounts.byExternalId(externalId);
const bodies = (sandbox: Sandbox) =>
	sandbox.requests.map(({ body }) => body as Record<string, unknown>);

const cases: OperationCase[] = [
	{
		name: 'sends only what is set, with the key of the Analytics API',
		parameters: { ...upsert, ...named, ...stamped },
		sends: [
			{
				method: 'POST',
				path: ACCOUNT,
				body: { accountId: 'c1', traits: { name: 'Acme' }, messageId: 'm1' },
			},
		],
		returns: [{ accountId: 'c1', messageId: 'm1', message: 'Success.' }],
		then: (sandbox) => {
			expect(sandbox.requests[0].authorization).toBe('analytics');
			expect(accountOf(sandbox, 'c1')).toMatchObject({ name: 'Acme' });
		},
	},
	{
		name: 'sends the timestamp in UTC and makes no ID beside it',
		parameters: {
			...upsert,
			additionalFields: { timestamp: '2026-03-01T10:00:00+02:00', organizationId: 7 },
		},
		sends: [
			{
				method: 'POST',
				path: ACCOUNT,
				body: { accountId: 'c1', timestamp: '2026-03-01T08:00:00.000Z', organizationId: '7' },
			},
		],
	},
	{
		name: 'takes blank optional fields for absent ones, and makes an ID',
		parameters: {
			...upsert,
			additionalFields: { timestamp: '', messageId: '={{ null }}', organizationId: ' ' },
		},
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([
				{ accountId: 'c1', messageId: expect.stringMatching(ID) as string },
			]),
	},
	{
		name: 'makes another ID for every item, also of the same values',
		parameters: upsert,
		items: [{}, {}, {}],
		then: (sandbox) => {
			const [batch] = sandbox.requests.map(({ body }) => body as Array<{ messageId: string }>);
			const ids = new Set(batch.map(({ messageId }) => messageId));
			expect(ids.size).toBe(3);
			expect(sandbox.state.receivedMessages).toEqual(ids);
		},
	},
	{
		name: "sends the same ID when n8n's Retry On Fail tries the items again",
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 400, times: 1 }),
		parameters: upsert,
		settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		then: (sandbox) => {
			const [first, second] = bodies(sandbox);
			expect(sandbox.requests).toHaveLength(2);
			expect(second).toEqual(first);
		},
	},
	{
		name: 'keeps the order of messages about one account, one by one too',
		parameters: {
			...upsert,
			options: { batch: false },
			traitsMode: 'json',
			traitsJson: '={{ { name: $json.name } }}',
		},
		items: Array.from({ length: 30 }, (_, index) => ({ name: `Name ${index}` })),
		then: (sandbox) => expect(accountOf(sandbox, 'c1')).toMatchObject({ name: 'Name 29' }),
	},
	{
		name: 'reminds of the name',
		parameters: { ...upsert, ...stamped, traitsMode: 'json', traitsJson: '{ "plan": "gold" }' },
		returns: [{ reminder: expect.stringContaining("fill in 'Name'") as string }],
	},
	{
		name: 'has nothing to remind of when the name is there',
		parameters: { ...upsert, ...stamped, ...named },
		returns: [expect.not.objectContaining({ reminder: expect.anything() as unknown }) as object],
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...upsert, ...stamped, options: { dryRun: true } },
		sends: [],
		returns: [
			{
				method: 'POST',
				url: expect.stringMatching(/\/analytics\/v1\/account$/) as string,
				body: { accountId: 'c1', messageId: 'm1' },
			},
		],
	},
	{
		name: 'shows each item its own message in a dry run, batch or not',
		parameters: { ...upsert, accountId: '={{ $json.id }}', ...stamped, options: { dryRun: true } },
		items: [{ id: 'c1' }, { id: 'c2' }],
		sends: [],
		returns: [
			{ body: { accountId: 'c1', messageId: 'm1' } },
			{ body: { accountId: 'c2', messageId: 'm1' } },
		],
	},
	{
		name: 'sends name and avatar as the traits of these names',
		parameters: {
			...upsert,
			name: 'Acme',
			traitsMode: 'json',
			traitsJson: '{ "plan": "gold" }',
			additionalFields: { ...stamped.additionalFields, avatar: 'https://acme.example/logo.png' },
		},
		sends: [
			{
				method: 'POST',
				path: ACCOUNT,
				body: {
					accountId: 'c1',
					traits: { name: 'Acme', avatar: 'https://acme.example/logo.png', plan: 'gold' },
					messageId: 'm1',
				},
			},
		],
		returns: [expect.not.objectContaining({ reminder: expect.anything() as unknown }) as object],
	},
	{
		name: 'rejects a name that is among the traits too',
		parameters: { ...upsert, ...named, name: 'Acme' },
		throws: /The trait 'name' is given more than once \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses an empty account ID before anything is sent',
		parameters: { ...upsert, accountId: ' ' },
		throws: /'Account ID' is empty \[item 0\]/,
		sends: [],
	},
	{
		name: 'refuses a message ID that is no text',
		parameters: { ...upsert, additionalFields: { messageId: '={{ { a: 1 } }}' } },
		throws: /'Message ID' is not text \[item 0\]/,
		sends: [],
	},
	{
		name: 'tells where the key is when the key is refused',
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 401 }),
		parameters: upsert,
		throws: /does not accept the API key[^]*uses a different key/,
	},
	{
		name: 'names the address when something else answers',
		given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 404 }),
		parameters: upsert,
		throws: /not the Vitally Analytics API/,
	},
	{
		name: 'refuses an answer that the service does not give',
		given: (sandbox) => sandbox.faults.add({ kind: 'notJson' }),
		parameters: upsert,
		throws: 'The response is not a Vitally record',
	},
];

describeOperation(
	'Vitally Analytics: account messages',
	cases.map((row) => ({ ...row, type })),
);
