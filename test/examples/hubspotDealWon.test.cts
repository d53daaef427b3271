import type { IDataObject } from 'n8n-workflow';

import type { WorkflowFile } from '../engine/engine.cts';
import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample, runExample } from './example.cts';
import { reading, startedWith } from './replaced.cts';

/** HubSpot's nodes are replaced by others that look up these records by the same parameter. */
describe('hubspot-deal-won.json', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	/** As HubSpot's node returns a record: every property is an object with a value. */
	const properties = (values: IDataObject) => ({
		properties: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])),
	});
	const won = {
		dealname: 'Lantern, two regions',
		hs_is_closed_won: 'true',
		dealtype: 'newbusiness',
		hs_mrr: '1850',
		amount: '22200',
		closedate: String(Date.UTC(2026, 11, 1, 9, 30)),
		renewal_date: String(Date.UTC(2027, 10, 30)),
		description: 'They want **reports** first.',
	};
	const deal = (dealId: number, values: IDataObject = {}, companies = [7001], vids = [51, 52]) => ({
		dealId,
		...properties({ ...won, ...values }),
		associations: { associatedCompanyIds: companies, associatedVids: vids, associatedDealIds: [] },
	});
	const companies = {
		7001: { companyId: 7001, ...properties({ name: 'Lantern Retail', domain: 'lantern.example' }) },
		7002: { companyId: 7002, ...properties({ domain: 'summit.example' }) },
	};
	const contacts = {
		51: {
			vid: 51,
			...properties({ firstname: 'Ines', lastname: 'Baker', email: 'ines@lantern.example' }),
		},
		52: { vid: 52, ...properties({ firstname: 'Otto', jobtitle: 'Administrator' }) },
	};
	const lookedUp = (workflow: WorkflowFile, name: string, field: string, records: IDataObject) => {
		const { parameters } = workflow.nodes.find((node) => node.name === name) ?? {};
		const { value } = parameters?.[field] as { value: string };
		return reading(workflow, name, { expression: value, records });
	};
	const started = (...deals: Array<ReturnType<typeof deal>>) => {
		const byId = Object.fromEntries(
			deals.map((one) => [one.dealId, one as unknown as IDataObject]),
		);
		const file = readExample('hubspot-deal-won.json');
		const withDeals = lookedUp(file, 'Get Deal', 'dealId', byId);
		const withCompanies = lookedUp(withDeals, 'Get Company', 'companyId', companies);
		const withContacts = lookedUp(withCompanies, 'Get Contact', 'contactId', contacts);
		const events = deals.map(({ dealId }) => ({
			...{ subscriptionType: 'deal.propertyChange', propertyName: 'dealstage', dealId },
		}));
		return startedWith(withContacts, 'HubSpot Trigger', events);
	};
	const run = async (...deals: Array<ReturnType<typeof deal>>) =>
		await runExample(sandbox(), started(...deals));
	const account = (id: number) => sandbox().state.accounts.byExternalId(String(id));
	const sizes = () => {
		const { accounts, users, projects, notes } = sandbox().state;
		return [accounts, users, projects, notes].map(({ size }) => size);
	};
	const more = (before: number[]) => sizes().map((size, index) => size - before[index]);

	it('creates account, users, note and project, and only once', async () => {
		const before = sizes();
		await run(deal(1));
		await run(deal(1), deal(1));
		expect(more(before)).toEqual([1, 2, 1, 1]);

		const customer = account(7001);
		expect(customer).toMatchObject({
			name: 'Lantern Retail',
			traits: { mrr: 1850, nextRenewalDate: '2027-11-30T00:00:00.000Z' },
		});
		const { users, notes, projects } = sandbox().state;
		expect(users.byExternalId('51')).toMatchObject({
			name: 'Ines Baker',
			email: 'ines@lantern.example',
			accountIds: [customer?.id],
		});
		expect(users.byExternalId('52')).toMatchObject({
			name: 'Otto',
			traits: { role: 'Administrator' },
		});
		const note = notes.byExternalId('hubspot-deal-1');
		expect(note).toMatchObject({ accountId: customer?.id, tags: ['handover'] });
		expect(note?.note).toContain('<strong>Amount:</strong> 22200');
		expect(note?.note).toContain('They want <strong>reports</strong> first.');
		expect([...projects.all()].at(-1)).toMatchObject({
			name: 'Onboarding: Lantern Retail',
			accountId: customer?.id,
			targetStartDate: '2026-12-01',
		});
	});

	it('starts one project for each deal of a batch, and none for deals that are not new', async () => {
		const before = sizes();
		const stage = { hs_is_closed_won: undefined, dealstage: 'closedwon' };
		await run(deal(1, { hs_mrr: '' }, [7002], []));
		const outcome = await run(
			deal(1, {}, [7002], []),
			deal(2, { closedate: '', dealtype: undefined, ...stage }),
			deal(3, { hs_is_closed_won: 'false' }),
			deal(4, { dealtype: 'existingbusiness' }),
			deal(5, {}, []),
		);
		expect(more(before)).toEqual([2, 2, 2, 2]);
		expect(outcome.items('Start Onboarding').map(({ json }) => json.name)).toEqual([
			'Onboarding: Lantern Retail',
		]);
		expect(account(7002)?.name).toBe('summit.example');
	});

	it('keeps in Vitally what is empty in HubSpot, and what was added to the note', async () => {
		await run(deal(1));
		const { notes } = sandbox().state;
		const note = notes.byExternalId('hubspot-deal-1');
		if (note) notes.change(note, { note: '<p>Called them.</p>' });
		await run(deal(1, { hs_mrr: '', renewal_date: '' }));
		expect(account(7001)?.traits).toMatchObject({ mrr: 1850 });
		expect(account(7001)?.traits.nextRenewalDate).toBe('2027-11-30T00:00:00.000Z');
		expect(notes.byExternalId('hubspot-deal-1')?.note).toBe('<p>Called them.</p>');
	});

	it('starts no second project when two events of a deal run at once', async () => {
		const before = sizes();
		const credentials = credentialsFor(sandbox());
		await Promise.all([1, 2].map(async () => await runWorkflow(started(deal(1)), { credentials })));
		expect(more(before)).toEqual([1, 2, 1, 1]);
	});
});
