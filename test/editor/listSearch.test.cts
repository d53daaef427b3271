import { scrollList, searchList } from '../engine/listSearch.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('pick-lists', () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 2500, organizations: 30 } });
	beforeEach(() => {
		sandbox().limits.budget = 100_000;
	});

	const scroll = async (method: string, filter?: string) =>
		await scrollList(sandbox(), method, filter);

	it('returns every account once, churned ones too', async () => {
		const all = await scroll('searchAccounts');
		expect(new Set(all.map(({ value }) => value)).size).toBe(2500);
		expect(all).toHaveLength(2500);
	});

	it('returns the first page after one request', async () => {
		const { results } = await searchList(sandbox(), 'searchAccounts');
		expect(results).toHaveLength(100);
		expect(sandbox().requests).toHaveLength(1);
		expect(results[0].name).toMatch(/^.+ \(.+\)$/);
	});

	it('finds a string anywhere in the list, not case-sensitive', async () => {
		const accounts = [...sandbox().state.accounts.all()];
		const oldest = accounts.reduce((a, b) => (a.createdAt < b.createdAt ? a : b));
		const found = await scroll('searchAccounts', oldest.name.toUpperCase());
		expect(found.map(({ value }) => value)).toContain(oldest.id);
		const wanted = accounts.filter(({ name }) => name.includes(oldest.name));
		expect(found.length).toBeGreaterThanOrEqual(wanted.length);
	});

	it('finds an exact ID with one look', async () => {
		const { id, externalId } = [...sandbox().state.accounts.all()][0];
		for (const text of [id, String(externalId), ` ${id} `]) {
			sandbox().requests.length = 0;
			const { results } = await searchList(sandbox(), 'searchAccounts', text);
			expect(results[0].value).toBe(id);
			expect(sandbox().requests[0].path).toBe(
				`/resources/accounts/${encodeURIComponent(text.trim())}`,
			);
		}
	});

	it.each(['.', '..', 'x'.repeat(2000)])(
		'finds %j as a string, though it is no ID',
		async (text) => {
			const [account] = sandbox().state.accounts.all();
			sandbox().state.accounts.change(account, { name: `Before ${text} behind` });
			const found = await scroll('searchAccounts', text);
			expect(found.map(({ value }) => value)).toContain(account.id);
		},
	);

	it('returns the organizations', async () => {
		expect(await scroll('searchOrganizations')).toHaveLength(30);
	});

	it('returns an error, not an empty list', async () => {
		sandbox().faults.add({ kind: 'status', status: 401 });
		await expect(searchList(sandbox(), 'searchAccounts')).rejects.toThrow(
			'Vitally does not accept the API key',
		);
	});
});
