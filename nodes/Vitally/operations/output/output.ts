import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import { mapRecords } from '../../execution/concurrency';
import { recordNamesOf } from '../../execution/recordNames';
import type { ItemParameters } from '../../fields/itemParameters';
import { choiceProperty } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import { appLink } from '../../records/recordLinks';
import type { RecordType } from '../../records/recordType';
import { withoutMidnight } from '../../values/dates';
import { assertNotNullLike, isEmpty } from '../../values/emptyValues';
import { isPlainObject, omitUndefined, ownValue } from '../../values/json';
import { parseTextList } from '../../values/parse';
import { traitKeyOf } from '../../values/traitName';
import { valuesEqual } from '../../values/valuesEqual';
import type { OperationDefinition, OutputShape } from '../definition/operationDefinition';

/** n8n's rules require this name for a list whose values may come from an expression. */
const FIELDS_LABEL = 'Field Names or IDs';

const outputField = choiceProperty('Output', 'output', {
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, as Vitally returns them' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'Only the fields and traits that you choose, with ID and name',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The most useful fields, and the traits that have a value',
		},
	],
	default: 'simplified',
	description: 'How much of each record to return',
});

export const outputFields: INodeProperties[] = [
	outputField,
	{
		displayName: FIELDS_LABEL,
		name: 'fields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getOutputFields' },
		required: true,
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		displayOptions: { show: { output: ['selected'] } },
	},
];

export type Output =
	| { mode: 'raw' | 'simplified' }
	| {
			mode: 'selected';
			/** Names of fields; `traits.<key>` for traits. */
			fields: string[];
	  };

/** @throws VitallyError for an unknown mode, and when no field is selected */
export function readOutput(item: Pick<ItemParameters, 'param'>): Output {
	const mode = readChoice(item, outputField);
	if (mode !== 'selected') return { mode };

	const fields = parseTextList(item.param('fields', []), FIELDS_LABEL);

	for (const field of fields) assertNotNullLike(field, FIELDS_LABEL);
	if (fields.length > 0) return { mode, fields };

	throw new VitallyError(
		`The field '${FIELDS_LABEL}' is empty`,
		"Choose the fields that you want, or set 'Output' to 'Simplified' or 'Raw'.",
		{ field: FIELDS_LABEL },
	);
}

export function returnsRecords(
	{ path }: RecordType,
	{ endpoints, returns }: OperationDefinition,
): boolean {
	const [first] = endpoints;
	const isOfRecord = [path, `${path}/:id`, `${path}/search`].includes(first.replace(/^\w+ /, ''));

	return isOfRecord && !first.startsWith('DELETE ') && returns === undefined;
}

export function withOutput(
	type: RecordType,
	definition: OperationDefinition,
	shape: OutputShape,
): OperationDefinition {
	const { adds = {}, fields, simpleFields = shape.simpleFields } = definition;
	const below = fields.findIndex(({ name }) => name === 'options');
	const above = below === -1 ? fields.length : below;
	// The response of a write may contain only a part of the record.
	const isWhole = definition.endpoints[0].startsWith('GET ');
	const isLinked = type.appPath !== undefined;
	const [first, ...others] = simpleFields;
	const columns = inOrder([first, ...Object.keys(adds), ...others, ...(isLinked ? ['url'] : [])]);

	const additionsTo = (record: IDataObject): IDataObject => {
		const added = Object.entries(adds).filter(
			([name, type]) => name in record || type.endsWith('?'),
		);

		return Object.fromEntries(added.map(([name]) => [name, record[name] ?? null]));
	};

	return {
		...definition,
		simpleFields,
		fields: [...fields.slice(0, above), ...outputFields, ...fields.slice(above)],
		run: async (item) => {
			const output = readOutput(item);
			const records = await definition.run(item);
			if (output.mode === 'raw') return records;

			const chosen = output.mode === 'selected' ? output.fields : undefined;
			const hasDetails = !chosen || chosen.includes(CSM_ID);
			const names = await recordNamesOf(item);

			return await mapRecords(records, async (record) => {
				const details = hasDetails ? await shape.details?.of(item, record) : undefined;
				if (chosen) return { ...selected(record, chosen, details), ...additionsTo(record) };

				return simplified(record, columns, isWhole, names, {
					...details,
					...additionsTo(record),
					...(isLinked && { url: null, ...appLink(item, type, record) }),
				});
			});
		},
	};
}

