import type { IDataObject } from 'n8n-workflow';

import { firstJsonOf, linesOf } from '../../engine/itemLines.cts';
import { credentialsFor, NODE, type NodeRun, runIn, runNode } from '../../engine/node.cts';
import { accountOf, withAccounts } from '../../fixtures/accounts.cts';
import { differences, NO_DIFFERENCES } from '../../fixtures/differences.cts';
import { rowColumns } from '../../fixtures/rowColumns.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { hintsOf, named, sync } from './syncCases.cts';

describe('account: sync, on the engine', () => {
	const started = sandboxOfSuite({ seed: 'empty' });
	const run = async (items: IDataObject[], others: Partial<NodeRun> = {}) =>
		await runIn(started(), { parameters: sync(), items, ...others });

	it('links the summary to every row', async () => {
		const outcome = await run([named('a1'), named('a2'), { id: '' }]);

		expect(outcome.items(NODE).map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }, { item: 2 }],
		]);
	});

	it('shows the line of the summary above the output', async () => {
		const outcome = await run([named('a1'), named('a2'), { id: '' }]);

		expect(hintsOf(outcome)).toEqual([
			'2 created, 0 updated, 0 unchanged, 1 failed, with 6 requests.',
			"1 failed: row 3 (The field 'External ID Column' is empty).",
		]);
	});

	it('names the first three rows that failed', async () => {
		const rows = [named('a1'), ...['..', '', '', ''].map((id) => ({ id }))];

		expect(hintsOf(await run(rows))[1]).toBe(
			`4 failed: row 2 (The value of 'External ID Column' cannot be ".."), row 3 (The field 'External ID Column' is empty), row 4 (The field 'External ID Column' is empty), and 1 more.`,
		);
	});

	it('counts a single request in the line above the output', async () => {
		await withAccounts('a1')(started());

		expect(hintsOf(await run([named('a1')]))).toEqual([
			'0 created, 0 updated, 1 unchanged, with 1 request.',
		]);
	});

	it('names failures in the order of the rows, whenever each was found to fail', async () => {
		const rows = [{ id: 'a1' }, { id: '' }, { id: 'a2' }, named('a3')];
		const lacksName = (id: string) =>
			`No account has the External ID '${id}', and a new one needs a 'Name'`;

		expect(hintsOf(await run(rows))[1]).toBe(
			`3 failed: row 1 (${lacksName('a1')}), row 2 (The field 'External ID Column' is empty), row 3 (${lacksName('a2')}).`,
		);
	});

	it.each<{ syncOutput: string; options: object; last: string[] }>([
		{ syncOutput: 'changed', options: { dryRun: true }, last: ['dryRun', 'columnsLeftOut'] },
		{ syncOutput: 'each', options: {}, last: [] },
		{
			syncOutput: 'each',
			options: { notInTable: 'output' },
			last: ['updatedAt', 'churnedAt', 'csmName'],
		},
	])(
		'has the same columns in each item of $syncOutput, $options',
		async ({ syncOutput, options, last }) => {
			await withAccounts('a1', 'a4')(started());
			const items = [{ id: 'a1', name: 'New' }, named('a2'), { id: 'a3' }];
			const outcome = await run(items, { parameters: sync(options, { syncOutput }) });
			const columns = rowColumns({ dryRun: last });
			const output = outcome.items(NODE);

			expect({ items: output.length }).toEqual({ items: 'notInTable' in options ? 4 : 3 });

			for (const [index, { json }] of output.entries()) {
				expect({ [`item ${index}`]: differences(Object.keys(json), columns) }).toEqual({
					[`item ${index}`]: NO_DIFFERENCES,
				});
			}
		},
	);

	it('counts records for each field that changed, the most frequent first', async () => {
		await withAccounts('a1', 'a2')(started());
		const items = [
			{ id: 'a1', traits: { seats: 1 } },
			{ id: 'a1', name: 'New', traits: { seats: '1' } },
			{ ...named('a2'), traits: { d: 1, c: 1, b: 1, a: 1, seats: 2 } },
			{ ...named('a3'), traits: { a: 1, b: 1 } },
		];
		const json = firstJsonOf(await run(items));

		expect({ error: json.error ?? 'none' }).toEqual({ error: 'none' });
		expect(json.fieldsChanged).toEqual([
			{ field: 'traits.seats', records: 2 },
			...['name', 'traits.a', 'traits.b', 'traits.c'].map((field) => ({ field, records: 1 })),
		]);
	});

	interface LinkedRows {
		syncOutput: string;
		onError: NodeRun['onError'];
		output: number;
		/** The input item of each output item, and the result. */
		items: string[];
	}

	it.each<LinkedRows>([
		{
			syncOutput: 'each',
			onError: undefined,
			output: 0,
			items: ['0: wouldCreate', '1: unchanged', '2: failed', '3: wouldCreate'],
		},
		{
			syncOutput: 'changed',
			onError: undefined,
			output: 0,
			items: ['0: wouldCreate', '2: failed', '3: wouldCreate'],
		},
		{
			syncOutput: 'each',
			onError: 'continueRegularOutput',
			output: 0,
			items: ['0: wouldCreate', '1: unchanged', '2: error', '3: wouldCreate'],
		},
		{
			syncOutput: 'each',
			onError: 'continueErrorOutput',
			output: 0,
			items: ['0: wouldCreate', '1: unchanged', '3: wouldCreate'],
		},
		{ syncOutput: 'each', onError: 'continueErrorOutput', output: 1, items: ['2: error'] },
		{ syncOutput: 'summary', onError: 'continueErrorOutput', output: 1, items: ['2: error'] },
	])(
		'links single rows to theirs: $syncOutput, On Error $onError, output $output',
		async ({ syncOutput, onError, output, items }) => {
			await withAccounts('a2')(started());
			const rows = [named('a1'), named('a2'), { id: 'a3' }, named('a4')];
			const parameters = sync({ dryRun: true }, { syncOutput });
			const outcome = await run(rows, { onError, parameters });

			const linked = outcome.items(NODE, output).map(({ json, pairedItem }) => {
				const { item } = pairedItem as { item: number };

				return `${item}: ${String(json.result ?? 'error')}`;
			});

			expect(linked).toEqual(items);
		},
	);

	it('returns the summary alone where the node continues on errors', async () => {
		const outcome = await run([named('a1'), { id: '' }], { onError: 'continueRegularOutput' });

		expect(
			outcome.items(NODE).map(({ json: { created, failed } }) => ({ created, failed })),
		).toEqual([{ created: 1, failed: 1 }]);
	});

	it('names 100 failures at most, and counts all', async () => {
		const outcome = await run([named('a1'), ...Array.from({ length: 150 }, () => ({ id: '' }))]);
		const json = firstJsonOf(outcome);

		expect({ error: json.error ?? 'none' }).toEqual({ error: 'none' });

		const { created, failed, failures } = json;

		expect({ created, failed, named: (failures as object[]).length }).toEqual({
			created: 1,
			failed: 150,
			named: 100,
		});
	});

	it('ends in an error when no row succeeds', async () => {
		const outcome = await run([{ id: 'a1' }, { id: '' }]);

		expect(outcome.error?.message).toBe(
			"No account has the External ID 'a1', and a new one needs a 'Name' [item 0]",
		);
	});

	it('stops at a list that cannot be read for want of a network', async () => {
		started().faults.add({ kind: 'status', status: 503 });
		const items = Array.from({ length: 30 }, (_, index) => named(`a${index}`));
		const outcome = await run(items);

		expect(outcome.error?.message ?? 'no error').toMatch(
			/^Vitally could not process the request at the moment/,
		);
		expect({ requests: started().requests.length }).toEqual({ requests: 3 });
	});

	it('returns the link to each record that Vitally has', async () => {
		await withAccounts('a1')(started());
		const credentials = credentialsFor(started(), { subdomain: 'acme' });
		const outcome = await runNode(
			{
				parameters: sync({ dryRun: true }, { syncOutput: 'each' }),
				items: [named('a1'), named('a2')],
			},
			{ credentials },
		);

		expect(outcome.items(NODE).map(({ json }) => json.url)).toEqual([
			`https://acme.vitally.io/accounts/${accountOf(started(), 'a1')?.id}`,
			null,
		]);
	});

	it('returns the selected output though the first row cannot be opened', async () => {
		const requestOptions = { proxy: '={{ $json.id === "a1" ? "nowhere" : "" }}' };
		const outcome = await run([named('a1'), named('a2'), named('a3')], {
			parameters: { ...sync({}, { syncOutput: 'each' }), requestOptions },
		});

		expect(linesOf(outcome)).toEqual([
			"row 1: failed, The value of 'Proxy' under Request Options is not a web address",
			'row 2, a2: created',
			'row 3, a3: created',
		]);
	});
});
