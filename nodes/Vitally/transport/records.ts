import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { assertNotNullLikeId } from '../values/emptyValues';
import { isPlainObject, LONE_SURROGATE } from '../values/json';
import type { ServiceRequest, ServiceResponse } from './client';
import { MAY_BE_PROXY } from './errors/apiErrors';

/** Longer IDs, once encoded, may exceed the 8 KB request line that common servers accept. */
const MAX_ID_LENGTH = 1024;

/**
 * Encodes an ID as one segment of a URL path, so that it cannot change the rest of the path.
 *
 * @param id the ID that the user entered; also a number, because spreadsheets turn IDs into numbers
 * @param field label of the field in the editor, for the error text
 * @returns the percent-encoded segment, without slashes
 * @throws VitallyError for what cannot be an ID: empty, blank, `.`, `..`, null-like, not text, longer than
 * 1024 characters, or text that has no UTF-8 form
 */
export function pathSegment(id: unknown, field: string): string {
	const text = Number.isSafeInteger(id) ? String(id) : id;
	if (typeof text !== 'string') throw idError(field, 'is not text', 'Enter the ID as text.');
	if (text.trim() === '') {
		throw idError(
			field,
			'is empty',
			'Choose a record from the list, or check that the expression returns an ID.',
		);
	}
	assertNotNullLikeId(text, field);
	const isPathOrBroken = text === '.' || text === '..' || LONE_SURROGATE.test(text);
	if (isPathOrBroken || text.length > MAX_ID_LENGTH) {
		throw idError(
			field,
			`cannot be ${formatValue(text)}`,
			'Check that the expression returns an ID and not a whole record.',
		);
	}
	return encodeURIComponent(text);
}

function idError(field: string, what: string, description: string): VitallyError {
	return new VitallyError(`The value of '${field}' ${what}`, description, { field });
}

/**
 * The record in the response to a read.
 *
 * @throws VitallyError when the body is something else, for example the login page of a proxy
 */
export function recordFrom(response: ServiceResponse, request: ServiceRequest): IDataObject {
	return objectFrom(response, request, hasId);
}

/** Whether an object in a response is a record. */
export function hasId({ id }: IDataObject): boolean {
	return typeof id === 'string' && id !== '';
}

/**
 * The object in a response, for what is no record with an ID.
 *
 * @param isExpected whether the object is what the service sends, by default one that is not empty
 * @throws VitallyError when the body is something else
 */
export function objectFrom(
	{ status, body }: ServiceResponse,
	{ method, path }: ServiceRequest,
	isExpected = (object: IDataObject): boolean => Object.keys(object).length > 0,
): IDataObject {
	if (isPlainObject(body) && isExpected(body)) return body;
	throw new VitallyError(
		'The response is not a Vitally record',
		`${MAY_BE_PROXY} (HTTP ${status}, ${method} ${path})`,
		{ status },
	);
}

/**
 * The record in the response to a write, or the body that was sent when the response has none: the
 * document does not show these responses.
 *
 * @throws VitallyError when the body is something else, for example the text of a proxy
 * Source: docs/internal/service.md, Custom objects
 */
export function recordFromWrite(response: ServiceResponse, request: ServiceRequest): IDataObject {
	return optionalRecordFrom(response, request, hasId) ?? (request.body as IDataObject);
}

/**
 * The object in the response to a change, where that is no record or not used.
 *
 * @returns `undefined` when the response has no body
 * @throws VitallyError when the body is something else, for example the text of a proxy
 */
export function optionalRecordFrom(
	{ status, body }: ServiceResponse,
	{ method, path }: ServiceRequest,
	isExpected: (object: IDataObject) => boolean = () => true,
): IDataObject | undefined {
	if (body === undefined || body === null) return undefined;
	if (isPlainObject(body) && isExpected(body)) return body;
	throw new VitallyError(
		"Vitally's response to the change could not be read",
		`The change may have been saved. Check the record in Vitally before you run this item again. ${MAY_BE_PROXY} (HTTP ${status}, ${method} ${path})`,
		{ status },
	);
}

/**
 * The records in the response to a read whose form is not published: one, or a list of them.
 *
 * @throws VitallyError when the body is something else, for example the login page of a proxy
 */
export function recordsFrom(response: ServiceResponse, request: ServiceRequest): IDataObject[] {
	const { body } = response;
	return Array.isArray(body) && body.every(isPlainObject) ? body : [objectFrom(response, request)];
}
