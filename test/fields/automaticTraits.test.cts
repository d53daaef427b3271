import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { ACCOUNTS, traitRow, withAccounts } from '../fixtures/accounts.cts';
import { addDeal, CUSTOM_OBJECTS, INSTANCES } from '../fixtures/customObjects.cts';
import { byExternalId, byId, byName } from '../fixtures/locators.cts';
import { GET, PUT } from '../fixtures/requests.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

/** A row as the editor stores it: the value is in the field for text. */
const automatic = (key: string, value: unknown) => ({
	...traitRow(key, 'string', value),
	type: 'automatic',
});

const DEFINITIONS = GET('/resources/customFields', { model: 'accounts' });

const addDefinitions = async (sandbox: Sandbox) => {
	await withAccounts('a1')(sandbox);
	const types = {
		amount: 'number',
		mrr: 'number',
		live: 'boolean',
		since: 'date',
		products: 'multi_select',
	};

	for (const [path, type] of Object.entries({ ...types, plan: 'textarea', odd: 'rating' })) {
		defineTrait(sandbox, path, { type });
	}
};

const update = (...trait: object[]): OperationCase['parameters'] => ({
	resource: 'account',
	operation: 'update',
	accountId: byExternalId('a1'),
	traits: { trait },
});
const put = (traits: object) => PUT(`${ACCOUNTS}/a1`, { traits });

describeOperation('a trait of the type Automatic', [
	{
		name: 'gets the type of its definition',
		given: addDefinitions,
		parameters: update(
			automatic('amount', '48000'),
			automatic('live', 'true'),
			automatic('since', '2026-03-01'),
			automatic('products', 'core, api'),
			automatic('plan', 7),
		),
		sends: [
			DEFINITIONS,
			put({
				amount: 48000,
				live: true,
				since: '2026-03-01T00:00:00.000Z',
				products: ['core', 'api'],
				plan: '7',
			}),
		],
	},
	{
		name: 'goes out unchanged without a definition, or with one of an unknown type',
		given: addDefinitions,
		parameters: update(
			automatic('new', '48000'),
			automatic('count', '={{ 12 }}'),
			automatic('list', '={{ ["a"] }}'),
			automatic('odd', '5'),
		),
		sends: [DEFINITIONS, put({ new: '48000', count: 12, list: ['a'], odd: '5' })],
	},
	{
		name: 'fails before anything is read, together with a wrong row',
		given: addDefinitions,
		parameters: update(automatic('amount', '1'), traitRow('live', 'boolean', 'maybe')),
		throws: {
			message: 'The value "maybe" of \'Trait: live\' is not true or false',
			description: "Enter 'true' or 'false'.",
		},
		sends: [],
	},
	{
		name: 'goes out empty in the form of its type',
		given: addDefinitions,
		parameters: {
			...update(automatic('amount', ''), automatic('products', ''), automatic('plan', '')),
			options: { emptyValues: 'send' },
		},
		sends: [DEFINITIONS, put({ amount: null, products: [], plan: '' })],
	},
	{
		name: 'causes one read of its definition for all items',
		given: addDefinitions,
		parameters: update(automatic('amount', '={{ $json.amount }}')),
		items: [{ amount: '1' }, { amount: '2' }, { amount: '3' }],
		sends: [DEFINITIONS, put({ amount: 1 }), put({ amount: 2 }), put({ amount: 3 })],
	},
	{
		name: 'goes out unchanged where the key cannot read definitions',
		given: async (sandbox) => {
			await addDefinitions(sandbox);
			sandbox.faults.add({ kind: 'status', status: 403, on: { method: 'GET' } });
		},
		parameters: update(automatic('amount', '48000')),
		sends: [DEFINITIONS, put({ amount: '48000' })],
	},
	{
		name: 'passes beside a field that is sent as the same trait with the same value',
		given: addDefinitions,
		parameters: {
			...update(automatic('amount', '1'), automatic('mrr', '900')),
			updateFields: { mrr: 900 },
		},
		sends: [DEFINITIONS, put({ amount: 1, mrr: 900 })],
	},
	{
		name: 'gets its type from the custom object of an instance',
		given: (sandbox) => {
			addDeal(sandbox);
			const object = sandbox.state.customObjects.get('obj-1');
			const [field] = object?.customFields ?? [];

			if (object) {
				sandbox.state.customObjects.change(object, {
					customFields: [{ ...field, path: 'vitally.custom.amount', type: 'number' }],
				});
			}
		},
		parameters: {
			resource: 'customObjectInstance',
			operation: 'update',
			customObjectId: byName('Deals'),
			customObjectInstanceId: byId('i-1'),
			traits: { trait: [automatic('vitally.custom.amount', '48000')] },
		},
		sends: [
			GET(CUSTOM_OBJECTS, { limit: '100', sortBy: 'createdAt' }),
			{ ...DEFINITIONS, query: { model: 'customObjects', customObjectId: 'obj-1' } },
			PUT(`${INSTANCES}/i-1`, { traits: { 'vitally.custom.amount': 48000 } }),
		],
	},
]);
