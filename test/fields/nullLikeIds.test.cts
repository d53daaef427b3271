import { describeOperation } from '../engine/operationCases.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { byExternalId, byId } from '../fixtures/locators.cts';

const create = { resource: 'account', operation: 'create', name: 'None' };
const instance = { resource: 'customObjectInstance', operation: 'create', name: 'A' };

/** What programs write for a missing ID would become the ID of a record, or find the wrong one. */
describeOperation('a null-like text in place of an ID', [
	...['None', ' - ', 'null'].map((externalId) => ({
		name: `is not the External ID of a new account: ${externalId}`,
		parameters: { ...create, externalId },
		throws: `The value "${externalId.trim()}" of 'External ID' is a word for nothing`,
		sends: [],
	})),
	{
		name: 'is not the optional External ID of an instance',
		given: addDeal,
		parameters: {
			...instance,
			customObjectId: byId('obj-1'),
			additionalFields: { customerId: byId('acc-1'), externalId: 'N/A' },
		},
		throws: `The value "N/A" of 'External ID' is a word for nothing`,
		sends: [],
	},
	...[byId, byExternalId].map((named) => ({
		name: `picks no record: ${named('').mode}`,
		parameters: { resource: 'account', operation: 'get', accountId: named('NaN') },
		throws: `The value "NaN" of 'Account' is a word for nothing`,
		sends: [],
	})),
	{
		name: 'is a name',
		parameters: { ...create, externalId: 'a1' },
		sends: [
			{ method: 'POST', path: '/resources/accounts', body: { externalId: 'a1', name: 'None' } },
		],
	},
]);
