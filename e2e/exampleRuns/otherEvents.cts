import assert from 'node:assert/strict';

import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { hubspotEvent, jiraEvent, stripeEvent } from '../fakeServices/triggerEvents.cts';
import { itemsOf } from '../session.cts';
import { present } from './assertions.cts';
import type { ExampleRun } from './exampleRun.cts';

const ENDED_AT = Date.UTC(2026, 10, 30, 14, 5) / 1000;

/** The examples that events of other services start. */
export const OTHER_EVENTS: Record<string, ExampleRun> = {
	'hubspot-contact-to-user': async ({ from, hubspot, sandbox: { state } }) => {
		const account = createAccount(state, { externalId: '7001', name: 'Lantern' }, 'reject');
		const names = { firstname: 'Ines', lastname: 'Baker', email: 'ines@lantern.example' };
		const customer = { ...names, lifecyclestage: 'customer', associatedcompanyid: '7001' };
		hubspot.add('contact', 51, customer);
		hubspot.add('contact', 52, { ...customer, lifecyclestage: 'lead' });
		const before = state.users.size;
		await from(
			'HubSpot Trigger',
			[51, 52].map((contactId) => hubspotEvent('contact.creation', { contactId })),
		);
		const user = present(state.users.byExternalId('51'), 'user of contact 51');
		assert.deepEqual(
			[user.name, user.email, user.accountIds],
			['Ines Baker', 'ines@lantern.example', [account.id]],
		);
		assert.equal(state.users.size, before + 1);
		return '1 user of 2 contacts';
	},

	'hubspot-deal-won': async ({ from, hubspot, sandbox: { state } }) => {
		const associations = { associatedCompanyIds: [7001], associatedVids: [51, 52] };
		const parts = { isDeleted: false, associations: { ...associations, associatedDealIds: [] } };
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
		hubspot.add('deal', 1, won, parts);
		hubspot.add('deal', 2, { ...won, hs_is_closed_won: 'false' }, parts);
		hubspot.add('deal', 3, { ...won, dealtype: 'existingbusiness' }, parts);
		hubspot.add('deal', 4, won, {
			...parts,
			associations: { ...associations, associatedCompanyIds: [], associatedDealIds: [] },
		});
		hubspot.add('company', 7001, { name: 'Lantern Retail', domain: 'lantern.example' });
		hubspot.add('contact', 51, { firstname: 'Ines', email: 'ines@lantern.example' });
		hubspot.add('contact', 52, { firstname: 'Otto', jobtitle: 'Administrator' });
		const sizes = () => {
			const { accounts, users, projects, notes } = state;
			return [accounts, users, projects, notes].map(({ size }) => size);
		};
		const before = sizes();
		const event = { propertyName: 'dealstage', propertyValue: 'closedwon' };
		const events = [1, 1, 2, 3, 4].map((dealId) =>
			hubspotEvent('deal.propertyChange', { dealId, ...event }),
		);
		// Of two runs at once, one may fail; neither creates a second project.
		const run = async () => await from('HubSpot Trigger', events);
		await Promise.allSettled([run(), run()]);
		await run();
		assert.deepEqual(
			sizes().map((size, index) => size - before[index]),
			[1, 2, 1, 1],
		);
		const account = present(state.accounts.byExternalId('7001'), 'account 7001');
		const traits = { mrr: 1850, nextRenewalDate: '2027-11-30T00:00:00.000Z' };
		assert.deepEqual([account.name, account.traits], ['Lantern Retail', traits]);
		const otto = state.users.byExternalId('52');
		assert.deepEqual(
			[otto?.name, otto?.accountIds, otto?.traits.role],
			['Otto', [account.id], 'Administrator'],
		);
		const note = present(state.notes.byExternalId('hubspot-deal-1'), 'note of the deal');
		assert.deepEqual([note.accountId, note.tags], [account.id, ['handover']]);
		assert.match(note.note, /<strong>Amount:<\/strong> 22200[^]*<strong>reports<\/strong>/);
		const project = [...state.projects.all()].at(-1);
		assert.deepEqual(
			[project?.name, project?.accountId, project?.targetStartDate],
			['Onboarding: Lantern Retail', account.id, '2026-12-01'],
		);

		state.notes.change(note, { note: '<p>Called them.</p>' });
		hubspot.add('deal', 1, { ...won, hs_mrr: '', renewal_date: '' }, parts);
		await run();
		assert.deepEqual(state.accounts.byExternalId('7001')?.traits, traits);
		assert.equal(state.notes.byExternalId('hubspot-deal-1')?.note, '<p>Called them.</p>');
		return '1 account, 2 users, 1 note, 1 project of 5 events, run four times';
	},

	'jira-issues-to-custom-objects': async ({ from, sandbox: { state } }) => {
		const [account] = state.accounts.all();
		const [deals] = state.customObjects.all();
		// The custom object that the note of the example asks for.
		const object = { ...state.newRow(), name: 'jira_issues', label: 'Jira Issues' };
		state.customObjects.insert({ ...deals, ...object, customFields: [] });
		const field = { customfield_10050: account.externalId };
		const before = state.instances.size;
		await from('Jira Trigger', [
			jiraEvent('jira:issue_created', '10011', { summary: 'Export stops', ...field }),
			jiraEvent('jira:issue_updated', '10011', {
				summary: 'Export stops',
				status: { name: 'Done' },
				priority: null,
				...field,
			}),
			jiraEvent('jira:issue_updated', '10012', { summary: 'Ours', customfield_10050: null }),
		]);
		const instance = present(state.instances.byExternalId('jira-10011'), 'issue 10011');
		assert.deepEqual(
			[instance.name, instance.customObjectId, instance.customerId],
			['SUP-10011: Export stops', object.id, account.id],
		);
		assert.deepEqual(instance.traits, {
			'vitally.custom.key': 'SUP-10011',
			'vitally.custom.status': 'Done',
			'vitally.custom.type': 'Bug',
			'vitally.custom.priority': 'High',
		});
		assert.equal(state.instances.size, before + 1);
		return '1 instance of 3 events';
	},

	'stripe-subscription-canceled': async ({ from, stripe, slack, sandbox: { state } }) => {
		for (const externalId of ['cus_1', 'cus_2', 'cus_3', 'acct-3'])
			createAccount(state, { externalId, name: `Harbor ${externalId}` }, 'reject');
		stripe.subscriptions.push({ id: 'sub_3', customer: 'cus_2', status: 'active' });
		const details = { feedback: 'too_expensive', comment: 'Next year again', reason: null };
		const canceled = (customer: string, parts: IDataObject = {}) =>
			stripeEvent('customer.subscription.deleted', {
				id: `sub_of_${customer}`,
				object: 'subscription',
				customer,
				status: 'canceled',
				ended_at: ENDED_AT,
				metadata: {},
				cancellation_details: details,
				...parts,
			});
		const named = { metadata: { account_id: 'acct-3' }, cancellation_details: null };
		const events = [canceled('cus_1'), canceled('cus_2'), canceled('cus_3', named)];
		const execution = await from('Stripe Trigger', events);
		assert.equal(itemsOf(execution, 'Find Other Subscriptions').length, 3);
		const churned = [...state.accounts.all()].filter(
			({ traits }) => traits.churnedAt === '2026-11-30T14:05:00.000Z',
		);
		assert.deepEqual(
			churned.map(({ externalId }) => externalId),
			['cus_1', 'acct-3'],
		);
		assert.deepEqual(
			slack.messages.map(({ channel, text }) => [channel, text]),
			[
				'*Harbor cus_1 has canceled.* CSM: none\nReason: too_expensive\nNext year again',
				'*Harbor acct-3 has canceled.* CSM: none\nReason: not known',
			].map((text) => ['#customer-success', text]),
		);
		return '2 accounts of 3 events churned, 2 messages';
	},
};
