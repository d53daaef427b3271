import assert from 'node:assert/strict';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { itemsOf } from '../session.cts';
import { only, present } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** The examples with a database, or with a list in the workflow. */
export const TABLES: Record<string, ExampleRun> = {
	'accounts-at-risk': async ({ from, sandbox: { state } }) => {
		const before = state.accounts.size;
		const execution = await from('When clicking Execute workflow');
		assert.equal(state.accounts.size, before + 3);
		assert.deepEqual(state.accounts.byExternalId('lakeside-clinics')?.traits, {
			plan: 'silver',
			seats: 35,
			renewsOn: '2027-01-15T00:00:00.000Z',
			products: ['scheduling'],
			'vitally.custom.imported': true,
		});
		const marked = [...state.accounts.all()].filter(({ traits }) => traits.needsReview);
		const low = [...state.accounts.all()].filter(
			({ healthScore, traits }) => healthScore !== null && healthScore < 3 && !traits.churnedAt,
		);
		assert.deepEqual(
			marked.map(({ name }) => name),
			low.map(({ name }) => name),
		);
		assert.equal(itemsOf(execution, 'Mark for Review').length, marked.length);
		return `3 accounts made, ${marked.length} marked`;
	},

	'postgres-to-accounts': async ({ from, postgres, slack, sandbox }) => {
		const { state } = sandbox;
		postgres.run(`
			CREATE TABLE customers (customer_id text, company text, plan text, seats integer,
				products text, mrr numeric, renews_on date);
			INSERT INTO customers VALUES
				('row-1', 'Harbor Analytics', 'Growth', 42, 'Core, Reports', 1850.50, '2027-03-01'),
				('row-2', 'Summit Logistics', NULL, NULL, '', NULL, NULL),
				('row-3', NULL, 'Growth', NULL, NULL, NULL, NULL),
				(NULL, 'Nobody', NULL, NULL, NULL, NULL, NULL)`);
		const old = { externalId: 'row-2', name: 'Summit', traits: { plan: 'Starter' } };
		createAccount(state, old, 'reject');
		const before = state.accounts.size;
		await from('Every Night');
		const { channel, text } = only(slack.messages, 'messages in Slack');
		assert.equal(channel, '#customer-success');
		const [title, failure, ...more] = String(text).split('\n');
		const counts = '1 created, 1 updated, 0 unchanged, 1 failed';
		assert.equal(title, `*Accounts synced from Postgres:* ${counts}`);
		assert.match(failure, /^• row-3: /);
		assert.deepEqual(more, []);
		const made = present(state.accounts.byExternalId('row-1'), 'account row-1');
		assert.equal(made.name, 'Harbor Analytics');
		assert.deepEqual(made.traits, {
			plan: 'Growth',
			seats: 42,
			products: ['Core', 'Reports'],
			mrr: 1850.5,
			nextRenewalDate: '2027-03-01T00:00:00.000Z',
		});
		const changed = state.accounts.byExternalId('row-2');
		assert.deepEqual([changed?.name, changed?.traits], ['Summit Logistics', { plan: 'Starter' }]);
		assert.equal(state.accounts.size, before + 1);

		const writes = () => sandbox.requests.filter(({ method }) => method !== 'GET').length;
		const written = writes();
		await from('Every Night');
		assert.equal(writes(), written);
		assert.match(String(slack.messages[1]?.text), / 0 created, 0 updated, 2 unchanged, 1 failed\n/);
		return `${counts}: ${failure}; nothing written by a second run`;
	},

	'product-database-to-analytics': async ({ from, postgres, sandbox }) => {
		const { state, requests } = sandbox;
		postgres.run(`
			CREATE TABLE accounts (account_id text, company text, plan text, seats integer,
				is_trial boolean, last_login timestamptz, updated_at timestamptz);
			INSERT INTO accounts VALUES
				('row-1', 'Harbor', 'growth', 42, false, '2026-11-18T17:20:00+01:00', now()),
				('row-2', 'Summit', NULL, NULL, NULL, NULL, now() - interval '1 hour'),
				('row-3', 'Mill', 'growth', 8, true, NULL, now() - interval '4 hours')`);
		const traits = { plan: 'starter', seats: 3, isTrial: true };
		createAccount(state, { externalId: 'row-2', name: 'Summit', traits }, 'reject');
		await from('Every Hour');
		assert.deepEqual(
			requests.map(({ path }) => path),
			['/analytics/v1/batch'],
		);
		const made = present(state.accounts.byExternalId('row-1'), 'account row-1');
		assert.deepEqual(
			[made.name, made.traits],
			[
				'Harbor',
				{ plan: 'growth', seats: 42, isTrial: false, lastLogin: '2026-11-18T16:20:00.000Z' },
			],
		);
		assert.deepEqual(state.accounts.byExternalId('row-2')?.traits, traits);
		assert.equal(state.accounts.byExternalId('row-3'), undefined);
		return '2 of 3 rows in 1 request';
	},

	'first-workflow': async ({ from, choose, sandbox: { state } }) => {
		const before = state.tasks.size;
		const start = 'When clicking Execute workflow';
		const low = [...state.accounts.all()].filter(
			({ healthScore, traits }) => healthScore !== null && healthScore < 5 && !traits.churnedAt,
		);
		const previews = itemsOf(await from(start), 'Create Tasks');
		assert.equal(previews.length, low.length);
		assert.ok(previews.every(({ json }) => json.dryRun === true));
		assert.equal(state.tasks.size, before);
		await choose('Create Tasks', { options: {} });
		await from(start);
		const made = [...state.tasks.all()].slice(before);
		assert.deepEqual(
			made.map(({ accountId, name }) => [accountId, name]).sort(),
			low.map(({ id, name }) => [id, `Call ${name}`]).sort(),
		);
		return `${low.length} previews, then ${made.length} tasks`;
	},

	'usage-trait-for-playbook': async ({ from, postgres, sandbox }) => {
		const { state, requests } = sandbox;
		postgres.run(`
			CREATE TABLE subscriptions (account_id text, used_seats integer, seats integer);
			INSERT INTO subscriptions VALUES
				('row-1', 2, 10), ('row-2', 10, 10), ('row-3', 5, 10), ('row-4', 0, 0), ('row-5', 1, 10)`);
		for (const row of [1, 2, 3]) {
			createAccount(state, { externalId: `row-${row}`, name: `Account ${row}` }, 'reject');
		}
		await from('Every Hour');
		assert.deepEqual(
			[1, 2, 3].map((row) => state.accounts.byExternalId(`row-${row}`)?.traits),
			[
				{ usageStage: 'low', usedSeats: 2 },
				{ usageStage: 'full', usedSeats: 10 },
				{ usageStage: 'normal', usedSeats: 5 },
			],
		);
		assert.equal(state.accounts.byExternalId('row-5'), undefined);
		const writes = () => requests.filter(({ method }) => method !== 'GET').length;
		const written = writes();
		await from('Every Hour');
		assert.equal(writes(), written);
		return '3 accounts changed, 1 row without an account; nothing written by a second run';
	},
};
