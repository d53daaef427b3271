import { type Sandbox, startSandbox } from '../../sandbox/sandbox.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { allRows, clientOfSuite, inNewClient, standingClock } from './client.cts';

describe('the demo data', () => {
	it('has the same records in every run, in numbers that look real', async () => {
		const first = await startSandbox();
		const second = await startSandbox({ now: () => 0 });

		await Promise.all([first.close(), second.close()]);

		const records = ({ state }: Sandbox) =>
			Object.values(state).map((table) => ('all' in Object(table) ? [...table.all()] : []));

		expect(JSON.stringify(records(first))).toBe(JSON.stringify(records(second)));
		expect(first.state.counts()).toMatchObject({
			accounts: 240,
			organizations: 40,
			users: 600,
			admins: 12,
		});
	});

	const [sandbox, call] = clientOfSuite();

	it('follows the contract in the lists that `npm run verify` does not read', async () => {
		for (const kind of [
			'noteCategories',
			'taskCategories',
			'projectCategories',
			'projectTemplates',
		]) {
			expect((await call('GET', `/resources/${kind}`)).body.results).not.toEqual([]);
		}

		expect(sandbox().contractErrors()).toEqual([]);
	});
});

describe('a POST with the External ID of a record', () => {
	it.each([
		{
			kind: 'organizations',
			duplicateExternalId: 'reject',
			status: 400,
			name: 'First',
			count: 1,
		},
		{
			kind: 'organizations',
			duplicateExternalId: 'upsert',
			status: 200,
			name: 'Second',
			count: 1,
		},
		{
			kind: 'organizations',
			duplicateExternalId: 'create',
			status: 200,
			name: 'First',
			count: 2,
		},
		{ kind: 'users', duplicateExternalId: 'create', status: 200, name: 'First', count: 2 },
	] as const)(
		'does for $kind what duplicateExternalId of the sandbox says: $duplicateExternalId',
		async (settings) => {
			const { kind, duplicateExternalId, status, name, count } = settings;

			await inNewClient({ seed: 'empty', duplicateExternalId }, async (sandbox, call) => {
				const account = await call('POST', '/resources/accounts', { externalId: 'a', name: 'A' });
				const ties = kind === 'users' ? { accountIds: [account.body.id] } : {};
				const post = (text: string) =>
					call('POST', `/resources/${kind}`, { externalId: 'x', name: text, ...ties });

				await post('First');

				const second = await post('Second');
				const found = await call('GET', `/resources/${kind}/x`);

				expect({ status: second.status, name: found.body.name }).toEqual({ status, name });
				expect({ records: sandbox.state[kind].size }).toEqual({ records: count });
			});
		},
	);
});

describe('a user of the sandbox', () => {
	const PATH = '/resources/users';
	const DAY = 86_400_000;

	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ now: clock.now });

	const create = () => {
		const [{ id }] = sandbox().state.accounts.all();

		return call('POST', PATH, { externalId: 'u', email: 'a+b@acme.example', accountIds: [id] });
	};

	it.each([
		{ query: 'email=a+b@acme.example', near: 'a plus sign that is not encoded' },
		{ query: 'externalId=U', near: 'an External ID in other letters' },
		{ query: 'emailSubdomain=acme', near: 'a part of a domain' },
	])('matches no search with $near: $query', async ({ query }) => {
		await create();

		expect((await call('GET', `${PATH}/search?${query}`)).body.results).toEqual([]);
	});

	it('keeps all but its updatedAt until the day of its deletion, and disappears then', async () => {
		const before = (await create()).body;

		clock.pass(1000);
		const day = new Date(clock.now() + 2 * DAY).toISOString().slice(0, 10);

		expect((await call('DELETE', `${PATH}/u?deleteOn=${day}`)).status).toBe(204);

		const after = (await call('GET', `${PATH}/u`)).body;

		expect(after).toEqual({ ...before, updatedAt: new Date(clock.now()).toISOString() });

		clock.pass(2 * DAY);

		expect((await call('GET', `${PATH}/u`)).status).toBe(404);

		const left = await allRows(call, PATH);

		expect(left.map(({ id }) => id)).not.toContain(before.id);
		expect((await create()).status).toBe(200);
	});
});

describe('the search of custom object instances', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });

	it.each(['', '?id=a&externalId=b', '?customFieldId=a'])(
		'rejects the query "%s"',
		async (query) => {
			addDeal(sandbox());
			const path = `/resources/customObjects/obj-1/instances/search${query}`;

			expect((await call('GET', path)).status).toBe(400);
			expect(sandbox().contractErrors()).toEqual([]);
		},
	);
});

describe('a note of the sandbox', () => {
	const [sandbox, call] = clientOfSuite();

	const create = (body: object) => {
		const [{ id: accountId }] = sandbox().state.accounts.all();
		const note = { accountId, noteDate: '2026-11-01T10:00:00Z', note: '<p>Hello</p>' };

		return call('POST', '/resources/notes', { ...note, ...body });
	};

	it.each([
		['<p onclick="x()">a</p>', '<p>a</p>'],
		['<h1>a</h1><table><tr><td>b</td></tr></table>', 'ab'],
		['<script>alert(1)</script><b>a</b>', '<b>a</b>'],
		[
			'<img src="https://a.example/i.png" alt="i" style="x" width="1">',
			'<img src="https://a.example/i.png" alt="i" width="1" />',
		],
	])('keeps only the allowed HTML of %s', async (note, kept) => {
		const { body } = await create({ note });

		expect(body.note).toBe(kept);

		const update = await call('PUT', `/resources/notes/${body.id}`, { note: `${note}!` });

		expect(update.body.note).toBe(`${kept}!`);
	});
});

describe('the Analytics API of the sandbox', () => {
	const [sandbox, call] = clientOfSuite({ seed: 'empty' });
	const send = (type: string, body: object) => call('POST', `/analytics/v1/${type}`, body);
	const track = { event: 'Login', properties: {}, accountId: 'a' };

	it('counts a message once per messageId, or per text when only the timestamp is sent', async () => {
		const timestamp = '2026-11-20T00:00:00Z';

		await send('track', { ...track, messageId: '1' });
		await send('track', { ...track, messageId: '1', event: 'Logout' });
		await send('track', { ...track, timestamp });
		await send('batch', [
			{ type: 'track', ...track, messageId: '1' },
			{ type: 'track', ...track, timestamp },
			{ type: 'track', ...track, timestamp, event: 'Logout' },
		]);

		expect(sandbox().state.events.map(({ event }) => event)).toEqual(['Login', 'Login', 'Logout']);
	});

	it('rejects a whole batch with 400 when the type of a message in it is blocked', async () => {
		sandbox().blockedMessages.add('track');
		const { status, body } = await send('batch', [
			{ type: 'account', accountId: 'a', messageId: '1' },
			{ type: 'track', ...track, messageId: '2' },
		]);

		expect([status, body.error]).toEqual([400, 'Track messages are blocked.']);
		expect(sandbox().state.accounts.size).toBe(0);
		expect(sandbox().state.events).toEqual([]);
	});
});
