import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { isPlainObject } from '../values/json';
import type { Identity, ServiceRequest } from './client';
import { hasId } from './responses';

/**
 * Checks the record in the response to a request.
 *
 * @throws VitallyError for another record than that of the request, and for a change that was written into a deleted
 * record
 */
export function assertTarget(request: ServiceRequest, returned: unknown): void {
	const { target, method } = request;
	if (!target || target === 'noRecord') return;
	// The response to a write may contain no record.
	if (!isPlainObject(returned) || !hasId(returned)) return;

	const named = 'isNew' in target ? newIdentity(request, returned) : target;

	if (named && !hasIdentity(returned, named)) {
		throw otherRecordError(request, target.noun, named, returned);
	}

	const isChange = method !== 'GET' && method !== 'DELETE';
	if (isChange && returned.archivedAt) throw deletedError(target.noun, returned);
}

/** Returns `undefined` where the service has not been told an ID, or does not return it. */
function newIdentity({ body }: ServiceRequest, returned: IDataObject): Identity | undefined {
	const { externalId } = body as IDataObject;
	const isKnown = typeof externalId === 'string' && returned.externalId !== undefined;

	return isKnown ? { externalId } : undefined;
}

function hasIdentity({ id, externalId }: IDataObject, named: Identity): boolean {
	if (named.isEither) return [id, externalId].includes(named.id ?? named.externalId);
	if (named.id === undefined) return externalId === named.externalId;

	return named.id.toLowerCase() === String(id).toLowerCase();
}

function otherRecordError(
	{ method }: ServiceRequest,
	noun: string,
	{ id, externalId = '' }: Identity,
	returned: IDataObject,
): VitallyError {
	const warning =
		method === 'GET'
			? ''
			: `The change may be in that ${noun}: check both before you run this item again. `;

	if (id === undefined && returned.id === externalId) {
		return new VitallyError(
			`"${externalId}" is the Vitally ID of another ${noun}`,
			`${warning}Use another 'External ID' for the record: Vitally reads this one as a Vitally ID.`,
		);
	}

	const named = id === undefined ? `External ID "${externalId}"` : `ID "${id}"`;

	return new VitallyError(
		`Vitally has another ${noun} for the ${named}, with the ID "${String(returned.id)}"`,
		`${warning}Check that ${noun} in Vitally. An External ID needs 'By External ID'.`,
	);
}

/**
 * Returns the error for a change that was written into a deleted record.
 *
 * Source: docs/internal/service.md, States and transitions
 */
function deletedError(noun: string, { id, archivedAt }: IDataObject): VitallyError {
	return new VitallyError(
		`The ${noun} with the ID "${String(id)}" was deleted in Vitally at ${String(archivedAt)}`,
		`Vitally accepted the change, but does not show the ${noun}. Create a new one, with another External ID.`,
	);
}
