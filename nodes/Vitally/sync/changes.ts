import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { labelOf } from '../fields/fieldLabels';
import { isPlainObject, ownValue } from '../values/json/json';
import { traitKeyOf, traitName } from '../values/traits/traitName';
import { valuesEqual } from '../values/valuesEqual';

/** The value of a field in Vitally, and the one that is sent. */
export interface Change {
	old: unknown;
	new: unknown;
}

/** The change of each field that differs; a trait is `traits.<key>`. */
export type Changes = Record<string, Change>;

/** The fields of a record that are compared, and how the service returns them. */
export interface ReadFields {
	fields: readonly string[];
	/** Traits that are returned as fields of the record. */
	traitsAsFields?: readonly string[];
	/** Fields that are returned in another form, by the name under which they are sent. */
	readAs?: Readonly<Record<string, (record: IDataObject) => unknown>>;
	/** Lists to which the service only adds: the values of a row are added to those of the record. */
	additiveFields?: readonly string[];
	/** What the editor calls each field. */
	labels?: ReadonlyMap<string, string>;
}

/**
 * Returns the part of a record that is compared with rows, under the names by which it is sent. A field that the service
 * does not show is missing, which is something else than an empty one; see `valueIn`.
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

	const { traits = null, externalId = null } = read;
	// Anything else shows neither traits nor an ID.
	if (traits !== null && !isPlainObject(traits)) delete read.traits;
	if (externalId !== null && typeof externalId !== 'string') delete read.externalId;

	return read as IDataObject;
}

/** Returns what is compared of a record that does not exist yet: all of its fields are empty. */
export function emptyRecord({ fields, traitsAsFields = [] }: ReadFields): IDataObject {
	const empty = Object.fromEntries([...fields, ...traitsAsFields].map((name) => [name, null]));

	return { externalId: null, ...empty, traits: {} };
}

/** Whether the service shows a field of a record, be it empty or not; for the parameters see `valueIn`. */
export function isShown(
	record: IDataObject,
	name: string,
	{ traitsAsFields = [] }: Pick<ReadFields, 'traitsAsFields'>,
): boolean {
	const key = traitKeyOf(name);
	if (key === undefined) return Object.hasOwn(record, name);
	// The traits of a record are those that it has.
	if (!traitsAsFields.includes(key)) return Object.hasOwn(record, 'traits');

	return Object.hasOwn(record, key) || Object.hasOwn((record.traits ?? {}) as IDataObject, key);
}

/** Whether the service shows nothing of a record, which it has: its search does not yet find what was just created. */
export function isUnseen(record: IDataObject): boolean {
	return Object.keys(record).every((name) => name === 'id');
}

/**
 * Returns what a body changes of a record.
 *
 * @param record see `comparedFields` and `emptyRecord`
 * @param body of the row; each key of its traits is one trait, with dots or without
 * @throws VitallyError for a field that the record does not show
 */
export function differencesOf(
	record: IDataObject,
	body: IDataObject,
	readFields: ReadFields,
): Changes {
	const { additiveFields = [] } = readFields;
	const changes: Changes = {};

	for (const [name, sent] of valuesByName(body)) {
		const old = valueIn(record, name, readFields);
		const value = additiveFields.includes(name) ? joinLists(old, sent) : sent;
		if (!valuesEqual(old, value)) changes[name] = { old: old ?? null, new: value };
	}

	return changes;
}

/** What the editor calls a field; a trait is called by the last part of its key. */
export function labelOfChange(field: string, labels: ReadonlyMap<string, string>): string {
	const key = traitKeyOf(field);
	if (key === undefined) return labels.get(field) ?? labelOf(field);

	// The last part of a key is its name; those before it are a path.
	return labelOf(key.replace(/^[^]*\./, ''));
}

/** Returns the names of what a body sets, as in `Changes`. */
export function namesIn(body: IDataObject): string[] {
	return valuesByName(body).map(([name]) => name);
}

/** The fields of a body, and after them its traits, by the names of `Changes`. */
export function valuesByName({ traits, ...fields }: IDataObject): Array<[string, unknown]> {
	const values: Array<[string, unknown]> = Object.entries(fields);

	for (const [key, value] of Object.entries(traits ?? {})) values.push([traitName(key), value]);

	return values;
}

function joinLists(current: unknown, sent: unknown): unknown[] {
	return [...new Set([current ?? [], sent].flat())];
}

/** Returns the body of the request that writes the new values. */
export function bodyOf(changes: Changes): IDataObject {
	// `fromEntries` makes a property of any name, even of `__proto__`.
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
 * Returns the value of a field or trait; that of a trait that the record does not have is `undefined`.
 *
 * @param record see `comparedFields` and `emptyRecord`
 * @param name as in `Changes`
 * @throws VitallyError for a field that the record does not show: its value is unknown, and an undo would clear it
 */
export function valueIn(
	record: IDataObject,
	name: string,
	{ traitsAsFields, labels }: Pick<ReadFields, 'traitsAsFields' | 'labels'>,
): unknown {
	const key = traitKeyOf(name);
	if (!isShown(record, name, { traitsAsFields })) throw notShownError(name, labels);
	if (key === undefined) return ownValue(record, name);

	const traits = isPlainObject(record.traits) ? record.traits : {};
	const isField = !Object.hasOwn(traits, key) && traitsAsFields?.includes(key) === true;

	return ownValue(isField ? record : traits, key);
}

function notShownError(
	name: string,
	labels: ReadonlyMap<string, string> = new Map(),
): VitallyError {
	const label = labelOfChange(name, labels);

	return new VitallyError(
		`Vitally's list does not show '${label}'`,
		'Check whether the API key may read the field, or leave the field out of the table. The record does not show it either, so its value cannot be compared, and an undo could not restore it. Nothing was written.',
		{ field: label },
	);
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
