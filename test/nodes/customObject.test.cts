import { describeOperation } from '../engine/operationCases.cts';
import { addCustomObject, byId } from './customerWorld.cts';
import { describePairing } from './pairing.cts';

const OBJECTS = '/resources/customObjects';
const get = { resource: 'customObject', operation: 'get' };

describeOperation('customObject: get', [
	{
		name: 'returns the definition with its fields',
		given: (sandbox) => addCustomObject(sandbox, 'obj-1', 'Deals'),
		parameters: { ...get, customObjectId: byId('obj-1') },
		sends: [{ method: 'GET', path: `${OBJECTS}/obj-1` }],
		returns: [{ id: 'obj-1', label: 'Deals', customFields: [{ path: 'vitally.custom.stage' }] }],
	},
	{
		name: 'names the custom object that is not there',
		parameters: { ...get, customObjectId: byId('deals') },
		refuses: /^The custom object "deals" was not found \[item 0\]\nCheck the value of 'Custom/,
	},
]);

describeOperation('customObject: getAll', [
	{
		name: 'lists the definitions, by label when told',
		given: (sandbox) => {
			addCustomObject(sandbox, 'obj-1', 'Deals');
			addCustomObject(sandbox, 'obj-2', 'Goals');
		},
		parameters: {
			resource: 'customObject',
			operation: 'getAll',
			returnAll: true,
			filters: { nameContains: '={{ $json.text }}' },
		},
		items: [{ text: '' }, { text: 'goal' }],
		returns: [{ id: 'obj-2' }, { id: 'obj-1' }, { id: 'obj-2' }],
		then: ({ requests }) =>
			expect(requests.map(({ path, query }) => ({ path, query }))).toEqual([
				{ path: OBJECTS, query: { limit: '100', sortBy: 'createdAt' } },
				{ path: OBJECTS, query: { limit: '100', sortBy: 'createdAt' } },
			]),
	},
]);

describePairing('customObject: get', {
	given: (sandbox) => addCustomObject(sandbox, 'obj-1', 'Deals'),
	parameters: { ...get, customObjectId: byId('={{ $json.id }}') },
	good: { id: 'obj-1' },
	bad: { id: 'obj-9' },
	refuses: /The custom object "obj-9" was not found \[item 1\]/,
});
