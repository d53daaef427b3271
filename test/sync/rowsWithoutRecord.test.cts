import type { IDataObject } from 'n8n-workflow';

import { emptyMatchError } from '../../nodes/Vitally/sync/options';
import { jsonOf, linesOf } from '../engine/itemLines.cts';
import { runIn, type NodeRun } from '../engine/node.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { seenError } from '../errors/thrownError.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { withUsers } from '../fixtures/users.cts';
import { bodiesOf, hintsOf, named, sync } from '../nodes/account/syncCases.cts';

describe('rows of a Sync that Vitally has no record of', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const run = async (
		items: IDataObject[],
		options: object = {},
		others: NodeRun['parameters'] = {},
	) => await runIn(sandbox(), { parameters: sync(options, others), items });

	beforeEach(async () => {
		await withAccounts('a1', 'a2', 'a3')(sandbox());
		sandbox().requests.length = 0;
	});

	const typo = { id: 'a-1', name: 'name of A1' };

	it('would become accounts in a dry run, with a warning where an account has their name', async () => {
		const rows = [named('a1'), named('a2'), named('a3'), typo];
		const outcome = await run(rows, { dryRun: true });

		expect(linesOf(outcome)).toEqual([
			'row 4, a-1: wouldCreate, An account with this name exists: a1',
		]);
		expect(hintsOf(outcome)).toEqual([
			'Dry run: 1 would be created, 0 updated, 3 unchanged.',
			'1 would be created with the name of an account that exists: row 4 (name of A1, a1).',
		]);
	});

	it('become accounts, with a warning where an account has their name', async () => {
		const rows = [named('a1'), named('a2'), named('a3'), typo];
		const outcome = await run(rows, {}, { syncOutput: 'changed' });

		expect(linesOf(outcome)).toEqual(['row 4, a-1: created, An account with this name exists: a1']);
		expect(hintsOf(outcome)).toEqual([
			'1 created, 0 updated, 3 unchanged, with 3 requests.',
			'1 was created with the name of an account that exists: row 4 (name of A1, a1).',
		]);
	});

	it('become accounts, with a warning that counts those with the names of other accounts', async () => {
		const rows = [named('a3'), { id: 'b1', name: 'Name of a1' }, { id: 'b2', name: 'Name of a2' }];

		expect(hintsOf(await run(rows))).toEqual([
			'2 created, 0 updated, 1 unchanged, with 5 requests.',
			'2 were created with the name of an account that exists: row 2 (Name of a1, a1), row 3 (Name of a2, a2).',
		]);
	});

	it('become accounts, with a warning about their name and one about a space in their External ID', async () => {
		const rows = [named('a1'), named('a2'), { id: 'a3 ', name: 'Name of a3' }];

		expect(jsonOf(await run(rows, { dryRun: true }))).toMatchObject([
			{
				result: 'wouldCreate',
				reason: 'An account with this name exists: a3',
				description:
					'The External ID begins or ends with a space, which makes it another External ID.',
			},
		]);
	});

	it.each([
		{ where: 'beginning', id: ' b1', result: 'created' },
		{ where: 'end', id: 'b1 ', result: 'created' },
	])(
		'become accounts, with a warning about a space at the $where of their External ID',
		async ({ id, result }) => {
			const spaces =
				'The External ID begins or ends with a space, which makes it another External ID';
			const outcome = await run(
				[named('a1'), { id, name: 'Birch' }],
				{},
				{ syncOutput: 'changed' },
			);

			expect(jsonOf(outcome)).toMatchObject([{ row: 2, externalId: id, result, reason: spaces }]);
			expect(hintsOf(outcome).slice(1)).toEqual([`${spaces}. Rows: 2.`]);
		},
	);

	it.each([
		{ where: 'beginning', id: ' b1' },
		{ where: 'end', id: 'b1 ' },
	])(
		'stand in the summary by their numbers, with a space at the $where of their External ID',
		async ({ id }) => {
			const [json] = jsonOf(await run([named('a1'), { id, name: 'Birch' }]));

			expect({ rowsWithSpaces: json.rowsWithSpaces }).toEqual({ rowsWithSpaces: [2] });
		},
	);

	it('stand in no list of rows with spaces where their External IDs have none', async () => {
		const [json] = jsonOf(await run([named('a1'), { id: 'b1', name: 'Birch' }]));

		expect(Object.keys(json)).not.toContain('rowsWithSpaces');
	});

	it('alone have such a warning, though accounts in the table have one name', async () => {
		const { accounts } = sandbox().state;

		for (const account of accounts.all()) accounts.change(account, { name: 'Twin' });

		const rows = ['a1', 'a2', 'a3'].map((id) => ({ id, traits: { plan: 'gold' } }));

		expect(linesOf(await run(rows, { dryRun: true }))).toEqual([
			'row 1, a1: wouldUpdate',
			'row 2, a2: wouldUpdate',
			'row 3, a3: wouldUpdate',
		]);
	});

	it.each([
		{ account: 'its External ID', change: {}, named: () => 'a1' },
		{
			account: 'its Vitally ID, where it has no External ID',
			change: { externalId: null },
			named: (id: string) => id,
		},
	])('become accounts, with a warning that names another account by $account', async (row) => {
		const { accounts } = sandbox().state;
		const account = accounts.byExternalId('a1');
		if (!account) throw new Error('There is no account');

		sandbox().faults.add({
			kind: 'shown',
			as: (record) => (record.id === account.id ? { ...record, ...row.change } : record),
		});
		const rows = [named('a2'), named('a3'), named('a4'), typo];
		const lines = linesOf(await run(rows, { dryRun: true }));

		expect(lines.at(-1)).toBe(
			`row 4, a-1: wouldCreate, An account with this name exists: ${row.named(account.id)}`,
		);
	});

	it('become accounts, with a warning that names the first of two accounts of their name in the list', async () => {
		await withAccounts('b1')(sandbox());
		const { accounts } = sandbox().state;
		const inListOrder = [...accounts.all()].reverse();
		const [first, second] = inListOrder;

		for (const account of [first, second]) accounts.change(account, { name: 'Twin' });

		const rows = [named('a1'), named('a2'), { id: 't1', name: 'Twin' }];

		expect(linesOf(await run(rows, { dryRun: true }))).toEqual([
			`row 3, t1: wouldCreate, An account with this name exists: ${first.externalId}`,
		]);
	});

	it('appear above the output where missing records are not created', async () => {
		const rows = [named('a1'), named('x1'), named('x2')];

		expect(hintsOf(await run(rows, { createMissing: false, dryRun: true }))).toEqual([
			'Dry run: 0 would be created, 0 updated, 1 unchanged, 2 not in Vitally.',
			'2 not in Vitally: row 2 (Name of x1, x1), row 3 (Name of x2, x2).',
		]);
	});

	it("appear among 'Changed Records' where missing records are not created", async () => {
		const outcome = await run([named('a1'), named('x1')], { createMissing: false, dryRun: true });

		expect(linesOf(outcome)).toEqual(["row 2, x1: missing, No account has the External ID 'x1'"]);
	});

	it.each([
		{
			item: 'an item without fields',
			json: {},
			reason: "'External ID Column' is empty, because the input item has no fields",
		},
		{
			item: 'an item with one field',
			json: { id: '' },
			reason: "The field 'External ID Column' is empty",
		},
		{
			item: 'an item with two fields',
			json: { id: '', plan: 'gold' },
			reason: "The field 'External ID Column' is empty",
		},
	])('fail without an External ID, and say why: $item', async ({ json, reason }) => {
		const outcome = await run([named('a1'), json], {}, { syncOutput: 'each' });

		expect(linesOf(outcome)).toEqual(['row 1, a1: unchanged', `row 2: failed, ${reason}`]);
	});

	it('end the run where no row has an External ID, with the columns that there are', async () => {
		const others = { Seats: 1, Region: 'EU', Plan: 'gold', Phone: '', CSM: '' };
		const row = { 'Account ID': 'a1', Company: 'Acme', 'Renewal\nDate': '', ...others };
		const { error } = await run(Array.from({ length: 20 }, () => row));

		expect(error?.message).toBe("'External ID Column' is empty in all 20 rows");
		expect(error?.description).toBe(
			String.raw`Columns: Account ID, Company, "Renewal\nDate", Seats, Region, Plan, Phone, CSM. Drag the one with your ID onto 'External ID Column'.`,
		);
		expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
	});

	it.each([
		{
			matchBy: 'externalId',
			column: 'External ID Column',
			advice: "Columns: Company. Drag the one with your ID onto 'External ID Column'.",
		},
		{
			matchBy: 'id',
			column: 'Vitally ID Column',
			advice: "Columns: Company. Drag the one with the Vitally ID onto 'Vitally ID Column'.",
		},
		{
			matchBy: 'email',
			column: 'Email Column',
			advice: "Columns: Company. Drag the one with the email address onto 'Email Column'.",
		},
	])('end the run where no row has a value in $column', async ({ matchBy, column, advice }) => {
		const { error } = await run(
			[{ Company: 'Acme' }, { Company: 'Birch' }],
			{},
			{
				resource: 'user',
				matchBy,
				vitallyId: '={{ $json.key }}',
				externalId: '={{ $json.key }}',
				matchEmail: '={{ $json.key }}',
			},
		);

		expect(error?.message).toBe(`'${column}' is empty in all 2 rows`);
		expect(error?.description).toBe(advice);
	});

	it('end the run with their number, from a thousand with a comma', () => {
		const input = {
			json: { Company: 'Acme' },
			columns: () => [],
			usedInOtherFields: () => new Set<string>(),
		};
		const row = { param: () => '', timeZone: 'UTC', input };

		expect(seenError(emptyMatchError(row, 'externalId', 1200))).toEqual({
			class: 'VitallyError',
			message: "'External ID Column' is empty in all 1,200 rows",
			description: "Columns: Company. Drag the one with your ID onto 'External ID Column'.",
			facts: { field: 'External ID Column' },
		});
	});

	it('end the run with the error of the expression where that fails in each row', async () => {
		const { error } = await run(
			[named('a1'), named('a2')],
			{},
			{
				externalId: '={{ $("Nowhere").item.json.id }}',
			},
		);

		expect(error?.message).toBe("Referenced node doesn't exist [item 0]");
	});

	it.each([1, 5])('send nothing where none of %d rows has a valid value', async (count) => {
		const items = Array.from({ length: count }, (_, index) => ({
			id: `a${index}`,
			traits: 'none',
		}));
		const { error } = await run(items);

		expect(error?.message).toBe("The value of 'Traits (JSON)' is not a JSON object [item 0]");
		expect(sandbox().requests.map(({ path }) => path)).toEqual([]);
	});

	it.each([
		{
			count: 1,
			message: "'External ID Column' is empty, because the input item has no fields [item 0]",
		},
		{ count: 2, message: "'External ID Column' is empty in all 2 rows" },
	])(
		'end the run with advice about Always Output Data where they are $count empty items',
		async (row) => {
			const { error } = await run(Array.from({ length: row.count }, () => ({})));

			expect(error?.message).toBe(row.message);
			expect(error?.description).toBe(
				"Turn off 'Always Output Data' in the settings of the node before: with it, a node that finds nothing passes on one empty item.",
			);
			expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
		},
	);
});

