import { startSandbox } from '../../sandbox/sandbox.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import { allRows, clientOfSuite, standingClock, startClient } from './client.cts';

describe('accounts', () => {
	const clock = standingClock();
	const [, call] = clientOfSuite({ now: clock.now });

	const create = (body: object = {}) =>
		call('POST', '/resources/accounts', { externalId: 'acme', name: 'Acme', ...body });

	it('are found by service id and by external id', async () => {
		const { id } = (await create()).body;
		expect((await call('GET', `/resources/accounts/${id}`)).body.externalId).toBe('acme');
		expect((await call('GET', '/resources/accounts/acme')).body.id).toBe(id);
		expect((await call('GET', '/resources/accounts/unknown')).status).toBe(404);
	});

	it('merge traits, keep dotted keys whole, and delete a trait by null', async () => {
		const created = await create({
			traits: { 'vitally.custom.nextStep': 'Call', seats: 0, gone: null },
		});
		expect(created.body.traits).toEqual({ 'vitally.custom.nextStep': 'Call', seats: 0 });
		const traits = { seats: null, active: false, products: ['Core'] };
		const updated = await call('PUT', '/resources/accounts/acme', { traits });
		expect(updated.body.traits).toEqual({
			'vitally.custom.nextStep': 'Call',
			active: false,
			products: ['Core'],
		});
	});

	it('show the fields that are written as traits', async () => {
		const traits = { mrr: 1250.5, nextRenewalDate: '2027-01-01T00:00:00.000Z' };
		expect((await create({ traits })).body).toMatchObject(traits);
	});

	it('move updatedAt on a change, not createdAt', async () => {
		const before = (await create()).body;
		clock.pass(60_000);
		const after = (await call('PUT', '/resources/accounts/acme', { name: 'Acme Two' })).body;
		expect(after.createdAt).toBe(before.createdAt);
		expect(after.updatedAt).toBe(new Date(clock.now()).toISOString());
	});

	it('take an organization by service id or external id, and leave it by null', async () => {
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

	it('hide churned accounts unless status asks for them', async () => {
		await create({ traits: { churnedAt: '2026-11-01T10:00:00.000Z' } });
		const has = async (query: string) => {
			const rows = await allRows(call, `/resources/accounts${query}`);
			return rows.some(({ externalId }) => externalId === 'acme');
		};
		expect(await has('')).toBe(false);
		expect(await has('?status=active')).toBe(false);
		expect(await has('?status=churned')).toBe(true);
		expect(await has('?status=activeOrChurned')).toBe(true);
	});

	it('take what belongs to them alone with them', async () => {
		const { id } = (await create()).body;
		const noteDate = '2026-11-01T10:00:00Z';
		const note = await call('POST', '/resources/notes', { accountId: id, note: 'x', noteDate });
		expect((await call('DELETE', '/resources/accounts/acme')).status).toBe(204);
		expect((await call('GET', `/resources/accounts/${id}`)).status).toBe(404);
		expect((await call('GET', `/resources/notes/${note.body.id}`)).status).toBe(404);
	});

	it('answer health scores with an object', async () => {
		await create();
		expect((await call('GET', '/resources/accounts/acme/healthScores')).status).toBe(200);
	});

	it.each([
		['refuse', 400, 'Acme', 1],
		['upsert', 200, 'Again', 1],
		['create', 200, 'Acme', 2],
	] as const)('with a known external id: %s', async (duplicateExternalId, status, name, count) => {
		const [other, callOther] = await startClient({ seed: 'empty', duplicateExternalId });
		const post = (body: object) =>
			callOther('POST', '/resources/accounts', { externalId: 'a', ...body });
		await post({ name: 'Acme' });
		expect((await post({ name: 'Again' })).status).toBe(status);
		expect((await callOther('GET', '/resources/accounts/a')).body.name).toBe(name);
		expect(other.state.accounts.size).toBe(count);
		await other.close();
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
		expect(sandbox.contractRefusals()).toEqual([]);
		await sandbox.close();
	});

	it('has of everything what examples need', async () => {
		const sandbox = await startSandbox();
		const { users, tasks, npsResponses, organizations, meetings, transcripts } = sandbox.state;
		const some = <T,>(rows: Iterable<T>, fits: (row: T) => boolean) => [...rows].some(fits);
		expect(some(users.all(), ({ accountIds }) => accountIds.length > 1)).toBe(true);
		expect(some(users.all(), ({ segments }) => segments.length > 0)).toBe(true);
		expect(some(tasks.all(), ({ categoryId, links }) => Boolean(categoryId && links[0]))).toBe(
			true,
		);
		expect(
			some(organizations.all(), ({ keyRoles, segments }) => Boolean(keyRoles[0] && segments[0])),
		).toBe(true);
		for (const score of [3, 7, 10]) {
			expect(some(npsResponses.all(), (response) => response.score === score)).toBe(true);
		}
		expect(some(transcripts.all(), ({ meetingId }) => meetings.get(meetingId) !== undefined)).toBe(
			true,
		);
		await sandbox.close();
	});

	it('shows each user the last NPS response, and each account their number', async () => {
		const sandbox = await startSandbox();
		const { users, accounts, npsResponses } = sandbox.state;
		const all = [...npsResponses.all()];
		for (const user of users.all()) {
			const own = all.filter(({ userId }) => userId === user.id);
			const last = own.sort((a, b) => b.respondedAt.localeCompare(a.respondedAt)).at(0);
			expect(user.npsLastScore).toBe(last?.score ?? null);
			expect(user.npsLastRespondedAt).toBe(last?.respondedAt ?? null);
		}
		for (const account of accounts.all()) {
			const own = all.filter(({ userId }) => users.get(userId)?.accountIds.includes(account.id));
			const { npsDetractorCount, npsPassiveCount, npsPromoterCount } = account;
			expect(npsDetractorCount + npsPassiveCount + npsPromoterCount).toBe(own.length);
		}
		await sandbox.close();
	});
});
