import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import {
	addLinkedTask,
	addProjectsToMove,
	answerMoveWith,
	move,
} from '../../fixtures/projectMoves.cts';

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
