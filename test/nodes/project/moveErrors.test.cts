import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import {
	addLinkedTask,
	addProjectsToMove,
	answerMoveWith,
	move,
} from '../../fixtures/projectMoves.cts';

/** docs/service.md, Errors: each row of a move, with the whole text. */
describeOperation('project: move, refused by the service', [
	{
		name: '404 because the project is not there',
		given: addProjectsToMove,
		parameters: { ...move, projectId: byId('p-9') },
		throws: errorText(
			'The project "p-9" was not found [item 0]',
			`Check the value of 'Project': it may be deleted, or belong to another workspace than the credential. Vitally says: "Project not found". (HTTP 404, POST /resources/accounts/acc-1/projects/p-9/move)`,
		),
	},
	{
		name: '404 because the project belongs elsewhere',
		given: addProjectsToMove,
		parameters: {
			...move,
			accountId: byId('acc-2'),
			destinationAccountId: byId('acc-1'),
			projectId: byId('p-2'),
		},
		throws: errorText(
			'The project "p-2" does not belong to the account "acc-2" [item 0]',
			`It belongs to the organization "org-2" now: choose that under 'Move From'. Vitally says: "Project not found". (HTTP 404, POST /resources/accounts/acc-2/projects/p-2/move)`,
		),
	},
	{
		name: '404 because the destination is not there',
		given: addProjectsToMove,
		parameters: { ...move, destinationAccountId: byId('acc-9') },
		throws: errorText(
			'The destination account "acc-9" was not found [item 0]',
			`Check the value of 'Destination Account': it may be deleted, or belong to another workspace than the credential. Vitally says: "Destination account not found". (HTTP 404, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
	},
	{
		name: '404 when the project cannot be read either',
		given: (sandbox) => {
			answerMoveWith(404)(sandbox);
			sandbox.faults.add({ kind: 'status', status: 403, on: { method: 'GET' } });
		},
		parameters: move,
		throws: errorText(
			'The project "p-1" or its destination was not found [item 0]',
			"Check 'Project', that 'Current Account' is what it belongs to now, and that the record in 'Destination Account' exists. (HTTP 404, POST /resources/accounts/acc-1/projects/p-1/move)",
		),
	},
	{
		name: '404 for a team project',
		given: addProjectsToMove,
		parameters: { ...move, projectId: byId('p-3') },
		throws: errorText(
			'The project "p-3" belongs to the team itself and cannot be moved [item 0]',
			`Vitally moves only projects of an account or an organization. Use 'Create' with the template of this project to start one at the destination. Vitally says: "Project not found". (HTTP 404, POST /resources/accounts/acc-1/projects/p-3/move)`,
		),
	},
	{
		name: '400 for a team project',
		given: answerMoveWith(400, 'Team projects cannot be moved.'),
		parameters: { ...move, projectId: byId('p-3') },
		throws: errorText(
			'The project "p-3" belongs to the team itself and cannot be moved: Team projects cannot be moved [item 0]',
			`Vitally moves only projects of an account or an organization. Use 'Create' with the template of this project to start one at the destination. (HTTP 400, POST /resources/accounts/acc-1/projects/p-3/move)`,
		),
	},
	{
		name: '404 because the project is at the destination already',
		given: addProjectsToMove,
		parameters: {
			...move,
			projectId: byId('p-1'),
			accountId: byId('acc-2'),
			destinationAccountId: byId('acc-1'),
		},
		throws: errorText(
			'The project "p-1" already belongs to the account "acc-1" [item 0]',
			`Choose another record for 'Destination Account', or leave this item out: nothing has to be moved. Vitally says: "Project not found". (HTTP 404, POST /resources/accounts/acc-2/projects/p-1/move)`,
		),
	},
	{
		name: '400 because the project is at the destination already',
		given: answerMoveWith(400, 'The project already belongs to the destination.'),
		parameters: {
			...move,
			accountId: byId('acc-2'),
			destinationAccountId: byId('acc-1'),
		},
		throws: errorText(
			'The project "p-1" already belongs to the account "acc-1": The project already belongs to the destination [item 0]',
			`Choose another record for 'Destination Account', or leave this item out: nothing has to be moved. (HTTP 400, POST /resources/accounts/acc-2/projects/p-1/move)`,
		),
	},
	{
		name: '400 because of both destinations',
		given: answerMoveWith(400, 'Give an account or an organization as the destination, not both.'),
		parameters: move,
		throws: errorText(
			'Vitally did not move the project "p-1", because it saw two destinations: Give an account or an organization as the destination, not both [item 0]',
			`Only the account "acc-2" was sent. Turn on 'Dry Run' under Options to see the request, and report it to Vitally if it keeps happening. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
	},
	{
		name: '400 because of neither destination',
		given: answerMoveWith(400, 'A destination is missing.'),
		parameters: move,
		throws: errorText(
			'Vitally did not move the project "p-1", because it saw no destination: A destination is missing [item 0]',
			`The account "acc-2" was sent. Check that 'Move To' names the kind of record that this ID belongs to. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
	},
	{
		name: '400 because of a task',
		given: (sandbox) => {
			addProjectsToMove(sandbox);
			addLinkedTask(sandbox, 'p-1', 'p-2');
		},
		parameters: move,
		throws: errorText(
			'Vitally did not move the project "p-1", because of a task that is linked to another project too: Task t-1 is linked to a project of another parent [item 0]',
			`A task can only follow if all its projects fit the destination. Use 'Unlink Task' to take it out of one of the projects, or move the other project to the same account as well. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
	},
	{
		name: '400 in words nobody knows',
		given: answerMoveWith(400, 'Validation 4711.'),
		parameters: move,
		throws: errorText(
			'Vitally did not move the project "p-1": Validation 4711 [item 0]',
			`Check three things. The project may be at the destination already. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And 'Destination Account' must be the ID of one account. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)`,
		),
	},
	{
		name: '400 without a word',
		given: answerMoveWith(400),
		parameters: move,
		throws: errorText(
			'Vitally did not move the project "p-1" [item 0]',
			"Check three things. The project may be at the destination already. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And 'Destination Account' must be the ID of one account. (HTTP 400, POST /resources/accounts/acc-1/projects/p-1/move)",
		),
	},
]);
