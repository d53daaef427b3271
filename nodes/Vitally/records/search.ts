import type { IDataObject } from 'n8n-workflow';

import type { SendContext, ServiceRequest } from '../transport/client';
import { hasEntries, hasId, objectFrom, recordFrom } from '../transport/responses';
import { isPlainObject } from '../values/json/json';
import { ambiguousError, normalizeEmail, type RecordList } from './recordList';
import type { RecordType } from './recordType';

/** Returns the path of the search for the records of a type by email address. */
export function emailSearchPath({ path }: RecordType): string {
	return `${path}/search`;
}

/**
 * Finds the people with an email address. Whether the service's search is case-sensitive is not documented: it is asked for
 * the address as it is entered, and if it finds nobody in lower case.
 *
 * @throws VitallyError when the response contains anything but people, for example the page of a proxy
 * Source: docs/internal/beyond.md, 3 and 6
 */
export async function searchByEmail(
	context: SendContext,
	type: RecordType,
	email: string,
): Promise<IDataObject[]> {
	const people = await searchByEmailAsWritten(context, type, email);
	const inLowerCase = normalizeEmail(email);
	if (people.length > 0 || inLowerCase === email) return people;

	return await searchByEmailAsWritten(context, type, inLowerCase);
}

/** The response for an unknown teammate is not documented, so nothing and an empty object count as none. */
async function searchByEmailAsWritten(
	context: SendContext,
	type: RecordType,
	email: string,
): Promise<IDataObject[]> {
	const response = await context.send({
		method: 'GET',
		path: emailSearchPath(type),
		query: { email },
		handledStatuses: [404],
	});
	if (response.status === 404) return [];

	const address = normalizeEmail(email);
	const people = resultsOf(response.body ?? []).map((body) =>
		objectFrom({ ...response, body }, isPersonOrEmpty),
	);

	// The service may ignore the criterion.
	return people.filter((person) => normalizeEmail(String(person.email)) === address);
}

/** An object that shows no email address may be anything, such as a list of people under a name of its own. */
function isPersonOrEmpty(object: IDataObject): boolean {
	return !hasEntries(object) || (hasId(object) && object.email !== undefined);
}

/**
 * Finds records by a search of the service.
 *
 * @param criterion contains the query parameters of exactly one criterion
 * @throws VitallyError when the response contains anything but records
 * Source: docs/internal/public-facts.md, 4.12; docs/internal/beyond.md, 3
 */
export async function searchRecords(
	context: SendContext,
	path: string,
	criterion: IDataObject,
	explain?: ServiceRequest['explain'],
): Promise<IDataObject[]> {
	const response = await context.send({ method: 'GET', path, query: criterion, explain });

	return resultsOf(response.body).map((body) => recordFrom({ ...response, body }));
}

/** Returns the results: users are under `results`, custom object instances a list, and a teammate is one object. */
function resultsOf(body: unknown): unknown[] {
	return isPlainObject(body) && Array.isArray(body.results) ? body.results : [body].flat();
}

/**
 * Returns a list whose records are found by another field than the external ID. A Vitally ID is unique, an email
 * address may not be.
 */
export function listKeyedBy(key: 'email' | 'id', type: RecordType, list: RecordList): RecordList {
	return key === 'id' ? listKeyedById(list) : listKeyedByEmail(type, list);
}

function listKeyedById(list: RecordList): RecordList {
	return {
		...list,
		key: 'id',
		externalIds: { lookup: 'path', unique: true },
		read: list.readById,
	};
}

function listKeyedByEmail(type: RecordType, list: RecordList): RecordList {
	const spellings = new Map<string, string>();
	const byEmail: RecordList = {
		...list,
		key: 'email',
		spellings,
		externalIds: { lookup: 'search', unique: false },
		read: async (context, email) => {
			const people = await searchByEmail(context, type, spellings.get(email) ?? email);
			if (people.length > 1) throw ambiguousError(byEmail, email, people.length);

			return people[0];
		},
	};

	return byEmail;
}
