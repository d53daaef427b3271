import type { INodeExecutionData } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.cts';
import { CredentialsInMemory } from '../../engine/credentials.cts';
import { credentialsFor, NODE, type NodeRun, runNode } from '../../engine/node.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

describe('account: upsert', () => {
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
			name: 'sends the timestamp in UTC and creates no ID',
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
			name: 'treats blank optional fields as absent ones, and creates an ID',
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
			name: 'creates another ID for every item, also of the same values',
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
			name: 'returns the request in a dry run and sends nothing',
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
			name: 'returns for each item its message in a dry run, batch or not',
			parameters: {
				...upsert,
				accountId: '={{ $json.id }}',
				...stamped,
				options: { dryRun: true },
			},
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
			name: 'rejects a message ID that is no string',
			parameters: { ...upsert, additionalFields: { messageId: '={{ { a: 1 } }}' } },
			throws: /'Message ID' is not text \[item 0\]/,
			sends: [],
		},
		{
			name: 'reports where the key is when the key is rejected',
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 401 }),
			parameters: upsert,
			throws: /does not accept the API key[^]*uses a different key/,
		},
		{
			name: 'names the address when another service answers',
			given: (sandbox) => sandbox.faults.add({ kind: 'status', status: 404 }),
			parameters: upsert,
			throws: /not the Vitally Analytics API/,
		},
		{
			name: 'rejects a response that the service never sends',
			given: (sandbox) => sandbox.faults.add({ kind: 'notJson' }),
			parameters: upsert,
			throws: 'The response is not a Vitally record',
		},
	];

	describeOperation(
		'Vitally Analytics: account messages',
		cases.map((row) => ({ ...row, type })),
	);
});

