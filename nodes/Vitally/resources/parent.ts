import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { locatorOf } from '../fields/locators';
import { Refusal } from '../refusal';
import type { Service } from '../service/item';
import { pathSegment } from '../service/pathSegment';
import { serviceIdOf } from '../service/serviceId';

/** What records belong to: how the service calls it, and how the editor does. */
const PARENTS = {
	account: { collection: '/resources/accounts', label: 'Account' },
	organization: { collection: '/resources/organizations', label: 'Organization' },
} as const;

export type ParentKind = keyof typeof PARENTS;

/**
 * The service's id of the account or organization that an item names. Endpoints for what belongs to
 * it take no other id, so an external id is looked up.
 *
 * @param parameter name of the locator
 * @returns null when the value is null, which detaches where the service allows it
 * @throws Refusal when nothing is named, or the external id is unknown
 */
export async function parentIdOf(
	item: IExecuteSingleFunctions,
	service: Service,
	kind: ParentKind,
	parameter = `${kind}Id`,
): Promise<string | null> {
	const { collection, label } = PARENTS[kind];
	const { mode, value } = locatorOf(item, parameter);
	if (value === null) return null;
	if (mode === 'externalId') return await serviceIdOf(item, service, collection, value, label);
	if (typeof value === 'string' && value.trim() !== '') return value;
	throw new Refusal(
		`The field '${label}' is empty`,
		`Choose a record for '${label}', or check that the expression gives an ID.`,
	);
}

/**
 * The id of a parent in a collection of optional fields.
 *
 * @param collection `additionalFields` or `updateFields`
 * @returns `undefined` when the field was not added
 */
export async function optionalParentId(
	item: IExecuteSingleFunctions,
	service: Service,
	kind: ParentKind,
	collection: string,
): Promise<string | null | undefined> {
	const fields = item.getNodeParameter(collection, {}) as IDataObject;
	return fields[`${kind}Id`] === undefined
		? undefined
		: await parentIdOf(item, service, kind, `${collection}.${kind}Id`);
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
