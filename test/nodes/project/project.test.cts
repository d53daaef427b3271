import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Task } from '../../../sandbox/state/tasks.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { describeOperation, type OperationCase } from '../../engine/operationCases.cts';
import { lostChangeError } from '../../errors/lostChangeError.cts';
import { emptyLocatorError, notAnOptionError, nullLikeError } from '../../errors/valueErrors.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byEmail, byExternalId, byId, byName } from '../../fixtures/locators.cts';
import { addAccountProject, addProject, addTask } from '../../fixtures/projects.cts';
import { DELETE, GET, POST } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';

describeOperation('project: create', [
	{
		name: 'returns what was sent and the response leaves out, and else the response',
		given: (sandbox) => {
			addAccountProject(sandbox);
			const body = { id: 'p-9', targetStartDate: '2026-03-02', name: 'As Vitally wrote it' };

			sandbox.faults.add({ kind: 'status', status: 200, body, on: { method: 'POST' } });
		},
		parameters: {
			templateId: byId('tpl-1'),
			projectFor: 'account',
			accountId: byId('acc-2'),
			targetStartDate: '2026-03-01',
			targetCompletionDate: '2026-04-01',
		},
		returns: [
			{
				id: 'p-9',
				name: 'As Vitally wrote it',
				targetStartDate: '2026-03-02',
				targetCompletionDate: '2026-04-01',
				accountId: 'acc-2',
			},
		],
	},
]);

const PARENTS = { accountId: 'acc-1', organizationId: 'org-1' };

/** Project p-1 and task t-1 of acc-1, the task of the integration "asana" with the external id T1. */
function addProjectAndTask(sandbox: Sandbox, change: Partial<Task> = {}): void {
	addCustomers(sandbox);
	addProject(sandbox, 'p-1', PARENTS);
	addTask(sandbox, 't-1', { ...PARENTS, externalId: 'T1', source: 'asana', ...change });
}

const lost = { kind: 'resetAfter', on: { method: 'POST' }, times: 1 } as const;
const LINK = '/resources/projects/p-1/tasks/t-1';
const link = {
	resource: 'project',
	operation: 'linkTask',
	projectId: byId('p-1'),
	taskId: byId('t-1'),
};

describeOperation('project: linkTask', [
	{
		name: 'reports that the link is new',
		given: addProjectAndTask,
		parameters: link,
		sends: [POST(LINK)],
		returns: [{ created: true, projectId: 'p-1', taskId: 't-1' }],
	},
	{
		name: 'accepts the External ID of a task with its integration',
		given: addProjectAndTask,
		parameters: { ...link, taskId: byExternalId('T1'), options: { source: 'Asana' } },
		sends: [POST('/resources/projects/p-1/tasks/T1', undefined, { source: 'Asana' })],
		returns: [{ created: true, projectId: 'p-1', taskId: 'T1' }],
	},
	{
		name: 'sends the milestone that is entered',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: 'Go-live' } },
		sends: [POST(LINK, { milestone: 'Go-live' })],
	},
	{
		name: 'looks for an External ID in the form of a Vitally ID in its integration',
		given: (sandbox) => {
			addProjectAndTask(sandbox);
			const externalId = '4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

			for (const source of ['asana', 'jira']) {
				addTask(sandbox, `of-${source}`, { ...PARENTS, externalId, source });
			}
		},
		parameters: {
			...link,
			taskId: byExternalId('4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f'),
			options: { source: 'asana' },
		},
		returns: [{ taskId: 'of-asana' }],
	},
	{
		name: 'leaves a task on the milestone of the last item, whose link is not new',
		given: withFault(addProjectAndTask, {
			kind: 'delay',
			ms: 50,
			on: { method: 'POST' },
			times: 1,
		}),
		parameters: { ...link, options: { milestone: '={{ $json.milestone }}' } },
		items: [' ', 'Go-live', 'Kick-off', 'Go-live'].map((milestone) => ({ milestone })),
		returns: [true, false, false, false].map((created) => ({ created, taskId: 't-1' })),
		then: ({ state }) =>
			expect(state.tasks.get('t-1')?.links).toEqual([{ projectId: 'p-1', milestoneId: 'p-1-2' }]),
	},
	{
		name: 'sends no milestone that is blank, in place of the first one',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: ' ' } },
		sends: [POST(LINK)],
	},
	{
		name: 'sends no second request after a lost response, because the link would not be new then',
		given: withFault(addProjectAndTask, lost),
		parameters: link,
		throws: (sandbox) => lostChangeError(sandbox, `POST ${LINK}`),
		then: ({ requests }) => expect({ requests: requests.length }).toEqual({ requests: 1 }),
	},
]);

const unlink = { ...link, operation: 'unlinkTask' };

const addLinkedTask = (sandbox: Sandbox) =>
	addProjectAndTask(sandbox, { links: [{ projectId: 'p-1', milestoneId: 'p-1-1' }] });

