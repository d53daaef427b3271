import { credentialsFor } from '../engine/node.cts';
import { openWebhook, type WebhookNode } from '../engine/webhook.cts';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';

const SECRET = 'a-secret-of-some-length';
const payload = {
	playbook: 'Renewal at risk',
	match: { account: { id: 'account-1', externalId: 'acme', name: 'Acme', 'traits.plan': 'gold' } },
};

describe('Vitally Playbook Trigger', () => {
	let sandbox: Sandbox;
	let webhook: WebhookNode;

	beforeAll(async () => {
		sandbox = await startSandbox();
	});
	afterAll(async () => await sandbox.close());

	const open = async (parameters = {}) => {
		webhook = await openWebhook(
			{ secret: SECRET, fetchRecord: false, ...parameters },
			credentialsFor(sandbox),
		);
		await webhook.activate();
	};
	afterEach(() => webhook.close());

	const call = async (body: unknown, query = `?secret=${SECRET}`, type = 'application/json') =>
		await fetch(`${webhook.url}${query}`, {
			method: 'POST',
			headers: { 'content-type': type },
			body: type === 'application/json' ? JSON.stringify(body) : String(body),
		});

	it('starts an execution with the body, and what can be recognized in it', async () => {
		await open();
		expect((await call(payload)).status).toBe(200);
		expect(webhook.executions).toEqual([
			[
				{
					body: payload,
					recordType: 'account',
					id: 'account-1',
					externalId: 'acme',
					name: 'Acme',
					traits: undefined,
					isRepeated: false,
				},
			],
		]);
	});

	it.each([
		['no secret', ''],
		['an empty one', '?secret='],
		['a wrong one', '?secret=a-secret-of-some-lengtH'],
		['a part of it', `?secret=${SECRET.slice(0, -1)}`],
		['several', `?secret=${SECRET}&secret=${SECRET}`],
	])('returns 401 and starts nothing with %s', async (_, query) => {
		await open();
		const answer = await call(payload, query);
		expect(answer.status).toBe(401);
		expect(await answer.text()).not.toContain(SECRET);
		expect(webhook.executions).toEqual([]);
	});

	it('returns 413 and starts nothing with a body of more than 1 MB', async () => {
		await open();
		expect((await call({ text: 'x'.repeat(1_000_000) })).status).toBe(413);
		expect(webhook.executions).toEqual([]);
	});

	it.each([
		['a list', [1, 2], 'application/json'],
		['an empty object', {}, 'application/json'],
		['an object of its own making', { orgName: 'Acme', account: 'acme' }, 'application/json'],
		['text', 'hello', 'text/plain'],
	])('accepts %s unchanged', async (_, body, type) => {
		await open();
		expect((await call(body, `?secret=${SECRET}`, type)).status).toBe(200);
		expect(webhook.executions).toEqual([[{ body, isRepeated: false }]]);
	});

	it('marks a delivery that comes again', async () => {
		await open();
		const once = { ...payload, delivery: 1 };
		for (const body of [once, { ...once, delivery: 2 }, once]) await call(body);
		expect(webhook.executions.map(([json]) => json.isRepeated)).toEqual([false, false, true]);
	});

	it('fetches the whole record', async () => {
		await open({ fetchRecord: true });
		const [account] = sandbox.state.accounts.all();
		await call({ match: { account: { id: account.id } } });
		const [[json]] = webhook.executions;
		expect(json.record).toMatchObject({ id: account.id, name: account.name });
		expect(sandbox.requests.at(-1)?.path).toBe(`/resources/accounts/${account.id}`);
	});

	it('fetches it by the external ID where the ID is empty', async () => {
		await open({ fetchRecord: true });
		const [{ id, externalId }] = sandbox.state.accounts.all();
		await call({ match: { account: { id: '', externalId } } });
		expect(webhook.executions[0][0].record).toMatchObject({ id, externalId });
	});

	it.each([
		['is not there', { match: { account: { id: 'gone' } } }, 'not found'],
		['has no ID', { match: { account: { name: 'Acme' } } }, 'Account'],
		['is not named', { orgName: 'Acme' }, 'names no record'],
	])('does not lose the event of a record that %s', async (_, body, text) => {
		await open({ fetchRecord: true });
		expect((await call(body)).status).toBe(200);
		const [[json]] = webhook.executions;
		expect(json).toMatchObject({ body, record: null });
		expect(json.recordError).toContain(text);
	});

	it.each(['', 'short', 'with blanks in its middle', 'with/slash?and&more-letters'])(
		'cannot be activated with the secret %j',
		async (secret) => {
			await expect(open({ secret })).rejects.toThrow("The field 'Secret'");
		},
	);
});
