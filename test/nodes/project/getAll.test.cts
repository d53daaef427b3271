import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAccountProject, addProject, PROJECTS } from '../../fixtures/projects.cts';
import { row } from '../../fixtures/records.cts';

const list = { resource: 'project', operation: 'getAll' };

describeOperation('project: getAll', [
	{
		name: 'lists all, or those of an account or organization',
		given: addAccountProject,
		parameters: {
			...list,
			scope: '={{ $json.scope }}',
			accountId: byExternalId('A1'),
			organizationId: byId('org-2'),
			returnAll: true,
		},
		items: [{ scope: 'all' }, { scope: 'account' }],
		returns: [{ id: 'p-1' }, { id: 'p-1' }],
		then: ({ requests }) =>
			expect(requests.map(({ path }) => path).sort()).toEqual([
				'/resources/accounts/A1',
				'/resources/accounts/acc-1/projects',
				PROJECTS,
			]),
	},
	{
		name: 'lists archived projects in place of live ones',
		given: (sandbox) => {
			addAccountProject(sandbox);
			addProject(sandbox, 'p-2', { accountId: 'acc-1', archivedAt: '2026-02-01T00:00:00.000Z' });
		},
		parameters: { ...list, filters: { archived: true } },
		returns: [{ id: 'p-2' }],
		then: ({ requests }) =>
			expect(requests.map(({ query }) => query)).toEqual([
				{ limit: '50', sortBy: 'updatedAt', archived: 'true' },
			]),
	},
	{
		name: 'filters by creation and name',
		given: (sandbox) => {
			addAccountProject(sandbox);
			for (let day = 24; day <= 28; day++) {
				addProject(sandbox, `p-${day}`, { ...row(`p-${day}`, day), name: `Day ${day % 2}` });
			}
		},
		parameters: {
			...list,
			limit: 3,
			filters: { createdAfter: '2026-01-25T00:00:00Z', nameContains: 'DAY 1' },
		},
		returns: [{ id: 'p-27' }],
	},
]);
