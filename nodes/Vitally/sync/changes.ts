import type { IDataObject } from 'n8n-workflow';

import { isPlainObject, ownValue } from '../values/json';
import { traitKeyOf, traitName } from '../values/traitName';
import { valuesEqual } from '../values/valuesEqual';

/** The value of a field in Vitally, and the one that is sent. */
export interface Change {
	old: unknown;
	new: unknown;
}

/** The change of each field that differs; a trait is `traits.<key>`. */
export type Changes = Record<string, Change>;

/** Which fields of a record are compared, and how the service returns them. */
export interface ReadFields {
	fields: readonly string[];
	/** Traits that are returned as fields of the record. */
	traitsAsFields?: readonly string[];
	/** Fields that are returned in another form, by the name under which they are sent. */
	readAs?: Readonly<Record<string, (record: IDataObject) => unknown>>;
	/** Lists to which the service only adds: the values of a row are added to those of the record. */
	additiveFields?: readonly string[];
}

/**
 * Returns the part of a record that is compared with rows, under the names by which it is sent.
 *
 * @param record as the service returns it, or as this function does
 */
export function comparedFields(
	record: IDataObject,
	{ fields, traitsAsFields = [], readAs = {} }: ReadFields,
): IDataObject {
	const read: Record<string, unknown> = {};

	for (const name of ['id', 'externalId', 'traits', ...fields, ...traitsAsFields]) {
		const value = readAs[name]?.(record) ?? ownValue(record, name);
		if (value !== undefined) read[name] = value;
	}

	return read as IDataObject;
}

/**
 * Returns what a body changes of a record.
 *
 * @param record see `comparedFields`; a field that it does not contain counts as empty
 * @param body of the row; each key of its traits is one trait, with dots or without
 */
export function differencesOf(
	record: IDataObject,
	body: IDataObject,
	{ traitsAsFields, additiveFields = [] }: Partial<ReadFields> = {},
): Changes {
	const changes: Changes = {};

	for (const [name, sent] of valuesByName(body)) {
		const old = valueIn(record, name, traitsAsFields);
		const value = additiveFields.includes(name) ? joinLists(old, sent) : sent;
		if (!valuesEqual(old, value)) changes[name] = { old: old ?? null, new: value };
	}

	return changes;
}

/** The fields of a body, and after them its traits. */
function valuesByName({ traits, ...fields }: IDataObject): Array<[string, unknown]> {
	const values: Array<[string, unknown]> = Object.entries(fields);

	for (const [key, value] of Object.entries(traits ?? {})) values.push([traitName(key), value]);

	return values;
}

function joinLists(current: unknown, sent: unknown): unknown[] {
	return [...new Set([current ?? [], sent].flat())];
}

/** Returns the body of the request that writes the new values. */
export function bodyOf(changes: Changes): IDataObject {
	// As own properties, whatever the names are.
	const fields: Array<[string, unknown]> = [];
	const traits: Array<[string, unknown]> = [];

	for (const [name, { new: value }] of Object.entries(changes)) {
		const key = traitKeyOf(name);
		if (key === undefined) fields.push([name, value]);
		else traits.push([key, value]);
	}

	if (traits.length > 0) fields.push(['traits', Object.fromEntries(traits)]);

	return Object.fromEntries(fields) as IDataObject;
}

/**
 * Returns the value of a field or trait.
 *
 * @param record see `comparedFields`
 * @param name as in `Changes`
 */
export function valueIn(
	record: IDataObject,
	name: string,
	traitsAsFields: readonly string[] = [],
): unknown {
	const key = traitKeyOf(name);
	if (key === undefined) return ownValue(record, name);

	const traits = isPlainObject(record.traits) ? record.traits : {};
	const isField = !Object.hasOwn(traits, key) && traitsAsFields.includes(key);

	return ownValue(isField ? record : traits, key);
}

/**
 * Returns a record as it is after a body was written.
 *
 * @param record see `comparedFields`
 */
export function changedRecord(record: IDataObject, body: IDataObject): IDataObject {
	const traits = {
		...(record.traits as IDataObject | undefined),
		...(body.traits as IDataObject | undefined),
	};

	return { ...record, ...body, traits };
}
