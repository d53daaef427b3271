import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { dryRunOption } from '../../execution/dryRun';
import type { ItemContext } from '../../execution/operation';
import { optionsField } from '../../fields/collections';
import { readLocator } from '../../fields/locators';
import { readBoolean } from '../../fields/readers';
import type { OperationDefinition } from '../../operations/definition/types';
import { ownerChoice } from '../../operations/parent';
import { locateByPath } from '../../records/locate';
import { lockRecord } from '../../records/lock';
import { parameterOf, requiredLocator, type RecordType } from '../../records/recordType';
import { resolveId, resolveValue } from '../../records/resolveId';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { recordFromWrite } from '../../transport/records';
import { explainStatus } from '../explainStatus';
import { accountType, organizationType, projectType } from '../recordTypes';

interface Parent {
	type: RecordType;
	/** The Vitally ID. */
	id: string;
}

interface Move {
	projectId: string;
	from: Parent;
	to: Parent;
}

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

const reparentTasks = { parameter: 'reparentTasks', label: 'Move Linked Tasks' };

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
	run: async (item) => {
		return await lockRecord(item, projectType, async () => {
			const { path: projectPath, id: projectId } = await locateProject(item);
			const planned = await readMove(item, String(projectId));
			const { from, to } = planned;
			const current = pathSegment(from.id, `Current ${from.type.label}`);
			const project = projectPath.slice(projectPath.lastIndexOf('/') + 1);
			const request: ServiceRequest = {
				method: 'POST',
				path: `${from.type.path}/${current}/projects/${project}/move`,
				body: {
					reparentTasks: readBoolean(item, reparentTasks, true),
					[parameterOf(to.type)]: to.id,
				},
				explain: explainMove(planned),
			};
			return [{ id: planned.projectId, ...recordFromWrite(await item.send(request), request) }];
		});
	},
};

/** @throws VitallyError when the project already belongs to the destination */
async function readMove(item: ItemContext, projectId: string): Promise<Move> {
	const from = moveFrom.kindOf(item);
	const to = moveTo.kindOf(item);
	const current = currentField(from);
	const destination = destinationField(to);
	const idOf = async (type: RecordType, parameter: string, label: string) =>
		String(
			await resolveValue(item, resolveId(item, type, readLocator(item, parameter, type), label)),
		);
	const fromId = await idOf(from, parameterOf(from), current.displayName);
	const toId = await idOf(to, destination.name, destination.displayName);
	const planned = {
		projectId,
		from: { type: from, id: fromId },
		to: { type: to, id: toId },
	};
	if (from === to && fromId === toId) {
		throw new VitallyError(
			`The project "${projectId}" already belongs to the ${to.noun} "${toId}"`,
			`Choose another record for '${destination.displayName}', or leave this item out: nothing has to be moved.`,
			{ field: destination.displayName },
		);
	}
	return planned;
}

/**
 * The service's error messages are not documented, so the description lists the possible causes.
 * Source: docs/internal/service.md, Errors
 */
function explainMove({ projectId, from, to }: Move) {
	const destination = destinationField(to.type).displayName;
	return explainStatus({
		400: {
			message: `Vitally did not move the project "${projectId}"`,
			description: `Check three things. The project may already belong to the ${to.type.noun}, or to the team itself: such a project cannot be moved. A task of the project may be linked to another project that does not fit the destination: use 'Unlink Task' first. And '${destination}' must be the ID of one ${to.type.noun}.`,
		},
		404: {
			message: `The project "${projectId}" or its destination was not found`,
			description: `Check 'Project', that '${currentField(from.type).displayName}' is what it belongs to now, and that the record in '${destination}' exists. A project of the team itself cannot be moved.`,
		},
	});
}
