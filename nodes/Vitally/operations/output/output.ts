import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { assertNotNullLike } from '../../errors/nullLike';
import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { readEnum } from '../../fields/readers';
import type { RecordType } from '../../records/recordType';
import { isEmpty } from '../../values/emptyValues';
import { omitUndefined, isPlainObject } from '../../values/plainObject';
import { parseTextList } from '../../values/parseTextList';
import type { OperationDefinition, OutputShape } from '../definition/types';

/** n8n's rules require this name for a list whose values may come from an expression. */
const FIELDS_LABEL = 'Field Names or IDs';

/** The fields for the output of records. */
export const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description: 'All fields, as Vitally returns them',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'Only the fields and traits that you choose',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The most useful fields, and the traits that have a value',
			},
		],
		default: 'simplified',
		description: 'How much of each record to return',
	},
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

const MODES = ['raw', 'selected', 'simplified'] as const;

/** The fields of a record that are returned. */
export type Output =
	| { mode: 'raw' | 'simplified' }
	| {
			mode: 'selected';
			/** Names of fields; `traits.<key>` for traits. */
			fields: string[];
	  };

/** @throws VitallyError for an unknown mode, and when no field is selected */
export function readOutput(item: Pick<ItemParameters, 'param'>): Output {
	const mode = readEnum(item, { parameter: 'output', label: 'Output' }, MODES, 'simplified');
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

/** Whether an operation returns records of its resource. */
export function returnsRecords(
	{ path }: RecordType,
	{ endpoints, returns }: OperationDefinition,
): boolean {
	const [first] = endpoints;
	const isOfRecord = [path, `${path}/:id`, `${path}/search`].includes(first.replace(/^\w+ /, ''));
	return isOfRecord && !first.startsWith('DELETE ') && returns === undefined;
}

/** Adds the choice of output fields to an operation. */
export function withOutput(
	type: RecordType,
	row: OperationDefinition,
	shape: OutputShape,
): OperationDefinition {
	const { adds = {}, fields, reads, simpleFields = shape.simpleFields } = row;
	const below = fields.findIndex(({ name }) => name === 'options' || name === 'sort');
	const above = below === -1 ? fields.length : below;
	// The response of a write may contain only a part of the record.
	const isWhole = row.endpoints[0].startsWith('GET ');
	const added = Object.keys(adds);
	return {
		...row,
		simpleFields,
		reads: shape.details ? [...(reads ?? []), shape.details.reads] : reads,
		hasDetails: shape.details !== undefined,
		hasPage: type.appPath !== undefined,
		fields: [...fields.slice(0, above), ...outputFields, ...fields.slice(above)],
		run: async (item) => {
			const output = readOutput(item);
			const records = await row.run(item);
			if (output.mode === 'raw') return records;
			return await Promise.all(
				records.map(async (record) => {
					const additional = Object.fromEntries(
						added.filter((name) => name in record).map((name) => [name, record[name]]),
					);
					if (output.mode === 'selected')
						return { ...selected(record, output.fields), ...additional };
					return orderColumns({
						...simplified(record, simpleFields, isWhole),
						...additional,
						...(await shape.details?.of(item, record)),
						...appLink(item, type, record),
					});
				}),
			);
		},
	};
}

/** The link to a record in Vitally, where the address is known (docs/internal/public-facts.md, 1). */
export function appLink(
	{ appUrl }: Pick<ItemContext, 'appUrl'>,
	{ appPath }: RecordType,
	{ id }: IDataObject,
): IDataObject {
	if (appUrl === undefined || appPath === undefined || typeof id !== 'string') return {};
	return { url: `${appUrl}${appPath}/${encodeURIComponent(id)}` };
}

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
		...(isPlainObject(traits) && { traits: nonEmpty(traits) }),
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
	const traits = isPlainObject(record.traits) ? record.traits : {};
	const fields = names.filter((name) => !isTrait(name));
	return {
		...(keys.length > 0 && {
			traits: Object.fromEntries(keys.map((key) => [key, traits[key] ?? null])),
		}),
		...Object.fromEntries(fields.map((field) => [field, record[field] ?? null])),
	};
}

function nameOf(segment: unknown): unknown {
	return isPlainObject(segment) ? (segment.name ?? segment.id ?? null) : segment;
}

function nonEmpty(traits: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(traits).filter(([, value]) => !isEmpty(value)));
}
