import { describeOperation } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import { addAccountProject, PROJECTS } from '../../fixtures/projects.cts';

describeOperation('project: delete', [
	{
		name: 'archives the project',
		given: addAccountProject,
		parameters: { resource: 'project', operation: 'delete', projectId: byId('p-1') },
		sends: [{ method: 'DELETE', path: `${PROJECTS}/p-1` }],
		returns: [{ deleted: true, id: 'p-1' }],
		then: ({ state }) => expect(state.projects.get('p-1')?.archivedAt).not.toBeNull(),
	},
]);
