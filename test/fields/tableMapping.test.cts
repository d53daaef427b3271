import { runIn } from '../engine/node.cts';
import { accountOf, withAccounts } from '../fixtures/accounts.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
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

	it.each(OPERATIONS)(
		'clears in $operation a trait whose cell a row lacks, and gives it no other column',
		async ({ operation, fields }) => {
			const parameters = { ...mapped, operation, ...fields, options: { emptyValues: 'clear' } };
			const items = [
				{ id: 'a1', region: 'EU', Region: 'North', plan: 'gold' },
				{ id: 'a2', Region: 'South' },
			];

			await runIn(sandbox(), { parameters, items });

			expect(accountOf(sandbox(), 'a1')?.traits).toMatchObject({ region: 'EU', plan: 'gold' });
			expect(Object.values(accountOf(sandbox(), 'a2')?.traits ?? {})).not.toContain('South');
			expect(accountOf(sandbox(), 'a2')?.traits).not.toMatchObject({ region: 'old' });
			expect(accountOf(sandbox(), 'a2')?.traits).not.toMatchObject({ plan: 'old' });
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
