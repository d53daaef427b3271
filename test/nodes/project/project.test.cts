import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../../engine/node.cts';
import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAccountProject, addProject, addTask, PROJECTS } from '../../fixtures/projects.cts';
import {
	addLinkedProjectAndTask,
	addProjectAndTask,
	link,
	LINK,
	linksOf,
} from '../../fixtures/taskLinks.cts';
import { addLinkedTask, addProjectsToMove, move } from '../../fixtures/projectMoves.cts';

describeOperation('project: get', [
	{
		name: 'returns ten fields',
		given: addAccountProject,
		parameters: { projectId: byId('p-1') },
		sends: [{ method: 'GET', path: `${PROJECTS}/p-1` }],
		returns: [{ id: 'p-1', accountId: 'acc-1', targetStartDate: '2026-01-01' }],
	},
]);

describeOperation('project: getAll', [
	{
		name: 'lists all, or those of an account or organization',
		given: addAccountProject,
		parameters: {
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
]);

describe('create', () => {
	const create = { templateId: byId('tpl-1'), accountId: byId('acc-2') };

	describeOperation('project: create', [
		{
			name: 'sends only the fields that are set, for an account',
			given: addAccountProject,
			parameters: create,
			sends: [
				{ method: 'POST', path: PROJECTS, body: { templateId: 'tpl-1', accountId: 'acc-2' } },
			],
			returns: [{ accountId: 'acc-2', name: 'Onboarding' }],
		},
		{
			name: 'sends every field that is set, for an organization, also one that was chosen as account first',
			given: addAccountProject,
			parameters: {
				...create,
				projectFor: 'organization',
				organizationId: byId('org-2'),
				additionalFields: {
					projectCategoryId: byId('cat-1'),
					name: '',
					ownedByVitallyUserId: byId('admin-1'),
					projectStatusId: 'status-1',
					targetCompletionDate: '2026-04-30T00:00:00',
					targetStartDate: '2026-03-01',
				},
				options: { emptyValues: 'send' },
			},
			sends: [
				{
					method: 'POST',
					path: PROJECTS,
					body: {
						templateId: 'tpl-1',
						organizationId: 'org-2',
						projectCategoryId: 'cat-1',
						name: '',
						ownedByVitallyUserId: 'admin-1',
						projectStatusId: 'status-1',
						targetCompletionDate: '2026-04-30',
						targetStartDate: '2026-03-01',
					},
				},
			],
		},
	]);
});

describe('project: calendar dates', () => {
	const ZONES = ['America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

	/** All mean 1 March 2026 where they were written; test/values/dates.test.cts has the forms of a text. */
	const FORMS = {
		'what the date picker stores': '2026-03-01T00:00:00',
		'a date object of a zone far east':
			'={{ DateTime.fromISO("2026-03-01T00:00", { zone: "Pacific/Kiritimati" }) }}',
		'a date object of a zone far west':
			'={{ DateTime.fromISO("2026-03-01T23:59", { zone: "Pacific/Pago_Pago" }) }}',
		'a date out of text': '={{ "2026-03-01".toDateTime() }}',
		"a JavaScript date, in the workflow's zone":
			'={{ DateTime.local(2026, 3, 1, 23, 59).toJSDate() }}',
	};

	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	it.each(ZONES)('stay what they are in %s', async (timeZone) => {
		const sent: Record<string, unknown> = {};
		for (const [form, value] of Object.entries(FORMS)) {
			const outcome = await runNode(
				{
					parameters: {
						resource: 'project',
						operation: 'update',
						projectId: 'p-1',
						updateFields: { targetStartDate: value, targetCompletionDate: value },
						options: { dryRun: true },
					},
				},
				{ credentials: credentialsFor(sandbox), timeZone },
			);
			expect(outcome.error).toBeUndefined();
			sent[form] = outcome.items(NODE)[0].json.body;
		}
		const day = { targetStartDate: '2026-03-01', targetCompletionDate: '2026-03-01' };
		expect(sent).toEqual(Object.fromEntries(Object.keys(FORMS).map((form) => [form, day])));
	});
});

describeOperation('project: delete', [
	{
		name: 'archives the project',
		given: addAccountProject,
		parameters: { projectId: byId('p-1') },
		sends: [{ method: 'DELETE', path: `${PROJECTS}/p-1` }],
		returns: [{ deleted: true, id: 'p-1' }],
		then: ({ state }) => expect(state.projects.get('p-1')?.archivedAt).not.toBeNull(),
	},
]);

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
		name: '404 because the milestone does not exist',
		given: addProjectAndTask,
		parameters: { ...link, options: { milestone: 'go-live' } },
		throws: errorText(
			'The project "p-1" or the task "t-1" was not found, or the project has no milestone "go-live" [item 0]',
			`Check the values of 'Project' and 'Task'; for an external ID, also 'Source' under Options: it must be the integration that the task comes from. Enter a 'Milestone' exactly as it appears in the project, including upper and lower case. Vitally says: "Milestone not found". (HTTP 404, POST /resources/projects/p-1/tasks/t-1)`,
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

const MOVE = '/resources/accounts/acc-1/projects/p-1/move';

describeOperation('project: move', [
	{
		name: 'goes from account to account with its tasks',
		given: (sandbox) => {
			addProjectsToMove(sandbox);
			addLinkedTask(sandbox, 'p-1');
		},
		parameters: move,
		sends: [{ method: 'POST', path: MOVE, body: { reparentTasks: true, accountId: 'acc-2' } }],
		returns: [{ id: 'p-1', accountId: 'acc-2', organizationId: null }],
		then: ({ state }) => expect(state.tasks.get('t-1')).toMatchObject({ accountId: 'acc-2' }),
	},
	{
		name: 'goes from account to organization without its tasks, and sends one destination only',
		given: (sandbox) => {
			addProjectsToMove(sandbox);
			addLinkedTask(sandbox, 'p-1');
		},
		parameters: {
			...move,
			moveTo: 'organization',
			destinationOrganizationId: byExternalId('O2'),
			reparentTasks: false,
		},
		sends: [
			{ method: 'GET', path: '/resources/organizations/O2' },
			{ method: 'POST', path: MOVE, body: { reparentTasks: false, organizationId: 'org-2' } },
		],
		returns: [{ id: 'p-1', accountId: null, organizationId: 'org-2' }],
		then: ({ state }) => expect(state.tasks.get('t-1')).toMatchObject({ accountId: 'acc-1' }),
	},
	{
		name: 'goes from organization to account or organization',
		given: (sandbox) => {
			addProjectsToMove(sandbox);
			addProject(sandbox, 'p-4', { organizationId: 'org-2' });
		},
		parameters: {
			...move,
			projectId: byId('={{ $json.project }}'),
			moveFrom: 'organization',
			organizationId: byExternalId('O2'),
			moveTo: '={{ $json.to }}',
			destinationAccountId: byId('acc-1'),
			destinationOrganizationId: byId('org-1'),
		},
		items: [
			{ project: 'p-2', to: 'account' },
			{ project: 'p-4', to: 'organization' },
		],
		returns: [
			{ id: 'p-2', accountId: 'acc-1', organizationId: 'org-1' },
			{ id: 'p-4', accountId: null, organizationId: 'org-1' },
		],
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
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2),
	},
	{
		name: 'is not sent a second time when the connection breaks',
		given: (sandbox) => {
			addProjectsToMove(sandbox);
			sandbox.faults.add({ kind: 'resetAfter', on: { method: 'POST' }, times: 1 });
		},
		parameters: move,
		throws: /./,
		then: ({ requests }) => expect(requests).toHaveLength(1),
	},
]);

/** docs/internal/service.md, Errors: the reason of the service and what to check, without further requests. */
describeOperation('project: move, rejected by the service', [
	{
		name: '404 because the destination does not exist',
		given: addProjectsToMove,
		parameters: { ...move, destinationAccountId: byId('acc-9') },
		throws: errorText(
			'The project "p-1" or its destination was not found [item 0]',
			`Check 'Project', that 'Move From' names what it belongs to now, and that the destination exists. A project of the team itself cannot be moved. Vitally says: "Destination account not found". (HTTP 404, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
		sends: [{ method: 'POST', path: MOVE, body: { accountId: 'acc-9', reparentTasks: true } }],
	},
	{
		name: '400 because of a task',
		given: (sandbox) => {
			addProjectsToMove(sandbox);
			addLinkedTask(sandbox, 'p-1', 'p-2');
		},
		parameters: move,
		throws: errorText(
			'Vitally did not move the project "p-1": Task t-1 is linked to a project of another parent [item 0]',
			"Check three things. The project may already belong to the destination, or to the team itself: such a project cannot be moved. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And the destination must be the ID of one account or organization, as chosen in 'Move To'. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)",
		),
	},
	{
		name: '400 because it is there already',
		given: addProjectsToMove,
		parameters: { ...move, destinationAccountId: byId('acc-1') },
		throws:
			'Vitally did not move the project "p-1": The project already belongs to the destination',
	},
]);
