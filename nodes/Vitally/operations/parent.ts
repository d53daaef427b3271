import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { idText, locatorOf } from '../fields/locators';
import { VitallyError } from '../errors/vitallyError';
import type { Service } from '../transport/item';
import { pathSegment } from '../transport/pathSegment';
import { serviceIdOf } from './serviceId';

/** What records belong to: how the service calls it, and how the editor does. */
export const PARENTS = {
	account: { collection: '/resources/accounts', label: 'Account' },
	organization: { collection: '/resources/organizations', label: 'Organization' },
} as const;

export type ParentKind = keyof typeof PARENTS;

/**
 * The service's id of the account or organization that an item names. Endpoints for what belongs to
 * it take no other id, so an external id is looked up.
 *
 * @param parameter name of the locator
 * @param label of the locator in the editor
 * @returns null when the value is null, which detaches where the service allows it
 * @throws VitallyError when nothing is named, or the external id is unknown
 */
export async function parentIdOf(
	item: IExecuteSingleFunctions,
	service: Service,
	kind: ParentKind,
	parameter = `${kind}Id`,
	label: string = PARENTS[kind].label,
): Promise<string | null> {
	const { collection } = PARENTS[kind];
	const { mode, value } = locatorOf(item, parameter);
	if (value === null) return null;
	if (mode === 'externalId') return await serviceIdOf(item, service, collection, value, label);
	return idText(value, label);
}

/** As `parentIdOf`, where the request needs the id: null is refused too. */
export async function requiredParentId(
	item: IExecuteSingleFunctions,
	service: Service,
	kind: ParentKind,
	parameter = `${kind}Id`,
	label: string = PARENTS[kind].label,
): Promise<string> {
	return idText(await parentIdOf(item, service, kind, parameter, label), label);
}

/**
 * Which kind of parent an item chooses.
 *
 * @param parameter name of the selector
 * @param label of the selector in the editor
 * @throws VitallyError when an expression gives something else
 */
export function parentKindOf(
	item: IExecuteSingleFunctions,
	parameter: string,
	label: string,
): ParentKind {
	const kind = item.getNodeParameter(parameter, 'account');
	if (kind === 'account' || kind === 'organization') return kind;
	throw new VitallyError(
		`The value ${JSON.stringify(kind)} of '${label}' is unknown`,
		"Choose 'Account' or 'Organization', or let the expression give 'account' or 'organization'.",
	);
}

/**
 * The id of a parent in a collection of optional fields.
 *
 * @param collection `additionalFields` or `updateFields`
 * @param name of the field, where it is not `accountId` or `organizationId`
 * @returns `undefined` when the field was not added
 */
export async function optionalParentId(
	item: IExecuteSingleFunctions,
	service: Service,
	kind: ParentKind,
	collection: string,
	name = `${kind}Id`,
): Promise<string | null | undefined> {
	const fields = item.getNodeParameter(collection, {}) as IDataObject;
	return fields[name] === undefined
		? undefined
		: await parentIdOf(item, service, kind, `${collection}.${name}`);
}

/**
 * The path of a list in the scope that the item asks for.
 *
 * @param list last part of the path, for example `notes`
 */
export async function scopedPath(
	item: IExecuteSingleFunctions,
	service: Service,
	list: string,
): Promise<string> {
	const scope = item.getNodeParameter('scope', 'all');
	if (scope !== 'account' && scope !== 'organization') return `/resources/${list}`;
	const { collection, label } = PARENTS[scope];
	const id = pathSegment(await parentIdOf(item, service, scope), label);
	return `${collection}/${id}/${list}`;
}
