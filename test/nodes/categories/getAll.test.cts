import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { row } from '../../fixtures/records.cts';

const LISTS = [
	{ resource: 'noteCategory', kind: 'noteCategories' },
	{ resource: 'projectCategory', kind: 'projectCategories' },
	{ resource: 'taskCategory', kind: 'taskCategories' },
] as const;

describe.each(LISTS)('$resource', ({ resource, kind }) => {
	const path = `/resources/${kind}`;
	const getAll = { resource, operation: 'getAll' };
	const given =
		(count: number) =>
		({ state }: Sandbox) => {
			for (let index = 0; index < count; index += 1) {
				state[kind].insert({ ...row(`category-${index}`), name: `Category ${index}` });
			}
		};

	describeOperation(`${resource}: getAll`, [
		{
			name: 'reads all pages, with the parameters that the list takes and no others',
			given: given(250),
			parameters: { ...getAll, returnAll: true },
			then: ({ requests }) => {
				expect(requests.map((request) => [request.path, Object.keys(request.query)])).toEqual([
					[path, ['limit']],
					[path, ['limit', 'from']],
					[path, ['limit', 'from']],
				]);
			},
		},
		{
			name: 'returns as many as the limit says',
			given: given(5),
			parameters: { ...getAll, limit: 2 },
			sends: [{ method: 'GET', path, query: { limit: '2' } }],
			returns: [{ id: 'category-4', name: 'Category 4' }, { id: 'category-3' }],
		},
	]);
});
