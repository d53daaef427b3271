import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import {
	accountLocator,
	adminLocator,
	optionalId,
	organizationLocator,
} from '../../fields/locators';
import { traitsOfItem } from '../../fields/traits';
import type { Service } from '../../transport/item';
import { optionalParentId } from '../../operations/parent';

/** The optional fields of an instance, in the order of their labels. */
export const bodyFields: INodeProperties[] = [
	{
		...accountLocator(undefined, 'customerId'),
		description: 'The account that the instance belongs to',
	},
	{
		displayName: 'External ID',
		name: 'externalId',
		type: 'string',
		default: '',
		placeholder: 'e.g. deal-42',
		description: 'Your own ID of the instance',
	},
	{
		...organizationLocator(),
		description: 'The organization that the instance belongs to',
	},
	adminLocator('ownedByVitallyUserId', 'Owner', 'The teammate who owns the instance'),
];

/**
 * The optional fields that an item sets, and its traits. `customerId` is the service's word for the
 * account.
 *
 * @param collection `additionalFields` or `updateFields`
 * Source: docs/public-facts.md, 4.12
 */
export async function instanceBody(
	item: IExecuteSingleFunctions,
	service: Service,
	collection: string,
): Promise<IDataObject> {
	const fields = item.getNodeParameter(collection, {}) as IDataObject;
	return setFields({
		name: fields.name,
		externalId: fields.externalId,
		ownedByVitallyUserId: optionalId(item, collection, 'ownedByVitallyUserId', 'Owner'),
		traits: traitsOfItem(item),
		customerId: await optionalParentId(item, service, 'account', collection, 'customerId'),
		organizationId: await optionalParentId(item, service, 'organization', collection),
	});
}
