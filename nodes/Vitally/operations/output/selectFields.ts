import type { IDataObject } from 'n8n-workflow';

import { ownValue } from '../../values/json/json';
import { traitKeyOf } from '../../values/traits/traitName';
import { compactCopy } from './compactCopy';
import { formatDay } from './formatDay';
import { columnValue } from './simplifyRecord';

const CSM_FIELDS = ['csmId', 'csmName', 'csmEmail'];

/** Whether the CSM is selected. Who selects one of its fields gets all: a person knows a CSM by name, not by ID. */
export function selectsCsm(names: readonly string[]): boolean {
	return names.some((name) => CSM_FIELDS.includes(name));
}

/**
 * The fields of a record that a user selected; missing ones are null. The record stays recognizable: its name comes
 * first, and its ID after the fields where they are not selected. Traits come last.
 *
 * @param names of fields, or of columns that a simplified record has; `traits.<key>` for traits
 * @param others shown after the fields
 * @param namesById the names of records that the record does not contain, by Vitally ID
 */
export function selectFields(
	record: IDataObject,
	names: readonly string[],
	others: IDataObject = {},
	namesById?: ReadonlyMap<unknown, string>,
): IDataObject {
	const shown: IDataObject = {};

	if (record.name !== undefined) shown.name = record.name;

	for (const name of names) {
		if (traitKeyOf(name) !== undefined) continue;

		const value = name in record ? record[name] : columnValue(record, name, namesById);

		shown[name] = formatDay(name, value ?? null);
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
