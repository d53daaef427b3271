import { describeOperation } from '../../engine/operationCases.cts';
import { addCustomObject, CUSTOM_OBJECTS } from '../../fixtures/customObjects.cts';

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
				{ path: CUSTOM_OBJECTS, query: { limit: '100', sortBy: 'createdAt' } },
				{ path: CUSTOM_OBJECTS, query: { limit: '100', sortBy: 'createdAt' } },
			]),
	},
]);
