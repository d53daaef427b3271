import type { IDataObject } from 'n8n-workflow';

import { firstJsonOf, jsonOf, linesOf } from '../engine/itemLines.cts';
import { NODE, runIn, type NodeRun } from '../engine/node.cts';
import { accountOf, withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { bodiesOf, hintsOf, named, sync, writesOf } from '../nodes/account/syncCases.cts';

describe('automatic mapping of the columns of a table', () => {
	const started = sandboxOfSuite({ seed: 'empty' });

	beforeEach(async () => {
		await withAccounts('a1')(started());
		defineTrait(started(), 'plan');
		started().requests.length = 0;
	});

	const column = (id: string) => ({
		id,
		displayName: id,
		type: 'string' as const,
		required: false,
		defaultMatch: false,
		display: true,
	});
	const mapper = (mappingMode: string, value: object | null = null) => ({
		resource: 'account',
		operation: 'sync',
		externalId: '={{ $json.id }}',
		dryRun: false,
		syncOutput: 'summary',
		traitsMode: 'mapper',
		traitsMapper: { mappingMode, value, schema: [column('name'), column('plan')] },
	});
	/** The mapper with automatic mapping, and what was mapped by hand before, which stays in the node. */
	const automatic = mapper('autoMapInputData', { plan: '={{ $json.plan }}' });
	const run = async (parameters: NodeRun['parameters'], ...items: IDataObject[]) =>
		await runIn(started(), { parameters, items });

	const rows = [
		{ id: 'a1', plan: 'gold', contract_owner: 'Kim' },
		{ id: 'a2', name: 'Two', phone: '' },
	];

	it('lists the columns that it leaves out', async () => {
		const outcome = await run(automatic, ...rows);

		expect(jsonOf(outcome)).toMatchObject([
			{ created: 1, updated: 1, columnsLeftOut: ['contract_owner', 'phone'] },
		]);
		expect(hintsOf(outcome)).toEqual([
			'1 created, 1 updated, 0 unchanged, with 6 requests.',
			"Left out, no such trait: contract_owner, phone ('Columns Without Trait' creates them).",
		]);
	});

	it("clears a trait of 'Traits to Clear' whose cell is empty", async () => {
		await run(automatic, { id: 'a1', plan: 'gold' });
		started().requests.length = 0;
		const options = { traitsToClear: ['plan'] };

		await run({ ...automatic, options }, { id: 'a1', plan: '' });

		expect(bodiesOf(started())).toEqual([{ traits: { plan: null } }]);
	});

	it('accepts records as Get Many returns them', async () => {
		const { accounts } = started().state;
		const [account] = accounts.all();

		defineTrait(started(), 'vitally.custom.seats');
		defineTrait(started(), 'organizationId');
		accounts.change(account, {
			traits: { plan: 'gold', 'vitally.custom.seats': 3, name: 'Other', organizationId: 'crm-1' },
		});
		const getAll = { resource: 'account', operation: 'getAll', returnAll: true };
		const read = await run(getAll, {});
		const [{ json: record }] = read.items(NODE);
		const parameters = { ...automatic, externalId: '={{ $json.externalId }}', syncOutput: 'each' };

		const unchanged = await run(parameters, record);

		expect({ error: unchanged.error?.message }).toEqual({ error: undefined });
		expect(linesOf(unchanged)).toEqual(['row 1, a1: unchanged']);

		await run(parameters, { ...record, 'traits.plan': 'free', 'traits.vitally.custom.seats': 4 });

		expect({ written: writesOf(started()).map(({ method, body }) => [method, body]) }).toEqual({
			written: [['PUT', { traits: { plan: 'free', 'vitally.custom.seats': '4' } }]],
		});
	});

	it('shows the name of a row, also of one without an External ID', async () => {
		const row = { id: '', name: 'No ID' };
		const outcome = await run({ ...automatic, syncOutput: 'each' }, rows[1], row);

		expect(linesOf(outcome)).toEqual([
			'row 1, a2: created',
			"row 2, No ID: failed, The field 'External ID Column' is empty",
		]);
	});

	it('names all columns that it leaves out, however many', async () => {
		const columns = Array.from({ length: 40 }, (_, index) => [`column ${index + 1}`, '']);
		const [, leftOut] = hintsOf(
			await run(automatic, { ...rows[0], ...Object.fromEntries(columns) }),
		);

		const names = ['contract_owner', ...columns.map(([name]) => name)].join(', ');

		expect(leftOut).toBe(
			`Left out, no such trait: ${names} ('Columns Without Trait' creates them).`,
		);
	});

	it('names each column with its reason, where the reasons differ', async () => {
		const [, leftOut] = hintsOf(await run(automatic, { ...rows[0], CSM: 'Kim', plans: 'x' }));

		expect(leftOut).toBe(
			"Left out, no such trait: contract_owner ('Columns Without Trait' creates it). CSM: Vitally's API cannot assign a CSM. plans: similar to plan; rename it, or choose 'Map Each Column Manually'.",
		);
	});

	it('names the only column that it leaves out with its reason', async () => {
		const [, leftOut] = hintsOf(await run(automatic, { id: 'a1', plan: 'gold', CSM: 'Kim' }));

		expect(leftOut).toBe("Left out. CSM: Vitally's API cannot assign a CSM.");
	});

	it('gives its advice once, where several columns are similar to traits', async () => {
		const row = { ...rows[0], plans: 'x', 'Plan Type': 'x' };
		const [, leftOut] = hintsOf(await run(automatic, row));

		expect(leftOut).toBe(
			"Left out, no such trait: contract_owner ('Columns Without Trait' creates it). plans: similar to plan; Plan Type: similar to plan; rename them, or choose 'Map Each Column Manually'.",
		);
	});

	it('reports left-out columns in each item of a dry run, with the reason and without advice', async () => {
		const outcome = await run({ ...automatic, dryRun: true, syncOutput: 'changed' }, ...rows);
		const columnsLeftOut = 'Left out: contract_owner, phone.';

		expect(jsonOf(outcome)).toMatchObject([
			{ changes: 'Plan: – → gold', columnsLeftOut },
			{ changes: 'External ID: a2', columnsLeftOut },
		]);
	});

	it('gives no advice in an item of a dry run where a column is similar to a trait', async () => {
		const parameters = { ...automatic, dryRun: true, syncOutput: 'changed' };
		const outcome = await run(parameters, { ...rows[0], plans: 'x' });

		expect(firstJsonOf(outcome)).toMatchObject({
			columnsLeftOut: 'Left out: contract_owner. plans: similar to plan.',
		});
	});

	it.each([null, '={{ $json.title }}'])(
		'changes no name with %j under Name, which is open in the editor',
		async (name) => {
			const before = accountOf(started(), 'a1')?.name;
			const parameters = mapper('defineBelow', { name, plan: '={{ $json.plan }}' });
			const options = { emptyValues: name === null ? 'clear' : 'ignore' };

			await run({ ...parameters, options }, { id: 'a1', plan: 'gold', title: '' });

			expect(accountOf(started(), 'a1')).toMatchObject({ name: before, traits: { plan: 'gold' } });
		},
	);

	it('fails with the columns that there are where none has the name that new records need', async () => {
		const row = { id: 'new', title: 'One', plan: 'gold', status: 'open', customer: 'A' };
		const { error } = await run(automatic, row);

		expect(error?.message).toBe(
			"No account has the External ID 'new', and a new one needs a 'Name' [item 0]",
		);
		expect(error?.description).toBe(
			"Check the External ID of the row. If the account is new, rename one of these columns to 'Name': title, plan, status, customer. Or choose 'Map Each Column Manually' and drag it onto 'Name'.",
		);
	});

	it('reports in the summary and a line that an External ID begins or ends with a space', async () => {
		const second = { id: 'a1 ', name: 'Second' };
		const outcome = await run(sync(), named('a1'), second, named(' a2'));

		expect(firstJsonOf(outcome)).toMatchObject({
			created: 2,
			unchanged: 1,
			rowsWithSpaces: [2, 3],
		});
		expect(hintsOf(outcome)).toEqual([
			'2 created, 0 updated, 1 unchanged, with 5 requests.',
			'The External ID begins or ends with a space, which makes it another External ID. Rows: 2, 3.',
		]);
		expect(accountOf(started(), 'a1 ')).toMatchObject({ name: 'Second' });
	});

	it('names 20 rows at most whose External ID begins or ends with a space', async () => {
		const rows = Array.from({ length: 21 }, (_, index) => named(`b${index} `));
		const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
		const outcome = await run(sync(), ...rows);

		expect(firstJsonOf(outcome)).toMatchObject({ rowsWithSpaces: numbers });
		expect(hintsOf(outcome)).toEqual([
			'21 created, 0 updated, 0 unchanged, with 43 requests.',
			`The External ID begins or ends with a space, which makes it another External ID. Rows: ${numbers.join(', ')}.`,
		]);
	});

	it('reports in its row that an External ID begins or ends with a space', async () => {
		const outcome = await run({ ...sync(), syncOutput: 'each' }, named('a1'), named('a1 '));

		expect(linesOf(outcome)).toEqual([
			'row 1, a1: unchanged',
			'row 2, a1 : created, The External ID begins or ends with a space, which makes it another External ID',
		]);
	});

	const unmapped = sync({}, { name: '', traitsJson: '{}' });

	it.each<{ mode: string; parameters: NodeRun['parameters']; advice: string }>([
		{
			mode: 'JSON',
			parameters: unmapped,
			advice: "Enter a field or a trait, or set 'Specify Traits' to 'Using Mapped Columns'.",
		},
		{
			mode: 'the form',
			parameters: { ...unmapped, traitsMode: 'fields' },
			advice: "Enter a field or a trait, or set 'Specify Traits' to 'Using Mapped Columns'.",
		},
		{
			mode: 'the mapper',
			parameters: mapper('defineBelow'),
			advice: "Add fields under 'Fields and Traits', or choose 'Map Automatically'.",
		},
		{
			mode: 'automatic mapping',
			parameters: automatic,
			advice:
				"No trait has the name of a column: owner. Rename the columns, choose 'Map Each Column Manually', or set 'Columns Without Trait' under Options.",
		},
	])('fails where nothing is mapped, with $mode', async ({ parameters, advice }) => {
		const { error } = await run(parameters, { id: 'a1', owner: 'Kim' }, { id: 'a2' });

		expect(error?.message).toBe(
			'No fields or traits are mapped, so existing accounts would stay unchanged',
		);
		expect(error?.description).toBe(advice);
		expect({ written: bodiesOf(started()) }).toEqual({ written: [] });
	});

	it('fails only the row with an invalid value, because that is mapped too', async () => {
		const parameters = { ...unmapped, traitsJson: '={{ $json.traits }}' };
		const outcome = await run(parameters, { id: 'a1', traits: {} }, { id: 'a2', traits: 'none' });

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(firstJsonOf(outcome)).toMatchObject({
			unchanged: 1,
			failed: 1,
			failures: [{ row: 2, reason: "The value of 'Traits (JSON)' is not a JSON object" }],
		});
	});

	it.each([
		{
			place: 'first',
			rows: [
				{ id: 'a1', traits: { tier: 3 } },
				{ id: 'a2', traits: {} },
			],
		},
		{
			place: 'last',
			rows: [
				{ id: 'a2', traits: {} },
				{ id: 'a1', traits: { tier: 3 } },
			],
		},
	])('writes a trait that only the $place row of a table sets', async ({ rows }) => {
		const parameters = { ...unmapped, traitsJson: '={{ $json.traits }}' };
		const { error } = await run(parameters, ...rows);

		expect({ error: error?.message }).toEqual({ error: undefined });
		expect({ written: bodiesOf(started()) }).toEqual({ written: [{ traits: { tier: 3 } }] });
	});

	it('fails where nothing is mapped, also if a row lacks its External ID', async () => {
		const { error } = await run(unmapped, { id: 'a1' }, { id: '' });

		expect(error?.message).toBe(
			'No fields or traits are mapped, so existing accounts would stay unchanged',
		);
	});

	it('fails for the External ID that all rows lack before it looks at the mapping', async () => {
		const { error } = await run(unmapped, { id: '' });

		expect(error?.message).toBe("The field 'External ID Column' is empty [item 0]");
	});

	it.each<{ what: string; parameters: NodeRun['parameters']; row: IDataObject }>([
		{ what: 'a name', parameters: sync(), row: { id: 'a1' } },
		{ what: 'a column', parameters: automatic, row: { id: 'a1', plan: '' } },
		{
			what: 'an additional field',
			parameters: sync({}, { name: '', additionalFields: { mrr: '' } }),
			row: { id: 'a1' },
		},
		{
			what: 'a trait',
			parameters: sync({}, { name: '' }),
			row: { id: 'a1', traits: { plan: null } },
		},
	])('accepts a column that is empty in every row: $what', async ({ parameters, row }) => {
		const outcome = await run(parameters, row);

		expect(firstJsonOf(outcome)).toMatchObject({ unchanged: 1 });
	});

	it('replaces the fields of the operation', async () => {
		const parameters = { ...automatic, name: 'Hidden', additionalFields: { mrr: 1 } };

		await run(parameters, { id: 'a1', plan: 'gold' });

		expect({ written: bodiesOf(started()) }).toEqual({ written: [{ traits: { plan: 'gold' } }] });
	});
});
