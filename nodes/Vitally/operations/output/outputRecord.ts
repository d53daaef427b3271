import type { IDataObject } from 'n8n-workflow';

import { omitUndefined } from '../../fields/omitUndefined';
import { isRecord } from '../../transport/records';
import { isEmpty } from '../../values/emptyValues';

const TRAITS = 'traits.';

/**
 * A record cut down to some of its fields, with segments by name and the traits that have a value.
 *
 * @param isWhole whether a field that the record lacks is null; else it is left out
 */
export function simplified(
	record: IDataObject,
	fields: readonly string[],
	isWhole: boolean,
): IDataObject {
	const { segments, traits } = record;
	const shown = isWhole ? fields : fields.filter((field) => field in record);
	return {
		...Object.fromEntries(shown.map((field) => [field, record[field] ?? null])),
		...(Array.isArray(segments) && { segments: segments.map(nameOf) }),
		...(isRecord(traits) && { traits: filled(traits) }),
	};
}

/** The same fields in an order in which the editor's table shows the short ones first. */
export function orderColumns(record: IDataObject): IDataObject {
	const { segments, traits, ...others } = record;
	return { ...others, ...omitUndefined({ segments, traits }) };
}

/**
 * The fields of a record that a user selected; one that the record lacks is null. Traits stay where they
 * are in the record.
 *
 * @param names of fields, or of traits behind `traits.`
 */
export function selected(record: IDataObject, names: readonly string[]): IDataObject {
	const isTrait = (name: string) => name.startsWith(TRAITS);
	const keys = names.filter(isTrait).map((name) => name.slice(TRAITS.length));
	const traits = isRecord(record.traits) ? record.traits : {};
	const fields = names.filter((name) => !isTrait(name));
	return {
		...(keys.length > 0 && {
			traits: Object.fromEntries(keys.map((key) => [key, traits[key] ?? null])),
		}),
		...Object.fromEntries(fields.map((field) => [field, record[field] ?? null])),
	};
}

function nameOf(segment: unknown): unknown {
	return isRecord(segment) ? (segment.name ?? segment.id ?? null) : segment;
}

function filled(traits: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(traits).filter(([, value]) => !isEmpty(value)));
}
