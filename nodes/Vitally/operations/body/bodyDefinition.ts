import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import { optionsField } from '../../fields/collections';
import type { ItemParameters } from '../../fields/itemParameters';
import {
	mappedTraitFields,
	readTraitInput,
	traitsToClearField,
	usesMapper,
} from '../../fields/traits/traitFields';
import { TraitMapper } from '../../fields/traits/traitMapping';
import {
	columnsWithoutTraitOption,
	mapperColumn,
	type MapperColumn,
} from '../../fields/traits/traitsMapper';
import { dryRunOption, emptyValuesOption, readEmptyValues } from '../../fields/writeOptions';
import type { RecordType } from '../../records/recordType';
import {
	PendingValue,
	resolveValue,
	type BodyValue,
	type BodyValues,
} from '../../records/resolveId';
import { assertNewName } from '../../values/emptyValues';
import type { JsonObject } from '../../values/json/json';
import { buildTraits, needsDefinitions, type TraitInput } from '../../values/traits/buildTraits';
import type { OwnerChoice } from '../ownerChoice';
import {
	addedFields,
	extractTraitValues,
	filledTopFields,
	readCollectionFields,
	readMappedFields,
	readTopFields,
	sentName,
	type BodyField,
} from './bodyField';
import { readDefinedTraits, readOwnerOfTraits } from './traitDefinitions';

export interface BodyDefinition {
	/** Fields at the top; not all of them are marked as required. */
	required?: BodyField[];
	optional?: BodyField[];
	/** Whether there are traits; `mapped`: with the mapper of columns as the default. */
	hasTraits?: boolean | 'mapped';
	/** The type of the record that defines the traits, where it is not the workspace. */
	traitsDefinedBy?: RecordType;
	parent?: OwnerChoice;
	/**
	 * Returns further values of the body, or others for those that were read.
	 *
	 * @param values that were read; some may be a `PendingValue`
	 */
	addValues?: (item: ItemParameters, values: Readonly<BodyValues>) => BodyValues;
	/**
	 * Called before a record is created.
	 *
	 * @throws VitallyError for a body that the service does not accept for a new record
	 */
	assertNew?: (body: IDataObject) => void;
}

/**
 * The body of an item. Everything is validated before anything is looked up.
 *
 * @param collection of the optional fields: `additionalFields` or `updateFields`
 * @throws VitallyError for a value that cannot be sent
 */
export async function readBody(
	item: ItemContext,
	definition: BodyDefinition,
	collection: string,
): Promise<IDataObject> {
	const mapper = await openMapper(item, definition);

	mapper?.assertMapped(item);
	const values = readValues(item, definition, { collection, mapper });
	const left = [...(mapper?.columnsDeleted(item) ?? [])];

	if (left.length > 0) {
		item.hint?.(
			`Left out, because Vitally no longer has the trait: ${left.join(', ')}. Refresh the list in 'Traits'.`,
		);
	}

	return await resolveBody(item, values);
}

/**
 * Reads the traits that the mapper of an item maps to, once per run.
 *
 * @returns `undefined` where the item does not use the mapper
 */
export async function openMapper(
	item: ItemContext,
	definition: BodyDefinition,
): Promise<TraitMapper | undefined> {
	const { hasTraits, traitsDefinedBy } = definition;
	if (!hasTraits || !usesMapper(item)) return undefined;

	const owner = await readOwnerOfTraits(item, traitsDefinedBy);
	const defined = await readDefinedTraits(
		item,
		traitsDefinedBy,
		"values were sent in the types that were loaded into 'Traits'",
	);

	return await item.oncePerRun(
		`mapper ${String(item.param('resource'))} ${owner}`,
		async () => new TraitMapper(mapperTargets(definition), defined),
	);
}

/** The places in which an item has the values of a body. */
interface ValueSource {
	/** The collection of the optional fields: `additionalFields` or `updateFields`. */
	collection: string;
	/** See `openMapper`. */
	mapper: TraitMapper | undefined;
}

/**
 * The validated values of an item; IDs that have to be looked up are a `PendingValue`. Errors as `readBody`.
 */
export function readValues(
	item: ItemParameters,
	definition: BodyDefinition,
	{ collection, mapper }: ValueSource,
): BodyValues {
	const { required = [], optional = [], hasTraits, traitsDefinedBy } = definition;
	const mapped = mapper?.read(item);
	const columns =
		mapped && readMappedFields(item, freeFields(item, definition, collection), mapped.fields);
	const values = readTopFields(item, required, columns);

	Object.assign(values, readCollectionFields(item, optional, collection));
	Object.assign(values, definition.parent?.read(item));

	if (hasTraits) {
		const fields = extractTraitValues(optional, values);
		const input = { ...readTraitInput(item, mapped?.traits), fields };

		values.traits = mapper
			? buildTraits({ ...input, defined: mapper.defined }, item.timeZone)
			: traitsOf(item, input, traitsDefinedBy);
	}

	return Object.assign(values, definition.addValues?.(item, values));
}

