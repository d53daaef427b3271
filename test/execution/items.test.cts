import type { INodeExecutionData } from 'n8n-workflow';

import { MAX_IN_FLIGHT } from '../../nodes/Vitally/transport/send';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { HOSTILE_IDS } from '../transport/hostileIds.cts';

/** What every item of every operation relies on: pairing, order, the concurrency limit, errors, the key. */
describe('items', () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 20 } });

	const run = async (node: NodeRun) =>
		await runNode(node, { credentials: credentialsFor(sandbox()) });
	const getAccount = { resource: 'account', operation: 'get', accountId: byId('={{ $json.id }}') };
	const ids = () => [...sandbox().state.accounts.all()].map(({ id }) => id);
	const pairs = (items: INodeExecutionData[]) =>
		items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

	it('stops at an item with an error, names it, and sends nothing after it', async () => {
		const [id] = ids();
		const items = Array.from({ length: 200 }, (_, index) => ({ id: index === 7 ? 'nobody' : id }));
		const outcome = await run({ parameters: getAccount, items });
		expect(outcome.error?.message).toBe('The account "nobody" was not found [item 7]');
		expect(outcome.error?.context.itemIndex).toBe(7);
		expect(sandbox().requests.length).toBeLessThan(50);
	});

	it('keeps results and errors paired when the workflow continues', async () => {
		const [first, second] = ids();
		const items = [{ id: first }, { id: '' }, { id: 'nobody' }, { id: second }];
		const outcome = await run({ parameters: getAccount, items, onError: 'continueRegularOutput' });
		const output = outcome.items(NODE);
		expect(outcome.status).toBe('success');
		expect(pairs(output)).toEqual([0, 1, 2, 3]);
		expect(output.map(({ json }) => json.id ?? json.error)).toEqual([
			first,
			"The field 'Account' is empty [item 1]",
			'The account "nobody" was not found [item 2]',
			second,
		]);
	});

	it('keeps both sides paired when errors go to the error output', async () => {
		const [first, second] = ids();
		const items = [{ id: 'nobody' }, { id: first }, { id: '..' }, { id: second }];
		const outcome = await run({ parameters: getAccount, items, onError: 'continueErrorOutput' });
		expect(pairs(outcome.items(NODE, 0))).toEqual([1, 3]);
		expect(pairs(outcome.items(NODE, 1))).toEqual([0, 2]);
		expect(outcome.items(NODE, 1)[0].json.error).toBe(
			'The account "nobody" was not found [item 0]',
		);
	});

	it('pairs every record of a list with the item that asked for it', async () => {
		const outcome = await run({
			parameters: { resource: 'account', operation: 'getAll', limit: '={{ $json.limit }}' },
			items: [{ limit: 3 }, { limit: 1 }, { limit: 2 }],
		});
		expect(pairs(outcome.items(NODE))).toEqual([0, 0, 0, 1, 2, 2]);
	});

	it("starts again with n8n's Retry On Fail", async () => {
		sandbox().faults.add({ kind: 'status', status: 400, times: 1 });
		const [id] = ids();
		const outcome = await run({
			parameters: getAccount,
			items: [{ id }, { id }],
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 },
		});
		expect(outcome.error).toBeUndefined();
		expect(outcome.items(NODE)).toHaveLength(2);
	});

	it('runs 200 items, never more requests at a time than the limit', async () => {
		const [id] = ids();
		const items = Array.from({ length: 200 }, () => ({ id }));
		sandbox().limits.budget = 1_000_000;
		// Without it the sandbox, in this very process, answers before the next request can arrive.
		sandbox().faults.add({ kind: 'delay', ms: 1 });
		const outcome = await run({ parameters: getAccount, items });
		expect(outcome.error).toBeUndefined();
		expect(pairs(outcome.items(NODE))).toEqual(items.map((_, index) => index));
		expect(sandbox().maxInFlight).toBeLessThanOrEqual(MAX_IN_FLIGHT);
		expect(sandbox().maxInFlight).toBeGreaterThan(1);
	});

	it('never lets an id reach another path, whatever it contains', async () => {
		const items = HOSTILE_IDS.filter((id) => id !== undefined).map((id) => ({ id: id }));
		const outcome = await run({
			parameters: { ...getAccount, operation: 'getHealthScores' },
			items,
			onError: 'continueRegularOutput',
		});
		const output = outcome.items(NODE);
		expect(pairs(output)).toEqual(items.map((_, index) => index));
		for (const { json } of output)
			expect(json.error).toMatch(/'Account'|The account ".*" was not found/s);
		const sent = sandbox().requests;
		for (const { path, method, host } of sent) {
			expect(method).toBe('GET');
			expect(path).toMatch(/^\/resources\/accounts\/[^/?#]+\/healthScores$/);
			expect(`http://${host}`).toBe(sandbox().url);
		}
		expect(sent.length).toBeGreaterThan(50);
	});

	it('ends at once when the execution is cancelled', async () => {
		sandbox().faults.add({ kind: 'hang' });
		const [id] = ids();
		const arrived = (async () => {
			while (sandbox().requests.length === 0) await new Promise((next) => setTimeout(next, 5));
		})();
		const outcome = await runNode(
			{ parameters: getAccount, items: Array.from({ length: 50 }, () => ({ id })) },
			{ credentials: credentialsFor(sandbox()), cancel: arrived },
		);
		expect(outcome.status).toBe('canceled');
		expect(sandbox().requests.length).toBeLessThanOrEqual(MAX_IN_FLIGHT);
	});

	it.each([
		[{ dataCenter: 'us', subdomain: 'evil.com' }, /'Subdomain' in the credential/],
		[{ dataCenter: 'custom', baseUrl: 'evil.com' }, /'Base URL' in the credential/],
		[{ apiKey: '' }, /'API Key' in the credential is empty/],
		[{ apiKey: 'wrong' }, /Vitally does not accept the API key/],
		[{ baseUrl: 'http://127.0.0.1:1' }, /Could not connect to Vitally/],
	])('rejects the credential %j', async (fields, text) => {
		const { vitallyApi } = credentialsFor(sandbox());
		const outcome = await runNode(
			{ parameters: getAccount, items: [{ id: 'a' }] },
			{ credentials: { vitallyApi: { ...vitallyApi, ...fields } } },
		);
		expect(outcome.error?.message).toMatch(text);
		expect(outcome.error?.description).toBeTruthy();
	});
});
