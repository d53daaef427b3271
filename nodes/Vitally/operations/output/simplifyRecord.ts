import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/json/json';
import { TraitColumns } from '../../values/traits/traitName';
import { valuesEqual } from '../../values/valuesEqual';
import { formatDay } from './formatDay';
import { addTrait, NO_TRAITS, RecordShapes } from './recordShapes';

/** What simplified records have in common. */
export interface SimplifiedView {
	/** The columns, in their order. */
	columns: readonly string[];
	/** Whether a record has all its fields, so that one that is missing is returned as null. */
	isWhole: boolean;
	/** The names of records that the record does not contain, by Vitally ID. */
	names?: ReadonlyMap<unknown, string>;
	/** The columns of traits; records with the same traits share them. */
	traitColumns?: TraitColumns;
	/** The shapes of the list to which the record belongs. */
	shapes?: RecordShapes;
}

/** A record and what is shown of it. */
interface Shown {
	record: IDataObject;
	shown: IDataObject;
	/** Values of columns that are not read from the record. */
	known: IDataObject;
}

/** The columns that are no field of a record, and the fields from which they are made: lists of records, or an ID. */
export const COLUMN_SOURCES: Partial<Record<string, readonly string[]>> = {
	accountId: ['customerId'],
	accountName: ['accounts', 'accountId'],
	accountNames: ['customers', 'customerId'],
	assignedToName: ['assignedToId'],
	categoryName: ['categoryId'],
	csmEmail: ['csmId'],
	csmName: ['csmId'],
	customFieldLabels: ['customFields'],
	organizationName: ['organizations', 'organizationId'],
	ownerName: ['ownedByVitallyUserId'],
	participantEmails: ['participants'],
	userEmail: ['userId'],
	userName: ['userId'],
};

const NO_NAMES: ReadonlyMap<unknown, string> = new Map();

/** The columns of simplified records that are fields of a record as it is. */
export function fieldsAmong(columns: readonly string[]): string[] {
	return columns.filter((column) => !COLUMN_SOURCES[column]);
}

/**
 * Returns some fields of a record in the order of the columns, then `traits.<key>` for each trait that has a value
 * and is no field. The name of a record to which an ID leads is null if it is not known. No list contains an object.
 *
 * @param known values of columns that are not read from the record
 */
export function simplifyRecord(
	record: IDataObject,
	view: SimplifiedView,
	known: IDataObject = {},
): IDataObject {
	const { columns, isWhole, names = NO_NAMES } = view;
	const { traitColumns = new TraitColumns(), shapes = new RecordShapes() } = view;
	const shown: IDataObject = {};

	for (const column of columns) {
		if (column in known) {
			shown[column] = known[column];
			continue;
		}

		const value = columnValue(record, column, names);

		if (value !== undefined) {
			shown[column] = value;
		} else if (isWhole) {
			shown[column] = null;
		}
	}

	const traits = isPlainObject(record.traits) ? record.traits : {};
	let shape = NO_TRAITS;

	// JSON inherits no field, and a loop over `Object.keys` takes a sixth more time for the whole record.
	for (const key in traits) {
		const value = traits[key];
		if (isEmpty(value)) continue;
		if (columns.includes(key) && hasColumn(key, value, { record, shown, known })) continue;

		const { name, number } = traitColumns.columnOf(key);

		shown[name] = value;
		shape = addTrait(shape, number);
	}

	return shapes.compact(shown, shape);
}

/** @returns `undefined` for a column of which the record contains nothing */
export function columnValue(
	record: IDataObject,
	column: string,
	names = NO_NAMES,
): IDataObject[string] | undefined {
	const field =
		column in record ? column : COLUMN_SOURCES[column]?.find((source) => source in record);
	if (field === undefined) return undefined;

	// The ID of an account is its own column, under whichever name the service returns it.
	const isShownAsIs = field === column || column === 'accountId';
	if (!isShownAsIs) return linkedNames(record, field, column, names);

	const value = record[field] ?? null;
	if (Array.isArray(value)) return value.map(entryText) as IDataObject[string];

	return formatDay(field, value);
}

/** Returns the names, labels or email addresses of what is in a list, or of the record to which an ID leads. */
function linkedNames(
	record: IDataObject,
	field: string,
	column: string,
	names: ReadonlyMap<unknown, string>,
): IDataObject[string] {
	const value = record[field];
	const parent = record[field.replace(/Id$/, '')];
	const linked = isPlainObject(parent) ? parent : { name: names.get(value) };
	const entries = Array.isArray(value) ? value.filter(isPlainObject) : [linked];
	const texts = entries.map((entry) => entry[linkedField(column)]).filter((text) => !isEmpty(text));

	return column === 'accountNames' ? (texts as string[]) : texts.join(', ') || null;
}

/** Returns the field of a linked record that a column shows. */
function linkedField(column: string): 'email' | 'label' | 'name' {
	if (column.includes('Email')) return 'email';

	return column === 'customFieldLabels' ? 'label' : 'name';
}

/**
 * Returns an entry of a list as one text: who wrote which message, the answer to a question, or a name. A teammate
 * is an admin in the API.
 */
function entryText(entry: unknown): unknown {
	if (!isPlainObject(entry)) return entry;

	const { id = null, name, email, from, message, data } = entry;

	if (isPlainObject(from)) {
		const writer = from.type === 'admin' ? 'teammate' : String(from.type);

		return `${writer}: ${String(message ?? '')}`;
	}

	if (isPlainObject(data)) return [data.value].flat().join(', ');

	return name ?? email ?? id;
}

/**
 * Whether a trait is shown already, as a field of the record with the same name and value. A column of `known` isn't
 * read from the record, so it shows no trait, even with the same name and value.
 */
function hasColumn(key: string, value: unknown, { record, shown, known }: Shown): boolean {
	if (!Object.hasOwn(shown, key) || Object.hasOwn(known, key)) return false;

	// The column of a day is shorter than its trait, and slow to compare with it.
	return record[key] === value || valuesEqual(shown[key], value);
}
