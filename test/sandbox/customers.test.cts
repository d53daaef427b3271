import { type Sandbox, startSandbox } from '../../sandbox/sandbox.cts';
import { allRows, clientOfSuite, standingClock, startClient } from './client.cts';

describe('accounts', () => {
	const clock = standingClock();
	const [, call] = clientOfSuite({ now: clock.now });

	const create = (body: object = {}) =>
		call('POST', '/resources/accounts', { externalId: 'acme', name: 'Acme', ...body });

	it('move updatedAt on a change, not createdAt', async () => {
		const before = (await create()).body;
		clock.pass(60_000);
		const after = (await call('PUT', '/resources/accounts/acme', { name: 'Acme Two' })).body;
		expect(after.createdAt).toBe(before.createdAt);
		expect(after.updatedAt).toBe(new Date(clock.now()).toISOString());
	});

	it('accept an organization by service id or external id, and leave it by null', async () => {
		const [organization] = (await call('GET', '/resources/organizations?limit=1')).body.results;
		await create();
		const put = async (organizationId: unknown) =>
			(await call('PUT', '/resources/accounts/acme', { organizationId })).body.organizationId;
		expect(await put(organization.externalId)).toBe(organization.id);
		expect(await put(null)).toBeNull();
		expect(await put(organization.id)).toBe(organization.id);
		const list = await allRows(call, `/resources/organizations/${organization.id}/accounts`);
		expect(list.map(({ externalId }) => externalId)).toContain('acme');
		expect(
			(await call('GET', `/resources/organizations/${organization.externalId}/accounts`)).status,
		).toBe(404);
	});

	it('remove what belongs only to them', async () => {
		const { id } = (await create()).body;
		const noteDate = '2026-11-01T10:00:00Z';
		const note = await call('POST', '/resources/notes', { accountId: id, note: 'x', noteDate });
		expect((await call('DELETE', '/resources/accounts/acme')).status).toBe(204);
		expect((await call('GET', `/resources/accounts/${id}`)).status).toBe(404);
		expect((await call('GET', `/resources/notes/${note.body.id}`)).status).toBe(404);
	});
});

describe('the demo data', () => {
	it('is the same in every run, and of a size that looks real', async () => {
		const [one, other] = [await startSandbox(), await startSandbox({ now: () => 0 })];
		const records = ({ state }: Sandbox) =>
			[
				state.accounts,
				state.users,
				state.conversations,
				state.notes,
				state.projects,
				state.tasks,
				state.instances,
				state.npsResponses,
				state.meetings,
				state.surveyResponses,
			].map((table) => [...table.all()]);
		expect(JSON.stringify(records(one))).toBe(JSON.stringify(records(other)));
		expect(one.state.counts()).toMatchObject({
			accounts: 240,
			organizations: 40,
			users: 600,
			admins: 12,
		});
		await Promise.all([one.close(), other.close()]);
	});

	it('keeps to the contract in every list', async () => {
		const [sandbox, call] = await startClient();
		const lists = [
			'accounts',
			'organizations',
			'users',
			'admins',
			'conversations',
			'notes',
			'noteCategories',
		];
		lists.push('projects', 'projectTemplates', 'projectCategories', 'tasks', 'customObjects');
		lists.push('taskCategories', 'npsResponses', 'meetings');
		for (const list of lists) {
			expect((await allRows(call, `/resources/${list}?limit=100`)).length).toBeGreaterThan(0);
		}
		expect(sandbox.contractErrors()).toEqual([]);
		await sandbox.close();
	});
});

describe('a POST with a known external id', () => {
	it.each([
		['organizations', {}, 'reject', 400, 'First', 1],
		['organizations', {}, 'upsert', 200, 'Second', 1],
		['organizations', {}, 'create', 200, 'First', 2],
		['users', { accountIds: ['a'] }, 'reject', 400, 'First', 1],
		['users', { accountIds: ['a'] }, 'upsert', 200, 'Second', 1],
		['users', { accountIds: ['a'] }, 'create', 200, 'First', 2],
	] as const)('%s %j: %s', async (kind, body, duplicateExternalId, status, name, count) => {
		const [sandbox, call] = await startClient({ seed: 'empty', duplicateExternalId });
		const account = await call('POST', '/resources/accounts', { externalId: 'a', name: 'A' });
		const ties = 'accountIds' in body ? { accountIds: [account.body.id] } : {};
		const post = (text: string) =>
			call('POST', `/resources/${kind}`, { externalId: 'x', name: text, ...ties });
		await post('First');
		expect((await post('Second')).status).toBe(status);
		expect((await call('GET', `/resources/${kind}/x`)).body.name).toBe(name);
		expect(sandbox.state[kind].size).toBe(count);
		await sandbox.close();
	});
});

describe('users', () => {
	const PATH = '/resources/users';
	const DAY = 86_400_000;

	const clock = standingClock();
	const [sandbox, call] = clientOfSuite({ now: clock.now });

	const customers = () => {
		const [one, two] = sandbox().state.accounts.all();
		const [group] = sandbox().state.organizations.all();
		return { one, two, group };
	};
	const create = (body: object = { accountIds: [customers().one.id] }) =>
		call('POST', PATH, { externalId: 'u', email: 'a+b@acme.example', ...body });
	const idsOf = (rows: unknown) => (rows as { id: string }[]).map(({ id }) => id);

	it('are not found by an e-mail whose plus sign is not encoded, or by an unknown one', async () => {
		await create();
		for (const query of ['email=a+b@acme.example', 'externalId=U', 'emailSubdomain=acme']) {
			expect((await call('GET', `${PATH}/search?${query}`)).body.results).toEqual([]);
		}
	});

	it('are deleted on a day: until then only updatedAt differs', async () => {
		const before = (await create()).body;
		clock.pass(1000);
		const day = new Date(clock.now() + 2 * DAY).toISOString().slice(0, 10);
		expect((await call('DELETE', `${PATH}/u?deleteOn=${day}`)).status).toBe(204);
		const after = (await call('GET', `${PATH}/u`)).body;
		expect(after).toEqual({ ...before, updatedAt: new Date(clock.now()).toISOString() });
		clock.pass(2 * DAY);
		expect((await call('GET', `${PATH}/u`)).status).toBe(404);
		expect(idsOf(await allRows(call, PATH))).not.toContain(before.id);
		expect((await call('GET', `${PATH}/search?externalId=u`)).body.results).toEqual([]);
		expect((await create()).status).toBe(200);
	});
});

describe('custom objects', () => {
	const [sandbox, call] = clientOfSuite();

	const deals = () => {
		const object = [...sandbox().state.customObjects.all()].find(({ name }) => name === 'deals');
		if (!object) throw new Error('The demo has no deals.');
		return { object, path: `/resources/customObjects/${object.id}` };
	};

	it.each([
		'',
		'?id=a&externalId=b',
		'?customFieldId=a',
		'?customFieldValue=a',
		'?id=a&customFieldId=a&customFieldValue=b',
	])('reject the search "%s"', async (query) => {
		const answer = await call('GET', `${deals().path}/instances/search${query}`);
		expect(answer.status).toBe(400);
		expect(sandbox().contractErrors()).toEqual([]);
	});
});
