import { startSandbox } from '../../sandbox/sandbox.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { allRows, clientOfSuite, standingClock } from './client.cts';

describe('a request that breaks the contract', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });

	const account = { externalId: 'a', name: 'A' };

	it.each([
		{
			name: 'an unknown query parameter',
			method: 'GET',
			path: '/resources/accounts?archived=true',
			status: 400,
		},
		{ name: 'an unknown path', method: 'GET', path: '/resources/segments', status: 404 },
		{
			name: 'an unknown field',
			method: 'POST',
			path: '/resources/accounts',
			body: { ...account, mrr: 1 },
			status: 400,
		},
		{
			name: 'a field that an update lacks',
			method: 'PUT',
			path: '/resources/accounts/a',
			body: { externalId: 'b' },
			status: 400,
		},
		{
			name: 'a nested trait',
			method: 'POST',
			path: '/resources/accounts',
			body: { ...account, traits: { a: { b: 1 } } },
			status: 400,
		},
	])(
		'returns $status and appears in contractErrors(): $name',
		async ({ method, path, body, status }) => {
			const answer = await call(method, path, body);

			expect(answer.status).toBe(status);

			const reason = { message: 'validation failed', errors: expect.any(Array) };

			expect(answer.body).toMatchObject({ error: status === 400 ? reason : expect.any(String) });
			expect(sandbox().contractErrors()).toHaveLength(1);
			expect(sandbox().contractErrors()[0]).toMatchObject({
				method,
				path: path.split('?')[0],
				status,
			});
			expect(sandbox().requests[0].rejectionReason).toEqual(expect.any(String));
		},
	);

	it('returns the errors of ajv, and has no type coerced', async () => {
		const answer = await call('POST', '/resources/accounts', { externalId: 1, name: 'A' });

		expect(answer.body.error).toEqual({
			message: 'validation failed',
			errors: [
				{
					instancePath: '/externalId',
					schemaPath: '#/properties/externalId/type',
					keyword: 'type',
					params: { type: 'string' },
					message: 'must be string',
				},
			],
		});
	});

	it('keeps paths as they were sent, and decodes them for the look-up', async () => {
		await call('POST', '/resources/accounts', { ...account, externalId: 'a/b?c#d e%' });
		const path = `/resources/accounts/${encodeURIComponent('a/b?c#d e%')}`;

		expect((await call('GET', path)).status).toBe(200);
		expect(sandbox().requests[1]).toMatchObject({ path, query: {}, body: undefined, status: 200 });
	});
});

describe('a request to the sandbox', () => {
	const [sandbox] = clientOfSuite({ seed: 'empty' });

	it.each([
		{ name: 'no key', headers: {}, error: 'Authorization header not present.', kind: 'none' },
		{
			name: 'another key',
			headers: { authorization: `Basic ${btoa('sk_live_other:')}` },
			error: 'Authorization is not valid.',
			kind: 'bad',
		},
		{
			name: 'the key of Analytics',
			headers: { authorization: 'Basic sandbox_analytics_key' },
			error: 'Authorization is not valid.',
			kind: 'bad',
		},
	])('gets a 401 when it has $name', async ({ headers, error, kind }) => {
		const init = { headers: headers as Record<string, string> };
		const response = await fetch(`${sandbox().url}/resources/accounts`, init);

		expect(response.status).toBe(401);
		expect(await response.json()).toEqual({ error });
		expect(response.headers.get('RateLimit-Remaining')).toBe('1000');
		expect(sandbox().requests[0].authorization).toBe(kind);
		expect(JSON.stringify(sandbox().requests)).not.toContain(sandbox().apiKey);
	});
});

