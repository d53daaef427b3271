import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { describePairing } from '../../fixtures/itemPairing.cts';
import { row } from '../../fixtures/records.cts';

const CATEGORIES = '/resources/noteCategories';

const given =
	(count: number) =>
	({ state }: Sandbox) => {
		for (let index = 0; index < count; index += 1) {
			state.noteCategories.insert({ ...row(`category-${index}`), name: `Category ${index}` });
		}
	};

describeOperation('noteCategory: getAll', [
	{
		name: 'reads all pages, with the parameters that the document names and no others',
		given: given(250),
		parameters: { resource: 'noteCategory', operation: 'getAll', returnAll: true },
		then: ({ requests }) => {
			expect(requests.map(({ path, query }) => [path, Object.keys(query)])).toEqual([
				[CATEGORIES, ['limit']],
				[CATEGORIES, ['limit', 'from']],
				[CATEGORIES, ['limit', 'from']],
			]);
		},
	},
	{
		name: 'returns as many as the limit says',
		given: given(5),
		parameters: { resource: 'noteCategory', operation: 'getAll', limit: 2 },
		sends: [{ method: 'GET', path: CATEGORIES, query: { limit: '2' } }],
		returns: [{ id: 'category-4', name: 'Category 4' }, { id: 'category-3' }],
	},
]);

describePairing('noteCategory: getAll', {
	given: given(3),
	parameters: { resource: 'noteCategory', operation: 'getAll', limit: '={{ $json.limit }}' },
	good: { limit: 2 },
	bad: { limit: 0 },
	throws: /The value 0 of 'Limit' is not a whole number of 1 or more \[item 1\]/,
});
