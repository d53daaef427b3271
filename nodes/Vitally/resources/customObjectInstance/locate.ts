import type { ItemParameters } from '../../fields/itemParameters';
import { locateByPath, type Located } from '../../operations/locate';
import { pickedRecord } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import type { Explanation } from '../../transport/client';
import { pathSegment } from '../../transport/pathSegment';
import { customObjectInstanceType, customObjectType } from '../recordTypes';
import { instanceIdOf } from './instanceId';

/** The fields of a simplified instance: what it is, whose it is, and its values. */
export const simpleFields = [
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
export function instancesPath(item: ItemParameters): string {
	return `${locateByPath(customObjectType)(item).path}/instances`;
}

/** The instance that an item names; an external ID is looked up first. */
export async function locateInstance(item: ItemContext): Promise<Located> {
	const path = instancesPath(item);
	const { mode, value } = pickedRecord(customObjectInstanceType, item);
	const id = mode === 'externalId' ? await instanceIdOf(item, path, value) : value;
	return {
		id: String(id),
		...(mode === 'externalId' && { externalId: String(value), wasSeen: true }),
		path: `${path}/${pathSegment(id, customObjectInstanceType.label)}`,
		explain: (status) => (status === 404 ? explainInstance(value) : undefined),
	};
}

/** The text for an instance that is not there. */
export function explainInstance(id: unknown): Explanation {
	return {
		message: `The instance "${String(id)}" was not found`,
		description:
			"Check 'Custom Object' and 'Instance': the instance may be deleted, or belong to another custom object.",
		field: customObjectInstanceType.label,
	};
}
