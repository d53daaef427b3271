import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';

import { locatorOf } from '../fields/locators';
import { Refusal } from '../refusal';
import type { Service } from '../service/item';
import { serviceIdOf } from '../service/serviceId';

const ORGANIZATIONS = '/resources/organizations';

/**
 * The service's id of the organization that an item names.
 *
 * @param parameter `organizationId`, or `collection.organizationId`
 * @returns null when the value is null, which detaches
 * @throws Refusal when nothing is named, or the external id is unknown
 */
export async function organizationIdOf(
	item: IExecuteSingleFunctions,
	service: Service,
	parameter = 'organizationId',
): Promise<string | null> {
	const { mode, value } = locatorOf(item, parameter);
	if (value === null) return null;
	if (mode === 'externalId') {
		return await serviceIdOf(item, service, ORGANIZATIONS, value, 'Organization');
	}
	if (typeof value === 'string' && value.trim() !== '') return value;
	throw new Refusal(
		"The field 'Organization' is empty",
		'Choose an organization, or remove the field. To detach an account from its organization, use an expression that gives null.',
	);
}

/**
 * The `organizationId` of a body.
 *
 * @param collection of optional fields that may hold one
 * @returns `undefined` when the field was not added
 */
export async function optionalOrganizationId(
	item: IExecuteSingleFunctions,
	service: Service,
	collection: string,
): Promise<string | null | undefined> {
	const fields = item.getNodeParameter(collection, {}) as IDataObject;
	return fields.organizationId === undefined
		? undefined
		: await organizationIdOf(item, service, `${collection}.organizationId`);
}
