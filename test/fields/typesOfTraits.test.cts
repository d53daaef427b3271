import type { IDataObject } from 'n8n-workflow';

import { runIn } from '../engine/node.cts';
import { traitRow, withAccounts } from '../fixtures/accounts.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';
import { hintsOf, writesOf } from '../nodes/account/syncCases.cts';

const schema = [{ id: 'amount', displayName: 'Amount', type: 'number', traitType: 'number' }];
const mapper = (mappingMode: string, value: object | null = null) => ({
	traitsMode: 'mapper',
	traitsMapper: { mappingMode, value, schema },
});

const update = {
	resource: 'account',
	operation: 'update',
	accountId: byExternalId('={{ $json.id }}'),
};
const sync = {
	resource: 'account',
	operation: 'sync',
	externalId: '={{ $json.id }}',
	dryRun: false,
};
const row = { ...traitRow('amount', 'string', '={{ $json.amount }}'), type: 'automatic' };

const AS_THEY_CAME = 'values were sent as they came';
const AS_LOADED = "values were sent in the types that were loaded into 'Traits'";

const WAYS = [
	{
		way: 'a row',
		sent: '48000',
		hint: AS_THEY_CAME,
		parameters: { ...update, traits: { trait: [row] } },
	},
	{
		way: 'a column of an update',
		sent: 48000,
		hint: AS_LOADED,
		parameters: { ...update, ...mapper('autoMapInputData') },
	},
	{
		way: 'a column of a Sync',
		sent: 48000,
		hint: AS_LOADED,
		parameters: { ...sync, ...mapper('autoMapInputData') },
	},
	{
		way: 'a column that is mapped manually',
		sent: 48000,
		hint: AS_LOADED,
		parameters: { ...sync, ...mapper('defineBelow', { amount: '={{ $json.amount }}' }) },
	},
];

const ANSWERS = [
	{ status: 400, body: { error: 'Unknown model' } },
	{ status: 405, body: { error: 'Not allowed' } },
	{ status: 403, body: { error: 'Forbidden' } },
	{ status: 404, body: { error: 'Not found' } },
	{ status: 200, body: { results: [] } },
	{ status: 200, body: [{ name: 'amount' }] },
];

const DEFINITIONS = { path: '/resources/customFields' };

describe('the types of traits', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(async () => {
		await withAccounts('a1')(sandbox());
		sandbox().requests.length = 0;
	});

	const run = async (parameters: IDataObject, json: IDataObject) =>
		await runIn(sandbox(), { parameters, items: [json] });

	it.each(WAYS.flatMap((way) => ANSWERS.map((answer) => ({ ...way, ...answer }))))(
		'stop no write where the service answers $status with $body, for $way',
		async ({ parameters, sent, status, body }) => {
			sandbox().faults.add({ kind: 'status', status, body, on: DEFINITIONS });

			await run(parameters, { id: 'a1', amount: '48000' });

			expect(writesOf(sandbox()).map((request) => request.body)).toEqual([
				{ traits: { amount: sent } },
			]);
		},
	);

	it.each(WAYS.flatMap((way) => ANSWERS.map((answer) => ({ ...way, ...answer }))))(
		'cause a hint that says how values were sent where the service answers $status with $body, for $way',
		async ({ parameters, hint, status, body }) => {
			sandbox().faults.add({ kind: 'status', status, body, on: DEFINITIONS });

			const outcome = await run(parameters, { id: 'a1', amount: '48000' });
			const hints = hintsOf(outcome).filter((text) => text.includes('could not be read'));

			expect({ hints }).toEqual({
				hints: [`The types of the traits could not be read (HTTP ${status}); ${hint}.`],
			});
		},
	);

	it.each(WAYS)('cause no hint where no trait is defined, for $way', async ({ parameters }) => {
		sandbox().faults.add({ kind: 'status', status: 200, body: [], on: DEFINITIONS });

		const outcome = await run({ ...parameters, name: 'New' }, { id: 'a1', amount: '48000' });

		expect(hintsOf(outcome).filter((hint) => hint.includes('could not be read'))).toEqual([]);
	});

	it('come from the definitions of today, whatever the mapper has stored', async () => {
		defineTrait(sandbox(), 'amount', { type: 'string' });

		await run({ ...sync, ...mapper('autoMapInputData') }, { id: 'a1', amount: '02134' });

		expect(writesOf(sandbox()).map(({ body }) => body)).toEqual([{ traits: { amount: '02134' } }]);
	});
});

describe('a trait that was deleted in Vitally', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const items = [{ id: 'a1', name: 'New', amount: '48000' }];
	const manual = mapper('defineBelow', {
		name: '={{ $json.name }}',
		amount: '={{ $json.amount }}',
	});

	beforeEach(async () => await withAccounts('a1')(sandbox()));

	const SYNCS = [
		{ way: 'automatic', parameters: { ...sync, ...mapper('autoMapInputData') } },
		{ way: 'manual', parameters: { ...sync, ...manual } },
	];

	it.each([
		...SYNCS.map((row) => ({ ...row, operation: 'a Sync' })),
		{ way: 'manual', operation: 'an update', parameters: { ...update, ...manual } },
	])('stays deleted after $operation with $way mapping', async ({ parameters }) => {
		await runIn(sandbox(), { parameters, items });

		expect(writesOf(sandbox()).at(-1)?.body).toEqual({ name: 'New' });
	});

	it.each(SYNCS)('stands in a hint of a Sync with $way mapping', async ({ parameters }) => {
		const outcome = await runIn(sandbox(), { parameters, items });

		const leftOut = hintsOf(outcome).filter((line) => line.startsWith('Left out'));

		expect({ leftOut }).toEqual({ leftOut: [expect.stringMatching(/amount/i)] });
	});

	it('stands in the only hint of an update', async () => {
		const outcome = await runIn(sandbox(), { parameters: { ...update, ...manual }, items });

		expect(hintsOf(outcome)).toEqual([
			"Left out, because Vitally no longer has the trait: Amount. Refresh the list in 'Traits'.",
		]);
	});

	it('stands in the hint of an update with the other ones', async () => {
		const seats = { id: 'seats', displayName: 'Seats', type: 'number', traitType: 'number' };
		const value = { name: 'New', amount: 48000, seats: 12 };
		const traitsMapper = { mappingMode: 'defineBelow', value, schema: [...schema, seats] };
		const parameters = { ...update, traitsMode: 'mapper', traitsMapper };

		const outcome = await runIn(sandbox(), { parameters, items });

		expect(hintsOf(outcome)).toEqual([
			"Left out, because Vitally no longer has the trait: Amount, Seats. Refresh the list in 'Traits'.",
		]);
	});
});

describe('a trait without a label', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		{ what: 'an empty text', label: '' },
		{ what: 'null', label: null },
	])('stands in a hint by its key where its label is $what', async ({ label }) => {
		await withAccounts('a1')(sandbox());
		defineTrait(sandbox(), 'amount', { label: label as string });
		const parameters = { ...sync, ...mapper('autoMapInputData') };

		const outcome = await runIn(sandbox(), {
			parameters,
			items: [{ id: 'a1', name: 'New', 'amount paid': 5 }],
		});

		const leftOut = hintsOf(outcome).filter((line) => line.includes('amount paid'));

		expect({ leftOut }).toEqual({
			leftOut: [
				"Left out. amount paid: similar to amount; rename it, or choose 'Map Each Column Manually'.",
			],
		});
	});
});
