import type { IDataObject, NodeApiError } from 'n8n-workflow';

import { userType } from '../../nodes/Vitally/resources/recordTypes';
import {
	exceededLimitError,
	findExceededLimit,
	type ExceededLimit,
} from '../../nodes/Vitally/sync/limits';
import { readTableOptions } from '../../nodes/Vitally/sync/options';
import type {
	PlannedRow,
	RecordPlan,
	Result,
	TableOperationName,
} from '../../nodes/Vitally/sync/plan';
import { firstJsonOf } from '../engine/itemLines.cts';
import { NODE, runIn, type NodeRun } from '../engine/node.cts';
import { errorOf } from '../errors/thrownError.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { linesOfRequests } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { hintsOf, named, sync, writesOf } from '../nodes/account/syncCases.cts';
import { change } from './changeCases.cts';

describe('the limits on changes', () => {
	const defaults = readTableOptions({ param: () => undefined }, userType);

	it.each([
		{ name: 'dryRun', value: false, label: 'Dry Run' },
		{ name: 'matchBy', value: 'id', label: 'Match By' },
		{ name: 'syncOutput', value: 'each', label: 'Output' },
		{ name: 'options.maxChanges', value: 3, label: 'Max Changes' },
		{ name: 'options.maxChangesPercent', value: 3, label: 'Max Changes Percent' },
		{ name: 'options.notInTable', value: 'output', label: 'Not in the Table' },
	])('have to be the same in each row, like the other options: $name', ({ name, value, label }) => {
		const param = (parameter: string) => (parameter === name ? value : undefined);
		const row = { param, isExpression: (parameter: string) => name.startsWith(parameter) };

		expect(errorOf(() => readTableOptions(row, userType, defaults))).toEqual({
			class: 'VitallyError',
			message: `'${label}' is not the same for all items`,
			description:
				'Let the expression return the same value for each item, because it applies to the whole table. Nothing was written.',
			facts: {},
		});
	});

	it.each([
		{ option: 'maxChanges', label: 'Max Changes', value: 0, read: 0 },
		{ option: 'maxChanges', label: 'Max Changes', value: '12', read: 12 },
		{ option: 'maxChangesPercent', label: 'Max Changes Percent', value: 0, read: 0 },
		{ option: 'maxChangesPercent', label: 'Max Changes Percent', value: 100, read: 100 },
		{ option: 'maxChangesPercent', label: 'Max Changes Percent', value: '2.5', read: 2.5 },
	] as const)('accept $value as $label', ({ option, value, read }) => {
		const param = (parameter: string) => (parameter === `options.${option}` ? value : undefined);
		const options = readTableOptions({ param }, userType);

		expect({ [option]: options[option] }).toEqual({ [option]: read });
	});

	it.each([
		{
			option: 'maxChangesPercent',
			parameter: 'options.maxChangesPercent',
			value: 3,
			due: Infinity,
		},
		{ option: 'findsNotInTable', parameter: 'options.notInTable', value: 'output', due: false },
		{ option: 'matchBy', parameter: 'matchBy', value: 'id', due: 'externalId' },
		{ option: 'output', parameter: 'syncOutput', value: 'summary', due: 'each' },
	] as const)(
		'leave out in Sync: Undo, whose rows are not the whole table, the option of a Sync: $option',
		({ option, parameter, value, due }) => {
			const param = (name: string) => (name === parameter ? value : undefined);
			const options = readTableOptions({ param }, undefined);

			expect({ [option]: options[option] }).toEqual({ [option]: due });
		},
	);

	it.each([
		{ option: 'isDryRun', parameter: 'dryRun', value: false, due: false },
		{ option: 'maxChanges', parameter: 'options.maxChanges', value: 3, due: 3 },
	] as const)(
		'have in Sync: Undo the option that it shares with a Sync: $option',
		({ option, parameter, value, due }) => {
			const param = (name: string) => (name === parameter ? value : undefined);
			const options = readTableOptions({ param }, undefined);

			expect({ [option]: options[option] }).toEqual({ [option]: due });
		},
	);

	it('allow everything where they are not entered', () => {
		const { maxChanges, maxChangesPercent } = defaults;

		expect({ maxChanges, maxChangesPercent }).toEqual({
			maxChanges: Infinity,
			maxChangesPercent: Infinity,
		});
	});

	const ofUndo = { operation: 'Sync: Undo', size: 10_000, type: userType } as const;
	const changedFields = { name: change('A', 'B') };

	/** The details of the error of an operation whose rows have a result. */
	const detailsOf = async (
		operation: TableOperationName,
		result: Result,
		count: number,
	): Promise<unknown> => {
		const limits = { ...defaults, maxChanges: 0 };
		const row: PlannedRow = { index: 0, result, name: 'A', changedFields };
		const plans = Array<RecordPlan>(count).fill({ rows: [row], changes: changedFields });
		const rows = plans.flatMap((plan) => plan.rows);
		const limit = await findExceededLimit(limits, { ...ofUndo, operation }, plans);
		const { facts } = await exceededLimitError(limit as ExceededLimit, operation, rows);

		return facts.details;
	};

	it.each([
		{ records: 9, named: 9 },
		{ records: 10, named: 10 },
		{ records: 12, named: 10 },
	])('name in the error $named of $records records', async ({ records, named: count }) => {
		const { examples } = (await detailsOf('Sync: Undo', 'restored', records)) as {
			examples: unknown[];
		};

		expect(examples).toEqual(
			Array.from({ length: count }, () => ({ name: 'A', externalId: null, changedFields })),
		);
	});

	it.each<{ operation: TableOperationName; result: Result; results: object }>([
		{
			operation: 'Sync',
			result: 'updated',
			results: { created: 0, updated: 1, unchanged: 0, missing: 0, failed: 0 },
		},
		{ operation: 'Sync: Apply Changes', result: 'applied', results: { applied: 1 } },
		{ operation: 'Sync: Undo', result: 'restored', results: { restored: 1 } },
	])(
		'count in the error of $operation the results that it can have',
		async ({ operation, result, results }) => {
			expect(await detailsOf(operation, result, 1)).toEqual({
				...results,
				examples: [{ name: 'A', externalId: null, changedFields }],
			});
		},
	);

	/** The sentence about the limit that so many changes of 10,000 rows exceed. */
	const exceededBy = async (changes: number, limits: object) => {
		const plans = Array<RecordPlan>(changes).fill({ rows: [], changes: changedFields });
		const exceeded = await findExceededLimit({ ...defaults, ...limits }, ofUndo, plans);

		return exceeded?.sentence;
	};

	it.each([
		{ changes: 10_000, limit: 'no limit', limits: {} },
		{ changes: 2, limit: "'Max Changes' 2", limits: { maxChanges: 2 } },
		{ changes: 0, limit: "'Max Changes' 0", limits: { maxChanges: 0 } },
		{ changes: 57, limit: "'Max Changes Percent' 0.57", limits: { maxChangesPercent: 0.57 } },
		{ changes: 10_000, limit: "'Max Changes Percent' 100", limits: { maxChangesPercent: 100 } },
	])('allow $changes changes of 10,000 rows with $limit', async ({ changes, limits }) => {
		expect({ error: (await exceededBy(changes, limits)) ?? 'none' }).toEqual({ error: 'none' });
	});

	it.each([
		{ changes: '3', limits: { maxChanges: 2 }, limit: "the 2 that 'Max Changes'" },
		{ changes: '1', limits: { maxChanges: 0 }, limit: "the 0 that 'Max Changes'" },
		{
			changes: '58',
			limits: { maxChangesPercent: 0.57 },
			limit: "the 0.57 % that 'Max Changes Percent'",
		},
		{
			changes: '58',
			limits: { maxChanges: 57, maxChangesPercent: 0.57 },
			limit: "the 57 that 'Max Changes'",
		},
		{ changes: '4,211', limits: { maxChanges: 4210 }, limit: "the 4,210 that 'Max Changes'" },
		{
			changes: '4,210',
			limits: { maxChanges: 4210, maxChangesPercent: 0 },
			limit: "the 0 % that 'Max Changes Percent'",
		},
	])('reject $changes changes of 10,000 rows with $limits', async ({ changes, limits, limit }) => {
		expect(await exceededBy(Number(changes.replace(',', '')), limits)).toBe(
			`Sync: Undo would change ${changes} of 10,000 users, more than ${limit} allows`,
		);
	});
});

