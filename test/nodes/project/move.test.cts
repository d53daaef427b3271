import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import {
	addLinkedTask,
	addProjectsToMove,
	answerMoveWith,
	move,
} from '../../fixtures/projectMoves.cts';
import { addProject } from '../../fixtures/projects.cts';

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

describeOperation('project: move, rejected before anything is sent', [
	{
		name: 'the place where the project is',
		parameters: { ...move, destinationAccountId: byId('acc-1') },
		throws: errorText(
			'The project "p-1" already belongs to the account "acc-1" [item 0]',
			"Choose another record for 'Destination Account', or leave this item out: nothing has to be moved.",
		),
		sends: [],
	},
	{
		name: 'no destination',
		parameters: { ...move, destinationAccountId: byId('={{ null }}') },
		throws: errorText(
			"The field 'Destination Account' is empty [item 0]",
			"Choose a record for 'Destination Account', or check that the expression returns an ID.",
		),
		sends: [],
	},
	{
		name: 'no current parent',
		parameters: { ...move, accountId: byId('={{ "" }}') },
		throws: "The field 'Current Account' is empty",
		sends: [],
	},
	{
		name: 'a destination of another kind',
		parameters: { ...move, moveTo: '={{ "team" }}', destinationOrganizationId: byId('org-1') },
		throws: `The value "team" of 'Move To' is unknown`,
		sends: [],
	},
	{
		name: 'a setting for the tasks that is neither yes nor no',
		parameters: { ...move, reparentTasks: '={{ "maybe" }}' },
		throws: `The value "maybe" of 'Move Linked Tasks' is not true or false`,
		sends: [],
	},
]);

const sentMove = (accountId = 'acc-2') => [
	{
		method: 'POST',
		path: '/resources/accounts/acc-1/projects/p-1/move',
		body: { accountId, reparentTasks: true },
	},
];
const REJECTED =
	"Check three things. The project may already belong to the account, or to the team itself: such a project cannot be moved. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And 'Destination Account' must be the ID of one account. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)";

/** docs/internal/service.md, Errors: the reason of the service and what to check, without further requests. */
describeOperation('project: move, rejected by the service', [
	{
		name: '404 because the destination does not exist',
		given: addProjectsToMove,
		parameters: { ...move, destinationAccountId: byId('acc-9') },
		throws: errorText(
			'The project "p-1" or its destination was not found [item 0]',
			`Check 'Project', that 'Current Account' is what it belongs to now, and that the record in 'Destination Account' exists. A project of the team itself cannot be moved. Vitally says: "Destination account not found". (HTTP 404, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
		sends: sentMove('acc-9'),
	},
	{
		name: '404 because the project belongs to another record',
		given: addProjectsToMove,
		parameters: { ...move, projectId: byId('p-2') },
		throws: /^The project "p-2" or its destination was not found/,
		then: ({ requests }) => expect(requests).toHaveLength(1),
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
			REJECTED,
		),
		sends: sentMove(),
	},
	{
		name: '400 without a reason',
		given: answerMoveWith(400),
		parameters: move,
		throws: errorText('Vitally did not move the project "p-1" [item 0]', REJECTED),
		sends: sentMove(),
	},
]);
