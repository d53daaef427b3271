import { runIn, type NodeRun } from '../engine/node.cts';
import { traitRow, withAccounts } from '../fixtures/accounts.cts';
import { byExternalId, byKey } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

const VALUE = '={{ $json.value }}';

const account = (operation: string, fields: object): NodeRun => ({
	parameters: { resource: 'account', operation, ...fields },
});
const update = (fields: object) => account('update', { accountId: byExternalId('a1'), ...fields });
const sync = (fields: object) =>
	account('sync', { externalId: 'a1', name: 'Acme', dryRun: false, ...fields });
const automatic = { traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [] } };
const numberRow = { trait: [traitRow('value', 'number', VALUE)] };
const automaticRow = { trait: [{ ...traitRow('value', 'string', VALUE), type: 'automatic' }] };
const condition = { key: byKey('value'), is: 'above', value: VALUE };

/** Each way in which a number is entered. */
const WAYS = [
	{ way: 'a field', run: update({ updateFields: { mrr: VALUE } }) },
	{ way: 'a row of the type Number', run: update({ traits: numberRow }) },
	{ way: 'a row of the type Automatic', run: update({ traits: automaticRow }) },
	{
		way: 'JSON',
		run: update({ traitsMode: 'json', traitsJson: '={{ { value: $json.value } }}' }),
	},
	{ way: 'a column', run: update({ traitsMode: 'mapper', ...automatic }) },
	{ way: 'a column of Sync', run: sync({ traitsMode: 'mapper', ...automatic }) },
	{ way: 'a tool', run: { ...update({ traits: numberRow }), isTool: true } },
	{
		way: 'Analytics',
		run: {
			type: 'vitallyAnalytics',
			parameters: {
				resource: 'account',
				operation: 'upsert',
				accountId: 'a1',
				traits: numberRow,
			},
		},
	},
	{
		way: 'a filter',
		run: account('getAll', { filters: { trait: { condition: [condition] } } }),
	},
	{ way: 'a limit', run: account('getAll', { limit: VALUE }) },
];

describe('a whole number that a number cannot keep', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(async () => {
		await withAccounts('a1')(sandbox());
		defineTrait(sandbox(), 'value', { type: 'number' });
		sandbox().requests.length = 0;
	});

	it.each(WAYS)(
		'fails with advice for a number, though it is entered as text, in $way',
		async ({ run }) => {
			const { error } = await runIn(sandbox(), { ...run, items: [{ value: '9007199254740993' }] });

			expect(error?.message ?? 'no error').toContain('is a number that has lost digits');
			expect(error?.description).toContain('a text field or a trait of the type String');

			const paths = sandbox().requests.map(({ path }) => path);

			expect({ others: paths.filter((path) => !path.endsWith('/customFields')) }).toEqual({
				others: [],
			});
		},
	);
});
