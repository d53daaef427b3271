import { optionsField } from '../../fields/collections';
import { switchProperty } from '../../fields/properties';
import { readSwitch } from '../../fields/readers';
import { dryRunOption } from '../../fields/writeOptions';
import { resolveBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { ownerChoice } from '../../operations/ownerChoice';
import { locateByVitallyId } from '../../records/locate';
import { lockRecord } from '../../records/recordLocks';
import { parameterOf, requiredLocator } from '../../records/recordType';
import { pathSegment } from '../../transport/pathSegment';
import { recordFromWrite } from '../../transport/responses';
import { accountType, customerTypes, organizationType, projectType } from '../recordTypes';
import { pathBelow } from './pathBelow';

const moveFrom = ownerChoice(customerTypes, {
	name: 'moveFrom',
	displayName: 'Move From',
	description: 'Where the project is now. Internal projects cannot be moved.',
	locator: ({ label, noun }) => ({
		displayName: `Current ${label}`,
		description: `The ${noun} the project is in now`,
	}),
});

const moveTo = ownerChoice(customerTypes, {
	name: 'moveTo',
	displayName: 'Move To',
	description: 'Where to move the project',
	locator: ({ label, noun }) => ({
		name: `destination${label}Id`,
		displayName: `Destination ${label}`,
		description: `The ${noun} to move the project to`,
	}),
});

const reparentTasksField = switchProperty('Move Linked Tasks', 'reparentTasks', {
	default: true,
	description: "Whether to move the project's linked tasks too",
});

/** A project is moved to exactly one destination. Source: docs/internal/service.md, Projects (move body) */
export const moveProject: OperationDefinition = {
	name: 'Move',
	value: 'move',
	action: 'Move project',
	description: 'Move a project to another account or organization',
	docsNote: "Its linked tasks move too, unless 'Move Linked Tasks' is off.",
	endpoints: [
		`POST ${accountType.path}/:id/projects/:id/move`,
		`POST ${organizationType.path}/:id/projects/:id/move`,
	],
	fields: [
		requiredLocator(projectType),
		...moveFrom.fields,
		...moveTo.fields,
		reparentTasksField,
		optionsField([dryRunOption]),
	],
	run: lockRecord(projectType, async (item, selection) => {
		const namedFrom = moveFrom.read(item);
		const namedTo = moveTo.read(item);
		const reparentTasks = readSwitch(item, reparentTasksField);
		const project = await locateByVitallyId(item, projectType, selection);
		const current = await resolveBody(item, namedFrom);
		const destination = await resolveBody(item, namedTo);
		const from = customerTypes.find((type) => parameterOf(type) in current) ?? accountType;
		const parentId = pathSegment(current[parameterOf(from)], `Current ${from.label}`);
		const response = await item.send({
			method: 'POST',
			path: `${from.path}/${parentId}${pathBelow(project.path)}/move`,
			body: { reparentTasks, ...destination },
			explain: explainMove(project.id),
			target: project,
		});

		return [{ id: project.id, ...recordFromWrite(response) }];
	}),
};

/**
 * The service's error messages are not documented, so the description lists the possible causes.
 * Source: docs/internal/service.md, Errors
 */
function explainMove(projectId: string) {
	return {
		400: {
			message: `Vitally did not move the project "${projectId}"`,
			description:
				"Check three things. The project may already belong to the destination, or to the team itself: such a project cannot be moved. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And the destination must be the ID of one account or organization, as chosen in 'Move To'.",
		},
		404: {
			message: `The project "${projectId}" or its destination was not found`,
			description:
				"Check 'Project', that 'Move From' names what it belongs to now, and that the destination exists. A project of the team itself cannot be moved.",
		},
	};
}