/** The columns that are no field of a record, and the fields from which they are made: lists of records, or an ID. */
export const MADE_FROM: Partial<Record<string, readonly string[]>> = {
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

/** The columns of simplified records that are fields of a record as it is. */
export function fieldsAmong(columns: readonly string[]): string[] {
	return columns.filter((column) => !MADE_FROM[column]);
}

/**
 * Some fields of a record, the names of what its IDs lead to, or null where they are not known, and the traits that have
 * a value and no column, in the order of the columns. No list contains an object.
 *
 * @param isWhole whether a missing field is returned as null
 * @param names by Vitally ID, of records that the record does not contain
 * @param known values of columns that are not read from the record
 */
export function simplified(
	record: IDataObject,
	columns: readonly string[],
	isWhole: boolean,
	names: ReadonlyMap<unknown, string> = new Map(),
	known: IDataObject = {},
): IDataObject {
	const shown: IDataObject = {};

	for (const column of columns) {
		const fields = MADE_FROM[column];
		const field = column in record ? column : fields?.find((one) => one in record);

		if (column in known) {
			shown[column] = known[column];
		} else if (field === undefined) {
			if (isWhole) shown[column] = null;
		} else if (field === column || column === 'accountId') {
			const value = record[field] ?? null;

			shown[column] = Array.isArray(value)
				? (value.map(nameOfEntry) as IDataObject[string])
				: formatDay(field, value);
		} else {
			shown[column] = namesIn(record, field, column, names);
		}
	}

	if (isPlainObject(record.traits)) {
		shown.traits = traitsWithoutColumn(record.traits, record, shown, known);
	}

	return shown;
}

/** The names, or email addresses, of the records in a list, or of the one to which an ID leads. */
function namesIn(
	record: IDataObject,
	field: string,
	column: string,
	names: ReadonlyMap<unknown, string>,
): IDataObject[string] {
	const { [field]: value, [field.replace(/Id$/, '')]: parent } = record;
	const known = isPlainObject(parent) ? parent : { name: names.get(value) };
	const entries = Array.isArray(value) ? value.filter(isPlainObject) : [known];
	const texts = entries
		.map(({ name, email }) => (column.includes('Email') ? email : name))
		.filter((one) => !isEmpty(one));

	return column === 'accountNames' ? (texts as string[]) : texts.join(', ') || null;
}

/** An entry of a list in one text: who wrote which message (a teammate is an admin in the API), the answer to a question, or a name. */
function nameOfEntry(entry: unknown): unknown {
	if (!isPlainObject(entry)) return entry;

	const { id = null, name, email, from, message, data } = entry;

	if (isPlainObject(from)) {
		const writer = from.type === 'admin' ? 'teammate' : String(from.type);

		return `${writer}: ${String(message ?? '')}`;
	}

	if (isPlainObject(data)) return [data.value].flat().join(', ');

	return name ?? email ?? id;
}

/** Fields with a day; the service returns some of them as midnight in UTC. */
const DAYS = [
	'actualCompletionDate',
	'dueDate',
	'nextRenewalDate',
	'targetCompletionDate',
	'targetStartDate',
];

function formatDay(field: string, value: IDataObject[string]): IDataObject[string] {
	if (typeof value !== 'string' || !DAYS.includes(field)) return value;

	return withoutMidnight(value);
}

/** A column that is not read from the record has no trait, though their names and values may be the same. */
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

/** Set by the service, and often null. */
const TIMES = /(At|Timestamp|^actualCompletionDate)$/;

/** What comes last in the editor's table, in this order. */
const LAST = [TIMES, /^(segments|tags)$/, /^id$|Id$/, /^url$/, /^traits$/];

/** Moves times, lists of words, IDs, the link and traits to the end. */
export function orderColumns<T>(record: Record<string, T>): Record<string, T> {
	const shown = inOrder(Object.keys(record)).filter((name) => record[name] !== undefined);

	return Object.fromEntries(shown.map((name) => [name, record[name]]));
}

function inOrder(names: readonly string[]): string[] {
	const groups: string[][] = [];

	for (const name of names) {
		(groups[1 + LAST.findIndex((column) => column.test(name))] ??= []).push(name);
	}

	return groups.flat();
}

/** A person knows the CSM by the details. */
export const CSM_ID = 'csmId';

/**
 * The fields of a record that a user selected; missing ones are null. The record stays recognizable: its name comes
 * first, and its ID last where they are not selected.
 *
 * @param names of fields; `traits.<key>` for traits
 * @param details shown after the fields
 */
export function selected(
	record: IDataObject,
	names: readonly string[],
	details?: IDataObject,
): IDataObject {
	const keys = names.flatMap((name) => traitKeyOf(name) ?? []);
	const fields = names.filter((name) => traitKeyOf(name) === undefined);
	const { id, name } = record;

	return omitUndefined({
		name,
		...Object.fromEntries(fields.map((field) => [field, formatDay(field, record[field] ?? null)])),
		...details,
		...(keys.length > 0 && {
			traits: Object.fromEntries(keys.map((key) => [key, ownValue(record.traits, key) ?? null])),
		}),
		id,
	});
}
