import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../transport/records';
import { isEmpty } from '../../values/emptyValues';
import { omitUndefined } from '../../values/plainObject';

const TRAITS = 'traits.';

/**
 * Some fields of a record, the names of its segments and the traits that have a value.
 *
 * @param isWhole whether a missing field is returned as null
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
		...(isRecord(traits) && { traits: nonEmpty(traits) }),
	};
}

/** Moves wide columns to the end, for the editor's table. */
export function orderColumns(record: IDataObject): IDataObject {
	const { segments, traits, ...others } = record;
	return { ...others, ...omitUndefined({ segments, traits }) };
}

/**
 * The fields of a record that a user selected; missing ones are null.
 *
 * @param names of fields; `traits.<key>` for traits
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

function nonEmpty(traits: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(traits).filter(([, value]) => !isEmpty(value)));
}
