import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../values/emptyValues';
import { isPlainObject } from '../../values/json';
import { valuesEqual } from '../../values/valuesEqual';
import { formatDay } from './formatDay';

/** What simplified records have in common. */
interface SimplifiedView {
	/** The columns, in their order. */
	columns: readonly string[];
	/** Whether a record has all its fields, so that one that is missing is returned as null. */
	isWhole: boolean;
	/** The names of records that the record does not contain, by Vitally ID. */
	names?: ReadonlyMap<unknown, string>;
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
	organizationName: ['organizations', 'organizationId'],
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
 * Some fields of a record, the names of what its IDs lead to, or null where they are not known, and the traits that have
 * a value and no column, in the order of the columns. No list contains an object.
 *
 * @param known values of columns that are not read from the record
 */
export function simplifyRecord(
	record: IDataObject,
	{ columns, isWhole, names = NO_NAMES }: SimplifiedView,
	known: IDataObject = {},
): IDataObject {
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

	if (isPlainObject(record.traits)) {
		shown.traits = traitsWithoutColumn(record.traits, record, shown, known);
	}

	return shown;
}

/** @returns `undefined` for a column of which the record contains nothing */
function columnValue(
	record: IDataObject,
	column: string,
	names: ReadonlyMap<unknown, string>,
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

/** The names, or email addresses, of the records in a list, or of the one to which an ID leads. */
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
	const texts = entries
		.map(({ name, email }) => (column.includes('Email') ? email : name))
		.filter((text) => !isEmpty(text));

	return column === 'accountNames' ? (texts as string[]) : texts.join(', ') || null;
}

/**
 * An entry of a list in one text: who wrote which message, the answer to a question, or a name. A teammate is an
 * admin in the API.
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
 * The traits that have a value and no column of their own. A column that is not read from the record is that of no
 * trait, though their names and values may be the same.
 */
function traitsWithoutColumn(
	traits: IDataObject,
	record: IDataObject,
	shown: IDataObject,
	known: IDataObject,
): IDataObject {
	const hasColumn = (key: string, value: unknown) =>
		Object.hasOwn(shown, key) &&
		!Object.hasOwn(known, key) &&
		// The column of a day is shorter than its trait, and slow to compare with it.
		(record[key] === value || valuesEqual(shown[key], value));

	return Object.fromEntries(
		Object.entries(traits).filter(([key, value]) => !isEmpty(value) && !hasColumn(key, value)),
	);
}
