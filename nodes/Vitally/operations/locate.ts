import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
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

/** The record by either ID in its path, as most endpoints take it; not for people, see `locatePerson`. */
export function locateByPath(type: RecordType): (item: ItemParameters) => Located {
	return (item) => {
		const { mode, value } = pickedRecord(type, item);
		return {
			path: `${type.path}/${pathSegment(value, type.label)}`,
			explain: explainNotFound(type, value),
			...(mode === 'externalId' ? { externalId: String(value) } : { id: String(value) }),
		};
	};
}

/** As `locateByPath`, for people, who are also named by email address: it is looked up first. */
export function locatePerson(type: RecordType): Locate {
	const byPath = locateByPath(type);
	return async (item) => {
		const picked = pickedRecord(type, item);
		if (picked.mode !== 'email') return byPath(item);
		const id = String(await found(item, serviceIdOf(picked, type, type.label)));
		return {
			id,
			path: `${type.path}/${pathSegment(id, type.label)}`,
			explain: explainNotFound(type, picked.value),
			wasSeen: true,
		};
	};
}

/** The text for a record that is not there. */
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
