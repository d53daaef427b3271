import type { INodeProperties } from 'n8n-workflow';

import { dryRunOption } from '../../fields/dryRun';
import { locatorOf } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import { switchIn } from '../../fields/strict';
import { VitallyError } from '../../errors/vitallyError';
import { parentChoice } from '../../operations/parent';
import type { OperationRow } from '../../operations/resource';
import type { ItemContext } from '../../run/operation';
import type { ServiceRequest } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { writtenRecordOf } from '../../transport/records';
import { accountType, organizationType, projectType } from '../recordTypes';
import { alreadyThere, explainMove, type Move } from './moveErrors';
import { locateByPath } from '../../records/locate';
import { lockRecord } from '../../records/lock';
import { parameterOf, type RecordType, requiredLocator } from '../../records/recordType';
import { resolveId, resolveValue } from '../../records/resolveId';

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

const moveFrom = parentChoice(parents, {
	name: 'moveFrom',
	displayName: 'Move From',
	description: 'Where the project is now. Internal projects cannot be moved.',
	locator: currentField,
});

const moveTo = parentChoice(parents, {
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

/** docs/service.md, Projects (move body): exactly one destination. */
export const move: OperationRow = {
	name: 'Move',
	value: 'move',
	action: 'Move project',
	description: 'Move a project to another account or organization',
	remark: "Its linked tasks move too, unless 'Move Linked Tasks' is off.",
	endpoints: [
		`POST ${accountType.path}/:id/projects/:id/move`,
		`POST ${organizationType.path}/:id/projects/:id/move`,
	],
	// After a refusal, to say why.
	reads: [`GET ${projectType.path}/:id`],
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
			const planned = await moveOf(item, String(projectId));
			const { from, to } = planned;
			const current = pathSegment(from.id, `Current ${from.type.label}`);
			const project = projectPath.slice(projectPath.lastIndexOf('/') + 1);
			const request: ServiceRequest = {
				method: 'POST',
				path: `${from.type.path}/${current}/projects/${project}/move`,
				body: { reparentTasks: switchIn(item, reparentTasks, true), [parameterOf(to.type)]: to.id },
				handledStatuses: [400, 404],
			};
			const response = await item.send(request);
			if (response.status < 300) {
				return [{ id: planned.projectId, ...writtenRecordOf(response, request) }];
			}
			const explanation = await explainMove(response, planned, projectPath, item);
			throw item.apiError(response, { ...request, explain: () => explanation });
		});
	},
};

/** @throws VitallyError for what the service would refuse in any case */
async function moveOf(item: ItemContext, projectId: string): Promise<Move> {
	const from = moveFrom.kindOf(item);
	const to = moveTo.kindOf(item);
	const current = currentField(from);
	const destination = destinationField(to);
	const idOf = async (type: RecordType, parameter: string, label: string) =>
		String(
			await resolveValue(item, resolveId(item, type, locatorOf(item, parameter, type), label)),
		);
	const fromId = await idOf(from, parameterOf(from), current.displayName);
	const toId = await idOf(to, destination.name, destination.displayName);
	const planned = {
		projectId,
		from: { type: from, id: fromId },
		to: { type: to, id: toId },
	};
	if (from === to && fromId === toId) {
		const { message, description } = alreadyThere(planned);
		throw new VitallyError(message, description);
	}
	return planned;
}
