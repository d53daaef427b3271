import type { IDataObject, INodeProperties, ResourceMapperField } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { RawTraits } from '../../values/buildTraits';
import { assertDepth } from '../../values/json';
import { matchColumns, similarTarget } from '../../values/matchColumns';
import { isTraitType, traitTypeOf, valueParameter, type TraitType } from '../../values/traitValue';
import type { ItemParameters } from '../itemParameters';
import { choiceProperty } from '../properties';
import { readChoice, readObject } from '../readers';

const MAPPER_NAME = 'traitsMapper';

/** Maps columns to the traits of the workspace and to the fields of the record. */
export const traitsMapperField: INodeProperties = {
	displayName: 'Traits',
	name: MAPPER_NAME,
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
			addAllFields: true,
			supportAutoMap: true,
			noFieldsError: 'Choose the Custom Object above first, then its traits appear here.',
			refreshIncompleteSchemaOnOpen: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** What happens to columns without a trait, for operations that offer the mapper. */
export const columnsWithoutTraitOption = choiceProperty(
	'Columns Without Trait',
	'columnsWithoutTrait',
	{
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
	},
);

/** A trait or a field as a column of the mapper; n8n keeps additional properties. */
export interface MapperColumn extends ResourceMapperField {
	/** The type of the trait: n8n has one type for dates and times. */
	traitType?: TraitType;
}

export function mapperColumn(
	id: string,
	displayName: string,
	type?: MapperColumn['type'],
	traitType?: TraitType,
): MapperColumn {
	const column: MapperColumn = {
		id,
		displayName,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	};

	if (type) column.type = type;
	if (traitType) column.traitType = traitType;

	return column;
}

/** Why a column is left out for which 'Columns Without Trait' creates a trait. */
export const NO_SUCH_TRAIT = 'no such trait';

interface MappedValue {
	column: MapperColumn;
	value: unknown;
}

/** The columns of an input, each with its trait, and those without one. */
interface MatchedInput {
	columns: readonly string[];
	mapping: ReadonlyMap<string, MapperColumn>;
	/** The columns without a trait, each with the reason and what to do. */
	withoutTrait: ReadonlyMap<string, string>;
}

/** Remembers what was matched, by schema and the JSON of the columns. */
const matchedInputs = new WeakMap<MapperColumn[], Map<string, MatchedInput>>();

/**
 * The values of the mapper for an item: its traits, and values of fields other than traits, by name.
 *
 * @param fieldNames the fields of the record that can be mapped
 * @throws VitallyError for ambiguous columns, and for those without a trait where the option is 'Error'
 */
export function readMappedItem(
	item: ItemParameters,
	fieldNames: readonly string[],
): { traits: RawTraits; fields: Record<string, unknown> } {
	const { value: mapped, schema, isAutomatic } = readMapper(item);
	const values = isAutomatic ? automaticValues(item, schema) : manualValues(mapped, schema);
	const fields: Record<string, unknown> = {};
	const rows: IDataObject[] = [];
	const json: IDataObject = {};

	for (const { column, value } of values) {
		const { id } = column;
		const type = traitTypeOfColumn(column);

		if (fieldNames.includes(id)) {
			fields[id] = value;
		} else if (type) {
			rows.push({ key: id, type, [valueParameter(type)]: value as never });
		} else {
			// Without a type, the trait is sent as the value is.
			json[id] = value as never;
		}
	}

	return { traits: { rows, json }, fields };
}

/** The columns of a row that automatic mapping leaves out, each with the reason and what to do. */
export function columnsLeftOut(item: ItemParameters): ReadonlyMap<string, string> {
	const { schema, isAutomatic } = readMapper(item);
	const leavesOut = isAutomatic && readColumnsWithoutTrait(item) === 'ignore';

	return leavesOut ? matchInput(item, schema).withoutTrait : new Map();
}

/** The columns that automatic mapping finds, where none of them fits a field; otherwise `undefined`. */
export function columnsWithout(item: ItemParameters, field: string): readonly string[] | undefined {
	const { schema, isAutomatic } = readMapper(item);
	if (!isAutomatic) return undefined;

	const { columns, mapping } = matchInput(item, schema);
	const isMatched = [...mapping.values()].some(({ id }) => id === field);

	return isMatched ? undefined : columns;
}

function readMapper(item: ItemParameters): {
	value: unknown;
	schema: MapperColumn[];
	isAutomatic: boolean;
} {
	const { value, schema, mappingMode } = readObject(item, {
		parameter: MAPPER_NAME,
		label: 'Traits',
	});

	return {
		value,
		schema: Array.isArray(schema) ? (schema as MapperColumn[]) : [],
		isAutomatic: mappingMode === 'autoMapInputData',
	};
}

/** The columns that the user mapped; n8n stores null for hidden columns, which is not an empty value. */
function manualValues(mapped: unknown, schema: MapperColumn[]): MappedValue[] {
	return Object.entries((mapped ?? {}) as Record<string, unknown>)
		.map(([id, value]) => ({
			column: schema.find((column) => column.id === id) ?? mapperColumn(id, id),
			value,
		}))
		.filter(({ column }) => column.removed !== true);
}

/** The columns of the input that no other parameter uses, each with the trait of its name. */
function automaticValues(item: ItemParameters, schema: MapperColumn[]): MappedValue[] {
	const rule = readColumnsWithoutTrait(item);
	const { mapping, withoutTrait } = matchInput(item, schema);
	const namesWithoutTrait = [...withoutTrait.keys()];
	if (rule === 'error' && namesWithoutTrait.length > 0) throw noTraitError(namesWithoutTrait);

	const mappedColumns = [...mapping];

	if (rule === 'create') {
		for (const name of namesWithoutTrait) mappedColumns.push([name, mapperColumn(name, name)]);
	}

	return mappedColumns.map(([name, column]) => {
		const value = item.input?.json[name];

		assertDepth(value, name);

		return { column, value };
	});
}

function readColumnsWithoutTrait(item: ItemParameters): 'ignore' | 'create' | 'error' {
	return readChoice(item, columnsWithoutTraitOption, 'options');
}

function noTraitError(columns: string[]): VitallyError {
	const quoted = columns.map((column) => `'${column}'`);

	return new VitallyError(
		`There is no trait for ${quoted.join(', ')}`,
		"Rename the columns, create the traits in Vitally and refresh the list, or choose 'Ignore' or 'Create Trait' for 'Columns Without Trait' under Options.",
		{ field: 'Columns Without Trait' },
	);
}

/**
 * Matches the columns of the input with the traits.
 *
 * @throws VitallyError for ambiguous columns, and where the traits are not loaded
 */
function matchInput({ input }: ItemParameters, schema: MapperColumn[]): MatchedInput {
	const usedElsewhere = input?.usedInOtherFields(MAPPER_NAME);
	const columns = Object.keys(input?.json ?? {}).filter((column) => !usedElsewhere?.has(column));

	if (columns.length > 0 && schema.length === 0) {
		throw new VitallyError(
			"The traits of the workspace are not loaded into 'Traits'",
			'Open the node in the editor and refresh the list of traits, or choose another way under Specify Traits.',
			{ field: 'Traits' },
		);
	}

	// Most items of a run have the same columns, and are matched once.
	const matchedOfSchema = matchedInputs.get(schema) ?? new Map<string, MatchedInput>();

	matchedInputs.set(schema, matchedOfSchema);

	const key = JSON.stringify(columns);
	const matched = matchedOfSchema.get(key) ?? matchToTraits(columns, schema);

	matchedOfSchema.set(key, matched);

	return matched;
}

function matchToTraits(columns: string[], schema: MapperColumn[]): MatchedInput {
	const mapping = matchColumns(columns, schema);
	const unmatched = columns.filter((column) => !mapping.has(column));
	const withoutTrait = new Map(unmatched.map((column) => [column, whyLeftOut(column, schema)]));

	return { columns, mapping, withoutTrait };
}

function whyLeftOut(column: string, schema: MapperColumn[]): string {
	if (/^csm([\s_-]?(id|name|e?-?mail))?$/i.test(column.trim())) {
		return "Vitally's API cannot assign a CSM";
	}

	const similar = similarTarget(column, schema);

	return similar
		? `similar to ${similar.displayName ?? similar.id}; rename it, or choose 'Map Each Column Manually'`
		: NO_SUCH_TRAIT;
}

function traitTypeOfColumn({ traitType, type }: MapperColumn): TraitType | undefined {
	if (isTraitType(traitType)) return traitType;

	return type === 'array' ? 'multiSelect' : traitTypeOf(type);
}
