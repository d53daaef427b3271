import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { resultThrough, throughTool } from '../../engine/entryPoints.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { ACCOUNTS, createAccount, traitRow, withAccounts } from '../../fixtures/accounts.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId, byKey } from '../../fixtures/locators.cts';
import { DELETE, GET, POST, PUT } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../../fixtures/traitDefinitions.cts';
import { bodiesOf } from './syncCases.cts';

const DEFINITIONS = GET('/resources/customFields', { model: 'accounts' });

const ID = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

describeOperation('account: update', [
	{
		name: 'clears the traits that are named',
		given: withAccounts('a1'),
		parameters: { accountId: byExternalId('a1'), options: { traitsToClear: ['plan'] } },
		sends: [DEFINITIONS, PUT(`${ACCOUNTS}/a1`, { traits: { plan: null } })],
	},
	{
		name: 'returns the Vitally ID where the response is empty',
		given: ({ faults }) => faults.add({ kind: 'status', status: 200 }),
		parameters: { accountId: byId(ID), updateFields: { name: 'New' } },
		returns: [{ id: ID, name: 'New' }],
	},
	{
		name: 'does not clear a record for which an expression returns an object',
		parameters: {
			accountId: byExternalId('a1'),
			updateFields: { name: 'New', organizationId: '={{ $json.organization }}' },
			options: { emptyValues: 'clear' },
		},
		items: [{ organization: { id: 'org-1' } }],
		throws: {
			message: "The field 'Organization' does not specify a record",
			description: 'Choose a record from the list, or enter its ID.',
		},
		sends: [],
	},
]);

const a1 = { accountId: byExternalId('a1') };

describeOperation('account: delete', [
	{
		name: 'rejects without the confirmation',
		given: withAccounts('a1'),
		parameters: a1,
		throws: {
			message: "The account is not deleted, because 'Confirm Permanent Delete' is off",
			description:
				"This would permanently delete the account with its conversations, notes, tasks and traits and cannot be undone. Turn on 'Confirm Permanent Delete' to continue.",
		},
		sends: [],
	},
	{
		name: 'rejects a confirmation of the model that calls it',
		given: withAccounts('a1'),
		parameters: { ...a1, confirmPermanentDelete: '={{ $fromAI("confirm") }}' },
		items: [{ confirm: true }],
		isTool: true,
		throws: {
			message: "The account is not deleted, because 'Confirm Permanent Delete' is an expression",
			description:
				"A person has to turn on 'Confirm Permanent Delete' in the tool: a model cannot confirm it. It would permanently delete the account with its conversations, notes, tasks and traits and cannot be undone.",
		},
		sends: [],
	},
	{
		name: 'accepts the confirmation that a person has turned on in the tool',
		given: withAccounts('a1'),
		parameters: { ...a1, confirmPermanentDelete: true },
		isTool: true,
		sends: [DELETE(`${ACCOUNTS}/a1`)],
	},
	{
		name: 'accepts the confirmation of an expression in a workflow',
		given: withAccounts('a1'),
		parameters: { ...a1, confirmPermanentDelete: '={{ $json.confirm }}' },
		items: [{ confirm: true }],
		sends: [DELETE(`${ACCOUNTS}/a1`)],
	},
]);

/** The MCP Server Trigger and older agents call a tool in another way than the agent of the cases above. */
describe('account: delete, as a tool of the MCP Server Trigger', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('rejects a confirmation of the model that calls it', async () => {
		await withAccounts('a1')(sandbox());
		const parameters = {
			resource: 'account',
			operation: 'delete',
			...a1,
			confirmPermanentDelete: '={{ $fromAI("confirm") }}',
		};

		const run = { parameters, items: [{ confirm: true }] };

		const { error, requests } = await resultThrough(throughTool, sandbox(), run);

		expect(error?.message ?? 'no error').toContain("'Confirm Permanent Delete' is an expression");
		expect(requests).toEqual([]);
	});
});

