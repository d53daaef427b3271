import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { readRequiredId } from '../fields/locators';
import { isPlainObject } from '../values/plainObject';
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
		"Enter an address such as name@email.com, or choose another way than 'By Email'.",
	);
}

/**
 * One search for the people with an email address. Users are returned as a list, a teammate as one object
 * or as a list; the response for an unknown teammate is not documented.
 *
 * Source: docs/internal/beyond.md, 3 and 6
 */
export async function readByEmail(
	sender: Sender,
	type: RecordType,
	email: string,
): Promise<IDataObject[]> {
	const { status, body } = await sender.send({
		method: 'GET',
		path: emailSearch(type),
		query: { email },
		handledStatuses: [404],
	});
	// The service may ignore the criterion.
	const address = email.toLowerCase();
	const people = status === 404 ? [] : peopleIn(body);
	return people.filter((one) => String(one.email).toLowerCase() === address);
}

/**
 * The person with an email address, by one search.
 *
 * @returns the Vitally ID
 * @throws VitallyError unless exactly one person has the address
 */
export async function readIdByEmail(
	sender: Sender,
	type: RecordType,
	email: string,
	field: string,
): Promise<string> {
	const people = await readByEmail(sender, type, email);
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
	const rows = isPlainObject(body) && Array.isArray(body.results) ? body.results : [body].flat();
	return rows.filter(isPlainObject);
}
