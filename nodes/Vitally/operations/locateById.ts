import { VitallyError } from '../errors/vitallyError';
import { readRequiredId } from '../fields/locators';
import { pathSegment } from '../transport/pathSegment';
import { collectionOf, locateByExternalId } from './externalIds';
import { explainNotFound, type Locate, type Located } from './locate';
import { pickedRecord, type RecordType } from './recordType';

/**
 * The record that an item names, where the path of one may take the service's ID alone. That needs no
 * request; an external ID is looked for, see `locateByExternalId`.
 *
 * @throws VitallyError when nothing is named, or there is none with the external ID
 */
export function locateById(type: RecordType): Locate {
	return async (item) => {
		const { mode, value } = pickedRecord(type, item);
		const named = readRequiredId(value, type.label);
		if (mode !== 'externalId') return recordAt(type, named);
		const found = await locateByExternalId(item, collectionOf(type), named);
		if (found) {
			const { id, record } = found;
			return { ...recordAt(type, id), externalId: named, record, wasSeen: true };
		}
		throw new VitallyError(
			`Vitally has no ${type.noun} with the external ID "${named}"`,
			`Check the external ID, or choose the '${type.label}' from the list.`,
			{ status: 404, field: type.label },
		);
	};
}

/** A record by the service's ID. */
export function recordAt(type: RecordType, id: string): Located {
	return {
		id,
		path: `${type.path}/${pathSegment(id, type.label)}`,
		explain: explainNotFound(type, id),
	};
}
