import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { until } from '../child.cts';
import { itemsOf } from '../session.cts';
import { only, present } from './assertions.cts';
import type { ExampleRun, Surroundings } from './exampleRun.cts';

/** Sends a form of n8n, with its fields in their order. */
async function submit(url: string, ...values: Array<string | File>): Promise<void> {
	const form = new FormData();
	for (const [index, value] of values.entries()) form.set(`field-${index}`, value);
	await until('the form', async () => {
		const { status } = await fetch(url, { method: 'POST', body: form });
		return status === 200;
	});
}

/** As a spreadsheet program saves it. */
const csvOf = (...lines: string[]) =>
	new File([`\uFEFF${lines.join('\r\n')}\r\n`], 'accounts.csv', { type: 'text/csv' });

const addAccount = ({ sandbox }: Pick<Surroundings, 'sandbox'>, externalId: string, plan: string) =>
	createAccount(
		sandbox.state,
		{ externalId, name: `Account ${externalId}`, traits: { plan } },
		'reject',
	);

const planOf = ({ sandbox }: Pick<Surroundings, 'sandbox'>, externalId: string) =>
	sandbox.state.accounts.byExternalId(externalId)?.traits.plan;

/** n8n ignores a click of a program that is no browser. */
const BROWSER =
	'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';

const CUSTOMERS = `CREATE TABLE customers (customer_id text, company text, plan text,
	seats integer, updated_at timestamptz DEFAULT now())`;

