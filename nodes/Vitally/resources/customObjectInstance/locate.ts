import { readRequiredId } from '../../fields/locators';
import { locateByPath, type Located } from '../../operations/locate';
import { idByName } from '../../operations/names';
import { pickedRecord } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import type { Explanation } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { instanceIdOf } from './instanceId';

/** The fields of a simplified instance: what it is, whose it is, and its values. */
export const instanceSimpleFields = [
	'id',
	'externalId',
	'name',
	'customObjectId',
	'customerId',
	'organizationId',
	'ownedByVitallyUserId',
	'traits',
	'archivedAt',
	'updatedAt',
];

/** The service reads single instances only through its search (docs/public-facts.md, 4.12). */
export const searchEndpoint = `GET ${customObjectInstanceType.path}/search`;

/** An external ID is looked up first. */
export const instanceReads = [searchEndpoint];

/** Many of them in the list too. */
export const locateReads = [...instanceReads, `GET ${customObjectInstanceType.path}`];

/** The path of the instances of the custom object that an item picks. */
export async function instancesPath(item: ItemContext): Promise<string> {
	return `${(await locateByPath(customObjectType)(item)).path}/instances`;
}

/** The instance that an item names; an external ID or a name is looked up first. */
export async function locateInstance(item: ItemContext): Promise<Located> {
	const { mode, value } = pickedRecord(customObjectInstanceType, item);
	const { label } = customObjectInstanceType;
	const named = readRequiredId(value, label);
	const path = await instancesPath(item);
	const isLookedUp = mode === 'externalId' || mode === 'name';
	const id = isLookedUp ? await lookUpInstance(item, path, mode, named) : named;
	return {
		id,
		...(mode === 'externalId' && { externalId: named }),
		...(isLookedUp && { wasSeen: true }),
		path: `${path}/${pathSegment(id, label)}`,
		explain: (status) => (status === 404 ? explainInstance(named) : undefined),
	};
}

async function lookUpInstance(
	item: ItemContext,
	path: string,
	mode: 'externalId' | 'name',
	named: string,
): Promise<string> {
	if (mode === 'externalId') return await instanceIdOf(item, path, named);
	const { label } = customObjectInstanceType;
	return await idByName(item, customObjectInstanceType, named, label, path);
}

/** The text for an instance that does not exist. */
export function explainInstance(id: string): Explanation {
	return {
		message: `The instance "${id}" was not found`,
		description:
			"Check 'Custom Object' and 'Instance': the instance may be deleted, or belong to another custom object.",
		field: customObjectInstanceType.label,
	};
}
