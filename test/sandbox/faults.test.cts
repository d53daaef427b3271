import type { Fault } from '../../sandbox/faults.cts';
import { clientOfSuite, startClient } from './client.cts';

describe('faults', () => {
	const [sandbox, call] = clientOfSuite({ seed: { accounts: 5 }, validateResponses: false });

	const list = (query = '') => call('GET', `/resources/accounts?status=activeOrChurned${query}`);
	const create = () => call('POST', '/resources/accounts', { externalId: 'new', name: 'New' });
	const isCreated = () => sandbox().state.accounts.byExternalId('new') !== undefined;

	it.each([
		['resetBefore', false],
		['resetAfter', true],
		['truncated', true],
	] as const)('%s cuts the connection; effect: %s', async (kind, effect) => {
		sandbox().faults.add({ kind, times: 1 });
		await expect(create()).rejects.toThrow();
		expect(isCreated()).toBe(effect);
		expect(sandbox().requests[0].status).toBeNull();
		expect((await list()).status).toBe(200);
	});

	it('resetAfter also cuts an answer without a body', async () => {
		sandbox().faults.add({ kind: 'resetAfter', times: 1 });
		await expect(call('DELETE', '/resources/accounts/acct-10001')).rejects.toThrow();
		expect(sandbox().state.accounts.size).toBe(4);
	});

	it('hang never answers, has no effect, and does not keep close() waiting', async () => {
		const [other, callOther] = await startClient({ seed: 'empty' });
		other.faults.add({ kind: 'hang' });
		const pending = callOther('POST', '/resources/accounts', { externalId: 'a', name: 'A' });
		const cut = expect(pending).rejects.toThrow();
		while (other.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
		await other.close();
		await cut;
		expect(other.state.accounts.size).toBe(0);
	});

	it('status answers what it is told, without effect', async () => {
		const headers = { 'Retry-After': '7' };
		sandbox().faults.add({
			kind: 'status',
			status: 503,
			body: { error: 'Down.' },
			headers,
			times: 1,
		});
		const answer = await create();
		expect([answer.status, answer.body]).toEqual([503, { error: 'Down.' }]);
		expect(answer.headers.get('Retry-After')).toBe('7');
		expect(isCreated()).toBe(false);
	});

	it('status may go without a body', async () => {
		sandbox().faults.add({ kind: 'status', status: 502 });
		expect(await list()).toMatchObject({ status: 502, body: undefined });
	});

	it('notJson answers 200 with a page of HTML, after the effect', async () => {
		sandbox().faults.add({ kind: 'notJson', times: 1 });
		await expect(create()).rejects.toThrow(SyntaxError);
		expect(isCreated()).toBe(true);
	});

	it('repeatCursor gives back the cursor that was sent', async () => {
		sandbox().faults.add({ kind: 'repeatCursor' });
		const { next } = (await list('&limit=2')).body;
		const from = encodeURIComponent(next ?? '');
		expect((await list(`&limit=2&from=${from}`)).body.next).toBe(next);
		expect((await list(`&limit=100&from=${from}`)).body.next).toBe(next);
	});

	it('emptyPageWithCursor gives a cursor and no rows', async () => {
		sandbox().faults.add({ kind: 'emptyPageWithCursor' });
		expect((await list()).body).toMatchObject({ results: [], next: expect.any(String) });
	});

	it('missingResults leaves the rows out', async () => {
		sandbox().faults.add({ kind: 'missingResults' });
		expect((await list()).body).toEqual({ next: null });
	});

	it('delay only waits', async () => {
		sandbox().faults.add({ kind: 'delay', ms: 5 });
		expect((await list()).body.results).toHaveLength(5);
	});

	it.each<[string, Fault['on'], number[]]>([
		['a method', { method: 'POST' }, [200, 500, 404]],
		['the start of a path', { path: '/resources/accounts/' }, [200, 200, 500]],
		['a pattern', { path: /unknown$/ }, [200, 200, 500]],
		['every second request', { nth: 2 }, [200, 500, 404]],
	])('meet only %s', async (_, on, statuses) => {
		sandbox().faults.add({ kind: 'status', status: 500, on });
		const answers = [
			await list(),
			await create(),
			await call('GET', '/resources/accounts/unknown'),
		];
		expect(answers.map(({ status }) => status)).toEqual(statuses);
	});

	it('end after the given number of times', async () => {
		sandbox().faults.add({ kind: 'status', status: 500, times: 2 });
		const statuses = [(await list()).status, (await list()).status, (await list()).status];
		expect(statuses).toEqual([500, 500, 200]);
	});

	it('let the highest number of open requests be seen', async () => {
		sandbox().faults.add({ kind: 'delay', ms: 20 });
		await Promise.all([list(), list(), list()]);
		expect(sandbox().maxInFlight).toBe(3);
	});
});