/** The examples that store rows in a file, a data table or a database. */
export const STORED_ROWS: Record<string, ExampleRun> = {
	'accounts-to-postgres': async ({ from, postgres, sandbox }) => {
		const { state, requests } = sandbox;
		await from('Every Hour');
		const count = state.accounts.size;
		const same = (condition: string, expected: number) =>
			postgres.run(`DO $$ BEGIN ASSERT (SELECT count(*) FROM vitally_accounts WHERE ${condition})
				= ${expected}, '${condition.replaceAll("'", "''")}'; END $$`);
		same('true', count);
		const [account] = state.accounts.all();
		state.accounts.change(account, {
			name: "O'Neill",
			traits: { ...account.traits, plan: 'Gold' },
			updatedAt: state.now(),
		});
		requests.length = 0;
		const execution = await from('Every Hour');
		same('true', count);
		same(`id = '${account.id}' AND name = 'O''Neill' AND traits->>'plan' = 'Gold'`, 1);
		const updated = itemsOf(execution, 'Get Updated Accounts').length;
		assert.ok(updated >= 1 && updated < count, `${updated} accounts were exported again`);
		assert.equal(requests.length, 1);
		return `${count} accounts, then ${updated}`;
	},

	'csv-to-accounts': async (surroundings) => {
		const { activate, started, slack, sandbox } = surroundings;
		addAccount(surroundings, 'csv-2', 'Starter');
		const before = sandbox.state.accounts.size;
		const url = `${await activate()}/form/vitally-csv-import`;
		const file = csvOf(
			'customer_id,name,plan,seats,products',
			'csv-1,"Harbor, Inc.",Growth,42,"Core, Reports"',
			'csv-2,Account csv-2,Growth,,',
			'csv-3,,Growth,,',
		);
		const writes = () => sandbox.requests.filter(({ method }) => method !== 'GET').length;
		const answer = async (label: string) => {
			const message = await until('the question in Slack', () => slack.messages.at(-1));
			const blocks = message.blocks as Array<{ elements?: IDataObject[] }>;
			const buttons = blocks.flatMap(({ elements = [] }) => elements);
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

		slack.messages.length = 0;
		await submit(url, file);
		await answer('Import');
		await started(2);
		const made = present(sandbox.state.accounts.byExternalId('csv-1'), 'account csv-1');
		assert.deepEqual(
			[made.name, made.traits],
			['Harbor, Inc.', { plan: 'Growth', seats: 42, products: ['Core', 'Reports'] }],
		);
		assert.equal(planOf(surroundings, 'csv-2'), 'Growth');
		assert.equal(sandbox.state.accounts.size, before + 1);
		const [result, ...failures] = String(slack.messages.at(-1)?.text).split('\n');
		assert.equal(result, '*Accounts imported:* 1 created, 1 updated, 0 unchanged, 1 failed');
		assert.match(failures.join(), /^• Row 3: /);
		return 'nothing written after a no, 1 created and 1 updated after a yes';
	},

	'delete-accounts-from-csv': async (surroundings) => {
		const { activate, started, sandbox } = surroundings;
		const { accounts } = sandbox.state;
		const ids = ['gone-1', 'gone-2'].map((id) => addAccount(surroundings, id, 'Starter').id);
		const before = accounts.size;
		const url = `${await activate()}/form/vitally-csv-delete`;
		const file = csvOf('account_id', 'gone-1', String(ids[1]), 'unknown');
		await submit(url, file, 'Backup only');
		await started(1);
		assert.equal(accounts.size, before);
		await submit(url, file, 'Backup and delete');
		const [, execution] = await started(2);
		assert.equal(accounts.size, before - 2);
		const records = itemsOf(execution, 'Save Backup').map(
			({ json }) => JSON.parse(String(json.record)) as IDataObject,
		);
		assert.deepEqual(
			records.map(({ id, traits }) => [id, traits]),
			ids.map((id) => [id, { plan: 'Starter' }]),
		);
		const { json } = only(itemsOf(execution, 'List Unknown IDs'), 'unknown IDs');
		assert.equal(json.account_id, 'unknown');
		return '2 accounts backed up and deleted, 1 unknown ID listed';
	},

	'nightly-sync-with-undo': async (surroundings) => {
		const { from, activate, started, postgres, slack, sandbox } = surroundings;
		for (const id of ['night-1', 'night-2', 'night-3']) addAccount(surroundings, id, 'Starter');
		const others = Array.from({ length: 17 }, (_, index) => `same-${index}`);
		for (const id of others) addAccount(surroundings, id, 'Starter');
		const names = ['night-1', 'night-2', 'night-3', 'night-4', ...others];
		postgres.run(
			`${CUSTOMERS}; INSERT INTO customers VALUES ${names
				.map(
					(id) => `('${id}', 'Account ${id}', '${/night/.test(id) ? 'Growth' : 'Starter'}', NULL)`,
				)
				.join()}`,
		);
		const execution = await from('Every Night');
		const changes = itemsOf(execution, 'Keep Changes');
		assert.equal(changes.length, 4);
		const night = String(changes[0].json.night);
		const changed = present(sandbox.state.accounts.byExternalId('night-2'), 'account night-2');
		sandbox.state.accounts.change(changed, { traits: { plan: 'Enterprise' } });

		const url = `${await activate()}/form/vitally-undo-night`;
		const plans = () => ['1', '2', '3', '4'].map((id) => planOf(surroundings, `night-${id}`));
		for (const mode of ['Preview', 'Undo']) {
			assert.deepEqual(plans(), ['Growth', 'Enterprise', 'Growth', 'Growth']);
			await submit(url, night, mode);
			await until('the message', () => slack.messages.at(-1)?.text?.toString().includes(mode));
		}
		await started(3);
		assert.deepEqual(plans(), ['Starter', 'Enterprise', 'Starter', 'Growth']);
		for (const { text } of slack.messages) {
			assert.match(String(text), /2 restored/);
			assert.match(String(text), /1 changedSince/);
			assert.match(String(text), /1 created/);
		}
		return `4 changes kept; ${String(slack.messages[1].text)}`;
	},

	'retry-failed-rows': async (surroundings) => {
		const { from, postgres, sandbox } = surroundings;
		addAccount(surroundings, 'retry-1', 'Starter');
		postgres.run(`${CUSTOMERS}; INSERT INTO customers VALUES
			('retry-1', 'Account retry-1', 'Growth', 5, now()),
			('retry-2', NULL, 'Growth', 5, now()),
			('retry-3', 'Old', 'Growth', 5, now() - interval '3 days')`);
		const kept = itemsOf(await from('Every Night'), 'Keep Failed Rows');
		const { json } = only(kept, 'rows that were kept');
		assert.equal(json.customer_id, 'retry-2');
		assert.match(String(json.reason), /'Name' is empty/);
		assert.equal(planOf(surroundings, 'retry-1'), 'Growth');

		postgres.run(`UPDATE customers SET updated_at = now() - interval '3 days',
			company = coalesce(company, 'Corrected')`);
		const rows = (execution: Awaited<ReturnType<typeof from>>) =>
			itemsOf(execution, 'Read Customers').map((item) => item.json.customer_id);
		assert.deepEqual(rows(await from('Every Night')), ['retry-2']);
		assert.equal(sandbox.state.accounts.byExternalId('retry-2')?.name, 'Corrected');
		assert.equal(sandbox.state.accounts.byExternalId('retry-3'), undefined);
		assert.deepEqual(rows(await from('Every Night')), []);
		return '1 row kept, written in the next night, then forgotten';
	},
};
