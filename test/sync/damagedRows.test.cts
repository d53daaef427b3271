import type { IDataObject } from 'n8n-workflow';

import { jsonOf, linesOf } from '../engine/itemLines.cts';
import { runIn } from '../engine/node.cts';
import { vitallyId } from '../fixtures/records.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { bodiesOf, hintsOf } from '../nodes/account/syncCases.cts';
import { accounts, change, changed, changeOperation } from './changeCases.cts';

/** The items of a night in which three accounts were renamed from "Old" to "New". */
const renamed = (externalId: string) =>
	changed('updated', externalId, { name: change('Old', 'New') });

/** What happens to one item on its way through tables, files and merges. */
const DAMAGES: Array<{
	name: string;
	damaged: object;
	/** What the output calls the row where that is not its External ID. */
	called?: string;
	reason: string;
}> = [
	{
		name: 'its ID was cut',
		damaged: { id: '00000000-0000-4000' },
		reason: '"00000000-0000-4000" is not a Vitally ID',
	},
	{ name: 'it has the ID of a data table', damaged: { id: 2 }, reason: '"2" is not a Vitally ID' },
	{
		name: 'it has lost both IDs',
		damaged: { id: '', externalId: '' },
		called: ', Old',
		reason: "This item has no 'id' and no 'externalId', so it isn't a change from a Sync",
	},
	{
		name: 'its changes were stored as text without values',
		damaged: { changedFields: '[object Object]' },
		reason: "The 'changedFields' of this item don't have the old and new value of each field",
	},
	{
		name: 'its result was overwritten',
		damaged: { result: 'done' },
		reason: `The 'result' of this item is "done", which no Sync returns`,
	},
	{
		name: 'it is of another resource',
		damaged: { resource: 'user' },
		reason: `The 'resource' of the input item is "user", but the node has "account"`,
	},
	{
		name: 'it has a field that cannot be written',
		damaged: { changedFields: { mrr: change(1, 2) } },
		reason: "'mrr' is not a field that Sync changes",
	},
	{
		name: 'it has a value that cannot be sent',
		damaged: { changedFields: { 'traits.seats': change(2e17, 2e17) } },
		reason: "The value of 'Trait: seats' is a number that has lost digits",
	},
	{
		name: 'it gives another column to a request option',
		damaged: { proxy: 'nowhere' },
		called: '',
		reason: "The value of 'Proxy' under Request Options is not a web address",
	},
];

const OPERATIONS = [
	{
		operation: 'applyChanges',
		before: 'Old',
		after: 'New',
		written: 'applied',
		/** The line above the output where one row is written, and one fails. */
		counts: '0 created, 1 applied, 0 unchanged, 1 failed, with 2 requests.',
	},
	{
		operation: 'undoSync',
		before: 'New',
		after: 'Old',
		written: 'restored',
		counts: '1 restored, 1 failed.',
	},
] as const;

const CASES = OPERATIONS.flatMap((operation) =>
	DAMAGES.map((damage) => ({ ...operation, ...damage })),
);

