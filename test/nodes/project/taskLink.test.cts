import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addTask } from '../../fixtures/projects.cts';
import {
	addLinkedProjectAndTask,
	addProjectAndTask,
	link,
	LINK,
	linksOf,
} from '../../fixtures/taskLinks.cts';

describeOperation('project: linkTask', [
	{
		name: 'reports that the link is new, and sends nothing that was not set',
		given: addProjectAndTask,
		parameters: link,
		sends: [{ method: 'POST', path: LINK }],
		returns: [{ created: true, projectId: 'p-1', taskId: 't-1' }],
		then: (sandbox) => expect(linksOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-1' }]),
	},
	{
		name: 'accepts the external ID of a task with its integration, and a milestone',
		given: addProjectAndTask,
		parameters: {
			...link,
			taskId: byExternalId('T1'),
			options: { milestone: 'Go-live', source: 'Asana' },
		},
		sends: [
			{
				method: 'POST',
				path: '/resources/projects/p-1/tasks/T1',
				query: { source: 'Asana' },
				body: { milestone: 'Go-live' },
			},
		],
		returns: [{ created: true, projectId: 'p-1', taskId: 'T1' }],
		then: (sandbox) => expect(linksOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-2' }]),
	},
	{
		name: 'reports that a link was there before when it moves it to another milestone',
		given: addLinkedProjectAndTask,
		parameters: { ...link, options: { milestone: 'Go-live' } },
		returns: [{ created: false, projectId: 'p-1', taskId: 't-1' }],
		then: (sandbox) => expect(linksOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-2' }]),
	},
	{
		name: 'needs no body to know a link that was there before',
		given: (sandbox) => {
			addLinkedProjectAndTask(sandbox);
			sandbox.faults.add({ kind: 'status', status: 200 });
		},
		parameters: link,
		returns: [{ created: false, projectId: 'p-1', taskId: 't-1' }],
	},
	{
		name: 'treats empty options as none, as an AI model sends them',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: '', source: '' } },
		sends: [{ method: 'POST', path: LINK }],
	},
	{
		name: 'leaves a task on the milestone of the last item',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: '={{ $json.milestone }}' } },
		items: [{ milestone: 'Go-live' }, { milestone: 'Kick-off' }, { milestone: 'Go-live' }],
		returns: [{ created: true }, { created: false }, { created: false }],
		then: (sandbox) => expect(linksOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-2' }]),
	},
]);

/** docs/internal/service.md, Errors */
describeOperation('project: linkTask, rejected by the service', [
	{
		name: '400 because task and project belong to different customers',
		given: (sandbox) => {
			addProjectAndTask(sandbox);
			addTask(sandbox, 't-2', { accountId: 'acc-2' });
		},
		parameters: { ...link, taskId: byId('t-2') },
		throws: errorText(
			'Vitally did not link the task "t-2" to the project "p-1": The task and the project belong to different accounts or organizations [item 0]',
			'Task and project must belong to the same account or organization: choose another task, or move one of the two first. (HTTP 400, POST /resources/projects/p-1/tasks/t-2)',
		),
	},
	{
		name: '404 because the project does not exist',
		given: addProjectAndTask,
		parameters: { ...link, projectId: byId('p-9') },
		throws: errorText(
			'The project "p-9" or the task "t-1" was not found [item 0]',
			`Check the values of 'Project' and 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from. Vitally says: "Project not found". (HTTP 404, POST /resources/projects/p-9/tasks/t-1)`,
		),
	},
	{
		name: '404 because the milestone does not exist',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: 'go-live' } },
		throws: errorText(
			'The project "p-1", the task "t-1" or the milestone "go-live" was not found [item 0]',
			`Check the values of 'Project' and 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from. Enter the name under 'Milestone' exactly as it appears in the project, including upper and lower case, or leave it out to use the default milestone. Vitally says: "Milestone not found". (HTTP 404, POST /resources/projects/p-1/tasks/t-1)`,
		),
		sends: [{ method: 'POST', path: LINK, body: { milestone: 'go-live' } }],
	},
]);

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
