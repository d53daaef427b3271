import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { CredentialsInMemory } from '../../engine/credentials.cts';
import { jsonOf } from '../../engine/itemLines.cts';
import { credentialsFor, NODE, type NodeRun, runIn, runNode } from '../../engine/node.cts';
import { moreThan } from '../../fixtures/bounds.cts';
import { differences, NO_DIFFERENCES } from '../../fixtures/differences.cts';
import { linesOfRequests } from '../../fixtures/requests.cts';
import { inNewSandbox, sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

const ACCOUNT = '/analytics/v1/account';
const BATCH = '/analytics/v1/batch';

describe('the items of Vitally Analytics', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });

	const run = async (node: Partial<NodeRun>, options: object = {}) =>
		await runIn(sandbox(), {
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
		});
	const accounts = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `c${n}` }));
	const batchesOf = (batchSize: number) => ({
		requestOptions: { batching: { batch: { batchSize, batchInterval: 1 } } },
	});
	/** Passes the node's checks, and is rejected by the service: a trait is no object. */
	const rejected = (id: string) => ({ id, traits: { name: { first: id } } });
	const pairs = (items: INodeExecutionData[]) =>
		items.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	const itemsThatMayHaveBeenSaved = (outcome: Awaited<ReturnType<typeof run>>) =>
		outcome.items(NODE).flatMap(({ json }, index) => {
			const { mayHaveBeenSaved } = { mayHaveBeenSaved: false, ...(json.details as object) };

			return mayHaveBeenSaved ? [`c${index}`] : [];
		});
	const acceptedBy = (outcome: Awaited<ReturnType<typeof run>>) =>
		jsonOf(outcome).map(({ accountId }) => accountId);
	const paths = () => sandbox().requests.map(({ path }) => path);
	const sizes = () => sandbox().requests.map(({ body }) => (Array.isArray(body) ? body.length : 1));
	const savedAccounts = () =>
		[...sandbox().state.accounts.all()].map(({ externalId }) => externalId);

	/** The items of a batch that Vitally answers with this message. */
	const itemsAnsweredWith = async (message: string) => {
		const on = { method: 'POST' };

		sandbox().faults.add({ kind: 'status', status: 200, body: { message }, on });
		const outcome = await run({ items: accounts(3), onError: 'continueRegularOutput' });

		return jsonOf(outcome);
	};

	it('succeed where Vitally answers "Success", whatever stands around it', async () => {
		const items = await itemsAnsweredWith('Success. ');

		expect({ errors: items.map(({ error }) => error ?? 'none') }).toEqual({
			errors: ['none', 'none', 'none'],
		});
	});

	it('go out in batches of a hundred, and a last single item by itself', async () => {
		const outcome = await run({ items: accounts(201) });

		expect({ paths: paths(), messagesPerRequest: sizes() }).toEqual({
			paths: [BATCH, BATCH, ACCOUNT],
			messagesPerRequest: [100, 100, 1],
		});

		const ids = accounts(201).map(({ id }) => id);

		expect(
			differences(
				jsonOf(outcome).map((json) => json.accountId),
				ids,
			),
		).toEqual(NO_DIFFERENCES);
		expect(sandbox().contractErrors()).toEqual([]);
	});

	it('go out in a batch for each of their API keys, with this key', async () => {
		const { analyticsKey } = sandbox();
		const items = [1, 2, 3, 4, 5, 6].map((number) => ({
			id: `c${number}`,
			key: number % 2 === 0 ? analyticsKey : 'sk_live_another',
		}));
		const { vitallyAnalyticsApi } = credentialsFor(sandbox());

		await runNode(
			{
				type: 'vitallyAnalytics',
				parameters: { resource: 'account', operation: 'upsert', accountId: '={{ $json.id }}' },
				items,
				onError: 'continueRegularOutput',
			},
			{
				credentials: {
					vitallyAnalyticsApi: { ...vitallyAnalyticsApi, apiKey: '={{ $json.key }}' },
				},
			},
		);

		const sent = sandbox().requests.map(({ authorization, body }) => ({
			authorization,
			ids: (body as Array<{ accountId: string }>).map(({ accountId }) => accountId),
		}));

		expect(sent).toEqual([
			{ authorization: 'bad', ids: ['c1', 'c3', 'c5'] },
			{ authorization: 'analytics', ids: ['c2', 'c4', 'c6'] },
		]);
	});

	it.each([
		{ count: 7, batchSize: 3, expected: [3, 3, 1] },
		{ count: 7, batchSize: 0, expected: [1, 1, 1, 1, 1, 1, 1] },
		{ count: 7, batchSize: -1, expected: [7] },
		{ count: 151, batchSize: 150, expected: [100, 50, 1] },
	])(
		"go out in the groups of n8n's Batching: $count items, $batchSize per batch",
		async ({ count, batchSize, expected }) => {
			await run({ items: accounts(count), parameters: batchesOf(batchSize) });

			expect({ messagesPerRequest: sizes() }).toEqual({ messagesPerRequest: expected });
		},
	);

	it('all fail before anything is sent where Batch is neither on nor off', async () => {
		const given = { items: accounts(3), onError: 'continueRegularOutput' as const };
		const output = (await run(given, { batch: 'maybe' })).items(NODE);

		expect(output.map(({ json }) => json.error)).toEqual(
			[0, 1, 2].map((n) => `The value "maybe" of 'Batch' is not true or false [item ${n}]`),
		);
		expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
	});

	it('stay unsent when an item of their batch has no account', async () => {
		const outcome = await run({ items: [...accounts(40), { id: '' }, ...accounts(40)] });

		expect(outcome.error?.message).toBe("The field 'Account External ID' is empty [item 40]");
		expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
	});

	it('stop at an item that Vitally rejects, and the error has its number', async () => {
		const items = accounts(30).map((item, n) => (n === 15 ? rejected(item.id) : item));
		const outcome = await run({ items, parameters: batchesOf(10) });

		expect(outcome.error?.message ?? 'no error').toMatch(
			/^Vitally rejected the account message: .* \[item 15\]$/,
		);
		expect({ itemIndex: outcome.error?.context.itemIndex }).toEqual({ itemIndex: 15 });

		expect({ savedAccounts: savedAccounts() }).toEqual({
			savedAccounts: accounts(15).map(({ id }) => id),
		});
	});

	it('stop at an error of a whole batch', async () => {
		sandbox().faults.add({ kind: 'status', status: 401, on: { method: 'POST' }, times: 1 });
		const outcome = await run({ items: accounts(101) });

		expect(outcome.error?.message).toBe('Vitally does not accept the API key [item 0]');
		expect({ messagesPerRequest: sizes() }).toEqual({ messagesPerRequest: [100] });
	});

	it('keep their order, each with its result or error, when the workflow continues on errors', async () => {
		const items = [{ id: 'c1' }, { id: '' }, rejected('bad'), { id: 'c2' }, { id: 'c3' }];
		const requestOptions = { proxy: '={{ $json.id === "c2" ? "nowhere" : "" }}' };
		const given = {
			items,
			parameters: { requestOptions },
			onError: 'continueRegularOutput',
		} as const;
		const output = (await run(given)).items(NODE);

		expect({ pairedWithItems: pairs(output) }).toEqual({ pairedWithItems: [0, 1, 2, 3, 4] });
		expect(output.map(({ json }) => json.error ?? json.accountId)).toEqual([
			'c1',
			"The field 'Account External ID' is empty [item 1]",
			expect.stringMatching(/^Vitally rejected the account message: .* \[item 2\]$/),
			expect.stringMatching(/'Proxy' under Request Options .* \[item 3\]$/),
			'c3',
		]);
		expect({ savedAccounts: savedAccounts() }).toEqual({ savedAccounts: ['c1', 'c3'] });
	});

	it.each([400, 413, 422])(
		'go out again in two halves where Vitally answers a batch with %d',
		async (status) => {
			sandbox().faults.add({ kind: 'status', status, on: { method: 'POST' }, times: 1 });
			const outcome = await run({ items: accounts(8) });
			const ids = accounts(8).map(({ id }) => id);

			expect({
				messagesPerRequest: sizes(),
				accountsInOutput: jsonOf(outcome).map((json) => json.accountId),
				savedAccounts: savedAccounts(),
			}).toEqual({ messagesPerRequest: [8, 4, 4], accountsInOutput: ids, savedAccounts: ids });
		},
	);

	it('go out again in one request where the answer to their batch was lost', async () => {
		sandbox().faults.add({ kind: 'resetAfter', on: { path: BATCH }, times: 1 });
		const outcome = await run({ items: accounts(3), onError: 'continueRegularOutput' });
		const errors = jsonOf(outcome).map((json) => json.error ?? 'none');

		expect({ messagesPerRequest: sizes(), errors }).toEqual({
			messagesPerRequest: [3, 3],
			errors: ['none', 'none', 'none'],
		});
	});

	it('go out by themselves no more after Vitally has rejected 20 of them, as it does where their type is blocked', async () => {
		sandbox().blockedMessages.add('account');
		const outcome = await run({ items: accounts(100), onError: 'continueRegularOutput' });

		sandbox().blockedMessages.clear();
		const errors = jsonOf(outcome).map((json) => String(json.error));
		const alone = errors.filter((error) => /^Vitally rejected the account message/.test(error));
		const inBatch = errors.filter((error) => /^Vitally rejected the batch of this/.test(error));

		expect({
			requests: sandbox().requests.length,
			itemsRejectedAlone: alone.length,
			itemsRejectedInTheirBatch: inBatch.length,
		}).toEqual({ requests: 49, itemsRejectedAlone: 22, itemsRejectedInTheirBatch: 78 });
	});

	it('say that they may have been saved where the answer to their batch was lost, though Vitally rejects each of them later', async () => {
		sandbox().faults.add({ kind: 'resetAfter', on: { path: BATCH }, times: 1 });
		sandbox().blockedMessages.add('account');
		const outcome = await run({ items: accounts(4), onError: 'continueRegularOutput' });

		sandbox().blockedMessages.clear();

		expect({ itemsThatMayHaveBeenSaved: itemsThatMayHaveBeenSaved(outcome) }).toEqual({
			itemsThatMayHaveBeenSaved: ['c0', 'c1', 'c2', 'c3'],
		});
	});

	it('say that they may have been saved also where a part of their batch is no longer split', async () => {
		const isSecondBatch = ({ body }: { body: unknown }) =>
			Array.isArray(body) && body.length === 8 && body[0].accountId === 'c16';

		sandbox().faults.add({ kind: 'resetAfter', on: { matches: isSecondBatch }, times: 1 });
		sandbox().blockedMessages.add('account');
		const outcome = await run({
			items: accounts(24),
			onError: 'continueRegularOutput',
			parameters: batchesOf(16),
		});

		sandbox().blockedMessages.clear();

		// By then, Vitally has rejected 20 messages that were sent alone.
		const ofLastPart = outcome.items(NODE).slice(20);

		expect(
			ofLastPart.map(({ json: { error, details } }) => ({
				rejected: String(error).replace(/ of this item.*/, ''),
				mayHaveBeenSaved: (details as IDataObject).mayHaveBeenSaved ?? false,
			})),
		).toEqual(
			Array.from({ length: 4 }, () => ({
				rejected: 'Vitally rejected the batch',
				mayHaveBeenSaved: true,
			})),
		);
	});

	it("don't say that they may have been saved where Vitally rejected their batch and each of them", async () => {
		sandbox().blockedMessages.add('account');
		const outcome = await run({ items: accounts(4), onError: 'continueRegularOutput' });

		sandbox().blockedMessages.clear();

		expect({ itemsThatMayHaveBeenSaved: itemsThatMayHaveBeenSaved(outcome) }).toEqual({
			itemsThatMayHaveBeenSaved: [],
		});
	});

	it('go out in halves of a batch that is too large, however many were rejected', async () => {
		const isLarge = ({ body }: { body: unknown }) =>
			Array.isArray(body) && body.length === 2 && body[0].accountId === 'c0';

		sandbox().faults.add({ kind: 'status', status: 413, on: { matches: isLarge } });
		const items = [...accounts(20).map(({ id }) => rejected(`bad-${id}`)), ...accounts(2)];
		const onError = 'continueErrorOutput';
		const outcome = await run({ items, onError, parameters: batchesOf(20) });

		expect({ accepted: acceptedBy(outcome) }).toEqual({
			accepted: ['c0', 'c1'],
		});
	});

	it.each(['account', 'user'] as const)(
		'name the type that may be blocked where their batch is rejected: %s',
		async (type) => {
			sandbox().blockedMessages.add(type);
			const outcome = await run({
				items: accounts(100),
				onError: 'continueRegularOutput',
				parameters: { resource: type, userId: '={{ $json.id }}' },
			});

			sandbox().blockedMessages.clear();

			expect(jsonOf(outcome)[99]).toMatchObject({
				error: expect.stringMatching(/^Vitally rejected the batch of this item/) as string,
				message: expect.stringContaining(`the type '${type}', the type is blocked`) as string,
			});
		},
	);

	it('reach Vitally, each by itself, behind any number that is rejected after an accepted one', async () => {
		const items = accounts(40).map((item, n) => (n % 39 === 0 ? item : rejected(item.id)));
		const outcome = await run({ items, onError: 'continueErrorOutput' });

		expect({ accepted: acceptedBy(outcome) }).toEqual({
			accepted: ['c0', 'c39'],
		});
	});

	it('go out in halves however many batches have failed for another reason', async () => {
		sandbox().faults.add({ kind: 'status', status: 500, on: { method: 'POST' }, times: 20 });
		const items = [...accounts(41), rejected('bad')];
		const onError = 'continueErrorOutput';
		const outcome = await run({ items, onError, parameters: batchesOf(2) });

		expect({ accepted: acceptedBy(outcome) }).toEqual({
			accepted: ['c40'],
		});
	});

	it.each([
		[`Success: 1${' of 2'.repeat(30)}`, `everything: Success: 1${' of 2'.repeat(21)}…`],
		['Success: 2. Success.', 'did not accept everything'],
		['Successfully ignored', 'is not a Vitally record'],
		['No success', 'is not a Vitally record'],
	])('fail where Vitally answers "%s": %s', async (message, error) => {
		const items = await itemsAnsweredWith(message);
		const details = { httpCode: '200', mayHaveBeenSaved: true };
		const failed = { error: expect.stringContaining(error), details };

		expect(items.map((item) => ({ error: item.error, details: item.details }))).toEqual([
			failed,
			failed,
			failed,
		]);
	});

	it.each([
		{ way: 'over several batches', options: {}, count: 150, delayed: 1 },
		{ way: 'one by one', options: { batch: false }, count: 30, delayed: 29 },
	])('change one account in their order, $way', async ({ options, count, delayed }) => {
		const items = Array.from({ length: count }, (_, n) => ({ id: 'c', traits: { name: `N${n}` } }));

		const on = { method: 'POST', nth: delayed };

		sandbox().faults.add({ kind: 'delay', ms: 20, on, times: 1 });
		const outcome = await run({ items }, options);

		const { name } = sandbox().state.accounts.byExternalId('c') ?? {};

		expect({ itemsInOutput: outcome.items(NODE).length, lastName: name }).toEqual({
			itemsInOutput: count,
			lastName: `N${count - 1}`,
		});
	});

	it('change a user of several accounts in their order, one by one', async () => {
		const items = Array.from({ length: 30 }, (_, n) => ({ id: `a${n % 3}`, traits: { n } }));

		sandbox().faults.add({ kind: 'delay', ms: 20, on: { method: 'POST' }, times: 1 });
		await run({ items, parameters: { resource: 'user', userId: 'u' } }, { batch: false });
		const sent = sandbox().requests.map(({ body }) => (body as (typeof items)[0]).traits.n);

		expect({ itemsInTheirOrder: sent }).toEqual({
			itemsInTheirOrder: items.map(({ traits }) => traits.n),
		});
	});

	it('run side by side where they are sent one by one and concern different accounts', async () => {
		sandbox().faults.add({ kind: 'delay', ms: 5 });
		await run({ items: accounts(20) }, { batch: false });

		expect({ requestsInFlight: sandbox().maxInFlight }).toEqual({ requestsInFlight: moreThan(1) });
	});

	it('never reach the workspace of another item, where the credential has expressions', async () => {
		await inNewSandbox({ seed: 'empty' }, async (other) => {
			// n8n resolves a credential's expressions for each item; here, every second one is another's.
			const resolved = jest
				.spyOn(CredentialsInMemory.prototype, 'getDecrypted')
				.mockImplementation(async (...parameters: unknown[]) => {
					const { itemIndex } = parameters[6] as { itemIndex: number };

					return credentialsFor(itemIndex % 2 === 0 ? sandbox() : other).vitallyAnalyticsApi;
				});
			const outcome = await run({ items: accounts(5) });

			resolved.mockRestore();

			expect({ error: outcome.error?.message }).toEqual({ error: undefined });

			const known = ({ state }: Sandbox) =>
				[...state.accounts.all()].map(({ externalId }) => externalId);

			expect({ here: known(sandbox()), there: known(other) }).toEqual({
				here: ['c0', 'c2', 'c4'],
				there: ['c1', 'c3'],
			});
		});
	});

	it('arrive once each although responses are lost', async () => {
		// Only the first attempt of a request breaks: one that breaks three times is an error, and rightly so.
		const sent = new Set<string>();

		const isFirstAttempt = ({ body }: { body: unknown }) => {
			const text = JSON.stringify(body);
			const isFirst = !sent.has(text);

			sent.add(text);

			return isFirst;
		};

		sandbox().faults.add({ kind: 'resetAfter', on: { matches: isFirstAttempt, nth: 2 } });
		const outcome = await run({ items: accounts(7), parameters: batchesOf(2) });

		expect({
			itemsInOutput: outcome.items(NODE).length,
			receivedMessages: sandbox().state.receivedMessages.size,
			savedAccounts: savedAccounts(),
			lostResponses: sandbox().requests.filter(({ status }) => status === null).length,
		}).toEqual({
			itemsInOutput: 7,
			receivedMessages: 7,
			savedAccounts: accounts(7).map(({ id }) => id),
			lostResponses: 2,
		});
	});
});
