import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { BROWSER } from '../chatWindow.cts';
import { until } from '../child.cts';
import { itemsOf } from '../session.cts';
import { assertRecord, only, submit } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** As a spreadsheet program saves it. */
const csvOf = (...lines: string[]) =>
	new File([`\uFEFF${lines.join('\r\n')}\r\n`], 'accounts.csv', { type: 'text/csv' });

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

	'csv-to-accounts': async ({ activate, started, slack, state, addAccount, writes }) => {
		addAccount('csv-2', { plan: 'Starter' });
		const before = state.accounts.size;
		const url = await activate('/form/vitally-csv-import');
		const file = csvOf(
			'customer_id,name,plan,seats,products',
			'csv-1,"Harbor, Inc.",Growth,42,"Core, Reports"',
			'csv-2,Account csv-2,Growth,,',
			'csv-3,,Growth,,',
		);
		/** Clicks a button in the message that asks. @returns the message */
		const answer = async (label: string) => {
			const { blocks } = await until('the question in Slack', () => slack.messages.at(-1));
			const buttons = (blocks as Array<{ elements?: IDataObject[] }>).flatMap(
				({ elements = [] }) => elements,
			);
			const button = buttons.find(({ text }) => (text as IDataObject).text === label);
			const headers = { 'user-agent': BROWSER };
			await until('the answer', async () => (await fetch(String(button?.url), { headers })).ok);
			return JSON.stringify(blocks);
		};
		await submit(url, file);
		const question = await answer('Do not import');
		assert.match(question, /1 accounts would be created, 1 updated, 0 unchanged\. 1 rows cannot/);
		await started(1);
		assert.equal(writes(), 0);

		slack.reset();
		await submit(url, file);
		await answer('Import');
		await started(2);
		assertRecord(state.accounts.byExternalId('csv-1'), {
			name: 'Harbor, Inc.',
			traits: { plan: 'Growth', seats: 42, products: ['Core', 'Reports'] },
		});
		assertRecord(state.accounts.byExternalId('csv-2'), { traits: { plan: 'Growth' } });
		assert.equal(state.accounts.size, before + 1);
		assert.match(
			String(slack.messages.at(-1)?.text),
			/^\*Accounts imported:\* 1 created, 1 updated, 0 unchanged, 1 failed\n• Row 3: /,
		);
	},

	'delete-accounts-from-csv': async ({ activate, started, state, addAccount }) => {
		const ids = ['gone-1', 'gone-2'].map((id) => addAccount(id, { plan: 'Starter' }).id);
		const before = state.accounts.size;
		const url = await activate('/form/vitally-csv-delete');
		const file = csvOf('account_id', 'gone-1', ids[1], 'unknown');
		await submit(url, file, 'Backup only');
		await started(1);
		assert.equal(state.accounts.size, before);
		await submit(url, file, 'Backup and delete');
		const [, execution] = await started(2);
		assert.equal(state.accounts.size, before - 2);
		const records = itemsOf(execution, 'Save Backup').map(
			({ json }) => JSON.parse(String(json.record)) as IDataObject,
		);
		assert.deepEqual(
			records.map(({ id, traits }) => [id, traits]),
			ids.map((id) => [id, { plan: 'Starter' }]),
		);
		const { json } = only(itemsOf(execution, 'List Unknown IDs'), 'unknown IDs');
		assert.equal(json.account_id, 'unknown');
	},

	'nightly-sync-with-undo': async (surroundings) => {
		const { from, choose, activate, started, postgres, slack, state, addAccount } = surroundings;
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
		for (const mode of ['Preview', 'Undo']) {
			assert.deepEqual(plans(), ['Growth', 'Enterprise', 'Growth', 'Growth']);
			await submit(url, String(changes[0].json.night), mode);
			await until('the message', () => slack.posts.at(-1)?.[1].includes(mode));
		}
		await started(3);
		assert.deepEqual(plans(), ['Starter', 'Enterprise', 'Starter', 'Growth']);
		for (const [, text] of slack.posts) {
			assert.match(text, /2 restored, 1 changedSince, 1 leftInPlace/);
		}
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
		assert.match(String(json.reason), /'Name' is empty/);
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
};
