import { clientOfSuite } from './client.cts';

describe('control over HTTP', () => {
	const [sandbox, call] = clientOfSuite();

	it('shows the requests without being one of them', async () => {
		await call('GET', '/resources/accounts?colour=red');
		const { body } = await call('GET', '/sandbox/requests');
		expect(body).toMatchObject({
			requests: [{ path: '/resources/accounts', status: 400 }],
			contractRefusals: [{ path: '/resources/accounts' }],
			maxInFlight: 1,
		});
		expect(sandbox().requests).toHaveLength(1);
	});

	it('shows the contract as one description without loose ends', async () => {
		const text = JSON.stringify((await call('GET', '/sandbox/openapi.json')).body);
		const description = JSON.parse(text);
		expect(Object.keys(description.paths)).toEqual(
			expect.arrayContaining(['/resources/accounts', '/resources/tasks', '/analytics/v1/batch']),
		);
		for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
			expect(description.components[kind]).toHaveProperty(name);
		}
	});

	it('adds faults, also with a pattern', async () => {
		const on = { pathPattern: 'unknown$' };
		await call('POST', '/sandbox/faults', { kind: 'status', status: 503, on });
		expect((await call('GET', '/resources/accounts/unknown')).status).toBe(503);
		expect((await call('GET', '/resources/accounts')).status).toBe(200);
	});

	it('changes the limits', async () => {
		await call('POST', '/sandbox/limits', { budget: 1 });
		await call('GET', '/resources/accounts');
		expect((await call('GET', '/resources/accounts')).status).toBe(429);
	});

	it('counts the records and resets them', async () => {
		await call('DELETE', '/resources/accounts/acct-10000');
		expect((await call('GET', '/sandbox/state')).body).toMatchObject({ accounts: 239 });
		expect((await call('POST', '/sandbox/reset')).status).toBe(204);
		expect((await call('GET', '/sandbox/state')).body).toMatchObject({ accounts: 240 });
		expect(sandbox().requests).toEqual([]);
	});
});
