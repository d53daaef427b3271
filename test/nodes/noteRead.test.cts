import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { addNote, addPeople } from './activityWorld.cts';
import { byExternalId, byId } from './customerWorld.cts';

const NOTES = '/resources/notes';

const given = (sandbox: Sandbox) => {
	addPeople(sandbox);
	addNote(sandbox, 'n-1', { externalId: 'N1', source: 'zoom', tags: ['call', 'renewal'] });
};

describeOperation('note: get', [
	{
		name: 'returns ten fields',
		given,
		parameters: { resource: 'note', operation: 'get', noteId: byId('n-1') },
		sends: [{ method: 'GET', path: `${NOTES}/n-1` }],
		returns: [{ id: 'n-1', externalId: 'N1', tags: ['call', 'renewal'], accountId: 'acc-1' }],
	},
	{
		name: 'returns everything, by external ID and source',
		given,
		parameters: {
			resource: 'note',
			operation: 'get',
			noteId: byExternalId('N1'),
			simple: false,
			options: { source: 'Zoom' },
		},
		sends: [{ method: 'GET', path: `${NOTES}/N1`, query: { source: 'Zoom' } }],
		returns: [{ id: 'n-1', account: { name: 'Account 1' }, users: [] }],
	},
	{
		name: 'names the note that is not there, and the source that may be missing',
		parameters: { resource: 'note', operation: 'get', noteId: byExternalId('nobody') },
		refuses: /The note "nobody" was not found \[item 0\][^]*'Source'/,
	},
]);

describeOperation('note: get many', [
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
		name: 'lists those of an account',
		given,
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
