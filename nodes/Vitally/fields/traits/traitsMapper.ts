import type { IDataObject, INodeProperties, ResourceMapperField } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { RawTraits } from '../../values/buildTraits';
import { matchColumns } from '../../values/matchColumns';
import { VALUE_PARAMETER, type TraitType } from '../../values/traitValue';
import type { ItemParameters } from '../itemParameters';
import { readEnum, readObject } from '../readers';

const NAME = 'traitsMapper';

/** Maps columns to the traits of the workspace and to the fields of the record. */
export const traitsMapperField: INodeProperties = {
	displayName: 'Traits',
	name: NAME,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation', 'customObjectId.value'],
		resourceMapper: {
			resourceMapperMethod: 'mapTraits',
			mode: 'add',
			valuesLabel: 'Fields and Traits',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: false,
			multiKeyMatch: false,
			supportAutoMap: true,
		},
	},
};

/** For operations that offer the mapper. */
export const columnsWithoutTraitOption: INodeProperties = {
	displayName: 'Columns Without Trait',
	name: 'columnsWithoutTrait',
	type: 'options',
	options: [
		{
			name: 'Create Trait',
			value: 'create',
			description: 'Send the column as a trait of its name',
		},
		{ name: 'Error', value: 'error', description: 'Fail the item' },
		{ name: 'Ignore', value: 'ignore', description: 'Leave the column out' },
	],
	default: 'ignore',
	description: 'What to do with columns that automatic mapping finds no trait for',
	displayOptions: { show: { '/traitsMode': ['mapper'] } },
};

/** A trait or a field as a column of the mapper; n8n keeps additional properties. */
export interface MapperColumn extends ResourceMapperField {
	/** The type of the trait: n8n has one type for dates and times. */
	traitType?: TraitType;
}

/** The values of the mapper for an item. */
interface MappedItem {
	traits: RawTraits;
	/** Values of fields other than traits, by name. */
	fields: Record<string, unknown>;
}

/**
 * @param fieldNames the fields of the record that can be mapped
 * @throws VitallyError for ambiguous columns, and for those without a trait where the option is 'Error'
 */
export function readMappedItem(item: ItemParameters, fieldNames: readonly string[]): MappedItem {
	const mapper = readObject(item, { parameter: NAME, label: 'Traits' });
	const schema = Array.isArray(mapper.schema) ? (mapper.schema as MapperColumn[]) : [];
	const isAutomatic = mapper.mappingMode === 'autoMapInputData';
	const values = isAutomatic ? automatic(item, schema) : manual(mapper.value, schema);
	const fields: Record<string, unknown> = {};
	const rows: IDataObject[] = [];
	const json: IDataObject = {};
	for (const { column, value } of values) {
		const { id } = column;
		const type = typeOf(column);
		if (fieldNames.includes(id)) fields[id] = value;
		else if (type) rows.push({ key: id, type, [VALUE_PARAMETER[type]]: value as never });
		else json[id] = value as never;
	}
	return { traits: { rows, json }, fields };
}

type Column = Pick<MapperColumn, 'id' | 'displayName' | 'type' | 'removed' | 'traitType'>;

interface Mapped {
	column: Column;
	value: unknown;
}

/** The columns that the user mapped; n8n stores null for hidden columns, which is not an empty value. */
function manual(mapped: unknown, schema: MapperColumn[]): Mapped[] {
	return Object.entries((mapped ?? {}) as Record<string, unknown>)
		.map(([id, value]) => ({ column: columnOf(schema, id), value }))
		.filter(({ column }) => column.removed !== true);
}

function columnOf(schema: MapperColumn[], id: string): Column {
	return schema.find((one) => one.id === id) ?? { id, displayName: id };
}

/** The columns of the input that no other parameter uses, each with the trait of its name. */
function automatic(item: ItemParameters, schema: MapperColumn[]): Mapped[] {
	const { json, usedInOtherFields } = item.input ?? {
		json: {},
		usedInOtherFields: () => new Set<string>(),
	};
	const named = usedInOtherFields(NAME);
	const columns = Object.keys(json).filter((column) => !named.has(column));
	if (columns.length === 0) return [];
	if (schema.length === 0) {
		throw new VitallyError(
			"The traits of the workspace are not loaded into 'Traits'",
			'Open the node in the editor and refresh the list of traits, or choose another way under Specify Traits.',
			{ field: 'Traits' },
		);
	}
	const choice = { parameter: 'options.columnsWithoutTrait', label: 'Columns Without Trait' };
	const rule = readEnum(item, choice, ['ignore', 'create', 'error'], 'ignore');
	const mapping = mappingOf(schema, columns);
	const rest = columns.filter((column) => !mapping.has(column));
	if (rule === 'error' && rest.length > 0) throw noTraitError(rest);
	return [
		...[...mapping].map(([name, column]) => ({ column, value: json[name] })),
		...(rule === 'create' ? rest : []).map((name) => ({
			column: { id: name, displayName: name },
			value: json[name],
		})),
	];
}

function noTraitError(columns: string[]): VitallyError {
	return new VitallyError(
		`There is no trait for ${columns.map((column) => `'${column}'`).join(', ')}`,
		"Rename the columns, create the traits in Vitally and refresh the list, or choose 'Ignore' or 'Create Trait' for 'Columns Without Trait' under Options.",
		{ field: 'Columns Without Trait' },
	);
}

/** Cache of mappings, by schema and names of the columns. */
const known = new WeakMap<MapperColumn[], Map<string, Map<string, MapperColumn>>>();

function mappingOf(schema: MapperColumn[], columns: string[]): Map<string, MapperColumn> {
	const ofSchema = known.get(schema) ?? new Map<string, Map<string, MapperColumn>>();
	known.set(schema, ofSchema);
	const key = JSON.stringify(columns);
	const mapping = ofSchema.get(key) ?? matchColumns(columns, schema);
	ofSchema.set(key, mapping);
	return mapping;
}

function typeOf({ traitType, type }: Column): TraitType | undefined {
	if (traitType !== undefined && Object.hasOwn(VALUE_PARAMETER, traitType)) return traitType;
	return type === undefined ? undefined : BY_FIELD_TYPE[type];
}

const BY_FIELD_TYPE: Record<string, TraitType | undefined> = {
	array: 'multiSelect',
	boolean: 'boolean',
	dateTime: 'dateTime',
	number: 'number',
	string: 'string',
};
