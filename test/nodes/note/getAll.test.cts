import { describeOperation } from '../../engine/operationCases.cts';
import { addNote } from '../../fixtures/notes.cts';

describeOperation('note: getAll', [
	{
		name: 'filters by what the service offers, on every page, and by subject',
		given: (sandbox) => {
			for (let index = 0; index < 120; index += 1) {
				addNote(sandbox, `n-${index}`, {
					subject: index < 110 ? 'Call' : 'Review of the year',
					source: 'zoom',
					archivedAt: '2026-02-01T00:00:00.000Z',
				});
			}
		},
		parameters: {
			resource: 'note',
			operation: 'getAll',
			returnAll: true,
			filters: { archived: true, source: 'ZOOM', nameContains: 'review' },
		},
		then: ({ requests }) => {
			expect(requests.map(({ query }) => query)).toMatchObject([
				{ archived: 'true', source: 'ZOOM', sortBy: 'createdAt', limit: '100' },
				{ archived: 'true', source: 'ZOOM', sortBy: 'createdAt', limit: '100' },
			]);
		},
		returns: Array.from({ length: 10 }, () => ({ subject: 'Review of the year' })),
	},
]);
