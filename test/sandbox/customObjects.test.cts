import { allRows, clientOfSuite } from './client.cts';

describe('custom objects', () => {
	const [sandbox, call] = clientOfSuite();

	const deals = () => {
		const object = [...sandbox().state.customObjects.all()].find(({ name }) => name === 'deals');
		if (!object) throw new Error('The demo has no deals.');
		return { object, path: `/resources/customObjects/${object.id}` };
	};
	const account = () => [...sandbox().state.accounts.all()][0];
	const create = (body: object = {}) =>
		call('POST', `${deals().path}/instances`, {
			name: 'Deal X',
			externalId: 'x',
			customerId: account().id,
			traits: { 'vitally.custom.stage': 'Stage X' },
			...body,
		});

	it('are listed and read', async () => {
		const { object, path } = deals();
		const rows = await allRows(call, '/resources/customObjects/');
		expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['deals', 'goals']));
		expect((await call('GET', path)).body).toEqual(object);
		expect((await call('GET', '/resources/customObjects/unknown')).status).toBe(404);
	});

	it('have instances that are created, changed, archived', async () => {
		const { id } = (await create()).body;
		const path = `${deals().path}/instances/${id}`;
		const change = { name: 'Deal Y', traits: { 'vitally.custom.amount': 5 } };
		expect((await call('PUT', path, change)).body).toMatchObject({
			name: 'Deal Y',
			customerId: account().id,
			traits: { 'vitally.custom.stage': 'Stage X', 'vitally.custom.amount': 5 },
		});
		expect((await call('DELETE', path)).status).toBe(204);
		const ids = async (query: string) =>
			(await allRows(call, `${deals().path}/instances${query}`)).map((row) => row.id);
		expect(await ids('?archived=true')).toContain(id);
		expect(await ids('')).not.toContain(id);
	});

	it.each<[string, (id: string) => string]>([
		['id', (id) => `id=${id}`],
		['external id', () => 'externalId=x'],
		['account', () => `customerId=${account().id}`],
		[
			'custom field',
			() => `customFieldId=${deals().object.customFields[0].id}&customFieldValue=Stage%20X`,
		],
	])('are searched by %s, as a bare list', async (_, query) => {
		const { id } = (await create()).body;
		const { body } = await call('GET', `${deals().path}/instances/search?${query(id)}`);
		expect(body).toEqual(expect.arrayContaining([expect.objectContaining({ id })]));
	});

	it('answer a search without hits with an empty list', async () => {
		const { body } = await call('GET', `${deals().path}/instances/search?externalId=unknown`);
		expect(body).toEqual([]);
	});

	it.each([
		'',
		'?id=a&externalId=b',
		'?customFieldId=a',
		'?customFieldValue=a',
		'?id=a&customFieldId=a&customFieldValue=b',
	])('refuse the search "%s"', async (query) => {
		const answer = await call('GET', `${deals().path}/instances/search${query}`);
		expect(answer.status).toBe(400);
		expect(sandbox().contractRefusals()).toEqual([]);
	});
});
