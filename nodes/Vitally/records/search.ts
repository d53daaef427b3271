import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { readRequiredId } from '../fields/locators';
import type { ServiceRequest } from '../transport/client';
import { pages } from '../transport/pages';
import { isPlainObject } from '../values/json';
import type { Sender } from './recordSource';
import type { RecordType } from './recordType';

/** The path of the search for people by their email address. */
export function emailSearch({ path }: RecordType): string {
	return `${path}/search`;
}

/**
 * The email address in a field, as the service expects it.
 *
 * @throws VitallyError for what is no email address
 */
export function parseEmail(value: unknown, field: string): string {
	const text = readRequiredId(value, field).trim();
	if (/^\S+@\S+$/.test(text)) return text;
	throw new VitallyError(
		`The value ${JSON.stringify(value)} of '${field}' is not an email address`,
		'Enter an address such as name@email.com, or find the record in another way.',
	);
}

/**
 * The people with an email address, by one search. Users are returned as a list, a teammate as one object or
 * as a list; the response for an unknown teammate is not documented.
 *
 * Source: docs/internal/beyond.md, 3 and 6
 */
export async function readByEmail(
	sender: Sender,
	type: RecordType,
	email: string,
): Promise<IDataObject[]> {
	const query = { email };
	const request = {
		method: 'GET' as const,
		path: emailSearch(type),
		query,
		handledStatuses: [404],
	};
	const { status, body } = await sender.send(request);
	if (status === 404) return [];
	const people = isPlainObject(body) && Array.isArray(body.results) ? body.results : [body].flat();
	// The service may ignore the criterion.
	const address = email.toLowerCase();
	const hasAddress = (one: IDataObject) => String(one.email).toLowerCase() === address;
	return people.filter(isPlainObject).filter(hasAddress);
}

/**
 * The records that a search finds. Users are returned under `results` without a cursor, custom object
 * instances as a bare array; a list with a cursor and a single record are accepted too.
 *
 * @param path of the search
 * @param criterion query parameters of exactly one criterion
 * @param explain error messages by status
 * @throws VitallyError when the response is none of these
 * Source: docs/internal/public-facts.md, 4.12; docs/internal/beyond.md, 3
 */
export async function findBySearch(
	sender: Sender,
	path: string,
	criterion: IDataObject,
	explain?: ServiceRequest['explain'],
): Promise<IDataObject[]> {
	const found: IDataObject[] = [];
	const send = async (request: ServiceRequest) => {
		// It is unknown whether the search accepts a page size.
		const cursor = request.query?.from;
		const query = cursor === undefined ? criterion : { ...criterion, from: cursor };
		const response = await sender.send({ ...request, query, explain });
		return { ...response, body: asPage(response.body) };
	};
	for await (const page of pages(send, { path, query: criterion })) found.push(...page);
	return found;
}

function asPage(body: unknown): unknown {
	if (!isPlainObject(body)) return { results: body ?? [] };
	const isRecord = body.results === undefined && body.id !== undefined;
	return isRecord ? { results: [body] } : body;
}
