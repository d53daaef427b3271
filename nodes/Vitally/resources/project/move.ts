import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { dryRunOption } from '../../fields/options';
import { optionsField } from '../../fields/collections';
import { readBoolean } from '../../fields/readers';
import { resolveBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/types';
import { ownerChoice } from '../../operations/parent';
import { locateByPath, lockRecord } from '../../records/locate';
import { parameterOf, requiredLocator, type RecordType } from '../../records/recordType';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { recordFromWrite } from '../../transport/records';
import { valuesEqual } from '../../values/valuesEqual';
import { explainStatus } from '../explainStatus';
import { accountType, organizationType, projectType } from '../recordTypes';

const locateProject = locateByPath(projectType);
const parents = [accountType, organizationType];

const currentField = ({ label, noun }: RecordType) => ({
	displayName: `Current ${label}`,
	description: `The ${noun} the project is in now`,
});

const destinationField = (type: RecordType) => ({
	name: `destination${type.label}Id`,
	displayName: `Destination ${type.label}`,
	description: `The ${type.noun} to move the project to`,
});

const moveFrom = ownerChoice(parents, {
	name: 'moveFrom',
	displayName: 'Move From',
	description: 'Where the project is now. Internal projects cannot be moved.',
	locator: currentField,
});

const moveTo = ownerChoice(parents, {
	name: 'moveTo',
	displayName: 'Move To',
	description: 'Where to move the project',
	locator: destinationField,
});

const reparentTasksField: INodeProperties = {
	displayName: 'Move Linked Tasks',
	name: 'reparentTasks',
	type: 'boolean',
	default: true,
	description: "Whether to move the project's linked tasks too",
};

/** docs/internal/service.md, Projects (move body): exactly one destination. */
export const move: OperationDefinition = {
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
	run: async (item) =>
		await lockRecord(item, projectType, async () => {
			const { path, id } = await locateProject(item);
			const from = moveFrom.kindOf(item);
			const to = moveTo.kindOf(item);
			const current = await resolveBody(item, moveFrom.read(item));
			const destination = await resolveBody(item, moveTo.read(item));
			if (valuesEqual(current, destination)) throw alreadyThereError(String(id), to, destination);
			const { displayName: label, name: parameter } = reparentTasksField;
			const parent = pathSegment(current[parameterOf(from)], currentField(from).displayName);
			const request: ServiceRequest = {
				method: 'POST',
				path: `${from.path}/${parent}${path.slice('/resources'.length)}/move`,
				body: { reparentTasks: readBoolean(item, { parameter, label }, true), ...destination },
				explain: explainMove(String(id), from, to),
			};
			return [{ id: String(id), ...recordFromWrite(await item.send(request), request) }];
		}),
};

function alreadyThereError(projectId: string, to: RecordType, destination: IDataObject) {
	const { displayName: field } = destinationField(to);
	return new VitallyError(
		`The project "${projectId}" already belongs to the ${to.noun} "${String(destination[parameterOf(to)])}"`,
		`Choose another record for '${field}', or leave this item out: nothing has to be moved.`,
		{ field },
	);
}

/**
 * The service's error messages are not documented, so the description lists the possible causes.
 * Source: docs/internal/service.md, Errors
 */
function explainMove(projectId: string, from: RecordType, to: RecordType) {
	const destination = destinationField(to).displayName;
	return explainStatus({
		400: {
			message: `Vitally did not move the project "${projectId}"`,
			description: `Check three things. The project may already belong to the ${to.noun}, or to the team itself: such a project cannot be moved. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And '${destination}' must be the ID of one ${to.noun}.`,
		},
		404: {
			message: `The project "${projectId}" or its destination was not found`,
			description: `Check 'Project', that '${currentField(from).displayName}' is what it belongs to now, and that the record in '${destination}' exists. A project of the team itself cannot be moved.`,
		},
	});
}