describe('the limits on changes in a run', () => {
	const started = sandboxOfSuite({ seed: 'empty' });
	const accounts = ['a1', 'a2', 'a3', 'a4'];

	beforeEach(async () => {
		await withAccounts(...accounts)(started());
		started().requests.length = 0;
	});

	const run = async (options: object, items: IDataObject[], others: Partial<NodeRun> = {}) =>
		await runIn(started(), { parameters: sync(options), items, ...others });

	it('count a record once, and no row that is unchanged, missing or failed', async () => {
		const rows = [
			{ id: 'a1', name: 'New' },
			{ id: 'a1', traits: { seats: 1 } },
			named('a2'),
			{ id: 'a9', name: 'Nine' },
			{ id: '', name: 'None' },
		];
		const outcome = await run({ maxChanges: 1, createMissing: false }, rows);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(firstJsonOf(outcome)).toMatchObject({ updated: 2, missing: 1, failed: 1 });
	});

	const example = (externalId: string, changedFields: object, name = `Name of ${externalId}`) => ({
		name,
		externalId,
		changedFields,
	});
	const plan = {
		created: 1,
		updated: 2,
		unchanged: 1,
		missing: 0,
		failed: 1,
		examples: [
			example('a2', { name: change('Name of a2', 'New') }),
			example('a3', { 'traits.plan': change(null, 'gold') }),
			example('a9', { name: change(null, 'Nine'), externalId: change(null, 'a9') }, 'Nine'),
		],
	};
	const tooMany = [
		named('a1'),
		{ id: '' },
		{ id: 'a2', name: 'New' },
		{ ...named('a3'), traits: { plan: 'gold' } },
		{ id: 'a9', name: 'Nine' },
	];
	const sentence = "Sync would change 3 of 5 accounts, more than the 2 that 'Max Changes' allows";

	it('count in the error the row that names no record as failed', async () => {
		const { error } = await run({ maxChanges: 2 }, tooMany);
		const { failed } = ((error as NodeApiError).context.data ?? {}) as IDataObject;

		expect({ failed }).toEqual({ failed: 1 });
	});

	it('end the run with the plan in the error', async () => {
		const { error } = await run({ maxChanges: 2 }, tooMany);

		expect(error?.message).toBe(sentence);
		expect((error as NodeApiError).context.data).toEqual(plan);
		expect({ written: linesOfRequests({ requests: writesOf(started()) }) }).toEqual({
			written: [],
		});
	});

	it('show a record in the error by its first row that changes anything', async () => {
		const rows = [
			named('a1'),
			{ id: 'a1', traits: { plan: 'gold' } },
			{ id: 'a1', traits: { seats: 2 } },
		];
		const { error } = await run({ maxChanges: 0 }, rows);

		expect(error?.message).toBe(
			"Sync would change 1 of 3 accounts, more than the 0 that 'Max Changes' allows",
		);

		const { examples } = (error as NodeApiError).context.data as { examples: object[] };

		expect(examples).toEqual([example('a1', { 'traits.plan': change(null, 'gold') })]);
	});

	it.each([
		['continueRegularOutput', 0],
		['continueErrorOutput', 1],
	] as const)('return one item with the plan, %s', async (onError, output) => {
		const outcome = await run({ maxChanges: 2 }, tooMany, { onError });
		const [{ json, pairedItem }, ...others] = outcome.items(NODE, output);

		expect(json).toMatchObject({ error: sentence, details: plan });
		expect(pairedItem).toEqual({ item: 0 });
		expect([...others, ...outcome.items(NODE, 1 - output)]).toEqual([]);
	});

	it('end no dry run, which reports that the run would stop', async () => {
		const parameters = sync({ maxChanges: 2, dryRun: true }, { syncOutput: 'summary' });
		const outcome = await run({}, tooMany, { parameters });

		expect(firstJsonOf(outcome)).toMatchObject({ ...counts(plan), wouldStop: sentence });

		const [counted, , limit] = hintsOf(outcome);

		expect({ counted, limit }).toEqual({
			counted: 'Dry run: 1 would be created, 2 updated, 1 unchanged, 1 failed.',
			limit: `${sentence}.`,
		});
	});

	it.each([
		{
			limit: "'Max Changes', by an expression without a result",
			options: { maxChanges: '={{ $json.limit }}' },
			message: "The value null of 'Max Changes' is not a whole number of 0 or more [item 0]",
		},
		{
			limit: "'Max Changes', with a fraction",
			options: { maxChanges: 1.5 },
			message: "The value 1.5 of 'Max Changes' is not a whole number of 0 or more [item 0]",
		},
		{
			limit: "'Max Changes', another one in each row",
			options: { maxChanges: '={{ $itemIndex + 1 }}' },
			message: "'Max Changes' is not the same for all items [item 1]",
		},
		{
			limit: "'Max Changes Percent', above 100",
			options: { maxChangesPercent: 101 },
			message: "The value 101 of 'Max Changes Percent' is not a number from 0 to 100 [item 0]",
		},
		{
			limit: "'Max Changes Percent', below 0",
			options: { maxChangesPercent: -1 },
			message: "The value -1 of 'Max Changes Percent' is not a number from 0 to 100 [item 0]",
		},
	])('end the run before anything is sent: $limit', async ({ options, message }) => {
		const { error } = await run(options, accounts.map(named));

		expect(error?.message).toBe(message);
		expect({ requests: linesOfRequests(started()) }).toEqual({ requests: [] });
	});
});

function counts(details: object): object {
	return Object.fromEntries(Object.entries(details).filter(([name]) => name !== 'examples'));
}