describe('a row that is damaged', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const run = async (operation: 'applyChanges' | 'undoSync', items: IDataObject[]) => {
		const requestOptions = { proxy: '={{ $json.proxy ?? "" }}' };
		const parameters = changeOperation(operation)({ requestOptions });

		return await runIn(sandbox(), { parameters, items });
	};

	const namesInVitally = () =>
		Object.fromEntries(
			[...sandbox().state.accounts.all()].map(({ externalId, name }) => [externalId, name]),
		);

	it.each(CASES)('stops no other row: $operation, $name', async (damage) => {
		const { operation, before, after, written, damaged, called = ', a2', reason } = damage;

		accounts({ a1: [before], a2: [before], a3: [before] })(sandbox());
		const items = [renamed('a1'), { ...renamed('a2'), ...damaged }, renamed('a3')];
		const outcome = await run(operation, items);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(linesOf(outcome)).toEqual([
			`row 1, a1: ${written}`,
			`row 2${called}: failed, ${reason}`,
			`row 3, a3: ${written}`,
		]);
		expect(jsonOf(outcome)[1]).toMatchObject({ changedFields: null });
		expect(namesInVitally()).toEqual({ a1: after, a2: before, a3: after });
	});

	it.each(OPERATIONS)(
		'appears in the output with its names: $operation',
		async ({ operation, before }) => {
			accounts({ a1: [before], a2: [before] })(sandbox());
			const outcome = await run(operation, [renamed('a1'), { ...renamed('a2'), id: 'a2' }]);

			expect(jsonOf(outcome)[1]).toMatchObject({
				name: 'Old',
				externalId: 'a2',
				id: 'a2',
			});
		},
	);

	it.each(OPERATIONS)(
		'appears above the output with its reason: $operation',
		async ({ operation, before, counts }) => {
			accounts({ a1: [before], a2: [before] })(sandbox());
			const outcome = await run(operation, [renamed('a1'), { ...renamed('a2'), id: 'a2' }]);

			expect(hintsOf(outcome)).toEqual([counts, '1 failed: row 2 ("a2" is not a Vitally ID).']);
		},
	);

	it.each(OPERATIONS)(
		'shows the ID of its record, and not that of a data table: $operation',
		async ({ operation, before }) => {
			accounts({ a1: [before], a2: [before] })(sandbox());
			const stored = { ...renamed('a2'), id: 7, vitallyId: vitallyId('a2'), resource: 'user' };
			const outcome = await run(operation, [renamed('a1'), stored]);

			expect(jsonOf(outcome)[1]).toMatchObject({ result: 'failed', id: vitallyId('a2') });
		},
	);

	it.each(OPERATIONS)(
		'shows the number of its row in the table of the Sync: $operation',
		async ({ operation, before, written, counts }) => {
			accounts({ a1: [before], a2: [before] })(sandbox());
			const items = [
				{ ...renamed('a1'), row: 12 },
				{ ...renamed('a2'), row: '40', id: 'a2' },
			];
			const outcome = await run(operation, items);

			expect(linesOf(outcome)).toEqual([
				`row 12, a1: ${written}`,
				'row 40, a2: failed, "a2" is not a Vitally ID',
			]);
			expect(hintsOf(outcome)).toEqual([counts, '1 failed: row 40 ("a2" is not a Vitally ID).']);
		},
	);

	it.each(OPERATIONS)(
		'shows the number of its item where it has lost that of its row: $operation',
		async ({ operation, before, written }) => {
			accounts({ a1: [before], a2: [before] })(sandbox());
			const items = [
				{ ...renamed('a1'), row: 'x' },
				{ ...renamed('a2'), row: 0 },
			];
			const outcome = await run(operation, items);

			expect(linesOf(outcome)).toEqual([`row 1, a1: ${written}`, `row 2, a2: ${written}`]);
		},
	);

	it.each(OPERATIONS)(
		'ends the run in an error where no other row can be read: $operation',
		async ({ operation, before }) => {
			accounts({ a1: [before], a2: [before] })(sandbox());
			const skipped = { result: 'unchanged', externalId: 'a3', resource: 'account' };
			const items = [{ ...renamed('a1'), id: 1 }, { ...renamed('a2'), id: 2 }, skipped];
			const { error } = await run(operation, items);

			expect(error?.message).toBe('"1" is not a Vitally ID [item 0]');
			expect({ requests: linesOfRequests(sandbox()) }).toEqual({ requests: [] });
		},
	);

	it.each(OPERATIONS)(
		'stops the other rows of its record, which are replayed as a whole: $operation',
		async ({ operation, before }) => {
			accounts({ a1: [before] })(sandbox());
			const unsendable = changed('updated', 'a1', { 'traits.seats': change(2e17, 2e17) });
			const { error } = await run(operation, [renamed('a1'), unsendable]);

			expect(error?.message).toBe(
				"The value of 'Trait: seats' is a number that has lost digits [item 0]",
			);
			expect({ written: bodiesOf(sandbox()) }).toEqual({ written: [] });
		},
	);
});