describe('the items of Vitally Analytics', () => {
	const ACCOUNT = '/analytics/v1/account';
	const BATCH = '/analytics/v1/batch';

	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });

	const run = async (node: Partial<NodeRun>, options: object = {}) =>
		await runNode(
			{
				type: 'vitallyAnalytics',
				...node,
				parameters: {
					resource: 'account',
					operation: 'upsert',
					accountId: '={{ $json.id }}',
					traitsMode: 'json',
					traitsJson: '={{ $json.traits ?? { name: $json.id } }}',
					...node.parameters,
					options,
				},
			},
			{ credentials: credentialsFor(sandbox()) },
		);
	const accounts = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `c${n}` }));
	/** Passes the node's checks, and is rejected by the service: a trait is no object. */
	const rejected = (id: string) => ({ id, traits: { name: { first: id } } });
	const pairs = (items: INodeExecutionData[]) =>
		items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const paths = () => sandbox().requests.map(({ path }) => path);
	const sizes = () => sandbox().requests.map(({ body }) => (Array.isArray(body) ? body.length : 1));
	const ways = [
		['one by one', { batch: false }],
		['in batches', {}],
	] as const;

	it.each(ways)('stop at a rejected one, which is named: %s', async (_way, options) => {
		const items = [...accounts(150), rejected('bad'), ...accounts(450)];
		const outcome = await run({ items }, options);
		expect(outcome.error?.message).toMatch(
			/^Vitally rejected the account message: .* \[item 150\]$/,
		);
		expect(outcome.error?.context.itemIndex).toBe(150);
		expect(sandbox().state.receivedMessages.size).toBeLessThan(300);
	});

	it.each(ways)('stay paired when the workflow continues: %s', async (_way, options) => {
		const items = [{ id: 'c1' }, { id: '' }, rejected('bad'), { id: 'c2' }];
		const outcome = await run({ items, onError: 'continueRegularOutput' }, options);
		const output = outcome.items(NODE);
		expect(pairs(output)).toEqual([0, 1, 2, 3]);
		expect(output.map(({ json }) => json.error ?? json.accountId)).toEqual([
			'c1',
			"The field 'Account External ID' is empty [item 1]",
			expect.stringMatching(/^Vitally rejected the account message: .* \[item 2\]$/),
			'c2',
		]);
		expect(sandbox().state.receivedMessages.size).toBe(2);
	});

	it.each(ways)('stay paired on both outputs: %s', async (_way, options) => {
		const items = [rejected('bad'), { id: 'c1' }, { id: '' }, { id: 'c2' }];
		const outcome = await run({ items, onError: 'continueErrorOutput' }, options);
		expect(pairs(outcome.items(NODE, 0))).toEqual([1, 3]);
		expect(pairs(outcome.items(NODE, 1))).toEqual([0, 2]);
		expect(outcome.items(NODE, 1)[0].json.error).toMatch(
			/^Vitally rejected the account message: .* \[item 0\]$/,
		);
	});

	it('are sent by the hundred, and a last one by itself', async () => {
		const outcome = await run({ items: accounts(201) });
		expect(paths()).toEqual([BATCH, BATCH, ACCOUNT]);
		expect(sizes()).toEqual([100, 100, 1]);
		expect(outcome.items(NODE).map(({ json }) => json.accountId)).toEqual(
			accounts(201).map(({ id }) => id),
		);
		expect(sandbox().contractErrors()).toEqual([]);
	});

	it('are sent in the groups of n8n Batching, where the user set any', async () => {
		await run({
			items: accounts(7),
			parameters: {
				requestOptions: { batching: { batch: { batchSize: 3, batchInterval: 5 } } } as never,
			},
		});
		expect(sizes()).toEqual([3, 3, 1]);
	});

	it('change one account in their order, over several batches', async () => {
		const items = Array.from({ length: 250 }, (_, n) => ({ id: 'c', traits: { name: `N${n}` } }));
		sandbox().faults.add({ kind: 'delay', ms: 20, on: { path: BATCH }, times: 1 });
		await run({ items });
		expect(sandbox().state.accounts.byExternalId('c')).toMatchObject({ name: 'N249' });
	});

	it('never reach the workspace of another item, where the credential has expressions', async () => {
		const other = await startSandbox({ seed: 'empty' });
		// n8n resolves a credential's expressions for each item; here, every second one is another's.
		const resolved = jest
			.spyOn(CredentialsInMemory.prototype, 'getDecrypted')
			.mockImplementation(async (...of: unknown[]) => {
				const { itemIndex } = of[6] as { itemIndex: number };
				return credentialsFor(itemIndex % 2 === 0 ? sandbox() : other).vitallyAnalyticsApi;
			});
		const outcome = await run({ items: accounts(5) });
		resolved.mockRestore();
		await other.close();
		expect(outcome.error).toBeUndefined();
		const known = ({ state }: Sandbox) => [...state.accounts.all()].map((one) => one.externalId);
		expect(known(sandbox())).toEqual(['c0', 'c2', 'c4']);
		expect(known(other)).toEqual(['c1', 'c3']);
	});

	it('of a workspace without batches end in an error that names the option', async () => {
		sandbox().faults.add({ kind: 'status', status: 404, on: { path: BATCH } });
		const outcome = await run({ items: accounts(3) });
		expect(outcome.error?.description).toMatch(/turn off the option 'Batch'/);
		expect(sandbox().requests).toHaveLength(1);
	});

	it('name the one rejected message of a batch', async () => {
		const items = accounts(1_000).map((item, n) => (n === 432 ? rejected(item.id) : item));
		const outcome = await run({ items, onError: 'continueErrorOutput' });
		expect(pairs(outcome.items(NODE, 1))).toEqual([432]);
		expect(outcome.items(NODE, 0)).toHaveLength(999);
		expect(sandbox().state.receivedMessages.size).toBe(999);
		// Ten batches, and the halves of one of them.
		expect(sandbox().requests.length).toBeLessThanOrEqual(10 + 2 * Math.ceil(Math.log2(100)));
	});

	it.each([
		['200 one by one, every 50 requests', { batch: false }, 200, 50],
		['1,000 in batches, every third request', {}, 1_000, 3],
	])(
		'count once each through faults: %s',
		async (_way, options, count, nth) => {
			// Only the first attempt of a request breaks: one that breaks three times is an error, and rightly so.
			const sent = new Set<string>();
			const isFirstAttempt = ({ body }: { body: unknown }) =>
				sent.size < sent.add(JSON.stringify(body)).size;
			sandbox().faults.add({ kind: 'resetAfter', on: { matches: isFirstAttempt, nth } });
			const outcome = await run({ items: accounts(count) }, options);
			expect(outcome.error).toBeUndefined();
			expect(outcome.items(NODE)).toHaveLength(count);
			expect(sandbox().state.receivedMessages.size).toBe(count);
			expect(sandbox().state.accounts.size).toBe(count);
			const broken = sandbox().requests.filter(({ status }) => status === null);
			expect(broken).toHaveLength(Math.floor(sent.size / nth));
		},
		180_000,
	);
});
