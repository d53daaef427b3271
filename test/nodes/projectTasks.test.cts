import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { addCustomers, addProject, addTask, byExternalId, byId, text } from './customerWorld.cts';
import { describePairing } from './pairing.cts';

const PARENTS = { accountId: 'acc-1', organizationId: 'org-1' };

/** Project p-1 and task t-1 of acc-1, the task of the integration "asana" with the external id T1. */
const world = (sandbox: Sandbox) => {
	addCustomers(sandbox);
	addProject(sandbox, 'p-1', PARENTS);
	addTask(sandbox, 't-1', { ...PARENTS, externalId: 'T1', source: 'asana' });
};
const linkedWorld = (sandbox: Sandbox) => {
	world(sandbox);
	const task = sandbox.state.tasks.get('t-1');
	if (task) task.links = [{ projectId: 'p-1', milestoneId: 'p-1-1' }];
};
const refuseWith = (status: number, error: string) => (sandbox: Sandbox) => {
	world(sandbox);
	sandbox.faults.add({ kind: 'status', status, body: { error } });
};
const linkOf = ({ state }: Sandbox) => state.tasks.get('t-1')?.links;

const LINK = '/resources/projects/p-1/tasks/t-1';
const link = {
	resource: 'project',
	operation: 'linkTask',
	projectId: byId('p-1'),
	taskId: byId('t-1'),
};
const unlink = { ...link, operation: 'unlinkTask' };

describeOperation('project: linkTask', [
	{
		name: 'says that the link is new, and sends nothing that was not set',
		given: world,
		parameters: link,
		sends: [{ method: 'POST', path: LINK }],
		returns: [{ created: true, projectId: 'p-1', taskId: 't-1' }],
		then: (sandbox) => expect(linkOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-1' }]),
	},
	{
		name: 'takes the external ID of a task with its integration, and a milestone',
		given: world,
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
		then: (sandbox) => expect(linkOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-2' }]),
	},
	{
		name: 'says that a link was there before when it moves it to another milestone',
		given: linkedWorld,
		parameters: { ...link, options: { milestone: 'Go-live' } },
		returns: [{ created: false, projectId: 'p-1', taskId: 't-1' }],
		then: (sandbox) => expect(linkOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-2' }]),
	},
	{
		name: 'needs no body to know a link that was there before',
		given: (sandbox) => {
			linkedWorld(sandbox);
			sandbox.faults.add({ kind: 'status', status: 200 });
		},
		parameters: link,
		returns: [{ created: false, projectId: 'p-1', taskId: 't-1' }],
	},
	{
		name: 'takes empty options for none, as an AI model sends them',
		given: world,
		parameters: { ...link, options: { milestone: '', source: '' } },
		sends: [{ method: 'POST', path: LINK }],
	},
	{
		name: 'leaves a task on the milestone of the last item',
		given: world,
		parameters: { ...link, options: { milestone: '={{ $json.milestone }}' } },
		items: [{ milestone: 'Go-live' }, { milestone: 'Kick-off' }, { milestone: 'Go-live' }],
		returns: [{ created: true }, { created: false }, { created: false }],
		then: (sandbox) => expect(linkOf(sandbox)).toMatchObject([{ milestoneId: 'p-1-2' }]),
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...link, options: { dryRun: true, milestone: 'Go-live', source: 'asana' } },
		sends: [],
		returns: [{ method: 'POST', query: { source: 'asana' }, body: { milestone: 'Go-live' } }],
	},
]);

/** docs/service.md, Errors: each row of a link, with the whole text. */
describeOperation('project: linkTask, refused by the service', [
	{
		name: '400 because task and project belong to different customers',
		given: (sandbox) => {
			world(sandbox);
			addTask(sandbox, 't-2', { accountId: 'acc-2' });
		},
		parameters: { ...link, taskId: byId('t-2') },
		refuses: text(
			'Vitally did not link the task "t-2" to the project "p-1" [item 0]',
			'Task and project must belong to the same account or organization: choose another task, or move one of the two first. Vitally says: "The task and the project belong to different accounts or organizations". (HTTP 400, POST /resources/projects/p-1/tasks/t-2)',
		),
	},
	{
		name: '404 because the project is not there',
		given: world,
		parameters: { ...link, projectId: byId('p-9') },
		refuses: text(
			'The project "p-9" was not found [item 0]',
			`Check the value of 'Project': it may be deleted, or belong to another tenant than the credential. Vitally says: "Project not found". (HTTP 404, POST /resources/projects/p-9/tasks/t-1)`,
		),
	},
	{
		name: '404 because the task is not there',
		given: world,
		parameters: { ...link, taskId: byId('t-9'), options: { milestone: 'Go-live' } },
		refuses: text(
			'The task "t-9" was not found [item 0]',
			`Check the value of 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from. Vitally says: "Task not found". (HTTP 404, POST /resources/projects/p-1/tasks/t-9)`,
		),
	},
	{
		name: '404 because the milestone is not there',
		given: world,
		parameters: { ...link, options: { milestone: 'go-live' } },
		refuses: text(
			'The project "p-1" has no milestone "go-live" [item 0]',
			`Enter the name under 'Milestone' exactly as it stands in the project, with upper and lower case, or leave it out to use the default milestone. Vitally says: "Milestone not found". (HTTP 404, POST /resources/projects/p-1/tasks/t-1)`,
		),
	},
	{
		name: '404 in words that decide nothing',
		given: refuseWith(404, 'Project, task or milestone not found.'),
		parameters: { ...link, options: { milestone: 'Go-live' } },
		refuses: text(
			'The project, the task or the milestone was not found [item 0]',
			`Check the value of 'Project': it may be deleted, or belong to another tenant than the credential. Check the value of 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from. Enter the name under 'Milestone' exactly as it stands in the project, with upper and lower case, or leave it out to use the default milestone. Vitally says: "Project, task or milestone not found". (HTTP 404, POST /resources/projects/p-1/tasks/t-1)`,
		),
	},
	{
		name: '404 in words that decide nothing, without a milestone',
		given: refuseWith(404, 'Nothing here.'),
		parameters: link,
		refuses: text(
			'The project or the task was not found [item 0]',
			`Check the value of 'Project': it may be deleted, or belong to another tenant than the credential. Check the value of 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from. Vitally says: "Nothing here". (HTTP 404, POST /resources/projects/p-1/tasks/t-1)`,
		),
	},
]);

describeOperation('project: unlinkTask', [
	{
		name: 'takes the task out of the project and leaves the task alone',
		given: linkedWorld,
		parameters: { ...unlink, options: { source: 'asana' } },
		sends: [{ method: 'DELETE', path: LINK, query: { source: 'asana' } }],
		returns: [{ unlinked: true, projectId: 'p-1', taskId: 't-1' }],
		then: (sandbox) => {
			expect(linkOf(sandbox)).toEqual([]);
			expect(sandbox.state.tasks.get('t-1')?.archivedAt).toBeNull();
		},
	},
	{
		name: '404 because the task is not linked',
		given: world,
		parameters: unlink,
		refuses: text(
			'The task "t-1" is not linked to the project "p-1" [item 0]',
			`It may be unlinked already. Otherwise check 'Project' and 'Task'; for an external ID, also 'Source' under Options. Vitally says: "The task is not linked to the project". (HTTP 404, DELETE /resources/projects/p-1/tasks/t-1)`,
		),
	},
]);

describePairing('project: linkTask', {
	given: world,
	parameters: { ...link, taskId: byId('={{ $json.task }}') },
	good: { task: 't-1' },
	bad: { task: 't-9' },
	refuses: /The task "t-9" was not found \[item 1\]/,
});
