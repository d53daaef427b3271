import { describeOperation } from '../../engine/operationCases.cts';
import { addCustomObject, CUSTOM_OBJECTS } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';

const get = { resource: 'customObject', operation: 'get' };

describeOperation('customObject: get', [
	{
		name: 'returns the definition with its fields',
		given: (sandbox) => addCustomObject(sandbox, 'obj-1', 'Deals'),
		parameters: { ...get, customObjectId: byId('obj-1') },
		sends: [{ method: 'GET', path: `${CUSTOM_OBJECTS}/obj-1` }],
		returns: [{ id: 'obj-1', label: 'Deals', customFields: [{ path: 'vitally.custom.stage' }] }],
	},
	{
		name: 'names the custom object that is not there',
		parameters: { ...get, customObjectId: byId('deals') },
		throws: /^The custom object "deals" was not found \[item 0\]\nCheck the value of 'Custom/,
	},
]);
