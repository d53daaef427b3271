import type { IDataObject } from 'n8n-workflow';

import { NODE, runIn } from '../engine/node.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { hintsOf } from '../nodes/account/syncCases.cts';
import { read } from './docFiles.cts';

/** The rows of the example, each by the names of its columns. */
function exampleRows(): IDataObject[] {
	const [, example] = read('docs/sync.md').split('### Example: a spreadsheet of renewals\n');
	const [columns, , ...rows] = example
		.split('\n\n1. ')[0]
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split('|').slice(1, -1));

	return rows.map((cells) =>
		Object.fromEntries(columns.map((name, index) => [name.trim(), cells[index].trim()])),
	);
}

describe('the example of renewals in docs/sync.md', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const syncRows = async (rows: IDataObject[]) =>
		await runIn(sandbox(), {
			parameters: {
				resource: 'account',
				operation: 'sync',
				externalId: '={{ $json.account_id }}',
				traitsMode: 'mapper',
				traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [] },
			},
			items: rows,
		});

	beforeEach(async () => {
		await withAccounts('acct-1', 'acct-2')(sandbox());
		defineTrait(sandbox(), 'plan');
	});

	it('leaves out the column Renewal Date', async () => {
		const hints = hintsOf(await syncRows(exampleRows()));

		expect(hints.join(' ')).toContain('Renewal Date: similar to Next Renewal Date');
	});

	it('has a row to update and two that fail, until their cells are corrected', async () => {
		const rows = exampleRows().map(({ 'Renewal Date': date, ...row }) => ({
			...row,
			'Next Renewal Date': date,
		}));
		const shown = async () => (await syncRows(rows)).items(NODE).map(({ json }) => json);
		const first = await shown();

		expect(first.map(({ result }) => result)).toEqual(['wouldUpdate', 'failed', 'failed']);
		expect(first[1].reason).toBe('The value "$1,200" of \'MRR\' is not a number');
		expect(first[2].reason).toContain("a new one needs a 'Name'");

		Object.assign(rows[1], { MRR: '1200' });
		Object.assign(rows[2], { name: 'Larch Freight' });
		const second = await shown();

		expect(second[1].reason).toMatch(/could be .*March.* or .*April/);

		Object.assign(rows[1], { 'Next Renewal Date': '2027-04-03' });
		const third = await shown();

		expect(third.map(({ result }) => result)).toEqual([
			'wouldUpdate',
			'wouldUpdate',
			'wouldCreate',
		]);
	});
});
