import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { createTask } from '../../sandbox/state/tasks.cts';
import { itemsOf } from '../session.cts';
import { assertRecord, dayIn, only } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

const BY_HAND = 'When clicking Execute workflow';

/** The examples with a database, or with a list in the workflow. */
export const TABLES: Record<string, ExampleRun> = {
	'accounts-at-risk': async ({ from, choose, state, writes }) => {
		const before = state.accounts.size;

		await from(BY_HAND);
		assert.equal(writes(), 0);

		for (const node of ['Create or Update Accounts', 'Mark for Review']) {
			await choose(node, { options: {} });
		}

		await from(BY_HAND);
		assert.equal(state.accounts.size, before + 3);
		assert.deepEqual(state.accounts.byExternalId('lakeside-clinics')?.traits, {
			plan: 'silver',
			seats: 35,
			renewsOn: '2027-01-15T00:00:00.000Z',
			products: ['scheduling'],
			'vitally.custom.imported': true,
		});

		const accounts = [...state.accounts.all()];

		assert.deepEqual(
			accounts.filter(({ traits }) => traits.needsReview),
			accounts.filter(
				({ healthScore, traits }) => healthScore !== null && healthScore < 3 && !traits.churnedAt,
			),
		);
	},

	'first-workflow': async ({ from, choose, state }) => {
		const before = state.tasks.size;
		const low = [...state.accounts.all()].filter(
			({ healthScore, traits }) => healthScore !== null && healthScore < 5 && !traits.churnedAt,
		);
		const previews = itemsOf(await from(BY_HAND), 'Create Tasks');

		assert.equal(previews.length, low.length);
		assert.ok(previews.every(({ json }) => json.dryRun === true));
		assert.equal(state.tasks.size, before);

		await choose('Create Tasks', { options: {} });
		await from(BY_HAND);
		const made = [...state.tasks.all()].slice(before);

		assert.deepEqual(
			made.map(({ accountId, name }) => [accountId, name]).sort(),
			low.map(({ id, name }) => [id, `Call ${name}`]).sort(),
		);
	},

	'paste-csv': async ({ from, choose, state, writes }) => {
		const before = state.accounts.byExternalId('acct-10000');
		const size = state.accounts.size;
		const changes = async () =>
			itemsOf(await from(BY_HAND), 'Sync Accounts').map(({ json }) => [json.name, json.result]);

		assert.deepEqual(await changes(), [
			['Amber Analytics', 'wouldUpdate'],
			['Cobalt Robotics', 'wouldUpdate'],
			['Summit Outdoor', 'wouldCreate'],
		]);
		assert.equal(writes(), 0);

		const rows = [
			['customer_id', 'name', 'plan', 'seats'],
			['acct-10000', '', 'Enterprise', '12'],
			['nameless-1', '', 'Starter', '3'],
			['tabs-1', 'Lantern, Inc.', 'Starter', '3'],
		];
		const copied = rows.map((cells) => cells.join('\t')).join('\n');
		const csv = { id: 'csv', name: 'csv', type: 'string', value: copied };

		// n8n's field joins the lines that are pasted into it while it is empty.
		const joined = { ...csv, value: copied.replaceAll('\n', ' ') };

		await choose('Paste CSV', { assignments: { assignments: [joined] } });
		const [empty] = itemsOf(await from(BY_HAND), 'Sync Accounts');

		assert.match(String(empty.json.error), /because the input item has no fields/);

		await choose('Paste CSV', { assignments: { assignments: [csv] } });
		await choose('Sync Accounts', { dryRun: false });
		const written = itemsOf(await from(BY_HAND), 'Sync Accounts');
		const failed = written.filter(({ json }) => json.error);

		assert.match(String(only(failed, 'failed rows').json.error), /'nameless-1'/);
		assertRecord(state.accounts.byExternalId('acct-10000'), {
			name: before?.name,
			traits: { ...before?.traits, plan: 'Enterprise', seats: 12 },
		});
		assertRecord(state.accounts.byExternalId('tabs-1'), {
			name: 'Lantern, Inc.',
			traits: { plan: 'Starter', seats: 3 },
		});
		assert.equal(state.accounts.size, size + 1);
	},

	'csm-handover': async ({ from, choose, state, writes }) => {
		const current = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		const [account, other] = current;
		const [former, next, third] = state.admins.all();
		const add = (name: string, assignedToId: string, customer = account) =>
			createTask(state, { name, assignedToId, accountId: customer.id });
		const open = add('Open', former.id);
		const done = add('Done', former.id);
		const ofThird = add('Of a third', third.id);
		const elsewhere = add('Elsewhere', former.id, other);

		state.tasks.change(done, { completedAt: state.now() });
		const change = (before: string | null, after: string | null) => ({
			id: account.id,
			name: account.name,
			previousValues: { csmId: before },
			currentValues: { csmId: after },
		});
		// The last two are no handover.
		const events = [
			change(former.id, next.id),
			change(null, next.id),
			{ ...change(third.id, null), id: other.id },
		];

		await from('CSM Changed', events);
		assert.equal(writes(), 0);

		await choose('Assign to New CSM', { options: {} });
		await from('CSM Changed', events);
		assert.deepEqual(
			[open, done, ofThird, elsewhere].map(({ id }) => state.tasks.get(id)?.assignedToId),
			[next.id, former.id, third.id, former.id],
		);
		assert.ok(writes() > 0);
	},

	'inactive-accounts-to-tasks': async ({ from, choose, state, writes }) => {
		const day = 24 * 60 * 60 * 1000;
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);

		for (const account of active) {
			state.accounts.change(account, { lastSeenTimestamp: new Date().toISOString() });
		}

		const [quiet, never] = active;
		const before31Days = new Date(Date.now() - 31 * day).toISOString();

		state.accounts.change(quiet, { lastSeenTimestamp: before31Days });
		state.accounts.change(never, { lastSeenTimestamp: null });
		const before = state.tasks.size;

		await from('Every Monday');
		assert.equal(writes(), 0);

		await choose('Create Tasks', { options: {} });
		// A later Monday of the month creates no second task.
		for (let monday = 0; monday < 2; monday++) await from('Every Monday');
		const made = [...state.tasks.all()].slice(before);

		assert.deepEqual(
			made.map(({ accountId, name, assignedToId }) => [accountId, name, assignedToId]).sort(),
			[quiet, never]
				.map(({ id, name, csmId }) => [id, `Check in with ${name}: not seen for 30 days`, csmId])
				.sort(),
		);
	},

	'postgres-to-accounts': async ({ from, choose, postgres, slack, state, addAccount, writes }) => {
		postgres.run(`
			CREATE TABLE customers (customer_id text, company text, plan text, seats integer,
				products text, mrr numeric, renews_on date);
			INSERT INTO customers VALUES
				('row-1', 'Harbor Analytics', 'Growth', 42, 'Core, Reports', 1850.50, '2027-03-01'),
				('row-2', 'Summit Logistics', NULL, NULL, '', NULL, NULL),
				('row-3', NULL, 'Growth', NULL, NULL, NULL, NULL),
				(NULL, 'Nobody', NULL, NULL, NULL, NULL, NULL)`);
		addAccount('row-2', { plan: 'Starter' });
		const before = state.accounts.size;

		await choose('Sync Accounts', { dryRun: false });
		await from('Every Night');
		const [channel, text] = only(slack.posts, 'messages in Slack');

		assert.equal(channel, '#customer-success');
		assert.match(
			text,
			/^\*Accounts synced from Postgres:\* 1 created, 1 updated, 0 unchanged, 1 failed\n• row-3: .*$/,
		);
		assertRecord(state.accounts.byExternalId('row-1'), {
			name: 'Harbor Analytics',
			traits: {
				plan: 'Growth',
				seats: 42,
				'vitally.custom.products': ['Core', 'Reports'],
				mrr: 1850.5,
				nextRenewalDate: '2027-03-01T00:00:00.000Z',
			},
		});
		assertRecord(state.accounts.byExternalId('row-2'), {
			name: 'Summit Logistics',
			traits: { plan: 'Starter' },
		});
		assert.equal(state.accounts.size, before + 1);

		const written = writes();

		await from('Every Night');
		assert.equal(writes(), written);
		assert.match(slack.posts[1][1], / 0 created, 0 updated, 2 unchanged, 1 failed\n/);
	},

	'product-database-to-analytics': async (surroundings) => {
		const { from, choose, postgres, sandbox, state, addAccount, writes } = surroundings;

		postgres.run(`
			CREATE TABLE accounts (account_id text, company text, plan text, seats integer,
				is_trial boolean, last_login timestamptz, updated_at timestamptz);
			INSERT INTO accounts VALUES
				('row-1', 'Harbor', 'growth', 42, false, '2026-11-18T17:20:00+01:00', now()),
				('row-2', 'Summit', NULL, NULL, NULL, NULL, now() - interval '1 hour'),
				('row-3', 'Mill', 'growth', 8, true, NULL, now() - interval '4 hours')`);
		const traits = { plan: 'starter', seats: 3, isTrial: true };

		addAccount('row-2', traits);
		await from('Every Hour');
		assert.equal(writes(), 0);

		await choose('Send Traits', { options: {} });
		await from('Every Hour');
		assert.deepEqual(
			sandbox.requests.map(({ path }) => path),
			['/analytics/v1/batch'],
		);

		const lastLogin = '2026-11-18T16:20:00.000Z';

		assertRecord(state.accounts.byExternalId('row-1'), {
			name: 'Harbor',
			traits: { plan: 'growth', seats: 42, isTrial: false, lastLogin },
		});
		assertRecord(state.accounts.byExternalId('row-2'), { traits });
		assert.equal(state.accounts.byExternalId('row-3'), undefined);
	},

	'usage-trait-for-playbook': async ({ from, choose, postgres, state, addAccount, writes }) => {
		postgres.run(`
			CREATE TABLE subscriptions (account_id text, used_seats integer, seats integer);
			INSERT INTO subscriptions VALUES
				('row-1', 2, 10), ('row-2', 10, 10), ('row-3', 5, 10), ('row-4', 0, 0), ('row-5', 1, 10)`);
		const rows = ['row-1', 'row-2', 'row-3'];

		for (const row of rows) addAccount(row);
		await choose('Set Usage Traits', { dryRun: false });
		await from('Every Hour');
		assert.deepEqual(
			rows.map((row) => state.accounts.byExternalId(row)?.traits),
			[
				{ usageStage: 'low', usedSeats: 2 },
				{ usageStage: 'full', usedSeats: 10 },
				{ usageStage: 'normal', usedSeats: 5 },
			],
		);
		assert.equal(state.accounts.byExternalId('row-5'), undefined);

		const written = writes();

		await from('Every Hour');
		assert.equal(writes(), written);
	},

	'advance-renewals': async ({ from, choose, state, writes }) => {
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		const [lately, longAgo, today, coming] = active;
		const renewalOf = ({ id }: typeof lately) =>
			String(state.accounts.get(id)?.traits.nextRenewalDate).slice(0, 10);
		const renew = (account: typeof lately, nextRenewalDate: string | null) =>
			state.accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });

		for (const account of active) renew(account, null);
		renew(lately, dayIn(-10));
		renew(longAgo, '2020-02-29');
		renew(today, dayIn(0));
		renew(coming, dayIn(40));
		const previewed = itemsOf(await from('Every Monday'), 'Advance Renewals');

		assert.equal(previewed.length, 2);
		assert.equal(writes(), 0);

		await choose('Advance Renewals', { dryRun: false });
		// A second Monday finds nothing to do.
		for (let monday = 0; monday < 2; monday++) await from('Every Monday');
		assert.equal(writes(), 2);

		const inAYear = new Date(`${dayIn(-10)}T00:00Z`);

		inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1);
		assert.equal(renewalOf(lately), inAYear.toISOString().slice(0, 10));

		const [year, month, day] = renewalOf(longAgo).split('-').map(Number);

		assert.deepEqual(
			[month, day],
			[2, new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1 ? 29 : 28],
		);
		assert.ok(renewalOf(longAgo) >= dayIn(0) && renewalOf(longAgo) < dayIn(366));
		assert.equal(renewalOf(today), dayIn(0));
		assert.equal(renewalOf(coming), dayIn(40));
	},

	'full-backup': async ({ from, choose, files, state, writes }) => {
		const folder = join(files, '{{ $binary.data.fileName }}');

		await choose('Write File', { fileName: `=${folder}` });
		await from(BY_HAND);
		assert.equal(writes(), 0);

		const saved = new Map(
			readdirSync(files).map((name) => [
				name.replace(/^\d{4}-\d\d-\d\d (.+)\.json$/, '$1'),
				JSON.parse(readFileSync(join(files, name), 'utf8')) as Array<{ messages?: unknown[] }>,
			]),
		);
		const active = (table: { all(): Iterable<{ archivedAt?: unknown }> }) =>
			[...table.all()].filter(({ archivedAt }) => !archivedAt).length;

		const ofOrganizations = [...state.npsResponses.all()].filter(
			({ userId }) => state.users.get(userId)?.organizationIds.length,
		);

		assert.deepEqual(Object.fromEntries([...saved].map(([name, { length }]) => [name, length])), {
			Accounts: state.accounts.size,
			Conversations: state.conversations.size,
			'Custom Object Definitions': state.customObjects.size,
			'Custom Object Instances': active(state.instances),
			Meetings: active(state.meetings),
			'NPS Responses': state.npsResponses.size,
			'NPS Responses of Organizations': ofOrganizations.length,
			Notes: active(state.notes),
			Organizations: state.organizations.size,
			Projects: active(state.projects),
			Tasks: active(state.tasks),
			Users: state.users.size,
		});
		assert.ok(saved.get('Conversations')?.every(({ messages }) => messages?.length));
	},

	'renewal-without-contact': async ({ from, choose, state, writes }) => {
		const active = [...state.accounts.all()].filter(({ traits }) => !traits.churnedAt);
		const [silent, never, answered, written, later] = active;
		const messages = (
			account: typeof silent,
			inDays: number,
			inbound?: string,
			outbound?: string,
		) =>
			state.accounts.change(account, {
				traits: { ...account.traits, nextRenewalDate: dayIn(inDays) },
				lastInboundMessageTimestamp: inbound ?? null,
				lastOutboundMessageTimestamp: outbound ?? null,
			});
		const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

		for (const account of active) messages(account, 200);
		messages(silent, 40, daysAgo(31), daysAgo(60));
		messages(never, 60);
		messages(answered, 40, daysAgo(29), daysAgo(60));
		messages(written, 40, undefined, daysAgo(29));
		messages(later, 100, daysAgo(31));
		const before = state.tasks.size;

		await from('Every Monday');
		assert.equal(writes(), 0);

		await choose('Create Tasks', { options: {} });
		// A later Monday creates no second task.
		for (let monday = 0; monday < 2; monday++) await from('Every Monday');
		assert.deepEqual(
			[...state.tasks.all()]
				.slice(before)
				.map(({ accountId, name, assignedToId }) => [accountId, name, assignedToId]),
			[
				[silent.id, `Talk to ${silent.name}: renews on ${dayIn(40)}`, silent.csmId],
				[never.id, `Talk to ${never.name}: renews on ${dayIn(60)}`, never.csmId],
			],
		);
	},
};
