import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { isDryRun, requestPreview } from '../../fields/dryRun';
import { accountLocator, organizationLocator } from '../../fields/locators';
import { VitallyError } from '../../errors/vitallyError';
import type { ServiceRequest } from '../../transport/client';
import type { Operation, Service } from '../../transport/item';
import { pathSegment } from '../../transport/pathSegment';
import { writtenRecordOf } from '../../transport/records';
import { runExclusive } from '../../transport/limits/keyedMutex';
import { parentKindOf, PARENTS, requiredParentId } from '../../operations/parent';
import { route } from '../../operations/route';
import { alreadyThere, explainMove, type Move } from './moveRefusal';
import { pickedProject, projectPath, projectSegment } from './project';

/** docs/service.md, Projects (move body): exactly one destination. */
const moveProject: Operation = async (item, service) =>
	await runExclusive(projectPath(item), async () => await moveOnce(item, service));

async function moveOnce(item: IExecuteSingleFunctions, service: Service): Promise<IDataObject[]> {
	const move = await moveOf(item, service);
	const { from, to } = move;
	const request: ServiceRequest = {
		method: 'POST',
		path: `${PARENTS[from.kind].collection}/${pathSegment(from.id, `Current ${from.label}`)}/projects/${projectSegment(item)}/move`,
		body: { reparentTasks: reparentTasksOf(item), [`${to.kind}Id`]: to.id },
		handledStatuses: [400, 404],
	};
	if (isDryRun(item)) return [requestPreview(request, await service.baseUrl())];

	const response = await service.send(request);
	if (response.status < 300) {
		return [{ id: move.projectId, ...writtenRecordOf(response, request) }];
	}
	const explanation = await explainMove(response, move, projectPath(item), service);
	throw await service.refusal(response, { ...request, explain: () => explanation });
}

/** @throws VitallyError for what the service would refuse in any case */
async function moveOf(item: IExecuteSingleFunctions, service: Service): Promise<Move> {
	const fromKind = parentKindOf(item, 'moveFrom', 'Move From');
	const toKind = parentKindOf(item, 'moveTo', 'Move To');
	const [fromLabel, toLabel] = [PARENTS[fromKind].label, PARENTS[toKind].label];
	const fromId = await requiredParentId(item, service, fromKind, undefined, `Current ${fromLabel}`);
	const toId = await requiredParentId(
		item,
		service,
		toKind,
		`destination${toLabel}Id`,
		`Destination ${toLabel}`,
	);
	const move = {
		projectId: String(pickedProject(item)),
		from: { kind: fromKind, label: fromLabel, id: fromId },
		to: { kind: toKind, label: toLabel, id: toId },
	};
	if (fromKind === toKind && fromId === toId) {
		const { message, description } = alreadyThere(move);
		throw new VitallyError(message, description);
	}
	return move;
}

/** The service requires it as a boolean. */
function reparentTasksOf(item: IExecuteSingleFunctions): boolean {
	const value = item.getNodeParameter('reparentTasks', true);
	if (typeof value === 'boolean') return value;
	throw new VitallyError(
		`The value ${JSON.stringify(value)} of 'Move Linked Tasks' is not true or false`,
		"Turn 'Move Linked Tasks' on or off, or let the expression give true or false.",
	);
}

export const move: INodePropertyOptions = {
	name: 'Move',
	value: 'move',
	action: 'Move a project',
	description: 'Move a project to another account or organization',
	routing: route(moveProject),
};

const show = { resource: ['project'], operation: ['move'] };
const kinds = [
	{ name: 'Account', value: 'account' },
	{ name: 'Organization', value: 'organization' },
];

export const moveFields: INodeProperties[] = [
	{
		displayName: 'Move From',
		name: 'moveFrom',
		type: 'options',
		options: kinds,
		default: 'account',
		description: 'What the project belongs to now. Projects of the team itself cannot be moved.',
		displayOptions: { show },
	},
	{
		...accountLocator({ ...show, moveFrom: ['account'] }),
		displayName: 'Current Account',
		description: 'The account that the project belongs to now',
	},
	{
		...organizationLocator({ ...show, moveFrom: ['organization'] }),
		displayName: 'Current Organization',
		description: 'The organization that the project belongs to now',
	},
	{
		displayName: 'Move To',
		name: 'moveTo',
		type: 'options',
		options: kinds,
		default: 'account',
		description: 'What the project shall belong to',
		displayOptions: { show },
	},
	{
		...accountLocator({ ...show, moveTo: ['account'] }, 'destinationAccountId'),
		displayName: 'Destination Account',
		description: 'The account that the project shall belong to',
	},
	{
		...organizationLocator({ ...show, moveTo: ['organization'] }, 'destinationOrganizationId'),
		displayName: 'Destination Organization',
		description: 'The organization that the project shall belong to',
	},
	{
		displayName: 'Move Linked Tasks',
		name: 'reparentTasks',
		type: 'boolean',
		default: true,
		description: 'Whether tasks that are linked to the project move along to the destination',
		displayOptions: { show },
	},
];
