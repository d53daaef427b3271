import type { IDataObject } from 'n8n-workflow';

import { titleOf, ENDPOINT_CALLS } from '../contract/endpoints.cts';
import { firstJsonOf, jsonOf } from '../engine/itemLines.cts';
import { NODE, type NodeRun, runIn } from '../engine/node.cts';
import { addAllResources } from '../fixtures/allResources.cts';
import { byEmail, byExternalId, byId, byName } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { bodiesOf, hintsOf } from '../nodes/account/syncCases.cts';

const DRY_RUN_HINT =
	"Dry run: what the output shows was not sent to Vitally. To send it, turn off 'Dry Run' under Options.";

describe('a dry run', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const create = { resource: 'account', operation: 'create', externalId: '={{ $json.id }}' };
	const upsert = { resource: 'account', operation: 'upsert', accountId: '={{ $json.id }}' };

	/** Runs two items, the second of which may be dry. */
	const run = async (type: string, parameters: NodeRun['parameters'], options: object) =>
		await runIn(sandbox(), {
			type,
			parameters: { ...parameters, name: 'Acme', options },
			items: [
				{ id: 'a1', isDry: false },
				{ id: 'a2', isDry: true },
			],
		});

	const WRITES = ENDPOINT_CALLS.filter(({ endpoint }) => endpoint.method !== 'GET').map(
		(endpointCall) => ({ title: titleOf(endpointCall), call: endpointCall.call }),
	);

	it.each(WRITES)('sends no write: $title', async ({ call }) => {
		addAllResources(sandbox());
		const options = { ...(call.parameters.options as object | undefined), dryRun: true };

		const { error, items } = await runIn(sandbox(), {
			type: call.type,
			items: call.items,
			parameters: { ...call.parameters, options, dryRun: true },
		});

		expect({ error: error?.message }).toEqual({ error: undefined });
		expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
		expect(items(NODE).map(({ json }) => ({ dryRun: json.dryRun }))).toEqual([{ dryRun: true }]);
	});

	it.each([
		{ how: 'alone', type: 'vitally', parameters: create },
		{ how: 'in a batch', type: 'vitallyAnalytics', parameters: upsert },
	])('sends the items for which it is off, and adds a hint: $how', async ({ type, parameters }) => {
		const outcome = await run(type, parameters, { dryRun: '={{ $json.isDry }}' });

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		const accounts = [...sandbox().state.accounts.all()];

		expect({ sent: accounts.map(({ externalId }) => externalId) }).toEqual({ sent: ['a1'] });

		const [sent, notSent] = jsonOf(outcome).map((json) => json.dryRun);

		expect({ sent, notSent }).toEqual({ sent: undefined, notSent: true });
		expect(hintsOf(outcome)).toEqual([DRY_RUN_HINT]);
	});

	it.each([
		{ what: 'all items are dry runs', isDry: [true, true] },
		{ what: 'one item is a dry run, and one was sent', isDry: [false, true] },
	])('adds one hint where $what', async ({ isDry }) => {
		const outcome = await runIn(sandbox(), {
			parameters: { ...create, name: 'Acme', options: { dryRun: '={{ $json.isDry }}' } },
			items: isDry.map((isDryItem, index) => ({ id: `a${index}`, isDry: isDryItem })),
		});

		expect(hintsOf(outcome)).toEqual([DRY_RUN_HINT]);
	});

	it('adds its hint also where another item failed', async () => {
		const outcome = await runIn(sandbox(), {
			parameters: { ...create, name: 'Acme', options: { dryRun: true } },
			items: [{ id: 'a1' }, { id: '' }],
			onError: 'continueRegularOutput',
		});

		expect(hintsOf(outcome)).toEqual([DRY_RUN_HINT]);
	});

	it('adds no hint when all was sent', async () => {
		const outcome = await run('vitally', create, {});

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(hintsOf(outcome)).toEqual([]);
	});

	describe('a dry run that looks records up', () => {
		/** Runs the creation of a task for each account, by its Vitally ID unless it is an External ID. */
		const preview = async (...accounts: object[]) => {
			addAllResources(sandbox());
			const parameters = {
				resource: 'task',
				operation: 'create',
				name: 'Call',
				options: { dryRun: true },
				accountId: '={{ $json.account }}',
				assignedToId: byEmail('lead@team.example'),
			};
			const rows = accounts.map((account) => ({ account })) as IDataObject[];
			const { items } = await runIn(sandbox(), { parameters, items: rows });

			return items(NODE).map(({ json }) => json);
		};

		it('shows the names of looked-up records first, then the body, then method and address', async () => {
			const [json] = await preview(byExternalId('A1'));

			expect(Object.keys(json)).toEqual([
				'accountName',
				'assignedToName',
				'body',
				'dryRun',
				'method',
				'url',
			]);
			expect(json).toMatchObject({
				accountName: 'Account 1',
				assignedToName: 'Onboarding Lead',
			});
		});

		it('shows null in the column of a name that the run has looked up only for other items', async () => {
			const items = await preview(byExternalId('A1'), byId('acc-2'));

			const [lookedUp, given] = items.map(({ accountName }) => accountName);

			expect({ lookedUp, given }).toEqual({ lookedUp: 'Account 1', given: null });
		});

		it('shows no column for a name that the run has not looked up', async () => {
			const items = await preview(byId('acc-1'), byId('acc-2'));

			for (const json of items) expect(Object.keys(json)[0]).toBe('assignedToName');
		});
	});

	it.each([
		{
			column: 'organizationName',
			name: 'Group 1',
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: byId('acc-1'),
				updateFields: { organizationId: byName('Group 1') },
			},
		},
		{
			column: 'categoryName',
			name: 'Review',
			parameters: {
				resource: 'note',
				operation: 'update',
				noteId: byId('n-1'),
				tagsMode: 'replace',
				updateFields: { categoryId: byName('Review') },
			},
		},
		{
			column: 'ownerName',
			name: 'Renewals Lead',
			parameters: {
				resource: 'project',
				operation: 'update',
				projectId: byId('p-1'),
				updateFields: { ownedByVitallyUserId: byEmail('renewals@team.example') },
			},
		},
		{
			column: 'accountName',
			name: 'Account 2',
			parameters: {
				resource: 'customObjectInstance',
				operation: 'create',
				customObjectId: byId('obj-1'),
				name: 'Renewal',
				accountId: byName('Account 2'),
			},
		},
		{
			column: 'userName',
			name: 'Office Manager',
			parameters: {
				resource: 'npsResponse',
				operation: 'create',
				userId: byEmail('office@customer.example'),
				score: 9,
			},
		},
	])('shows in $column the name of the record that was looked up', async (row) => {
		addAllResources(sandbox());
		const { column, name, parameters } = row;

		const outcome = await runIn(sandbox(), {
			parameters: { ...parameters, options: { dryRun: true } },
		});

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(firstJsonOf(outcome)).toMatchObject({ dryRun: true, [column]: name });
	});

	it('takes no column with an unknown name from the records of other operations', async () => {
		addAllResources(sandbox());

		for (const task of sandbox().state.tasks.all()) {
			sandbox().state.tasks.change(task, { assignedToId: null });
		}

		const outcome = await runIn(sandbox(), {
			parameters: { resource: 'task', operation: 'getAll', returnAll: true },
		});
		const names = jsonOf(outcome).map((json) => json.assignedToName);

		expect({ assignedToNames: [...new Set(names)] }).toEqual({ assignedToNames: [null] });
	});

	const deletion = { resource: 'user', operation: 'delete', confirmPermanentDelete: true };

	it.each([
		{ what: 'neither body nor query', options: { dryRun: true }, parts: [] },
		{ what: 'a query', options: { dryRun: true, deleteOn: '2099-03-31' }, parts: ['query'] },
	])('shows of a request only what it has: $what', async ({ options, parts }) => {
		addAllResources(sandbox());
		const parameters = { ...deletion, userId: byId('user-1'), options };

		const outcome = await runIn(sandbox(), { parameters });

		expect({ columns: Object.keys(firstJsonOf(outcome)) }).toEqual({
			columns: [...parts, 'dryRun', 'method', 'url'],
		});
	});

	const amount = '={{ $json.amount }}';
	const row = { key: 'amount', type: 'string', stringValue: amount };
	const column = { id: 'amount', displayName: 'Amount', traitType: 'string', display: true };
	const note = { ...row, key: 'note', stringValue: '={{ $json.note }}' };
	const columns = { mappingMode: 'defineBelow', value: { amount }, schema: [column] };

	it.each([
		{
			what: 'counts the items in which a field is empty',
			fields: { traitsMode: 'fields', traits: { trait: [row, note] } },
			hints: ['Not sent, because it is empty: note, amount (2 of 3 items).'],
		},
		{
			what: 'does not count empty columns, of which there are many',
			fields: { traitsMode: 'mapper', traitsMapper: columns },
			hints: [
				"Left out, because Vitally no longer has the trait: Amount. Refresh the list in 'Traits'.",
			],
		},
	])('adds a hint that $what', async ({ fields, hints }) => {
		addAllResources(sandbox());
		const parameters = {
			resource: 'account',
			operation: 'create',
			name: 'New',
			options: { dryRun: true },
			externalId: '={{ $json.id }}',
			...fields,
		};
		const items = [{ id: 'a', amount: '1' }, { id: 'b', amount: '' }, { id: 'c' }];

		const outcome = await runIn(sandbox(), { items, parameters });

		expect(hintsOf(outcome)).toEqual([DRY_RUN_HINT, ...hints]);
	});
});
