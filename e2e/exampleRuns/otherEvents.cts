import assert from 'node:assert/strict';

import { TOKEN, TOKEN_HEADER } from '../fakeServices/fakeServices.cts';
import { itemsOf, postJson } from '../session.cts';
import { assertRecord, registered } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

/** The examples that events of other services start. */
export const OTHER_EVENTS: Record<string, ExampleRun> = {
	'product-events': async ({ activate, choose, started, sandbox, state }) => {
		const [user] = state.users.all();
		const event = { event: 'Report Exported', userId: user.externalId };
		const at = '2026-11-19T15:30:00.000Z';
		const events = [
			{ ...event, id: 'e-1', at, properties: { format: 'pdf', pages: 12 } },
			{ ...event, id: 'e-2', at },
		];

		await choose('Track Events', { options: {} });
		const url = await activate('/webhook/vitally-product-events');

		assert.equal(await registered(async () => await postJson(url, { events })), 403);

		// A list that is sent again counts once.
		for (const count of [1, 2]) {
			assert.equal((await postJson(url, { events }, { [TOKEN_HEADER]: TOKEN })).status, 200);
			await started(count);
		}

		assert.deepEqual(
			state.events.map(({ event: name, userId, properties, at: time }) => [
				name,
				userId,
				properties,
				time,
			]),
			[
				['Report Exported', user.id, { format: 'pdf', pages: 12 }, at],
				['Report Exported', user.id, {}, at],
			],
		);
		assert.deepEqual(
			sandbox.requests.map(({ path }) => path),
			['/analytics/v1/batch', '/analytics/v1/batch'],
		);
	},

	'salesforce-deal-won': async ({ from, choose, state, addAccount, writes }) => {
		const accountId = '0015g00000Lantern1';
		const account = addAccount(accountId);
		const won = {
			Id: '0065g00000Renewal1',
			Name: 'Lantern, two regions',
			AccountId: accountId,
			IsWon: true,
			Amount: 22200,
			CloseDate: '2026-12-01',
			Description: 'They want reports first.',
		};
		const deals = [
			won,
			{ ...won, Id: '0065g00000Renewal2', IsWon: false },
			{ ...won, Id: '0065g00000Renewal3', AccountId: null },
		];
		const sizes = () => [state.notes.size, state.tasks.size];
		const [notes, tasks] = sizes();

		await from('Opportunity Updated', deals);
		assert.equal(writes(), 0);

		for (const node of ['Write Hand-over Note', 'Plan Kick-off']) {
			await choose(node, { options: {} });
		}

		// A later change of the deal creates nothing more.
		for (let poll = 0; poll < 2; poll++) await from('Opportunity Updated', deals);
		assert.deepEqual(sizes(), [notes + 1, tasks + 1]);

		const note = state.notes.byExternalId(`salesforce-${won.Id}`);

		assertRecord(note, { accountId: account.id, subject: `Deal won: ${won.Name}` });
		assert.match(String(note?.note), /Amount: 22200[^]*They want reports first\./);

		const task = state.tasks.byExternalId(`salesforce-${won.Id}`);

		assertRecord(task, { accountId: account.id, name: `Kick off ${won.Name}` });
		assert.match(String(task?.dueDate), /^2026-12-08/);
	},

	'hubspot-contact-to-user': async ({ from, hubspot, state, addAccount }) => {
		const account = addAccount('7001');
		const names = { firstname: 'Ines', lastname: 'Baker', email: 'ines@lantern.example' };
		const customer = { ...names, lifecyclestage: 'customer', associatedcompanyid: '7001' };

		hubspot.add('contact', 51, customer);
		hubspot.add('contact', 52, { ...customer, lifecyclestage: 'lead' });
		const before = state.users.size;

		// n8n's trigger renames the `objectId` of HubSpot's event.
		await from('HubSpot Trigger', [{ contactId: 51 }, { contactId: 52 }]);
		assertRecord(state.users.byExternalId('51'), {
			name: 'Ines Baker',
			email: 'ines@lantern.example',
			accountIds: [account.id],
		});
		assert.equal(state.users.size, before + 1);
	},

	'hubspot-deal-won': async ({ from, hubspot, state }) => {
		const associations = { associatedCompanyIds: [7001], associatedVids: [51, 52] };
		const won = {
			dealname: 'Lantern, two regions',
			dealstage: 'closedwon',
			hs_is_closed_won: 'true',
			dealtype: 'newbusiness',
			hs_mrr: '1850',
			amount: '22200',
			closedate: String(Date.UTC(2026, 11, 1, 9, 30)),
			renewal_date: String(Date.UTC(2027, 10, 30)),
			description: 'They want **reports** first.',
		};

		hubspot.add('deal', 1, won, { associations });
		hubspot.add('deal', 2, { ...won, hs_is_closed_won: 'false' }, { associations });
		hubspot.add('deal', 3, { ...won, dealtype: 'existingbusiness' }, { associations });
		hubspot.add('deal', 4, won, { associations: { ...associations, associatedCompanyIds: [] } });
		hubspot.add('company', 7001, { name: 'Lantern Retail', domain: 'lantern.example' });
		hubspot.add('contact', 51, { firstname: 'Ines', email: 'ines@lantern.example' });
		hubspot.add('contact', 52, { firstname: 'Otto', jobtitle: 'Administrator' });
		const { accounts, users, projects, notes } = state;
		const sizes = () => [accounts, users, projects, notes].map(({ size }) => size);
		const before = sizes();
		const run = async () =>
			await from(
				'HubSpot Trigger',
				[1, 1, 2, 3, 4].map((dealId) => ({ dealId, propertyValue: 'closedwon' })),
			);

		await run();
		assert.deepEqual(
			sizes().map((size, index) => size - before[index]),
			[1, 2, 1, 1],
		);

		const traits = { mrr: 1850, nextRenewalDate: '2027-11-30T00:00:00.000Z' };

		assertRecord(accounts.byExternalId('7001'), { name: 'Lantern Retail', traits });

		const accountId = String(accounts.byExternalId('7001')?.id);
		const otto = users.byExternalId('52');

		assertRecord(otto, { name: 'Otto', accountIds: [accountId] });
		assert.equal(otto?.traits.role, 'Administrator');

		const note = notes.byExternalId('hubspot-deal-1');

		assertRecord(note, { accountId, tags: ['handover'] });
		assert.match(
			String(note?.note),
			/<strong>Amount:<\/strong> 22200[^]*<strong>reports<\/strong>/,
		);
		assertRecord([...projects.all()].at(-1), {
			name: 'Onboarding: Lantern Retail',
			accountId,
			targetStartDate: '2026-12-01',
		});

		// Again, with what was changed meanwhile on both sides.
		if (note) notes.change(note, { note: '<p>Called them.</p>' });

		hubspot.add('deal', 1, { ...won, hs_mrr: '', renewal_date: '' }, { associations });
		const after = sizes();

		await run();
		assert.deepEqual(sizes(), after);
		assertRecord(accounts.byExternalId('7001'), { traits });
		assertRecord(notes.byExternalId('hubspot-deal-1'), { note: '<p>Called them.</p>' });
	},

	'jira-issues-to-custom-objects': async ({ from, state }) => {
		const [account] = state.accounts.all();
		const [deals] = state.customObjects.all();
		// The custom object that the note of the example asks for.
		const object = { ...state.newRow(), name: 'jira_issues', label: 'Jira Issues' };

		state.customObjects.insert({ ...deals, ...object, customFields: [] });
		const fields = {
			summary: 'Export stops',
			issuetype: { name: 'Bug' },
			priority: { name: 'High' },
			status: { name: 'Open' },
			customfield_10050: account.externalId,
		};
		const issue = (id: string, changed: object) => ({
			issue: { id, key: `SUP-${id}`, fields: { ...fields, ...changed } },
		});
		const before = state.instances.size;

		await from('Jira Trigger', [
			issue('10011', {}),
			issue('10011', { status: { name: 'Done' }, priority: null }),
			issue('10012', { customfield_10050: null }),
		]);
		assertRecord(state.instances.byExternalId('jira-10011'), {
			name: 'SUP-10011: Export stops',
			customObjectId: object.id,
			customerId: account.id,
			traits: {
				'vitally.custom.key': 'SUP-10011',
				'vitally.custom.status': 'Done',
				'vitally.custom.type': 'Bug',
				'vitally.custom.priority': 'High',
			},
		});
		assert.equal(state.instances.size, before + 1);
	},

	'stripe-subscription-canceled': async ({ from, stripe, slack, state, addAccount }) => {
		for (const externalId of ['cus_1', 'cus_2', 'cus_3', 'acct-3']) addAccount(externalId);
		stripe.subscriptions.push({ id: 'sub_3', customer: 'cus_2', status: 'active' });
		const ended_at = Date.UTC(2026, 10, 30, 14, 5) / 1000;
		const cancellation_details = {
			feedback: 'too_expensive',
			comment: 'See <https://evil.example|us>',
		};
		const subscription = { ended_at, metadata: {}, cancellation_details };
		const metadata = { account_id: 'acct-3' };
		const execution = await from(
			'Stripe Trigger',
			[
				{ ...subscription, customer: 'cus_1' },
				{ ...subscription, customer: 'cus_2' },
				{ ...subscription, customer: 'cus_3', metadata, cancellation_details: null },
			].map((object) => ({ data: { object } })),
		);

		assert.equal(itemsOf(execution, 'Find Other Subscriptions').length, 3);

		const churned = [...state.accounts.all()].filter(
			({ traits }) => traits.churnedAt === '2026-11-30T14:05:00.000Z',
		);

		assert.deepEqual(
			churned.map(({ externalId }) => externalId),
			['cus_1', 'acct-3'],
		);
		// Without a comment, the message ends with an empty line.
		const posts = slack.posts.map(([channel, text]) => [channel, text.trim()]);

		assert.deepEqual(posts, [
			[
				'#customer-success',
				'*Account cus_1 has canceled.* CSM: none\nReason: too_expensive\nSee &lt;https://evil.example|us>',
			],
			['#customer-success', '*Account acct-3 has canceled.* CSM: none\nReason: not known'],
		]);
	},
};
