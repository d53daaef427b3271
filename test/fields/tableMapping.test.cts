import type { IDataObject } from 'n8n-workflow';

import {
	resultThrough,
	throughAgent,
	throughRunner,
	withExpressions,
	type EntryPoint,
} from '../engine/entryPoints.cts';
import { NODE, runIn } from '../engine/node.cts';
import { accountOf, withAccounts } from '../fixtures/accounts.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { withUsers } from '../fixtures/users.cts';
import { writesOf } from '../nodes/account/syncCases.cts';

const schema = [
	{ id: 'region', displayName: 'Region', type: 'string', traitType: 'string' },
	{ id: 'plan', displayName: 'Plan', type: 'string', traitType: 'string' },
];
const mapped = {
	resource: 'account',
	traitsMode: 'mapper',
	traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema },
};

const OPERATIONS = [
	{ operation: 'update', fields: { accountId: byExternalId('={{ $json.id }}') } },
	{ operation: 'upsert', fields: { externalId: '={{ $json.id }}', name: 'New' } },
	{ operation: 'sync', fields: { externalId: '={{ $json.id }}', dryRun: false } },
];

describe('automatic mapping of a table', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(async () => {
		await withAccounts('a1', 'a2')(sandbox());

		defineTrait(sandbox(), 'region', { label: 'Region' });
		defineTrait(sandbox(), 'plan', { label: 'Plan' });

		for (const account of sandbox().state.accounts.all()) {
			sandbox().state.accounts.change(account, { traits: { region: 'old', plan: 'old' } });
		}

		sandbox().requests.length = 0;
	});

	/** What the sandbox stores of traits that are cleared. */
	const CLEARED = {};
	const traitsOf = (externalId: string) => accountOf(sandbox(), externalId)?.traits;

	it.each(OPERATIONS)(
		'clears in $operation a trait whose cell a row lacks',
		async ({ operation, fields }) => {
			const parameters = { ...mapped, operation, ...fields, options: { emptyValues: 'clear' } };
			const items = [{ id: 'a1', region: 'EU', plan: 'gold' }, { id: 'a2' }];

			await runIn(sandbox(), { parameters, items });

			expect({ a1: traitsOf('a1'), a2: traitsOf('a2') }).toEqual({
				a1: { region: 'EU', plan: 'gold' },
				a2: CLEARED,
			});
		},
	);

	it.each(OPERATIONS)(
		'gives in $operation no value of another column to a trait whose cell a row lacks',
		async ({ operation, fields }) => {
			const parameters = { ...mapped, operation, ...fields, options: { emptyValues: 'clear' } };
			const items = [
				{ id: 'a1', region: 'EU', Region: 'North', plan: 'gold' },
				{ id: 'a2', Region: 'South', plan: 'gold' },
			];

			await runIn(sandbox(), { parameters, items });

			expect({ a1: traitsOf('a1'), a2: traitsOf('a2') }).toEqual({
				a1: { region: 'EU', plan: 'gold' },
				a2: { ...CLEARED, plan: 'gold' },
			});
		},
	);

	it.each(OPERATIONS)(
		'maps in $operation a column of the output that is a field and is sent as a trait',
		async ({ operation, fields }) => {
			const parameters = { ...mapped, operation, ...fields };

			await runIn(sandbox(), {
				parameters,
				items: [{ id: 'a1', 'traits.mrr': 900, plan: 'gold' }],
			});

			expect(writesOf(sandbox()).map(({ body }) => (body as IDataObject).traits)).toEqual([
				{ mrr: 900, plan: 'gold' },
			]);
		},
	);

	it.each(OPERATIONS)(
		'leaves out in $operation a column of the output that would be a trait with the name of a field',
		async ({ operation, fields }) => {
			const parameters = { ...mapped, operation, ...fields };
			const items = [{ id: 'a1', 'traits.organizationId': 'o1', plan: 'gold' }];

			const { error } = await runIn(sandbox(), { parameters, items });
			const written = writesOf(sandbox()).map(({ body }) => {
				const { traits, organizationId } = body as IDataObject;

				return { traits, organizationId };
			});

			expect({ error: error?.message, written }).toEqual({
				error: undefined,
				written: [{ traits: { plan: 'gold' }, organizationId: undefined }],
			});
		},
	);

	it.each([
		{ columns: 'error', item: { plan: 'gold', error: 'E1' } },
		{ columns: 'message', item: { plan: 'gold', message: 'Hello' } },
		{ columns: 'error and message', item: { plan: 'gold', error: 'E1', message: 'Hello' } },
	])('maps all columns of a row that has $columns among them', async ({ item }) => {
		const parameters = {
			...mapped,
			operation: 'update',
			accountId: byExternalId('a1'),
			options: { columnsWithoutTrait: 'create' },
		};

		await runIn(sandbox(), { parameters, items: [item] });

		expect(writesOf(sandbox()).map(({ body }) => body)).toEqual([{ traits: item }]);
	});

	it('creates no trait of an item that stands for an error', async () => {
		const parameters = {
			...mapped,
			operation: 'update',
			accountId: byExternalId('a1'),
			options: { columnsWithoutTrait: 'create' },
		};
		const error = { error: 'Failed', message: 'Try again', details: { status: 500 } };

		await runIn(sandbox(), { parameters, items: [{ plan: 'gold', tier: 1 }, error] });

		expect(writesOf(sandbox()).map(({ body }) => body)).toEqual([
			{ traits: { plan: 'gold', tier: 1 } },
		]);
	});
});

