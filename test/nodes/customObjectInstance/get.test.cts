import { describeOperation, errorText } from '../../engine/operationCases.cts';
import {
	addDeal,
	addInstance,
	INSTANCES,
	searchByExternalId,
} from '../../fixtures/customObjects.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';

const get = {
	resource: 'customObjectInstance',
	operation: 'get',
	customObjectId: byId('obj-1'),
	customObjectInstanceId: byId('i-1'),
};
const byD1 = { ...get, customObjectInstanceId: byExternalId('D1') };

describeOperation('customObjectInstance: get', [
	{
		name: 'searches by the Vitally ID, since there is no read of one instance',
		given: addDeal,
		parameters: get,
		sends: [{ method: 'GET', path: `${INSTANCES}/search`, query: { id: 'i-1' } }],
		returns: [{ id: 'i-1', externalId: 'D1', customerId: 'acc-1', traits: {} }],
	},
	{
		name: 'or by the External ID',
		given: addDeal,
		parameters: byD1,
		sends: [searchByExternalId('D1')],
		returns: [{ id: 'i-1' }],
	},
	{
		name: 'as it is',
		given: addDeal,
		parameters: { ...get, output: 'raw' },
		returns: [{ id: 'i-1', createdAt: '2026-01-01T00:00:00.000Z' }],
	},
	{
		name: 'says that there is none with the Vitally ID',
		given: addDeal,
		parameters: { ...get, customObjectInstanceId: byId('i-9') },
		throws: errorText(
			'The instance "i-9" was not found [item 0]',
			"Check 'Custom Object' and 'Instance': the instance may be deleted, or belong to another custom object.",
		),
	},
	{
		name: 'says that there is none with the External ID',
		given: addDeal,
		parameters: { ...get, customObjectInstanceId: byExternalId('D9') },
		throws: 'Vitally has no instance with the external ID "D9"',
	},
	{
		name: 'picks none of several with one External ID',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'i-2', { externalId: 'D1' });
		},
		parameters: byD1,
		throws: /2 instances have the external ID "D1"[^]*'By ID'/,
	},
	{
		name: 'takes no other instance where the search ignores its criterion',
		given: (sandbox) => {
			addDeal(sandbox);
			sandbox.faults.add({ kind: 'status', status: 200, body: [{ id: 'i-2' }] });
		},
		parameters: get,
		throws: 'The instance "i-1" was not found',
	},
]);