describe('a fault of the connection', () => {
	const [sandbox, call] = clientOfSuite({ seed: { accounts: 5 }, validateResponses: false });

	const list = () => call('GET', '/resources/accounts?status=activeOrChurned');
	const create = () => call('POST', '/resources/accounts', { externalId: 'new', name: 'New' });
	const isCreated = () => sandbox().state.accounts.byExternalId('new') !== undefined;

	it.each([
		['resetBefore', false],
		['resetAfter', true],
		['truncated', true],
	] as const)(
		'cuts a creation off by %s, with the account created by then: %s',
		async (kind, isCreatedBefore) => {
			sandbox().faults.add({ kind, times: 1 });

			expect((await rejectionOf(create())).class).toBe('TypeError');
			expect({ isCreated: isCreated() }).toEqual({ isCreated: isCreatedBefore });
			expect(sandbox().requests[0].status).toBeNull();
			expect((await list()).status).toBe(200);
		},
	);
});

describe('the pages of a list', () => {
	const clock = standingClock();
	const [, call] = clientOfSuite({ seed: 'empty', now: clock.now });

	const add = async (count: number, step = 1000) => {
		const ids: string[] = [];

		for (let index = 0; index < count; index += 1) {
			clock.pass(step);
			const body = { externalId: `a${index}`, name: `Account ${index}` };

			ids.push((await call('POST', '/resources/accounts', body)).body.id);
		}

		return ids;
	};

	const idsOf = (rows: Record<string, unknown>[]) => rows.map(({ id }) => id);

	it('contain every row once when timestamps are equal', async () => {
		const ids = await add(7, 0);
		const rows = await allRows(call, '/resources/accounts?limit=2');

		expect(new Set(idsOf(rows))).toEqual(new Set(ids));
		expect(rows).toHaveLength(7);
	});

	it('follow updatedAt: an edit between two pages moves the row in front of the cursor', async () => {
		const ids = await add(4);
		const first = await call('GET', '/resources/accounts?limit=2');

		clock.pass(1000);
		await call('PUT', `/resources/accounts/${ids[0]}`, { name: 'Edited' });
		const from = encodeURIComponent(first.body.next ?? '');
		const rest = await call('GET', `/resources/accounts?limit=2&from=${from}`);

		expect(idsOf(rest.body.results)).toEqual([ids[1]]);
		expect(idsOf((await call('GET', '/resources/accounts?limit=1')).body.results)).toEqual([
			ids[0],
		]);
	});

	it('lose no other row by edits and deletions between two of them, sorted by createdAt', async () => {
		const ids = await add(6);
		const first = await call('GET', '/resources/accounts?limit=2&sortBy=createdAt');

		clock.pass(1000);
		await call('PUT', `/resources/accounts/${ids[0]}`, { name: 'Edited' });
		await call('DELETE', `/resources/accounts/${ids[4]}`);
		const from = encodeURIComponent(first.body.next ?? '');
		const rest = await allRows(call, '/resources/accounts?sortBy=createdAt&limit=100');
		const second = await call('GET', `/resources/accounts?sortBy=createdAt&from=${from}`);

		expect(idsOf(second.body.results)).toEqual([ids[3], ids[2], ids[1], ids[0]]);
		expect(idsOf(rest)).toEqual([ids[5], ids[3], ids[2], ids[1], ids[0]]);
	});
});

describe('the control of the sandbox over HTTP', () => {
	const [sandbox, call] = clientOfSuite();

	it('needs the key: nobody else can reset the sandbox', async () => {
		await call('GET', '/resources/accounts');
		const reset = (headers: Record<string, string>) =>
			fetch(`${sandbox().url}/sandbox/reset`, { method: 'POST', headers });
		const others: Array<Record<string, string>> = [
			{},
			{ authorization: `Basic ${sandbox().analyticsKey}` },
		];

		const answers = await Promise.all(others.map(reset));

		expect(answers.map(({ status }) => status)).toEqual([401, 401]);
		expect({ requests: sandbox().requests.length }).toEqual({ requests: 1 });
		expect((await call('POST', '/sandbox/reset')).status).toBe(204);
		expect(sandbox().requests).toEqual([]);
	});

	it('listens on 127.0.0.1 only, and says when its port is taken', async () => {
		const { hostname, port } = new URL(sandbox().url);

		expect(hostname).toBe('127.0.0.1');
		await expect(startSandbox({ port: Number(port) })).rejects.toThrow(
			`Port ${port} is taken on this machine: choose another one with --port`,
		);
	});
});
