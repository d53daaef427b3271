import { allRows, clientOfSuite } from './client.cts';

describe('notes', () => {
	const [sandbox, call] = clientOfSuite();

	const owned = () => {
		for (const account of sandbox().state.accounts.all()) {
			const { id, organizationId } = account;
			if (organizationId !== null) return { account, id, organizationId };
		}
		throw new Error('The demo has no account with an organization.');
	};
	const create = (body: object = {}) =>
		call('POST', '/resources/notes', {
			accountId: owned().id,
			note: '<p>Hello</p>',
			noteDate: '2026-11-01T10:00:00Z',
			externalId: 'n1',
			...body,
		});

	it('carry account, organization, author and category', async () => {
		const [author] = sandbox().state.admins.all();
		const [category] = sandbox().state.noteCategories.all();
		const { body } = await create({ authorId: author.id, categoryId: category.id });
		expect(body).toMatchObject({
			organizationId: owned().organizationId,
			account: { id: owned().id },
			organization: { id: owned().organizationId },
			author: { id: author.id, licenseStatus: author.licenseStatus },
			category: { id: category.id, name: category.name },
			archivedAt: null,
			tags: [],
		});
		expect(body.account).not.toHaveProperty('segments');
	});

	it('lose all tags by an update that leaves them out', async () => {
		const { id } = (await create({ tags: ['risk', 'renewal'] })).body;
		const put = async (body: object) =>
			(await call('PUT', `/resources/notes/${id}`, body)).body.tags;
		expect(await put({ tags: ['risk'], subject: 'S' })).toEqual(['risk']);
		expect(await put({ subject: 'T' })).toEqual([]);
	});

	it.each([
		['<p onclick="x()">a</p>', '<p>a</p>'],
		['<h1>a</h1><table><tr><td>b</td></tr></table>', 'ab'],
		['<script>alert(1)</script><b>a</b>', '<b>a</b>'],
		[
			'<a href="https://a.example" rel="x" target="_blank">a</a>',
			'<a href="https://a.example" target="_blank">a</a>',
		],
		[
			'<img src="https://a.example/i.png" alt="i" style="x" width="1">',
			'<img src="https://a.example/i.png" alt="i" width="1" />',
		],
		[
			'<ul><li><em>a</em></li></ul><ol><li><code>b</code></li></ol>',
			'<ul><li><em>a</em></li></ul><ol><li><code>b</code></li></ol>',
		],
	])('keep of %s only what is allowed', async (sent, kept) => {
		const { body } = await create({ note: sent });
		expect(body.note).toBe(kept);
		const update = await call('PUT', `/resources/notes/${body.id}`, { note: `${sent}!` });
		expect(update.body.note).toBe(`${kept}!`);
	});

	it('insert the value that a trait of the parent has now', async () => {
		const { account } = owned();
		const note = '<p>{{account.traits.plan}}, {{organization.traits.unknown}}.</p>';
		expect((await create({ note })).body.note).toBe(`<p>${account.traits.plan}, .</p>`);
	});

	it('are found by service id or external id, of the given source', async () => {
		const { id } = (await create()).body;
		expect((await call('GET', '/resources/notes/n1')).body.id).toBe(id);
		expect((await call('GET', '/resources/notes/n1?source=zoom')).status).toBe(404);
		const zoom = [...sandbox().state.notes.all()].find(({ source }) => source === 'zoom');
		const path = `/resources/notes/${zoom?.externalId}?source=ZOOM`;
		expect((await call('PUT', path, { tags: ['a'] })).body.id).toBe(zoom?.id);
	});

	it('are archived by service id only, once, and then listed apart', async () => {
		const { id } = (await create()).body;
		expect((await call('DELETE', '/resources/notes/n1')).status).toBe(404);
		expect((await call('DELETE', `/resources/notes/${id}`)).status).toBe(204);
		expect((await call('DELETE', `/resources/notes/${id}`)).status).toBe(404);
		const has = async (query: string) =>
			(await allRows(call, `/resources/notes?${query}`)).some((note) => note.id === id);
		expect(await has('archived=true')).toBe(true);
		expect(await has('archived=false')).toBe(false);
		expect((await call('GET', `/resources/notes/${id}`)).body.archivedAt).toEqual(
			expect.any(String),
		);
	});

	it('are listed of an account, an organization, and a source in any case', async () => {
		const { id } = (await create()).body;
		const first = async (path: string) =>
			(await call('GET', `/resources${path}?limit=1`)).body.results[0]?.id;
		expect(await first(`/accounts/${owned().id}/notes`)).toBe(id);
		expect(await first(`/organizations/${owned().organizationId}/notes`)).toBe(id);
		const zoom = await allRows(call, '/resources/notes?source=Zoom');
		expect(new Set(zoom.map(({ source }) => source))).toEqual(new Set(['zoom']));
	});

	it.each([
		['accountId', '400 for an unknown account'],
		['authorId', '400 for an unknown author'],
		['categoryId', '400 for an unknown category'],
	])('refuse a wrong %s', async (field) => {
		expect((await create({ [field]: 'unknown' })).status).toBe(400);
	});

	it('move to another account, with its organization', async () => {
		const { id } = (await create()).body;
		const alone = [...sandbox().state.accounts.all()].find((one) => one.organizationId === null);
		const { body } = await call('PUT', `/resources/notes/${id}`, { accountId: alone?.id });
		expect(body).toMatchObject({ accountId: alone?.id, organizationId: null });
	});

	it('refuse a known external id', async () => {
		await create();
		expect((await create()).status).toBe(400);
	});
});
