import type { IDataObject } from 'n8n-workflow';

import { jsonOf } from '../engine/itemLines.cts';
import { runIn } from '../engine/node.cts';
import { accountOf } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync } from '../nodes/account/syncCases.cts';
import { accounts, change } from './changeCases.cts';

/** Values that are easily taken for nothing, and others for comparison. */
const OLD_VALUES = [
	{ value: '0', old: 0 },
	{ value: 'false', old: false },
	{ value: 'the text "0"', old: '0' },
	{ value: 'a number', old: 12 },
	{ value: 'a list', old: ['a', 'b'] },
];

describe('the old value of a trait in a row of a Sync', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const runSync = async () => {
		const outcome = await runIn(sandbox(), {
			parameters: sync({}, { syncOutput: 'changed' }),
			items: [{ id: 'a1', name: 'Account 1', traits: { plan: 'gold' } }],
		});

		return jsonOf(outcome);
	};

	const undo = async (items: IDataObject[]) => {
		await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'undoSync', dryRun: false },
			items,
		});
	};

	it.each(OLD_VALUES)(
		'stands in the changes of the row as Vitally had it: $value',
		async ({ old }) => {
			accounts({ a1: ['Account 1', { plan: old }] })(sandbox());
			const [{ changedFields }] = await runSync();

			expect(changedFields).toBe(JSON.stringify({ 'traits.plan': change(old, 'gold') }));
		},
	);

	it.each(OLD_VALUES)('comes back with Sync: Undo: $value', async ({ old }) => {
		accounts({ a1: ['Account 1', { plan: old }] })(sandbox());
		await undo(await runSync());

		expect(accountOf(sandbox(), 'a1')?.traits).toEqual({ plan: old });
	});
});