describeOperation('project: unlinkTask', [
	{
		name: 'removes the task from the project alone',
		given: addLinkedTask,
		parameters: unlink,
		sends: [DELETE(LINK)],
		returns: [{ unlinked: true, projectId: 'p-1', taskId: 't-1' }],
		then: ({ state }) => expect({ links: state.tasks.get('t-1')?.links }).toEqual({ links: [] }),
	},
	{
		name: 'names the integration of a task that is picked by its External ID',
		given: addLinkedTask,
		parameters: { ...unlink, taskId: byExternalId('T1'), options: { source: 'asana' } },
		sends: [DELETE('/resources/projects/p-1/tasks/T1', { source: 'asana' })],
		returns: [{ unlinked: true, projectId: 'p-1', taskId: 'T1' }],
	},
]);

/** Project p-1 of acc-1, p-2 of org-2 itself, and p-3 of the team. */
function addProjectsToMove(sandbox: Sandbox): void {
	addCustomers(sandbox);
	addProject(sandbox, 'p-1', PARENTS);
	addProject(sandbox, 'p-2', { organizationId: 'org-2' });
	addProject(sandbox, 'p-3');
}

/** The same, and the task t-1 of acc-1, linked to projects. */
const withLinkedTask =
	(...projectIds: string[]) =>
	(sandbox: Sandbox) => {
		addProjectsToMove(sandbox);
		const links = projectIds.map((projectId) => ({ projectId, milestoneId: null }));

		addTask(sandbox, 't-1', { ...PARENTS, links });
	};

/** The parameters of a move from account to account. */
const move = {
	projectId: byId('p-1'),
	accountId: byId('acc-1'),
	destinationAccountId: byId('acc-2'),
};
const MOVE = '/resources/accounts/acc-1/projects/p-1/move';

describeOperation('project: move', [
	{
		name: 'goes from account to organization, and to no account that was chosen before',
		given: addProjectsToMove,
		parameters: {
			...move,
			moveTo: 'organization',
			destinationOrganizationId: byExternalId('O2'),
		},
		sends: [
			GET('/resources/organizations/O2'),
			POST(MOVE, { reparentTasks: true, organizationId: 'org-2' }),
		],
		returns: [{ id: 'p-1', accountId: null, organizationId: 'org-2' }],
	},
	{
		name: 'leaves its tasks where that is chosen',
		given: addProjectsToMove,
		parameters: { ...move, reparentTasks: false },
		sends: [POST(MOVE, { reparentTasks: false, accountId: 'acc-2' })],
	},
	{
		name: 'goes from organization to account by the path of the organization',
		given: addProjectsToMove,
		parameters: {
			projectId: byId('p-2'),
			moveFrom: 'organization',
			organizationId: byId('org-2'),
			destinationAccountId: byId('acc-2'),
		},
		sends: [
			POST('/resources/organizations/org-2/projects/p-2/move', {
				reparentTasks: true,
				accountId: 'acc-2',
			}),
		],
		returns: [{ id: 'p-2', accountId: 'acc-2' }],
	},
	{
		name: 'follows the order of the items when they move the same project on and on',
		given: addProjectsToMove,
		parameters: {
			...move,
			accountId: byExternalId('={{ $json.from }}'),
			destinationAccountId: byExternalId('={{ $json.to }}'),
		},
		items: [
			{ from: 'A1', to: 'A2' },
			{ from: 'A2', to: 'A1' },
			{ from: 'A1', to: 'A2' },
		],
		returns: [{ accountId: 'acc-2' }, { accountId: 'acc-1' }, { accountId: 'acc-2' }],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual([
				'/resources/accounts/A1',
				'/resources/accounts/A2',
			]),
	},
	{
		name: 'moves its tasks too unless told otherwise',
		given: addProjectsToMove,
		parameters: move,
		sends: [POST(MOVE, { reparentTasks: true, accountId: 'acc-2' })],
	},
	{
		name: 'sends nothing twice when the connection breaks',
		given: withFault(addProjectsToMove, lost),
		parameters: move,
		throws: (sandbox) => lostChangeError(sandbox, `POST ${MOVE}`),
		sends: [POST(MOVE, { reparentTasks: true, accountId: 'acc-2' })],
	},
]);

const toOther = { resource: 'project', operation: 'move', ...move };

describe('a move that Vitally answers with nothing', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('returns the ID of the project', async () => {
		addProjectsToMove(sandbox());
		sandbox().faults.add({ kind: 'status', status: 204, on: { method: 'POST' } });

		const { items } = await runIn(sandbox(), { parameters: toOther });

		expect(items(NODE).map(({ json }) => json.id)).toEqual(['p-1']);
	});
});

const named = byName('Name of p-1');

