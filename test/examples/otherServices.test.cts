import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample } from './example.cts';
import { reading, startedWith, withoutSending } from './replaced.cts';

/**
 * Examples with a trigger or a node of another service. These nodes are replaced, because their address
 * cannot be set (HubSpot, Slack) or because a clock starts them; what would reach them is compared.
 */
describe('examples with other services', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const run = async (workflow: WorkflowFile) => {
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		return outcome;
	};

	describe('hubspot-contact-to-user.json', () => {
		/** As HubSpot's node returns a contact: every property is an object with a value. */
		const contact = (vid: number, values: IDataObject) => ({
			vid,
			properties: Object.fromEntries(
				Object.entries(values).map(([key, value]) => [key, { value }]),
			),
		});
		const person = { firstname: 'Ines', lastname: 'Baker', email: 'ines@lantern.example' };
		const customer = { ...person, lifecyclestage: 'customer', associatedcompanyid: 'crm-7001' };
		const started = (...records: Array<ReturnType<typeof contact>>) => {
			const workflow = readExample('hubspot-contact-to-user.json');
			const get = workflow.nodes.find(({ type }) => type === 'n8n-nodes-base.hubspot');
			const { value } = get?.parameters.contactId as { value: string };
			const byId = Object.fromEntries(records.map((record) => [record.vid, record]));
			const events = records.map(({ vid }) => ({
				subscriptionType: 'contact.creation',
				contactId: vid,
			}));
			const withContacts = reading(workflow, 'Get Contact', { expression: value, records: byId });
			return startedWith(withContacts, 'HubSpot Trigger', events);
		};

		it('creates the users of customers once, and leaves out leads', async () => {
			const { state } = sandbox();
			const account = createAccount(state, { externalId: 'crm-7001', name: 'Lantern' }, 'refuse');
			const before = state.users.size;
			const lead = contact(52, { ...customer, lifecyclestage: 'lead' });
			const stranger = contact(53, { email: 'otto@lantern.example' });
			const alone = contact(54, { ...person, lifecyclestage: 'customer' });
			await run(started(contact(51, customer), lead, stranger, alone));
			expect(state.users.byExternalId('51')).toMatchObject({
				name: 'Ines Baker',
				email: 'ines@lantern.example',
				accountIds: [account.id],
			});

			const again = contact(51, { ...customer, firstname: 'Inés', email: '' });
			const outcome = await run(started(again));
			expect(outcome.items('User').map(({ json }) => json.created)).toEqual([false]);
			expect(state.users.byExternalId('51')).toMatchObject({
				name: 'Inés Baker',
				email: 'ines@lantern.example',
			});
			expect(state.users.size).toBe(before + 1);
		});

		it('names a company that Vitally does not know', async () => {
			const before = sandbox().state.users.size;
			const workflow = started(contact(51, { ...customer, associatedcompanyid: 'crm-9' }));
			const { error } = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
			expect(error?.message).toContain('crm-9');
			expect(sandbox().state.users.size).toBe(before);
		});
	});

	describe('weekly-renewals-digest.json', () => {
		const inDays = (days: number) =>
			new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
		/** Active accounts with a renewal in so many days; no other account has one. */
		const renewing = (...days: number[]) => {
			const { accounts } = sandbox().state;
			const active = [...accounts.all()].filter(({ traits }) => !traits.churnedAt);
			for (const [index, account] of active.entries()) {
				const nextRenewalDate = index < days.length ? inDays(days[index]) : null;
				accounts.change(account, { traits: { ...account.traits, nextRenewalDate } });
			}
			return active.map(({ name }) => name);
		};
		const digest = async () => {
			const workflow = startedWith(readExample('weekly-renewals-digest.json'), 'Every Monday', [
				{},
			]);
			const outcome = await run(withoutSending(workflow, 'Post Digest'));
			return outcome.items('Post Digest').map(({ json }) => json);
		};

		it('posts one message with the renewals from today to 60 days from today', async () => {
			const names = renewing(60, 0, -1, 61, 30);
			const [message, ...others] = await digest();
			expect(others).toEqual([]);
			expect(message).toMatchObject({ operation: 'post', channelId: { value: '#renewals' } });
			const [title, ...lines] = String(message.text).split('\n');
			expect(title).toBe('*Renewals in the next 60 days: 3*');
			expect(lines).toEqual([
				expect.stringMatching(`^${inDays(0)}: ${names[1]} \\(MRR: .+, CSM: .+\\)$`),
				expect.stringMatching(`^${inDays(30)}: ${names[4]} \\(MRR: .+, CSM: .+\\)$`),
				expect.stringMatching(`^${inDays(60)}: ${names[0]} \\(MRR: .+, CSM: .+\\)$`),
			]);
		});

		it('posts nothing without renewals', async () => {
			renewing(-1, 61);
			expect(await digest()).toEqual([]);
		});
	});
});
