import { describeOperation, errorText } from '../../engine/operationCases.cts';
import {
	addLinkedProjectAndTask,
	addProjectAndTask,
	link,
	LINK,
	linksOf,
} from '../../fixtures/taskLinks.cts';

const unlink = { ...link, operation: 'unlinkTask' };

describeOperation('project: unlinkTask', [
	{
		name: 'removes the task from the project and keeps the task',
		given: addLinkedProjectAndTask,
		parameters: { ...unlink, options: { source: 'asana' } },
		sends: [{ method: 'DELETE', path: LINK, query: { source: 'asana' } }],
		returns: [{ unlinked: true, projectId: 'p-1', taskId: 't-1' }],
		then: (sandbox) => {
			expect(linksOf(sandbox)).toEqual([]);
			expect(sandbox.state.tasks.get('t-1')?.archivedAt).toBeNull();
		},
	},
	{
		name: '404 because the task is not linked',
		given: addProjectAndTask,
		parameters: unlink,
		throws: errorText(
			'The task "t-1" is not linked to the project "p-1" [item 0]',
			`It may be unlinked already. Otherwise check 'Project' and 'Task'; for an external ID, also 'Source' under Options. Vitally says: "The task is not linked to the project". (HTTP 404, DELETE /resources/projects/p-1/tasks/t-1)`,
		),
	},
]);