describeOperation(
	'the error before a project is looked up',
	[
		{
			name: 'names an unknown destination',
			parameters: { ...toOther, moveTo: 'team' },
			throws: notAnOptionError('Move To', '"team"', 'account, organization'),
		},
		...[
			{ field: 'Current Account', fields: { accountId: byId('={{ "" }}') } },
			{
				field: 'Current Organization',
				fields: { moveFrom: 'organization', organizationId: byId('={{ "" }}') },
			},
			{ field: 'Destination Account', fields: { destinationAccountId: byId('={{ "" }}') } },
			{
				field: 'Destination Organization',
				fields: { moveTo: 'organization', destinationOrganizationId: byId('={{ "" }}') },
			},
		].map(({ field, fields }) => ({
			name: `names the field of a move that is empty: ${field}`,
			parameters: { ...toOther, ...fields },
			throws: emptyLocatorError(field),
		})),
		{
			name: 'names a switch without a value',
			parameters: { ...toOther, reparentTasks: '={{ $json.tasks }}' },
			throws: {
				message: "The value null of 'Move Linked Tasks' is not true or false",
				description:
					"Turn 'Move Linked Tasks' on or off, or let the expression return true or false.",
			},
		},
		{
			name: 'names a milestone that is not text',
			parameters: { ...link, options: { milestone: '={{ [] }}' } },
			throws: {
				message: "The value of 'Milestone' is not text",
				description:
					'Enter text for \'Milestone\', or check the expression. Join the entries of a list with .join(", ").',
			},
		},
		{
			name: 'names a source that is a word for nothing',
			parameters: { ...unlink, options: { source: 'null' } },
			throws: nullLikeError('Source', 'null'),
		},
	].map(({ name, parameters, throws }) => ({
		name,
		parameters: { ...parameters, projectId: named },
		throws,
		sends: [],
	})),
);

const REJECTED: OperationCase[] = [
	{
		name: 'explains a link of a task to the project of another customer',
		given: (sandbox) => {
			addProjectAndTask(sandbox);
			addTask(sandbox, 't-2', { accountId: 'acc-2' });
		},
		parameters: { ...link, taskId: byId('t-2') },
		throws: {
			message:
				'Vitally did not link the task "t-2" to the project "p-1": The task and the project belong to different accounts or organizations',
			description:
				'Task and project must belong to the same account or organization: choose another task, or move one of the two first. (HTTP 400, POST /resources/projects/p-1/tasks/t-2)',
			httpCode: '400',
		},
	},
	{
		name: 'explains a link at a milestone that does not exist',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: 'go-live' } },
		throws: {
			message:
				'The project "p-1" or the task "t-1" was not found, or the project has no milestone "go-live"',
			description:
				"Check the values of 'Project' and 'Task'; for an External ID, also 'Source' under Options: it must be the integration that the task comes from. Enter a 'Milestone' exactly as it appears in the project, including upper and lower case. Vitally says: \"Milestone not found\". (HTTP 404, POST /resources/projects/p-1/tasks/t-1)",
			httpCode: '404',
		},
	},
	{
		name: 'explains an unlink of a task that is not linked',
		given: addProjectAndTask,
		parameters: unlink,
		throws: {
			message: 'The task "t-1" is not linked to the project "p-1"',
			description:
				"It may be unlinked already. Otherwise check 'Project' and 'Task'; for an External ID, also 'Source' under Options. Vitally says: \"The task is not linked to the project\". (HTTP 404, DELETE /resources/projects/p-1/tasks/t-1)",
			httpCode: '404',
		},
	},
	{
		name: 'explains a move to an account that does not exist',
		given: addProjectsToMove,
		parameters: { ...toOther, destinationAccountId: byId('acc-9') },
		throws: {
			message: 'The project "p-1" or its destination was not found',
			description:
				"Check 'Project', that 'Move From' names what it belongs to now, and that the destination exists. A project of the team itself cannot be moved. Vitally says: \"Destination account not found\". (HTTP 404, POST /resources/accounts/acc-1/projects/p-1/move)",
			httpCode: '404',
		},
	},
	{
		name: 'explains a move of a project whose task belongs to another one, too',
		given: withLinkedTask('p-1', 'p-2'),
		parameters: toOther,
		throws: {
			message:
				'Vitally did not move the project "p-1": Task t-1 is linked to a project of another parent',
			description:
				"Check three things. The project may already belong to the destination, or to the team itself: such a project cannot be moved. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And the destination must be the ID of one account or organization, as chosen in 'Move To'. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)",
			httpCode: '400',
		},
	},
];

/** docs/internal/service.md, Errors: the reason of the service and what to check, without further requests. */
describeOperation(
	'the error for a change of a project that Vitally rejects',
	REJECTED.map((rejected) => ({
		...rejected,
		then: ({ requests }) => expect({ requests: requests.length }).toEqual({ requests: 1 }),
	})),
);

describeOperation(
	'project: getAll',
	[
		{
			what: 'those with a status',
			filters: { status: byId('status-1') },
			ids: ['with status and owner', 'with a status'],
		},
		{ what: 'none with a part of a status', filters: { status: byId('status') }, ids: [] },
		{
			what: 'those of an owner',
			filters: { owner: byEmail('lead@team.example') },
			ids: ['with status and owner'],
		},
	].map(({ what, filters, ids }) => ({
		name: `returns ${what}`,
		given: (sandbox) => {
			addAccountProject(sandbox);
			addProject(sandbox, 'with a status', { projectStatusId: 'status-1' });
			const ownedByVitallyUserId = 'admin-1';

			addProject(sandbox, 'with status and owner', {
				projectStatusId: 'status-1',
				ownedByVitallyUserId,
			});
		},
		parameters: { filters },
		returns: ids.map((id) => ({ id })),
	})),
);
