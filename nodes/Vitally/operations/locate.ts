import type { IDataObject } from 'n8n-workflow';

import type { ItemContext } from '../run/operation';
import type { Explanation, ServiceRequest } from '../transport/client';
import { pathSegment } from '../transport/pathSegment';
import { found, serviceIdOf } from './lookUp';
import { pickedRecord, type RecordType } from './recordType';

/** Where the record is that an item picks. */
export interface Located extends Pick<ServiceRequest, 'path' | 'query' | 'explain'> {
	/** The service's ID, where it is known. */
	id?: string;
	/** The user's own, where that names the record. */
	externalId?: string;
	/** Whether finding it meant seeing it. */
	wasSeen?: boolean;
	/** The record, where finding it meant reading it. */
	record?: IDataObject;
}

/** How the operations on one record find it. */
export interface Locate {
	(item: ItemContext): Located | Promise<Located>;
}

/** The record by either ID in its path, as most endpoints take it; a name or an email address is looked up. */
export function locateByPath(type: RecordType): (item: ItemContext) => Promise<Located> {
	return async (item) => {
		const picked = pickedRecord(type, item);
		const { mode, value } = picked;
		const isLookedUp = mode === 'name' || mode === 'email';
		const id = isLookedUp ? await found(item, serviceIdOf(picked, type, type.label)) : value;
		return {
			path: `${type.path}/${pathSegment(id, type.label)}`,
			explain: explainNotFound(type, value),
			...(mode === 'externalId' ? { externalId: String(value) } : { id: String(id) }),
			...(isLookedUp && { wasSeen: true }),
		};
	};
}

/**
 * The text for a record that does not exist.
 *
 * @param id as the user entered it
 */
export function explainNotFound(
	type: RecordType,
	id: unknown,
): (status: number) => Explanation | undefined {
	return (status) => (status === 404 ? notFound(type, id) : undefined);
}

export function notFound({ noun, label, notFound: where }: RecordType, id: unknown): Explanation {
	return {
		message: `The ${noun} "${String(id)}" was not found`,
		description: `Check the value of '${label}': ${where ?? 'it may be deleted, or belong to another workspace than the credential.'}`,
		field: label,
	};
}
