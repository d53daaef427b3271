import type { IDataObject } from 'n8n-workflow';

import { omitUndefined, ownValue } from '../../values/json';
import { traitKeyOf } from '../../values/traitName';
import { formatDay } from './formatDay';

/** Who selects this field also gets the details: a person knows a CSM by name, not by ID. */
export const CSM_ID = 'csmId';

/**
 * The fields of a record that a user selected; missing ones are null. The record stays recognizable: its name comes
 * first, and its ID last where they are not selected.
 *
 * @param names of fields; `traits.<key>` for traits
 * @param details shown after the fields
 */
export function selectFields(
	record: IDataObject,
	names: readonly string[],
	details?: IDataObject,
): IDataObject {
	const fields = names.filter((name) => traitKeyOf(name) === undefined);
	const traitKeys = names.flatMap((name) => traitKeyOf(name) ?? []);
	const values = fields.map((field) => [field, formatDay(field, record[field] ?? null)] as const);
	const shown: IDataObject = { name: record.name, ...Object.fromEntries(values), ...details };

	if (traitKeys.length > 0) {
		const traits = traitKeys.map((key) => [key, ownValue(record.traits, key) ?? null] as const);

		shown.traits = Object.fromEntries(traits);
	}

	shown.id = record.id;

	return omitUndefined(shown);
}
