import type { IDataObject } from 'n8n-workflow';

import { readRequiredId } from '../fields/locators';
import { VitallyError } from '../errors/vitallyError';
import type { ServiceRequest, ServiceResponse } from '../transport/client';
import { isRecord } from '../transport/records';
import type { RecordType } from './recordType';

/** What finds a person by the email address. */
export function emailSearch({ path }: RecordType): string {
	return `${path}/search`;
}

/**
 * The email address that a field holds, as the service is asked for it.
 *
 * @throws VitallyError for what is no email address
 */
export function emailIn(value: unknown, field: string): string {
	const text = readRequiredId(value, field).trim();
	if (/^\S+@\S+$/.test(text)) return text;
	throw new VitallyError(
		`The value ${JSON.stringify(value)} of '${field}' is not an email address`,
		"Enter an address such as name@email.com, or choose another way than 'By Email'.",
	);
}

/**
 * One search for the people with an email address. Users come as a list, a teammate as one object or as
 * a list; what is answered when there is none is not known for teammates.
 *
 * Source: docs/beyond.md, 3 and 6
 */
export async function readByEmail(
	send: (request: ServiceRequest) => Promise<ServiceResponse>,
	type: RecordType,
	email: string,
): Promise<IDataObject[]> {
	const { status, body } = await send({
		method: 'GET',
		path: emailSearch(type),
		query: { email },
		handledStatuses: [404],
	});
	// A search that ignored its criterion must not name somebody else.
	const wanted = email.toLowerCase();
	const people = status === 404 ? [] : peopleIn(body);
	return people.filter((one) => String(one.email).toLowerCase() === wanted);
}

/**
 * The person with an email address, by one search.
 *
 * @returns the service's ID
 * @throws VitallyError when nobody has the address, or several have
 */
export async function readServiceIdByEmail(
	send: (request: ServiceRequest) => Promise<ServiceResponse>,
	type: RecordType,
	email: string,
	field: string,
): Promise<string> {
	const people = await readByEmail(send, type, email);
	const ids = new Set(people.map(({ id }) => String(id)));
	const [id] = ids;
	if (ids.size === 1) return id;
	if (ids.size > 1) {
		throw new VitallyError(
			`${ids.size} ${type.plural} have the email address "${email}"`,
			`Choose one of them in '${field}' from the list or by ID: ${[...ids].join(', ')}.`,
		);
	}
	throw new VitallyError(
		`Vitally has no ${type.noun} with the email address "${email}" for '${field}'`,
		`Check the email address, or choose '${field}' from the list.`,
		{ status: 404 },
	);
}

function peopleIn(body: unknown): IDataObject[] {
	const rows = isRecord(body) && Array.isArray(body.results) ? body.results : [body].flat();
	return rows.filter(isRecord);
}
