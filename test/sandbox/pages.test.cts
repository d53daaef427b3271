import { allRows, clientOfSuite, standingClock, startClient } from './client.cts';

describe('pages of a list', () => {
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

	it('come newest first, and end with next null', async () => {
		const ids = await add(5);
		const first = await call('GET', '/resources/accounts?limit=3');
		expect(idsOf(first.body.results)).toEqual([ids[4], ids[3], ids[2]]);
		expect(first.body.atEnd).toBe(false);
		const from = encodeURIComponent(first.body.next ?? '');
		const last = await call('GET', `/resources/accounts?limit=3&from=${from}`);
		expect(idsOf(last.body.results)).toEqual([ids[1], ids[0]]);
		expect(last.body).toMatchObject({ next: null, atEnd: true });
	});

	it('give no cursor when the last page is exactly full', async () => {
		await add(4);
		expect((await call('GET', '/resources/accounts?limit=4')).body.next).toBeNull();
	});

	it('hold every row once when timestamps are equal', async () => {
		const ids = await add(7, 0);
		const rows = await allRows(call, '/resources/accounts?limit=2');
		expect(new Set(idsOf(rows))).toEqual(new Set(ids));
		expect(rows).toHaveLength(7);
	});

	it('by updatedAt: an edit between two pages moves the row in front of the cursor', async () => {
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

	it('by createdAt: edits and deletions between two pages lose no other row', async () => {
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

	it.each([
		'limit=0',
		'limit=101',
		'limit=1.5',
		'limit=ten',
		'sortBy=name',
		'from=nonsense',
		'from=',
	])('refuse %s with 400', async (query) => {
		expect((await call('GET', `/resources/accounts?${query}`)).status).toBe(400);
	});
});

describe('a large list', () => {
	it('pages through 25,000 accounts, each once', async () => {
		const [sandbox, call] = await startClient({
			seed: {
				accounts: 25_000,
				users: 0,
				conversations: 0,
				notes: 0,
				projects: 0,
				tasks: 0,
				deals: 0,
			},
			validateResponses: false,
			record: false,
			limits: { budget: 1_000_000 },
		});
		const rows = await allRows(call, '/resources/accounts?status=activeOrChurned&sortBy=createdAt');
		expect(new Set(rows.map(({ id }) => id)).size).toBe(25_000);
		expect(sandbox.requests).toEqual([]);
		await sandbox.close();
	});
});
