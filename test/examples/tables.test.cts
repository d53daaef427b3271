import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample, runExample } from './example.cts';
import { pinned, startedWith, withoutSending } from './replaced.cts';

/** The examples that bring rows of a database or a sheet to Vitally, each run a second time. */
describe('examples with tables', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const account = (externalId: string, name: string, traits = {}) =>
		createAccount(sandbox().state, { externalId, name, traits }, 'refuse');
	const shown = (externalId: string) => sandbox().state.accounts.byExternalId(externalId);
	const writes = () => sandbox().requests.filter(({ method }) => method !== 'GET');

	describe('postgres-to-accounts.json', () => {
		const run = async (rows: IDataObject[]) => {
			const file = readExample('postgres-to-accounts.json');
			const workflow = startedWith(pinned(file, 'Customers', rows), 'Every Night', [{}]);
			const outcome = await runExample(sandbox(), withoutSending(workflow, 'Post Summary'));
			return outcome.items('Post Summary').map(({ json }) => json);
		};
		/** As Postgres returns it: a numeric column is text. */
		const row = {
			customer_id: 'row-1',
			company: 'Harbor Analytics',
			plan: 'Growth',
			seats: 42,
			products: 'Core, Reports',
			mrr: '1850.50',
			next_renewal_date: '2027-03-01',
		};
		const empty = { plan: null, seats: null, products: '', mrr: null, next_renewal_date: null };

		it('creates and updates accounts, and reports it once', async () => {
			const before = sandbox().state.accounts.size;
			account('row-2', 'Summit Logistics', { plan: 'Starter', seats: 7 });
			const rows = [row, { ...row, ...empty, customer_id: 'row-2', plan: 'Growth' }];
			const [message, ...others] = await run(rows);
			expect(others).toEqual([]);
			expect(message).toMatchObject({
				operation: 'post',
				channelId: { value: '#customer-success' },
				text: '*Accounts synced from Postgres:* 1 created, 1 updated, 0 unchanged, 0 failed',
			});
			expect(shown('row-1')).toMatchObject({
				name: 'Harbor Analytics',
				traits: {
					plan: 'Growth',
					seats: 42,
					products: ['Core', 'Reports'],
					mrr: 1850.5,
					nextRenewalDate: '2027-03-01T00:00:00.000Z',
				},
			});
			expect(shown('row-2')?.traits).toEqual({ plan: 'Growth', seats: 7 });

			const written = writes().length;
			expect(await run(rows)).toEqual([]);
			expect(writes()).toHaveLength(written);
			expect(sandbox().state.accounts.size).toBe(before + 2);
		});

		it('names the rows that failed, and writes the others', async () => {
			const [message] = await run([
				{ ...row, next_renewal_date: 'soon' },
				{ ...row, customer_id: 'row-2' },
				{ ...row, customer_id: '' },
			]);
			const [title, first, second] = String(message.text).split('\n');
			expect(title).toMatch(/ 1 created, 0 updated, 0 unchanged, 2 failed$/);
			expect(first).toMatch(/^• row-1: .*"soon".* is not a date/);
			expect(second).toMatch(/^• Row without External ID: /);
			expect(shown('row-2')?.name).toBe('Harbor Analytics');
		});
	});

	it('product-database-to-analytics.json', async () => {
		const rows = [
			{ account_id: 'row-1', company: 'Harbor', plan: 'growth', seats: 42, is_trial: false },
			{ account_id: 'row-2', company: 'Summit', plan: null, seats: null, is_trial: null },
		].map((row) => ({ ...row, last_login: row.plan && '2026-11-18T16:20:00Z' }));
		account('row-2', 'Summit', { plan: 'starter', seats: 3, isTrial: true, lastLogin: 'never' });
		const before = sandbox().state.accounts.size;
		for (const run of [1, 2]) {
			const file = readExample('product-database-to-analytics.json');
			const workflow = pinned(file, 'Changed Accounts', rows);
			await runExample(sandbox(), startedWith(workflow, 'Every Hour', [{}]));
			const sent = sandbox().requests.map(({ path }) => path);
			expect(sent).toEqual(Array(run).fill('/analytics/v1/batch'));
		}
		expect(shown('row-1')).toMatchObject({
			name: 'Harbor',
			traits: {
				plan: 'growth',
				seats: 42,
				isTrial: false,
				lastLogin: '2026-11-18T16:20:00.000Z',
			},
		});
		const kept = { plan: 'starter', seats: 3, isTrial: true, lastLogin: 'never' };
		expect(shown('row-2')?.traits).toMatchObject(kept);
		expect(sandbox().state.accounts.size).toBe(before + 1);
	});

	describe('google-sheets-to-custom-objects.json', () => {
		const run = async (rows: IDataObject[]) => {
			const file = readExample('google-sheets-to-custom-objects.json');
			const workflow = startedWith(pinned(file, 'Deals', rows), 'Every Hour', [{}]);
			return await runExample(sandbox(), withoutSending(workflow, 'Report Failed Rows'));
		};
		const row = {
			deal: 'sheet-1',
			title: 'Second region',
			account: 'acct-10000',
			stage: 'Proposal',
			amount: '4200.50',
			closes_on: '2026-12-15',
		};
		const instance = (externalId: string) => sandbox().state.instances.byExternalId(externalId);

		it('creates and updates deals once, and keeps what is empty in the sheet', async () => {
			const { size } = sandbox().state.instances;
			const amount = instance('deal-1')?.traits['vitally.custom.amount'];
			const known = { ...row, deal: 'deal-1', stage: 'Won', amount: '' };
			await run([row, known]);
			expect(instance('sheet-1')).toMatchObject({
				name: 'Second region',
				customerId: shown('acct-10000')?.id,
				traits: {
					'vitally.custom.stage': 'Proposal',
					'vitally.custom.amount': 4200.5,
					'vitally.custom.closesOn': '2026-12-15T00:00:00.000Z',
				},
			});
			expect(instance('deal-1')).toMatchObject({
				name: 'Second region',
				traits: { 'vitally.custom.stage': 'Won', 'vitally.custom.amount': amount },
			});

			const written = writes().length;
			const outcome = await run([row, known]);
			expect(outcome.items('Report Failed Rows')).toEqual([]);
			expect(writes()).toHaveLength(written);
			expect(sandbox().state.instances.size).toBe(size + 1);
		});

		it('reports the rows that failed in one message', async () => {
			const stranger = { ...row, deal: 'sheet-2', account: 'acct-9' };
			const outcome = await run([stranger, row, { ...row, deal: '' }]);
			const [message, ...others] = outcome.items('Report Failed Rows').map(({ json }) => json);
			expect(others).toEqual([]);
			const [title, first, second] = String(message.text).split('\n');
			expect(title).toBe('*Deals that could not be written:* 2');
			expect(first).toMatch(/^• sheet-2: .*acct-9/);
			expect(second).toMatch(/^• Row without External ID: /);
			expect(instance('sheet-1')).toBeDefined();
			const alone = await run([stranger]);
			expect(alone.items('Report Failed Rows')[0].json.text).toContain('sheet-2');
		});
	});
});
