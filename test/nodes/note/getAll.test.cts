import { describeOperation } from '../../engine/operationCases.cts';
import { addPeople } from '../../fixtures/customers.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addNote, addZoomNote } from '../../fixtures/notes.cts';

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
	{
		name: 'returns their HTML as Markdown',
		given: (sandbox) => addNote(sandbox, 'n-1', { note: '<p>1. <b>a</b></p>' }),
		parameters: { resource: 'note', operation: 'getAll', options: { asMarkdown: true } },
		returns: [{ id: 'n-1', note: '1\\. **a**' }],
	},
	{
		name: 'lists those of an account',
		given: addZoomNote,
		parameters: {
			resource: 'note',
			operation: 'getAll',
			scope: 'account',
			accountId: byId('acc-1'),
		},
		sends: [
			{
				method: 'GET',
				path: '/resources/accounts/acc-1/notes',
				query: { limit: '50', sortBy: 'updatedAt' },
			},
		],
		returns: [{ id: 'n-1' }],
	},
	{
		name: 'lists those of an organization, found by its external ID',
		given: (sandbox) => {
			addPeople(sandbox);
			addNote(sandbox, 'n-1', { organizationId: 'org-1' });
		},
		parameters: {
			resource: 'note',
			operation: 'getAll',
			scope: 'organization',
			organizationId: byExternalId('O1'),
		},
		returns: [{ id: 'n-1' }],
	},
]);
