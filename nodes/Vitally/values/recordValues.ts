import { isEmpty } from './emptyValues';
import { isPlainObject } from './json/json';

type Row = Readonly<Record<string, unknown>>;

/** A segment of a record. */
export type NamedSegment = [id: string, name: string];

const ISO_8601 = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/;

const CSM = 'CSM';

/**
 * Reads a timestamp of the service ("ISO 8601 UTC strings", docs/internal/service.md, Resources and their fields).
 * One without a zone is UTC as well, whatever the zone of the machine.
 *
 * @returns ms since 1970, or undefined for anything else (null, free text, numbers)
 */
export function parseTimestamp(value: unknown): number | undefined {
	const form = typeof value === 'string' ? ISO_8601.exec(value) : null;
	if (!form) return undefined;

	const timeMs = Date.parse(form[1] && !form[2] ? `${form[0]}Z` : form[0]);

	return Number.isNaN(timeMs) ? undefined : timeMs;
}

/** Reads the day of a timestamp as `YYYY-MM-DD`; `undefined` for anything else. */
export function parseDay(value: unknown): string | undefined {
	const isTime = parseTimestamp(value) !== undefined;

	return isTime ? String(value).slice(0, 'YYYY-MM-DD'.length) : undefined;
}

/** Reads a text, or the name of an object; `undefined` for anything else. */
export function parseText(value: unknown): string | undefined {
	const text = isPlainObject(value) ? value.name : value;

	return typeof text === 'string' ? text : undefined;
}

/** Returns the segments of a record; null where it has no list of them, or one with an entry in another form. */
export function segmentsOf({ segments }: Row): NamedSegment[] | null {
	if (!Array.isArray(segments)) return null;

	const entries: unknown[] = segments.filter((segment: unknown) => !isEmpty(segment));
	const read = entries.filter(isPlainObject).filter(({ id, name }) => !isEmpty(id ?? name));
	if (read.length < entries.length) return null;

	return read.map(({ id, name }) => [String(id ?? name), String(name ?? id)]);
}

/**
 * Reads the roles at a customer, and their persons.
 *
 * @returns the roles in their order; name, email and ID are null for a role that nobody has
 * Source: docs/internal/public-facts.md, 4.1
 */
export function keyRolesOf({ keyRoles }: Row) {
	const listed = Array.isArray(keyRoles) ? keyRoles.filter(isPlainObject) : [];

	return listed.map(({ keyRole, vitallyUser }) => {
		const role = isPlainObject(keyRole) ? String(keyRole.label) : '';
		const { name = null, email = null, id = null } = isPlainObject(vitallyUser) ? vitallyUser : {};

		return { role, name, email, id };
	});
}

/**
 * Returns the Vitally ID of the CSM of an account or organization: the one that it names, or else the person of its
 * key role 'CSM'.
 *
 * @returns null where it has no CSM, and `undefined` where it shows neither
 * Source: docs/internal/public-facts.md, 4.1
 */
export function csmIdOf(customer: Row): unknown {
	const { csmId, keyRoles } = customer;
	if (!isEmpty(csmId)) return csmId;
	if (csmId === undefined && keyRoles === undefined) return undefined;

	const isCsm = ({ role, id }: { role: string; id: unknown }) =>
		role.trim().toUpperCase() === CSM && id !== null;

	return keyRolesOf(customer).find(isCsm)?.id ?? null;
}
