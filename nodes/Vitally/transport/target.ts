import type { IDataObject } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import { isPlainObject } from '../values/json/json';
import type { Identity, ServiceRequest, ServiceResponse } from './client';
import { responseError } from './errors/responseError';
import { hasId } from './responses';

/**
 * Checks the record in the response to a request, as far as the response shows it.
 *
 * @throws VitallyError for another record than that of the request, and for a change that was written into a deleted
 * record
 */
export function assertTarget(response: ServiceResponse): void {
	const { request, body: returned } = response;
	const { target, method } = request;
	if (!target || target === 'noRecord') return;
	// The response to a write may contain no record, or one of another kind.
	if (!isPlainObject(returned) || !hasId(returned)) return;
	if (target.isShownIn && !target.isShownIn(returned)) return;

	const named = 'isNew' in target ? newIdentity(request) : target;
	if (named && !hasIdentity(returned, named)) throw otherRecordError(response, target.noun, named);

	const isChange = method !== 'GET' && method !== 'DELETE';
	if (isChange && returned.archivedAt) throw deletedError(response, target.noun);
}

/** Returns `undefined` where the service has not been told an ID. */
function newIdentity({ body }: ServiceRequest): Identity | undefined {
	const { externalId } = body as IDataObject;

	return typeof externalId === 'string' ? { externalId } : undefined;
}

/** Whether a record may have an identity. An External ID that it does not show is not compared. */
function hasIdentity({ id, externalId }: IDataObject, named: Identity): boolean {
	const isShown = externalId !== undefined;
	if (named.isEither) return !isShown || [id, externalId].includes(named.id ?? named.externalId);
	if (named.id !== undefined) return named.id.toLowerCase() === String(id).toLowerCase();
	if (isShown) return externalId === named.externalId;

	// If they are equal, the service took the External ID for a Vitally ID.
	return id !== named.externalId;
}

function otherRecordError(response: ServiceResponse, noun: string, named: Identity): VitallyError {
	const { id, externalId = '' } = named;
	const returned = response.body as IDataObject;

	if (id === undefined && returned.id === externalId) {
		return responseError(
			response,
			`"${externalId}" is the Vitally ID of another ${noun}`,
			`Check that ${noun} as well. Use another 'External ID' for the record: Vitally reads this one as a Vitally ID.`,
			{ status: response.status },
		);
	}

	const name = id === undefined ? `External ID "${externalId}"` : `ID "${id}"`;

	return responseError(
		response,
		`Vitally has another ${noun} for the ${name}, with the ID "${String(returned.id)}"`,
		`Check that ${noun} in Vitally. An External ID needs 'By External ID'.`,
		{ status: response.status },
	);
}

/**
 * Returns the error for a change that was written into a deleted record.
 *
 * Source: docs/internal/service.md, States and transitions
 */
function deletedError(response: ServiceResponse, noun: string): VitallyError {
	const { id, archivedAt } = response.body as IDataObject;

	return responseError(
		response,
		`The ${noun} with the ID "${String(id)}" was deleted in Vitally at ${String(archivedAt)}`,
		`Vitally accepted the change, but does not show the ${noun}. Create a new one, with another External ID.`,
		{ status: response.status },
	);
}
