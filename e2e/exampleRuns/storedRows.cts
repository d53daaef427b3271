import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { itemsOf } from '../session.cts';
import { assertRecord, only, submitWithLogin } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

const CUSTOMERS = `CREATE TABLE customers (customer_id text, company text, plan text,
	seats integer, updated_at timestamptz DEFAULT now())`;

/** The examples that store rows in a file, a data table or a database. */
export const STORED_ROWS: Record<string, ExampleRun> = {
	'accounts-to-postgres': async ({ from, postgres, sandbox, state }) => {
		await from('Every Hour');
		const count = state.accounts.size;
		const assertRows = (condition: string, expected: number) =>
			postgres.run(`DO $$ BEGIN ASSERT (SELECT count(*) FROM vitally_accounts WHERE ${condition})
				= ${expected}, '${condition.replaceAll("'", "''")}'; END $$`);

		assertRows('true', count);

		const [account] = state.accounts.all();
		const traits = { ...account.traits, plan: 'Gold' };

		state.accounts.change(account, { name: "O'Neill", traits, updatedAt: state.now() });
		sandbox.requests.length = 0;
		const updated = itemsOf(await from('Every Hour'), 'Get Updated Accounts');

		assertRows('true', count);
		assertRows(`id = '${account.id}' AND name = 'O''Neill' AND traits->>'plan' = 'Gold'`, 1);
		assert.ok(updated.length < count, `${updated.length} accounts were exported again`);
		assert.equal(sandbox.requests.length, 1);
	},

	'approve-then-apply': async ({ start, page, started, state, writes }) => {
		const amber = state.accounts.byExternalId('acct-10000');
		const cobalt = state.accounts.byExternalId('acct-10002');
		const ask = 'Ask for Approval';

		if (amber) {
			state.accounts.change(amber, { traits: { ...amber.traits, seats: { booked: 7 } as never } });
		}

		if (cobalt) state.accounts.change(cobalt, { name: 'x'.repeat(150) });

		for (const [count, decision] of ['Discard', 'Apply'].entries()) {
			assert.equal(writes(), 0);

			await start('When clicking Execute workflow');
			const { text, send } = await page(ask);

			assert.match(text, /<b>Amber Analytics<\/b><br \/>Plan: Growth → Enterprise/);
			assert.match(text, /<b>Summit Outdoor \(new\)<\/b>/);
			// A long word can be wrapped.
			assert.ok(text.includes(`${'x'.repeat(30)}\u200b${'x'.repeat(30)}`), text);

			if (count === 0) assert.match(text, /Seats: {"booked":7} → 12[;<]/);

			// Someone else is faster than the approval.
			if (count === 1 && amber) {
				state.accounts.change(amber, { traits: { ...amber.traits, seats: 5 } });
			}

			// The table is the first field.
			await send('', choice(decision));
			await started(count + 1);
		}

		assertRecord(state.accounts.byExternalId('acct-10000'), {
			traits: { ...amber?.traits, plan: 'Enterprise', seats: 5 },
		});
		assertRecord(state.accounts.byExternalId('acct-10002'), {
			name: 'Cobalt Robotics GmbH',
			traits: cobalt?.traits,
		});
		assertRecord(state.accounts.byExternalId('summit-outdoor'), {
			name: 'Summit Outdoor',
			traits: { plan: 'Starter', seats: 25 },
		});

		const [, applied] = await started(2);

		assert.deepEqual(
			itemsOf(applied, 'Count Results').map(({ json }) => [json.result, json.count_result]),
			[
				['changedSince', 1],
				['applied', 1],
				['created', 1],
			],
		);
		assert.equal(writes(), 3);

		await start('Every Morning');
		await (await page(ask)).send('', choice('Discard'));
		await started(3);
		assert.equal(writes(), 3);
	},

	'csv-to-accounts': async ({ activate, started, page, state, addAccount, writes }) => {
		addAccount('csv-2', { plan: { tier: 1 } as never });
		const before = state.accounts.size;
		const url = await activate('/form/vitally-csv-import');
		const columns = 'customer_id,name,plan,seats,products,contract_owner';
		const file = csvOf(
			columns,
			'csv-1,"Harbor, <b>Inc.",Growth,42,"Core, Reports",Kim',
			'csv-2,Account csv-2,Growth,,,',
			'csv-3,,Growth,,,',
		);

		/** @returns both pages */
		const upload = async (uploaded: File, decision: string, last: string) => {
			await submitWithLogin(url, uploaded);
			const preview = await page('Show Changes');

			await preview.send(choice(decision));
			const end = await page(last);

			await end.send();

			return [preview.text, end.text];
		};

		const [preview] = await upload(file, 'Do not import', 'Show That Nothing Changed');

		assert.match(
			preview,
			/<td>Harbor, &lt;b&gt;Inc\. \(new\)<\/td><td>External ID: csv-1; [^<→]*Seats: 42[;<]/,
		);
		assert.match(preview, /<td>Account csv-2<\/td><td>Plan: {"tier":1} → Growth</);
		assert.match(preview, /<\/table>Left out: contract_owner\./);
		assert.match(preview, /<td>Row 3<\/td><td>Left out: /);

		await started(1);
		assert.equal(writes(), 0);

		const [, result] = await upload(file, 'Import', 'Show Result');

		assert.match(result, /<td>Harbor, &lt;b&gt;Inc\.<\/td><td>Created<\/td>/);
		assert.match(result, /<td>Account csv-2<\/td><td>Updated<\/td><td>Plan: /);
		assert.match(result, /<\/table>Not imported: 1 \(Row 3: [^<]+\)/);
		assert.doesNotMatch(result, /<td>(Left|skipped)/);

		await started(2);
		assertRecord(state.accounts.byExternalId('csv-1'), {
			name: 'Harbor, <b>Inc.',
			traits: { plan: 'Growth', seats: 42, 'vitally.custom.products': ['Core', 'Reports'] },
		});
		assertRecord(state.accounts.byExternalId('csv-2'), { traits: { plan: 'Growth' } });
		assert.equal(state.accounts.size, before + 1);

		// A file without differences.
		const same = csvOf(columns, 'csv-2,Account csv-2,Growth,,,');

		await submitWithLogin(url, same);
		const unchanged = await page('Show That Nothing Changed');

		assert.match(unchanged.text, /Vitally is as it was/);

		await unchanged.send();
		await started(3);
		assert.equal(writes(), 2);

		await submitWithLogin(url, csvOf('Account ID,Company', 'csv-1,Harbor', 'csv-2,Larch'));
		const unusable = await page('Show That Nothing Changed');

		assert.match(unusable.text, /is empty in all 2 rows\. Columns: Account ID, Company\. Drag/);

		await unusable.send();
		await started(4);
		assert.equal(writes(), 2);
	},

	'delete-accounts-from-csv': async ({ activate, started, page, state, addAccount }) => {
		const ids = ['gone-1', 'gone-2', 'gone-3'].map((id) => addAccount(id, { plan: 'Starter' }).id);
		const before = state.accounts.size;
		const url = await activate('/form/vitally-csv-delete');
		const file = csvOf('account_id', 'gone-1', ids[1], 'unknown');

		/** @returns the last page */
		const upload = async (uploaded: File, mode: string) => {
			await submitWithLogin(url, uploaded, mode);
			const { text, send } = await page('Show Result');

			await send();

			return text;
		};

		const stored = await upload(file, 'Backup only');

		assert.match(stored, /Stored, and not deleted[^]*Accounts: Account gone-1, Account gone-2/);
		assert.equal(state.accounts.size, before);

		const deleted = await upload(file, 'Backup and delete');

		assert.match(deleted, /Stored and deleted[^]*Not stored: unknown/);
		assert.equal(state.accounts.size, before - 2);

		const withoutUnknown = await upload(csvOf('account_id', 'gone-3'), 'Backup and delete');

		assert.match(withoutUnknown, /Accounts: Account gone-3[^]*Not stored: none/);

		const withoutKnown = await upload(csvOf('account_id', 'unknown'), 'Backup and delete');

		assert.match(withoutKnown, /Accounts: none[^]*Not stored: unknown/);
		assert.equal(state.accounts.size, before - 3);

		const [, execution] = await started(4);
		const records = itemsOf(execution, 'Save Backup').map(
			({ json }) => JSON.parse(String(json.record)) as IDataObject,
		);

		assert.deepEqual(
			records.map(({ id, traits }) => [id, traits]),
			ids.slice(0, 2).map((id) => [id, { plan: 'Starter' }]),
		);

		const { json } = only(itemsOf(execution, 'List Unknown IDs'), 'unknown IDs');

		assert.equal(json.account_id, 'unknown');
	},

	'nightly-sync-with-undo': async (surroundings) => {
		const { from, choose, activate, started, page, postgres, state, addAccount } = surroundings;
		const same = Array.from({ length: 17 }, (_, index) => `same-${index}`);

		for (const id of ['night-1', 'night-2', 'night-3', ...same]) {
			addAccount(id, { plan: 'Starter' });
		}

		const nights = ['night-1', 'night-2', 'night-3', 'night-4'];
		const rows = [
			...nights.map((id) => `('${id}', 'Account ${id}', 'Growth')`),
			...same.map((id) => `('${id}', 'Account ${id}', 'Starter')`),
		];

		postgres.run(
			`${CUSTOMERS}; INSERT INTO customers (customer_id, company, plan) VALUES ${rows.join()}`,
		);
		await choose('Sync Accounts', { dryRun: false });
		const changes = itemsOf(await from('Every Night'), 'Keep Changes');

		assert.equal(changes.length, 4);

		const changed = state.accounts.byExternalId('night-2');
		if (changed) state.accounts.change(changed, { traits: { plan: 'Enterprise' } });

		const url = await activate('/form/vitally-undo-night');
		const plans = () => nights.map((id) => state.accounts.byExternalId(id)?.traits.plan);

		for (const [mode, result] of [
			['Preview', 'Would be restored'],
			['Undo', 'Restored'],
		]) {
			assert.deepEqual(plans(), ['Growth', 'Enterprise', 'Growth', 'Growth']);

			await submitWithLogin(url, String(changes[0].json.night), mode);
			const { text, send } = await page('Show Result');

			for (const row of [
				`<td>Account night-1</td><td>${result}</td><td>Plan: Growth → Starter</td><td></td>`,
				'<td>Account night-2</td><td>Changed by someone since</td><td></td><td>traits.plan</td>',
				'<td>Account night-4</td><td>Created that night, and left</td><td></td><td></td>',
			]) {
				assert.ok(text.includes(row), text);
			}

			await send();
		}

		await started(3);
		assert.deepEqual(plans(), ['Starter', 'Enterprise', 'Starter', 'Growth']);
	},

	'retry-failed-rows': async ({ from, choose, postgres, state, addAccount }) => {
		await choose('Sync Accounts', { dryRun: false });
		addAccount('retry-1', { plan: 'Starter' });
		postgres.run(`${CUSTOMERS}; INSERT INTO customers VALUES
			('retry-1', 'Account retry-1', 'Growth', 5, now()),
			('retry-2', NULL, 'Growth', 5, now()),
			('retry-3', 'Old', 'Growth', 5, now() - interval '3 days')`);
		const kept = itemsOf(await from('Every Night'), 'Keep Failed Rows');
		const { json } = only(kept, 'rows that were kept');

		assert.equal(json.customer_id, 'retry-2');
		assert.match(String(json.reason), /'retry-2', and a new one needs a 'Name'/);
		assert.equal(state.accounts.byExternalId('retry-1')?.traits.plan, 'Growth');

		postgres.run(`UPDATE customers SET updated_at = now() - interval '3 days',
			company = coalesce(company, 'Corrected')`);
		const rowsOfNight = async () =>
			itemsOf(await from('Every Night'), 'Read Customers').map((item) => item.json.customer_id);

		assert.deepEqual(await rowsOfNight(), ['retry-2']);
		assertRecord(state.accounts.byExternalId('retry-2'), { name: 'Corrected' });
		assert.equal(state.accounts.byExternalId('retry-3'), undefined);
		assert.deepEqual(await rowsOfNight(), []);
	},

	'two-way-with-hubspot': async ({ from, choose, hubspot, state, addAccount, writes }) => {
		const inHubspot = (id: number) =>
			['name', 'plan', 'seats'].map((property) => hubspot.companyValue(id, property));

		const inVitally = (id: number) => {
			const { name, traits = {} } = state.accounts.byExternalId(String(id)) ?? {};

			return [name, traits.plan, traits.seats];
		};

		const changeAccount = (id: number, traits: IDataObject) => {
			const account = state.accounts.byExternalId(String(id));

			assert.ok(account);
			state.accounts.change(account, { traits: { ...account.traits, ...traits } as never });
		};

		const written = () => [writes(), hubspot.updates];

		hubspot.add('company', 7001, { name: 'Lantern', plan: 'Growth', seats: '10' });
		addAccount('7001', { plan: 'Starter' }, 'Lantern');
		hubspot.add('company', 7002, { name: 'Mill' });
		addAccount('7002', { plan: 'Starter', seats: 3 }, 'Mill');
		hubspot.add('company', 7003, { name: 'Larch', plan: 'Growth', seats: 'a dozen' });
		addAccount('7003', { region: 'North' }, 'Larch');
		hubspot.add('company', 7004, { name: 'A lead', plan: 'Growth' });
		addAccount('7005', { plan: 'Growth' }, 'Without a company');
		const accounts = state.accounts.size;

		await from('Every 15 Minutes');
		assert.deepEqual(written(), [0, 0]);

		await choose('Sync Accounts', { dryRun: false });
		const first = await from('Every 15 Minutes');

		for (const side of [inHubspot, inVitally]) {
			assert.deepEqual([side(7001), side(7002)].join(), 'Lantern,Growth,10,Mill,Starter,3');
		}

		assert.deepEqual(written(), [1, 1]);
		assert.equal(state.accounts.size, accounts);

		const { json } = only(itemsOf(first, 'List Not Written'), 'companies that were rejected');

		assert.deepEqual([json.companyId, json.name], ['7003', 'Larch']);
		assert.match(String(json.reason), /a dozen/);
		assert.deepEqual(inVitally(7003), ['Larch', undefined, undefined]);

		// What was carried over is not sent back.
		await from('Every 15 Minutes');
		assert.deepEqual(written(), [1, 1]);

		hubspot.changeCompany(7001, { plan: 'Enterprise', seats: '20' });
		changeAccount(7001, { seats: 15 });
		changeAccount(7002, { seats: 8 });
		hubspot.changeCompany(7002, { name: 'Mill & Sons' });

		for (let round = 0; round < 2; round++) {
			await from('Every 15 Minutes');

			for (const side of [inHubspot, inVitally]) {
				assert.deepEqual(
					[side(7001), side(7002)].join(),
					'Lantern,Enterprise,20,Mill & Sons,Starter,8',
				);
			}

			assert.deepEqual(written(), [3, 2]);
		}

		// A change that HubSpot rejects is listed, and tried again.
		changeAccount(7002, { seats: 9 });
		hubspot.locked.add(7002);

		for (let round = 0; round < 2; round++) {
			const rejected = itemsOf(await from('Every 15 Minutes'), 'List Not Written');
			const ofLocked = rejected.find((item) => item.json.companyId === '7002');

			assert.deepEqual(rejected.map((item) => item.json.companyId).sort(), ['7002', '7003']);
			assert.match(String(ofLocked?.json.reason), /not valid/);
			assert.deepEqual(written(), [3, 2]);
		}

		hubspot.locked.clear();
		await from('Every 15 Minutes');
		assert.equal(hubspot.companyValue(7002, 'seats'), '9');
		assert.deepEqual(written(), [3, 3]);
	},
};

/** Returns a file as a spreadsheet program saves it. */
function csvOf(...lines: string[]): File {
	return new File([`\uFEFF${lines.join('\r\n')}\r\n`], 'accounts.csv', { type: 'text/csv' });
}

/** Returns what a form sends for a radio button. */
function choice(option: string): string {
	return JSON.stringify([option]);
}