/** Returns the fields that the user has left to columns. No column takes the place of an expression without a result. */
function freeFields(
	item: ItemParameters,
	{ required = [], optional = [] }: BodyDefinition,
	collection: string,
): BodyField[] {
	const filled = new Set([
		...filledTopFields(item, required),
		...addedFields(item, optional, collection),
	]);

	return [...required, ...optional].filter((field) => !filled.has(field));
}

/** The traits of an item, a `PendingValue` where their definitions decide on the type of a value, or on a key. */
function traitsOf(
	item: ItemParameters,
	input: TraitInput,
	definedBy: RecordType | undefined,
): BodyValue {
	if (!needsDefinitions(input)) return buildTraits(input, item.timeZone);

	// Whatever needs no definition is validated before anything is looked up.
	buildTraits({ ...input, fields: undefined }, item.timeZone);

	return new PendingValue(async (context) => {
		const defined = await readDefinedTraits(context, definedBy);

		return buildTraits({ ...input, defined }, item.timeZone);
	});
}

/** The options of an operation that creates a record. */
export function createOptions(
	{ hasTraits }: BodyDefinition,
	others: INodeProperties[] = [],
): INodeProperties {
	const traitOptions = hasTraits ? [columnsWithoutTraitOption] : [];

	return optionsField([dryRunOption, emptyValuesOption, ...traitOptions, ...others]);
}

/** The options of an operation that may change a record. */
export function updateOptions(
	definition: BodyDefinition,
	others: INodeProperties[] = [],
): INodeProperties {
	const traitOptions = definition.hasTraits ? [traitsToClearField] : [];

	return createOptions(definition, [...traitOptions, ...others]);
}

/** The columns of the mapper in the editor: the fields of the record that are not required. */
export function mapperColumns(definition: BodyDefinition): MapperColumn[] {
	return mappableFields(definition).map((field) => {
		const { displayName, type } = field.property;
		const columnType = type === 'number' || type === 'dateTime' ? type : 'string';

		return mapperColumn(sentName(field), displayName, columnType);
	});
}

/** The same, with what the mapper needs to know of them. */
function mapperTargets(definition: BodyDefinition): MapperColumn[] {
	const fields = mappableFields(definition);

	return mapperColumns(definition).map((column, index) => ({
		...column,
		isField: fields[index].trait === undefined,
	}));
}

/** The format of a text is no field of the record. */
function mappableFields({ required = [], optional = [] }: BodyDefinition): BodyField[] {
	const notRequired = required.filter(({ property }) => !property.required);

	return [...notRequired, ...optional].filter(({ property }) => property.type !== 'options');
}

/**
 * Resolves the IDs of values, see `readValues`.
 *
 * @returns the body to send, without what is undefined
 * @throws VitallyError for an ID that leads to no record
 */
export async function resolveBody(item: ItemContext, values: BodyValues): Promise<JsonObject> {
	const body: JsonObject = {};

	for (const [name, value] of Object.entries(values)) {
		const resolved = await resolveValue(item, value);
		if (resolved !== undefined) body[name] = resolved;
	}

	return body;
}

/**
 * The body of a new record without the null values of 'Clear': there is nothing to clear, and it is unknown
 * whether the service accepts null.
 */
export function newRecordBody(item: ItemParameters, body: IDataObject): IDataObject {
	assertNewName(body);
	if (readEmptyValues(item) !== 'clear') return body;

	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** @throws VitallyError when an update would change nothing */
export function assertNotEmptyUpdate(body: IDataObject): void {
	if (Object.keys(body).length > 0) return;

	throw new VitallyError(
		'There is nothing to update',
		"Add a field, a trait under 'Traits' or a key under 'Traits to Clear'. Empty values change nothing unless 'Empty Values' under 'Options' says so.",
	);
}

/**
 * The fields of the editor for a body, in the order in which they are shown.
 *
 * @param below other fields, placed below the required ones
 */
export function bodyProperties(
	{ required = [], optional = [], hasTraits, parent }: BodyDefinition,
	collection: (fields: INodeProperties[]) => INodeProperties,
	below: INodeProperties[] = [],
): INodeProperties[] {
	const requiredFields = required.map(({ property }) => property);
	const fields = [...(parent?.fields ?? []), ...requiredFields, ...below];

	if (optional.length > 0) fields.push(collection(optional.map(({ property }) => property)));

	if (hasTraits) {
		fields.push(...mappedTraitFields({ isMapperDefault: hasTraits === 'mapped' }));
	}

	return fields;
}
