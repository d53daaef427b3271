import { clientOfSuite, startClient } from './client.cts';

describe('what the contract does not know', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });

	const account = { externalId: 'a', name: 'A' };

	it.each([
		['an unknown query parameter', 'GET', '/resources/accounts?archived=true', undefined, 400],
		['an unknown path', 'GET', '/resources/segments', undefined, 404],
		['an unknown method', 'PATCH', '/resources/accounts/a', {}, 405],
		['an unknown field', 'POST', '/resources/accounts', { ...account, mrr: 1 }, 400],
		['a field that an update lacks', 'PUT', '/resources/accounts/a', { externalId: 'b' }, 400],
		['a wrong type', 'POST', '/resources/accounts', { ...account, name: 1 }, 400],
		['a missing field', 'POST', '/resources/accounts', { name: 'A' }, 400],
		['a body where there is none', 'DELETE', '/resources/accounts/a', { id: 'a' }, 400],
		['a nested trait', 'POST', '/resources/accounts', { ...account, traits: { a: { b: 1 } } }, 400],
		['an owner other than null', 'PUT', '/resources/accounts/a', { accountOwnerId: 'u' }, 400],
		[
			'a date that is none',
			'POST',
			'/resources/notes',
			{ accountId: 'a', note: '', noteDate: 'now' },
			400,
		],
		[
			'a note without parent',
			'POST',
			'/resources/notes',
			{ note: '', noteDate: '2026-01-01T00:00:00Z' },
			400,
		],
		[
			'a time in a project date',
			'POST',
			'/resources/projects',
			{ templateId: 't', accountId: 'a', targetStartDate: '2026-01-01T00:00:00Z' },
			400,
		],
		[
			'a participant of another type',
			'POST',
			'/resources/conversations',
			{ subject: '', messages: [{ from: { type: 'bot', id: '1' } }] },
			400,
		],
		[
			'an account message without time and id',
			'POST',
			'/analytics/v1/account',
			{ accountId: 'a' },
			400,
		],
		[
			'a batch of 101',
			'POST',
			'/analytics/v1/batch',
			Array(101).fill({ type: 'account', accountId: 'a', messageId: 'm' }),
			400,
		],
	])('refuses and records %s', async (_, method, path, body, status) => {
		const answer = await call(method, path, body);
		expect(answer.status).toBe(status);
		expect(answer.body).toEqual({ error: expect.any(String) });
		expect(sandbox().contractRefusals()).toHaveLength(1);
		expect(sandbox().contractRefusals()[0]).toMatchObject({
			method,
			path: path.split('?')[0],
			status,
		});
		expect(sandbox().requests[0].refusedBecause).toBe(answer.body.error);
	});

	const send = (headers: Record<string, string>, body: string) =>
		fetch(`${sandbox().url}/resources/accounts`, {
			method: 'POST',
			headers: { authorization: `Basic ${btoa(`${sandbox().apiKey}:`)}`, ...headers },
			body,
		});

	it('refuses another content type with 415', async () => {
		const type = 'application/x-www-form-urlencoded';
		expect((await send({ 'content-type': type }, 'name=A')).status).toBe(415);
		expect(sandbox().contractRefusals()).toHaveLength(1);
	});

	it('refuses a body that is no JSON with 400', async () => {
		expect((await send({ 'content-type': 'application/json' }, '{"name":')).status).toBe(400);
		expect(sandbox().contractRefusals()).toHaveLength(1);
	});

	it('is not to be confused with what the state refuses', async () => {
		expect((await call('GET', '/resources/accounts/unknown')).status).toBe(404);
		expect(sandbox().contractRefusals()).toEqual([]);
	});

	it('keeps paths as they were sent, and decodes them for the look-up', async () => {
		await call('POST', '/resources/accounts', { ...account, externalId: 'a/b?c#d e%' });
		const path = `/resources/accounts/${encodeURIComponent('a/b?c#d e%')}`;
		expect((await call('GET', path)).status).toBe(200);
		expect(sandbox().requests[1]).toMatchObject({ path, query: {}, body: undefined, status: 200 });
	});

	it('records query, body, host and kind of authorization', async () => {
		await call('POST', '/resources/accounts', account);
		await call('GET', '/resources/accounts?limit=5&sortBy=createdAt');
		expect(sandbox().requests).toMatchObject([
			{ method: 'POST', body: account, authorization: 'rest', host: new URL(sandbox().url).host },
			{ method: 'GET', query: { limit: '5', sortBy: 'createdAt' } },
		]);
	});
});

describe('keys', () => {
	it.each([
		['/resources/accounts', undefined, 'Authorization header not present.', 'none'],
		['/resources/accounts', 'Basic c2tfbGl2ZV9vdGhlcjo=', 'Authorization is not valid.', 'bad'],
		['/resources/accounts', 'Bearer sk_live_sandbox', 'Authorization is not valid.', 'bad'],
		['/resources/accounts', 'Basic sandbox_analytics_key', 'Authorization is not valid.', 'bad'],
		[
			'/analytics/v1/account',
			'Basic c2tfbGl2ZV9zYW5kYm94Og==',
			'Authorization is not valid.',
			'bad',
		],
	])('%s with %s is answered 401', async (path, authorization, error, kind) => {
		const [sandbox] = await startClient({ seed: 'empty' });
		const response = await fetch(sandbox.url + path, {
			method: path.startsWith('/analytics') ? 'POST' : 'GET',
			headers: authorization === undefined ? {} : { authorization },
		});
		expect(response.status).toBe(401);
		expect(await response.json()).toEqual({ error });
		expect(response.headers.get('RateLimit-Remaining')).toBe('1000');
		expect(sandbox.requests[0].authorization).toBe(kind);
		expect(JSON.stringify(sandbox.requests)).not.toContain(sandbox.apiKey);
		await sandbox.close();
	});
});
