import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../transport/records';
import { valuesEqual } from '../../values/valuesEqual';

/** A field or trait that differed: what the service showed, and what was sent. */
export type FieldChange = { old: unknown; new: unknown };

/** How a kind of record shows what is sent under other names. */
export interface ShownFields {
	/** Traits that are shown as fields of the record. */
	fieldsOfTraits?: readonly string[];
	/** Fields that are shown in another form, by the name under which they are sent. */
	shownAs?: Readonly<Record<string, (record: IDataObject) => unknown>>;
	/** Fields of which the service never takes anything away: they differ when something is to be added. */
	addedTo?: readonly string[];
}

/**
 * What of a record is compared with rows, under the names by which it is sent.
 *
 * @param names of the fields besides traits
 */
export function shownFields(
	record: IDataObject,
	names: readonly string[],
	{ fieldsOfTraits = [], shownAs = {} }: ShownFields,
): IDataObject {
	const shown: Record<string, unknown> = {};
	for (const name of ['id', 'externalId', 'traits', ...names, ...fieldsOfTraits]) {
		const value = shownAs[name] ? shownAs[name](record) : ownValue(record, name);
		if (value !== undefined) shown[name] = value;
	}
	return shown as IDataObject;
}

/** What of a body a record does not show. */
export interface Differences {
	/** The part of the body to send. */
	body: IDataObject;
	/** By name; a trait as `traits.<key>`. */
	changedFields: Record<string, FieldChange>;
}

/**
 * @param record what `shownFields` gives; what it does not show counts as empty
 * @param body what the record is to have; each key of its traits is one trait, with dots or without
 */
export function differencesOf(
	record: IDataObject,
	body: IDataObject,
	{ fieldsOfTraits = [], addedTo = [] }: ShownFields = {},
): Differences {
	const differences: Differences = { body: {}, changedFields: {} };
	for (const [name, value] of Object.entries(body)) {
		if (name === 'traits') continue;
		const old = ownValue(record, name);
		const isThere = addedTo.includes(name) ? hasAll(old, value) : valuesEqual(old, value);
		if (isThere) continue;
		differences.body[name] = value;
		differences.changedFields[name] = { old: old ?? null, new: value };
	}
	const shown = isRecord(record.traits) ? record.traits : {};
	const traits: IDataObject = {};
	for (const [key, value] of Object.entries((body.traits ?? {}) as IDataObject)) {
		const isField = !Object.hasOwn(shown, key) && fieldsOfTraits.includes(key);
		const old = ownValue(isField ? record : shown, key);
		if (valuesEqual(old, value)) continue;
		traits[key] = value;
		differences.changedFields[`traits.${key}`] = { old: old ?? null, new: value };
	}
	if (Object.keys(traits).length > 0) differences.body.traits = traits;
	return differences;
}

/**
 * The record as it is after a change: what the service answered, or else what was sent.
 *
 * @param record what `shownFields` gives, and so `answer`
 */
export function changedRecord(
	record: IDataObject,
	body: IDataObject,
	answer: IDataObject = {},
): IDataObject {
	const traits = {
		...(record.traits as IDataObject | undefined),
		...(body.traits as IDataObject | undefined),
	};
	return { ...record, ...body, traits, ...answer };
}

function ownValue(record: IDataObject, name: string): unknown {
	return Object.hasOwn(record, name) ? record[name] : undefined;
}

function hasAll(shown: unknown, sent: unknown): boolean {
	const there = Array.isArray(shown) ? (shown as unknown[]) : [];
	const wanted = Array.isArray(sent) ? (sent as unknown[]) : [sent];
	return wanted.every((one) => there.includes(one));
}
