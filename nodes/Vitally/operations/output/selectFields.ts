import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../values/json/json';
import { traitKeyOf } from '../../values/traits/traitName';
import { compactCopy } from './compactCopy';
import { formatDay } from './formatDay';

/** Who selects this field also gets the details: a person knows a CSM by name, not by ID. */
export const CSM_ID = 'csmId';

/**
 * The fields of a record that a user selected; missing ones are null. The record stays recognizable: its name comes
 * first, and its ID after the fields where they are not selected. Traits come last.
 *
 * @param names of fields; `traits.<key>` for traits, which is also the name of their column
 * @param others shown after the fields
 */
export function selectFields(
	record: IDataObject,
	names: readonly string[],
	others: IDataObject = {},
): IDataObject {
	const shown: IDataObject = {};

	if (record.name !== undefined) shown.name = record.name;

	for (const name of names) {
		if (traitKeyOf(name) === undefined) shown[name] = formatDay(name, record[name] ?? null);
	}

	Object.assign(shown, others);

	if (record.id !== undefined) shown.id = record.id;

	for (const name of names) {
		const key = traitKeyOf(name);

		if (key !== undefined) {
			shown[name] = (ownValue(record.traits, key) ?? null) as IDataObject[string];
		}
	}

	return compactCopy(shown);
}
