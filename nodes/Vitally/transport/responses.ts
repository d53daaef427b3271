import type { IDataObject } from 'n8n-workflow';

import type { VitallyError } from '../errors/vitallyError';
import { isPlainObject } from '../values/json/json';
import type { ServiceResponse } from './client';
import { MAY_BE_PROXY } from './errors/apiErrors';
import { responseError } from './errors/responseError';

/**
 * Returns the record in the response to a read.
 *
 * @throws VitallyError when the body is something else, for example the login page of a proxy
 */
export function recordFrom(response: ServiceResponse): IDataObject {
	return objectFrom(response, hasId);
}

/** Whether an object in a response is a record. */
export function hasId({ id }: IDataObject): boolean {
	return typeof id === 'string' && id !== '';
}

/** Whether an object contains anything. */
export function hasEntries(object: IDataObject): boolean {
	return Object.keys(object).length > 0;
}

/**
 * Returns the object in a response, for what is no record with an ID.
 *
 * @param isExpected returns whether the object is what the service sends; by default, whether it is not empty
 * @throws VitallyError when the body is something else
 */
export function objectFrom(response: ServiceResponse, isExpected = hasEntries): IDataObject {
	const { body } = response;
	if (isPlainObject(body) && isExpected(body)) return body;

	throw unreadableError(response, 'The response is not a Vitally record');
}

/**
 * Returns the record in the response to a write, or the body that was sent when the response has none: the
 * document does not show these responses.
 *
 * @throws VitallyError when the body is something else, for example the text of a proxy
 * Source: docs/internal/service.md, Custom objects
 */
export function recordFromWrite(response: ServiceResponse): IDataObject {
	return optionalRecordFrom(response, hasId) ?? (response.request.body as IDataObject);
}

/** Returns what `recordFromWrite` does, with the fields that were sent and that the response to a creation omits. */
export function recordFromCreation(response: ServiceResponse): IDataObject {
	return { ...(response.request.body as IDataObject), ...recordFromWrite(response) };
}

/**
 * Returns the object in the response to a change, where that is no record or not used.
 *
 * @returns `undefined` when the response has no body
 * @throws VitallyError when the body is something else, for example the text of a proxy
 */
export function optionalRecordFrom(
	response: ServiceResponse,
	isExpected: (object: IDataObject) => boolean = () => true,
): IDataObject | undefined {
	const { body } = response;
	if (body === undefined || body === null) return undefined;
	if (isPlainObject(body) && isExpected(body)) return body;

	throw unreadableError(response, "Vitally's response to the change could not be read");
}

/**
 * Returns the records in the response to a read whose form is not published: one, or a list of them.
 *
 * @throws VitallyError when the body is something else, for example the login page of a proxy
 */
export function recordsFrom(response: ServiceResponse): IDataObject[] {
	const { body } = response;

	return Array.isArray(body) && body.every(isPlainObject) ? body : [objectFrom(response)];
}

function unreadableError(response: ServiceResponse, message: string): VitallyError {
	const { request, status } = response;
	const source = `(HTTP ${status}, ${request.method} ${request.path})`;

	return responseError(response, message, `${MAY_BE_PROXY} ${source}`, { status });
}