const acme = { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' };

describeOperation('account: the key of a trait', [
	{
		name: 'comes from the list, as it was typed, or from an expression',
		parameters: {
			...acme,
			traits: {
				trait: [
					{ ...traitRow('', 'string', 'call'), key: byKey('vitally.custom.nextStep', 'list') },
					{ ...traitRow('', 'number', 3), key: byKey(' seats ') },
					{ ...traitRow('', 'string', 'b'), key: byKey('={{ $json.key }}') },
					traitRow('={{ $json.key }}2', 'string', 'c'),
				],
			},
		},
		items: [{ key: 'a.b' }],
		sends: [
			POST(ACCOUNTS, {
				externalId: 'a1',
				name: 'Acme',
				traits: { 'vitally.custom.nextStep': 'call', seats: 3, 'a.b': 'b', 'a.b2': 'c' },
			}),
		],
	},
]);

interface Column {
	id: string;
	displayName: string;
	type: string;
	/** The type that the service defines, where the column is a trait that has one. */
	traitType?: string;
}

/** The columns of the mapper, as the editor stores what the service defines. */
const schema = [
	{ id: 'name', displayName: 'Name', type: 'string' },
	{ id: 'organizationId', displayName: 'Organization', type: 'string' },
	{ id: 'mrr', displayName: 'MRR', type: 'number' },
	{ id: 'plan', displayName: 'Plan', type: 'string', traitType: 'string' },
	{ id: 'vitally.custom.seatCount', displayName: 'Seats', type: 'number', traitType: 'number' },
	{ id: 'x.renewed', displayName: 'Renewed On', type: 'dateTime', traitType: 'date' },
	{ id: 'products', displayName: 'Products', type: 'array', traitType: 'multiSelect' },
	{ id: 'byType', displayName: 'By Type', type: 'boolean' },
].map((column: Column) => ({ ...column, required: false, defaultMatch: false, display: true }));
const mapper = (mappingMode: string, value: object | null = null, columns: object[] = schema) => ({
	traitsMode: 'mapper',
	traitsMapper: { mappingMode, value, schema: columns, matchingColumns: [] },
});

const ofAccount = (operation: string) => ({ resource: 'account', operation });
const update = { ...ofAccount('update'), accountId: byExternalId('={{ $json.id }}') };
const create = {
	...ofAccount('create'),
	externalId: "={{ $json['id'] }}",
	name: '={{ $json["Company"] }}',
};
const row = {
	id: 'a1',
	Company: 'Acme',
	plan: 'Growth',
	seat_count: '12',
	'renewed on': '2026-03-01T23:30:00-05:00',
	Products: 'Core, Reports',
	MRR: '99.5',
	extra: true,
};

/** Accounts, and the traits of the schema. */
const withTraits =
	(given: (sandbox: Sandbox) => unknown = () => undefined) =>
	async (sandbox: Sandbox): Promise<void> => {
		await given(sandbox);

		for (const { id, displayName: label, type, traitType } of schema.slice(3)) {
			defineTrait(sandbox, id, { label, type: traitType ?? type });
		}
	};

const mapped = {
	plan: 'Growth',
	'vitally.custom.seatCount': 12,
	'x.renewed': '2026-03-01T00:00:00.000Z',
	products: ['Core', 'Reports'],
	mrr: 99.5,
};

describeOperation('traits: the mapper', [
	{
		name: 'maps what the user maps, each value in the type of its trait',
		given: withTraits(addCustomers),
		parameters: {
			...create,
			...mapper('defineBelow', {
				'vitally.custom.seatCount': '={{ $json.seat_count }}',
				'x.renewed': '={{ $json["renewed on"] }}',
				byType: 'true',
				organizationId: 'O1',
				plan: null,
			}),
		},
		items: [row],
		then: (sandbox) =>
			expect(bodiesOf(sandbox)).toEqual([
				{
					externalId: 'a1',
					name: 'Acme',
					organizationId: 'org-1',
					traits: {
						'vitally.custom.seatCount': 12,
						'x.renewed': '2026-03-01T00:00:00.000Z',
						byType: true,
					},
				},
			]),
	},
	...[
		{
			what: 'leaves out one without a trait at first',
			options: {},
			traits: mapped,
		},
		{
			what: "creates a trait of one without with 'Create Trait'",
			options: { columnsWithoutTrait: 'create' },
			traits: { ...mapped, extra: true },
		},
		{
			what: "rejects one without a trait with 'Error'",
			options: { columnsWithoutTrait: 'error' },
			throws: {
				message: "There is no trait for 'extra'",
				description:
					"Rename the columns, create the traits in Vitally and refresh the list, or choose 'Ignore' or 'Create Trait' for 'Columns Without Trait' under Options.",
			},
		},
	].map(({ what, options, traits, throws }) => ({
		name: `maps the columns that no other field names, and ${what}`,
		given: withTraits(),
		parameters: { ...create, ...mapper('autoMapInputData'), options },
		items: [row],
		sends: traits
			? [DEFINITIONS, POST(ACCOUNTS, { externalId: 'a1', name: 'Acme', traits })]
			: [DEFINITIONS],
		throws,
	})),
	...['create', 'upsert', 'update'].map((operation) => ({
		name: `${operation} sends nothing where the user maps by hand, and has mapped no column yet`,
		given: withTraits(withAccounts('a1')),
		parameters: {
			...ofAccount(operation),
			externalId: 'a2',
			name: 'Acme',
			accountId: byExternalId('a1'),
			updateFields: { name: 'Acme' },
			...mapper('defineBelow'),
		},
		items: [row],
		sends: [DEFINITIONS],
		throws: {
			message: 'No fields or traits are mapped',
			description:
				"Click 'Add field to send' and drag a column onto the field, or choose 'Map Automatically'.",
		},
	})),
	{
		name: 'leaves alone what is empty in a row',
		given: withTraits(withAccounts('a1')),
		parameters: {
			...update,
			...mapper('autoMapInputData'),
			options: { emptyValues: 'ignore' },
		},
		items: [{ id: 'a1', plan: '', MRR: '', name: 'New' }],
		then: (sandbox) => expect(bodiesOf(sandbox).slice(1)).toEqual([{ name: 'New' }]),
	},
	{
		name: 'clears what is empty in a row where that is wanted',
		given: withTraits(withAccounts('a1')),
		parameters: {
			...update,
			...mapper('autoMapInputData'),
			options: { emptyValues: 'clear' },
		},
		items: [{ id: 'a1', plan: '', MRR: '', name: 'New' }],
		then: (sandbox) =>
			expect(bodiesOf(sandbox).slice(1)).toEqual([
				{ name: 'New', traits: { plan: null, mrr: null } },
			]),
	},
	{
		name: 'never clears a trait that the editor does not show',
		given: withTraits(withAccounts('a1')),
		parameters: {
			...update,
			...mapper(
				'defineBelow',
				{ plan: '', products: null, name: null },
				schema.map((column) => ({ ...column, removed: column.id !== 'plan' })),
			),
			options: { emptyValues: 'clear' },
		},
		items: [{ id: 'a1' }],
		then: (sandbox) => expect(bodiesOf(sandbox).slice(1)).toEqual([{ traits: { plan: null } }]),
	},
	{
		name: 'prefers a field of the operation to the column that is mapped to it',
		given: withTraits(withAccounts('a1')),
		parameters: { ...update, ...mapper('autoMapInputData'), updateFields: { name: 'Set' } },
		items: [{ id: 'a1', name: 'Mapped' }],
		returns: [{ name: 'Set' }],
	},
	{
		name: 'passes by a field of the operation that is stored as null',
		given: withTraits(withAccounts('a1')),
		parameters: {
			...update,
			...mapper('autoMapInputData'),
			updateFields: { organizationId: byId(null) },
		},
		items: [{ id: 'a1', name: 'Mapped' }],
		then: (sandbox) => expect(bodiesOf(sandbox).slice(1)).toEqual([{ name: 'Mapped' }]),
	},
]);

describeOperation(
	'a column that the output names as a trait',
	[
		{ field: 'mrr', cell: 99.5, sent: 99.5 },
		{ field: 'nextRenewalDate', cell: '2026-03-31', sent: '2026-03-31T00:00:00.000Z' },
		{ field: 'trialEndDate', cell: '2026-03-31', sent: '2026-03-31T00:00:00.000Z' },
		{ field: 'churnedAt', cell: '2026-03-31T10:00:00Z', sent: '2026-03-31T10:00:00.000Z' },
	].map(({ field, cell, sent }) => ({
		name: `fills the field that is sent as this trait: ${field}`,
		given: withTraits(withAccounts('a1')),
		parameters: { ...update, ...mapper('autoMapInputData') },
		items: [{ id: 'a1', [`traits.${field}`]: cell }],
		then: (sandbox: Sandbox) =>
			expect(bodiesOf(sandbox).at(-1)).toEqual({ traits: { [field]: sent } }),
	})),
);

const LOCAL_TIME = '2026-03-01T20:00:00';
const seenAt = traitRow('seen', 'dateTime', LOCAL_TIME);
const seenColumn = { id: 'seen', displayName: 'Seen', type: 'dateTime', traitType: 'dateTime' };

describeOperation(
	'a trait with a time without a zone',
	[
		{ way: 'a row', fields: { traitsMode: 'fields', traits: { trait: [seenAt] } } },
		{
			way: 'a row whose type is that of the trait',
			fields: {
				traitsMode: 'fields',
				traits: { trait: [{ ...traitRow('seen', 'string', LOCAL_TIME), type: 'automatic' }] },
			},
		},
		{
			way: 'a column that the user maps',
			fields: mapper('defineBelow', { seen: LOCAL_TIME }, [seenColumn]),
		},
		{ way: 'a column of its name', fields: mapper('autoMapInputData') },
	].flatMap(({ way, fields }) =>
		[
			{ operation: 'update', record: { accountId: byExternalId('={{ $json.id }}') } },
			{ operation: 'sync', record: { externalId: '={{ $json.id }}', dryRun: false } },
		].map(({ operation, record }) => ({
			name: `counts in the zone of the workflow: ${way}, ${operation}`,
			timeZone: 'Asia/Tokyo',
			given: async (sandbox: Sandbox) => {
				await withAccounts('a1')(sandbox);
				defineTrait(sandbox, 'seen', { type: 'dateTime' });
			},
			parameters: { ...ofAccount(operation), ...record, ...fields },
			items: [{ id: 'a1', seen: LOCAL_TIME }],
			then: (sandbox: Sandbox) =>
				expect(bodiesOf(sandbox).at(-1)).toEqual({ traits: { seen: '2026-03-01T11:00:00.000Z' } }),
		})),
	),
);

describeOperation('account: upsert', [
	{
		name: 'creates one that is not, in which there is nothing to clear',
		parameters: {
			externalId: 'a/1',
			name: 'New',
			options: { emptyValues: 'clear' },
			additionalFields: { organizationId: byId('') },
		},
		sends: [
			PUT(`${ACCOUNTS}/a%2F1`, { name: 'New', organizationId: null }),
			POST(ACCOUNTS, { externalId: 'a/1', name: 'New' }),
		],
		returns: [{ externalId: 'a/1', name: 'New', created: true }],
	},
	{
		name: 'shows a trait with the name and the value of a column that is added',
		given: async (sandbox) =>
			await createAccount(sandbox, { externalId: 'a1', name: 'A', traits: { created: false } }),
		parameters: { externalId: 'a1', name: 'New', output: 'simplified' },
		returns: [{ created: false, 'traits.created': false }],
	},
	{
		name: 'accepts an answer that does not show the External ID',
		given: withFault(withAccounts('a1'), {
			kind: 'status',
			status: 200,
			body: { id: '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f', name: 'New' },
			on: { method: 'PUT' },
		}),
		parameters: { externalId: 'a1', name: 'New' },
		sends: [PUT(`${ACCOUNTS}/a1`, { name: 'New' })],
		returns: [{ name: 'New', created: false }],
	},
	{
		name: 'creates none where the 404 is the web page of a gateway',
		given: withFault(withAccounts('a1'), {
			kind: 'status',
			status: 404,
			body: '<html>Not found</html>',
			on: { method: 'PUT' },
		}),
		parameters: { externalId: 'a1', name: 'New' },
		sends: Array(3).fill(PUT(`${ACCOUNTS}/a1`, { name: 'New' })),
		throws: {
			message: "The response is a web page instead of Vitally's answer",
			description:
				"The change may have been saved. Check the record in Vitally before you run this item again. Run the item again later. Check 'Data Center' and the fields below it in the credential: the response may be from a proxy instead of Vitally. (HTTP 404, PUT /resources/accounts/a1)",
			failure: { cause: 'temporarily-unavailable' },
		},
	},
	{
		name: 'fails where someone creates and deletes the account meanwhile',
		given: withFault(withAccounts('a1'), { kind: 'status', status: 404, on: { method: 'PUT' } }),
		parameters: { externalId: 'a1', name: 'New' },
		throws: {
			message: 'The record was created and deleted by someone else while this item was running',
			description:
				'Run the item again. Another workflow, person or tool uses the same External ID.',
		},
	},
]);
