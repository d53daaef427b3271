import type { IDataObject } from 'n8n-workflow';

import { createAccount } from '../../sandbox/state/accounts.cts';
import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample, runExample } from './example.cts';
import { pinned, startedWith, withoutSending } from './replaced.cts';

/** What Stripe says of the customer's subscriptions is pinned. */
describe('stripe-subscription-canceled.json', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const ENDED_AT = Date.UTC(2026, 10, 30, 14, 5) / 1000;
	const started = (subscription: IDataObject, left: IDataObject[] = []) => {
		const event = {
			type: 'customer.subscription.deleted',
			created: ENDED_AT + 60,
			data: { object: { id: 'sub_1', customer: 'cus_1', ended_at: ENDED_AT, ...subscription } },
		};
		const list = { object: 'list', data: left, has_more: false };
		const file = readExample('stripe-subscription-canceled.json');
		const asked = pinned(file, 'Other Subscriptions', [list]);
		return startedWith(withoutSending(asked, 'Tell the Team'), 'Stripe Trigger', [event]);
	};
	const messages = async (subscription: IDataObject, left?: IDataObject[]) => {
		const outcome = await runExample(sandbox(), started(subscription, left));
		return outcome.items('Tell the Team').map(({ json }) => json.text);
	};
	const account = (externalId: string) =>
		createAccount(
			sandbox().state,
			{ externalId, name: 'Harbor Tools', traits: { plan: 'Growth', mrr: 900 } },
			'refuse',
		);
	const traitsOf = (externalId: string) =>
		sandbox().state.accounts.byExternalId(externalId)?.traits;
	const churned = { plan: 'Growth', mrr: 900, churnedAt: '2026-11-30T14:05:00.000Z' };

	it('marks the account, found by the ID of the customer, and says why', async () => {
		account('cus_1');
		const details = { feedback: 'too_expensive', comment: 'Next year again' };
		const text = '*Harbor Tools has canceled.* CSM: none\nReason: too_expensive\nNext year again';
		expect(await messages({ cancellation_details: details })).toEqual([text]);
		expect(traitsOf('cus_1')).toEqual(churned);
		await messages({ cancellation_details: details });
		expect(traitsOf('cus_1')).toEqual(churned);
	});

	it('prefers the account of the metadata', async () => {
		account('cus_1');
		account('acct-1');
		const [text] = await messages({ metadata: { account_id: 'acct-1' } });
		expect(text).toContain('Reason: not known');
		expect(traitsOf('acct-1')).toEqual(churned);
		expect(traitsOf('cus_1')).toEqual({ plan: 'Growth', mrr: 900 });
	});

	it('leaves alone an account with another subscription', async () => {
		account('cus_1');
		expect(await messages({}, [{ id: 'sub_2', status: 'active' }])).toEqual([]);
		expect(traitsOf('cus_1')).toEqual({ plan: 'Growth', mrr: 900 });
	});

	it('names an account that Vitally does not know', async () => {
		const credentials = credentialsFor(sandbox());
		const { error } = await runWorkflow(started({ customer: 'cus_9' }), { credentials });
		expect(error?.message).toContain('cus_9');
	});

	it('asks Stripe for the subscriptions of the customer', async () => {
		const event = { data: { object: { customer: 'cus_1', ended_at: ENDED_AT } } };
		const file = withoutSending(readExample('stripe-subscription-canceled.json'), 'Tell the Team');
		const asking = withoutSending(
			startedWith(file, 'Stripe Trigger', [event]),
			'Other Subscriptions',
		);
		const outcome = await runWorkflow(asking, { credentials: credentialsFor(sandbox()) });
		expect(outcome.items('Other Subscriptions')[0].json).toMatchObject({
			url: 'https://api.stripe.com/v1/subscriptions',
			queryParameters: { parameters: { 0: { name: 'customer', value: 'cus_1' } } },
		});
	});
});
