import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { accountOf, ACCOUNTS, withAccounts } from '../../fixtures/accounts.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { byId } from '../../fixtures/locators.cts';

const column = (id: string, displayName: string, traitType?: string, type = 'string') => ({
	id,
	displayName,
	...(traitType && { traitType }),
	...{ type, required: false, defaultMatch: false, display: true },
});

/** As the editor stores what the service defines. */
const schema = [
	column('name', 'Name'),
	column('organizationId', 'Organization'),
	column('mrr', 'MRR', undefined, 'number'),
	column('plan', 'Plan', 'string'),
	column('vitally.custom.seatCount', 'Seats', 'number', 'number'),
	column('x.renewed', 'Renewed On', 'date', 'dateTime'),
	column('products', 'Products', 'multiSelect', 'array'),
	column('byType', 'By Type', undefined, 'boolean'),
];
const mapper = (mappingMode: string, value: object | null = null) => ({
	traitsMode: 'mapper',
	traitsMapper: { mappingMode, value, schema, matchingColumns: [] },
});

const create: OperationCase['parameters'] = {
	resource: 'account',
	operation: 'create',
	externalId: '={{ $json.id }}',
	name: '={{ $json["Company"] }}',
};
const sent = (body: object) => [{ method: 'POST', path: ACCOUNTS, body }];
const row = {
	id: 'a1',
	Company: 'Acme',
	plan: 'Growth',
	seat_count: '12',
	'renewed on': '2026-03-01',
	Products: 'Core, Reports',
	MRR: '99.5',
	extra: true,
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
		given: addCustomers,
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
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
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
	{
		name: 'maps columns by their names, but for those that other fields name',
		parameters: { ...create, ...mapper('autoMapInputData') },
		items: [row],
		sends: sent({ externalId: 'a1', name: 'Acme', traits: mapped }),
	},
	{
		name: 'sends columns without a trait as new ones where that is wanted',
		parameters: {
			...create,
			...mapper('autoMapInputData'),
			options: { columnsWithoutTrait: 'create' },
		},
		items: [row],
		sends: sent({ externalId: 'a1', name: 'Acme', traits: { ...mapped, extra: true } }),
	},
	{
		name: 'fails an item with columns without a trait where that is wanted',
		parameters: {
			...create,
			...mapper('autoMapInputData'),
			options: { columnsWithoutTrait: 'error' },
		},
		items: [row],
		sends: [],
		throws: "There is no trait for 'extra'",
	},
	{
		name: 'leaves empty cells alone, and clears where that is wanted',
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: { __rl: true, mode: 'externalId', value: '={{ $json.id }}' },
			...mapper('autoMapInputData'),
			options: { emptyValues: '={{ $json.rule }}' },
		},
		items: [
			{ id: 'a1', plan: '', MRR: '', name: 'New', rule: 'ignore' },
			{ id: 'a1', plan: '', MRR: '', name: 'New', rule: 'clear' },
		],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
				{ name: 'New' },
				{ name: 'New', traits: { plan: null, mrr: null } },
			]),
	},
	{
		name: 'never clears a trait that the editor does not show',
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: { __rl: true, mode: 'externalId', value: 'a1' },
			traitsMode: 'mapper',
			traitsMapper: {
				mappingMode: 'defineBelow',
				value: { plan: '', products: null, name: null },
				schema: schema.map((one) => ({ ...one, removed: one.id !== 'plan' })),
			},
			options: { emptyValues: 'clear' },
		},
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
				{ traits: { plan: null } },
			]),
	},
	{
		name: 'names the trait whose value does not fit',
		parameters: { ...create, ...mapper('autoMapInputData') },
		items: [{ ...row, seat_count: 'many' }],
		throws: 'The value "many" of \'Trait: vitally.custom.seatCount\' is not a number',
	},
	{
		name: 'says what to do where the traits were never loaded',
		parameters: {
			...create,
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'autoMapInputData', value: null },
		},
		items: [row],
		throws: "The traits of the workspace are not loaded into 'Traits'",
	},
	{
		name: 'maps the columns of a table that is synced, its name among them',
		given: withAccounts('a1', 'a2'),
		parameters: {
			resource: 'account',
			operation: 'sync',
			externalId: '={{ $json.id }}',
			...mapper('autoMapInputData'),
		},
		items: [
			{ id: 'a1', name: 'Name of a1', Seats: '' },
			{ id: 'a2', name: 'New', Seats: '7' },
			{ id: 'a3', name: 'Three', Seats: '8' },
		],
		returns: [{ created: 1, updated: 1, unchanged: 1, failed: 0 }],
		then: (sandbox) => {
			expect(accountOf(sandbox, 'a2')).toMatchObject({
				name: 'New',
				traits: { 'vitally.custom.seatCount': 7 },
			});
			expect(accountOf(sandbox, 'a3')).toMatchObject({
				name: 'Three',
				traits: { 'vitally.custom.seatCount': 8 },
			});
		},
	},
	{
		name: 'prefers what the operation itself is told',
		given: withAccounts('a1'),
		parameters: {
			resource: 'account',
			operation: 'update',
			accountId: byId('={{ $json.id }}'),
			updateFields: { name: 'Told' },
			...mapper('autoMapInputData'),
		},
		items: [{ id: 'a1', name: 'Mapped' }],
		returns: [{ name: 'Told' }],
	},
]);