describe('automatic mapping beside an expression that has no result in a row', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{
			field: 'a field at the top',
			model: 'users' as const,
			parameters: {
				resource: 'user',
				operation: 'upsert',
				externalId: '={{ $json.id }}',
				name: '={{ $json["Full Name"] }}',
			},
			columns: { used: 'Full Name', other: 'Name' },
			values: { used: 'Ann', other: 'Acme' },
			written: [{ name: 'Ann', traits: { plan: 'gold' } }, { traits: { plan: 'gold' } }],
		},
		{
			field: 'an added field',
			model: 'accounts' as const,
			parameters: {
				resource: 'account',
				operation: 'update',
				accountId: byExternalId('={{ $json.id }}'),
				updateFields: { mrr: '={{ $json["Net MRR"] }}' },
			},
			columns: { used: 'Net MRR', other: 'MRR' },
			values: { used: 5, other: 7 },
			written: [{ traits: { mrr: 5, plan: 'gold' } }, { traits: { plan: 'gold' } }],
		},
	])(
		'gives $field no value of a column',
		async ({ model, parameters, columns, values, written }) => {
			withUsers('a1', 'a2')(sandbox());
			defineTrait(sandbox(), 'plan', { label: 'Plan', model });

			const outcome = await runIn(sandbox(), {
				parameters: { ...mapped, ...parameters, options: { dryRun: true } },
				items: [
					{ id: 'a1', [columns.used]: values.used, [columns.other]: values.other, plan: 'gold' },
					{ id: 'a2', [columns.used]: '', [columns.other]: values.other, plan: 'gold' },
				],
			});

			expect(outcome.items(NODE).map(({ json }) => json.body)).toEqual(written);
		},
	);
});

/** An AI agent runs its tools through n8n's routing where their operation is an expression. */
const throughRoutedAgent: EntryPoint = async (sandbox, run) =>
	await throughAgent(sandbox, withExpressions(run, 'operation'));

describe('automatic mapping of what a model sends', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	/** What an update writes of an item with a word for nothing beside another value. */
	const writtenBy = async (entryPoint: EntryPoint, word: string, emptyValues: string) => {
		await withAccounts('a1')(sandbox());

		defineTrait(sandbox(), 'region', { label: 'Region' });
		defineTrait(sandbox(), 'plan', { label: 'Plan' });
		sandbox().requests.length = 0;

		await resultThrough(entryPoint, sandbox(), {
			parameters: {
				...mapped,
				operation: 'update',
				accountId: byExternalId('a1'),
				options: { emptyValues },
			},
			items: [{ region: word, plan: 'gold' }],
		});

		return writesOf(sandbox()).map(({ body }) => body);
	};

	const WORDS = ['null', 'undefined', ' NULL ', 'None'];
	const TOOLS = [
		{ tool: 'a tool', entryPoint: throughAgent },
		{ tool: 'a tool whose operation is an expression', entryPoint: throughRoutedAgent },
	];
	const ROWS = TOOLS.flatMap((tool) => WORDS.map((word) => ({ ...tool, word })));

	it.each(ROWS)('sends no trait for "$word" in the item of $tool', async ({ entryPoint, word }) => {
		expect(await writtenBy(entryPoint, word, 'ignore')).toEqual([{ traits: { plan: 'gold' } }]);
	});

	it.each(ROWS)(
		'clears the trait for "$word" in the item of $tool, with \'Empty Values\' Clear',
		async ({ entryPoint, word }) => {
			expect(await writtenBy(entryPoint, word, 'clear')).toEqual([
				{ traits: { region: null, plan: 'gold' } },
			]);
		},
	);

	it.each(WORDS)('sends "%s" in the item of a workflow as the text that it is', async (word) => {
		expect(await writtenBy(throughRunner, word, 'ignore')).toEqual([
			{ traits: { region: word, plan: 'gold' } },
		]);
	});
});