describeOperation('sync: rows without a record', [
	{
		name: 'user: name the email address that no user has',
		given: withUsers('u1'),
		parameters: {
			resource: 'user',
			operation: 'sync',
			matchBy: 'email',
			matchEmail: '={{ $json.mail }}',
			traitsMode: 'json',
			traitsJson: '{ "plan": "gold" }',
			syncOutput: 'each',
		},
		items: [{ mail: 'nobody@customer.example' }],
		returns: [
			{
				result: 'missing',
				reason: "No user has the email address 'nobody@customer.example'",
			},
		],
	},
	{
		name: 'user: become users without a warning, though another one has their name',
		given: withUsers('u1', 'u2', 'u3'),
		parameters: {
			resource: 'user',
			operation: 'sync',
			externalId: '={{ $json.id }}',
			name: '={{ $json.name }}',
			accountId: byId('acc-1'),
			traitsMode: 'fields',
			syncOutput: 'changed',
		},
		items: [named('u1'), named('u2'), named('u3'), { id: 'u9', name: 'Name of u1' }],
		returns: [{ externalId: 'u9', result: 'wouldCreate', reason: null }],
	},
	{
		name: 'custom object instance: have the custom object of the node, be the row valid or not',
		given: addDeal,
		parameters: {
			resource: 'customObjectInstance',
			operation: 'sync',
			customObjectId: byId('obj-1'),
			accountId: byId('acc-1'),
			externalId: '={{ $json.id }}',
			name: 'New',
			traitsMode: 'fields',
			syncOutput: 'each',
		},
		items: [{ id: 'D9' }, { id: '' }],
		returns: [
			{ result: 'wouldCreate', customObjectId: 'obj-1' },
			{ result: 'failed', customObjectId: 'obj-1' },
		],
	},
]);
