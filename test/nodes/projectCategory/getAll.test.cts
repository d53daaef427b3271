import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { row } from '../../fixtures/records.cts';

const CATEGORIES = '/resources/projectCategories';

const given =
	(count: number) =>
	({ state }: Sandbox) => {
		for (let index = 0; index < count; index += 1) {
			state.projectCategories.insert({ ...row(`category-${index}`), name: `Category ${index}` });
		}
	};

describeOperation('projectCategory: getAll', [
	{
		name: 'reads all pages, with the parameters that the list takes and no others',
		given: given(150),
		parameters: { resource: 'projectCategory', operation: 'getAll', returnAll: true },
		then: ({ requests }) => {
			expect(requests.map(({ path, query }) => [path, Object.keys(query)])).toEqual([
				[CATEGORIES, ['limit']],
				[CATEGORIES, ['limit', 'from']],
			]);
		},
	},
	{
		name: 'returns as many as the limit says',
		given: given(5),
		parameters: { resource: 'projectCategory', operation: 'getAll', limit: 2 },
		sends: [{ method: 'GET', path: CATEGORIES, query: { limit: '2' } }],
		returns: [{ id: 'category-4', name: 'Category 4' }, { id: 'category-3' }],
	},
]);
