import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import { readEmptyValues } from '../../fields/emptyValues';
import type { ItemParameters } from '../../fields/itemParameters';
import {
	addedTraitFields,
	mappedTraitFields,
	readTraits,
	usesMapper,
} from '../../fields/traits/traits';
import {
	columnsWithoutTraitOption,
	readMappedItem,
	type MapperColumn,
} from '../../fields/traits/traitsMapper';
import { resolveValue } from '../../records/resolveId';
import { isEmpty } from '../../values/emptyValues';
import { omitUndefined } from '../../values/plainObject';
import type { ParentChoice } from '../parent';
import { readMapped, readOptional, type BodyField } from './bodyField';

/** The body of an operation that writes. */
export interface BodyDefinition {
	/** Fields at the top. */
	required?: BodyField[];
	/** Fields that the user adds. */
	optional?: BodyField[];
	/**
	 * Whether there are traits; `added`: among the optional fields; `mapped`: with the mapper of columns as
	 * the default.
	 */
	hasTraits?: boolean | 'added' | 'mapped';
	/** What the record belongs to. */
	parent?: ParentChoice;
	/** Other values of the body. */
	also?: (item: ItemParameters) => Record<string, unknown>;
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
	spec: BodyDefinition,
	collection: string,
): Promise<IDataObject> {
	return await resolveBody(item, readValues(item, spec, collection));
}

/**
 * The validated values of an item; IDs that have to be looked up are a `PendingValue`. Parameters as
 * `readBody`.
 */
export function readValues(
	item: ItemParameters,
	{ required = [], optional = [], hasTraits = false, parent, also }: BodyDefinition,
	collection: string,
): Record<string, unknown> {
	const own = [...required, ...optional];
	const mapped =
		hasMapper(hasTraits) && usesMapper(item) ? readMappedItem(item, own.map(nameOf)) : undefined;
	const values: Record<string, unknown> = mapped ? readMapped(item, own, mapped.fields) : {};
	for (const { property, read } of required) {
		const { name } = property;
		// A field of the operation has precedence over a mapped column.
		if (values[name] === undefined || !isEmpty(item.param(name))) values[name] = read(item, name);
	}
	Object.assign(values, readOptional(item, optional, collection), also?.(item));
	if (hasTraits) {
		const added = hasTraits === 'added' ? collection : undefined;
		values.traits = readTraits(item, added, mapped?.traits);
	}
	for (const { property, isTrait } of optional) if (isTrait) moveToTraits(values, property);
	Object.assign(values, parent?.read(item));
	return values;
}

function nameOf({ property }: BodyField): string {
	return property.name;
}

/** Whether columns can be mapped to the traits and the fields of the record. */
function hasMapper(hasTraits: BodyDefinition['hasTraits']): boolean {
	return hasTraits === true || hasTraits === 'mapped';
}

/** The options of a body. */
export function bodyOptions({ hasTraits }: BodyDefinition): INodeProperties[] {
	return hasMapper(hasTraits) ? [columnsWithoutTraitOption] : [];
}

/** The columns of the mapper for fields of the record. */
export function mapperColumns(fields: BodyField[]): MapperColumn[] {
	return fields.map(({ property: { name, displayName, type } }) => ({
		id: name,
		displayName,
		type: type === 'number' || type === 'dateTime' ? type : 'string',
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	}));
}

/** Resolves the IDs of values, see `readValues`. */
export async function resolveBody(
	item: ItemContext,
	values: Record<string, unknown>,
): Promise<IDataObject> {
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) body[name] = await resolveValue(item, value);
	return omitUndefined(body as IDataObject);
}

/** @throws VitallyError when the traits contain another value under the name of the field */
function moveToTraits(
	values: Record<string, unknown>,
	{ name, displayName }: INodeProperties,
): void {
	if (!(name in values)) return;
	const { [name]: value, traits = {} } = values;
	if (Object.hasOwn(traits as object, name) && (traits as IDataObject)[name] !== value) {
		throw new VitallyError(
			`The field '${displayName}' and the trait '${name}' contradict each other`,
			`'${displayName}' is sent as the trait '${name}'. Keep one of the two.`,
		);
	}
	values.traits = { ...(traits as object), [name]: value };
	delete values[name];
}

/**
 * The body of a new record without the null values of 'Clear': there is nothing to clear, and it is unknown
 * whether the service accepts null.
 */
export function newRecordBody(item: ItemParameters, body: IDataObject): IDataObject {
	if (readEmptyValues(item) !== 'clear') return body;
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/** @throws VitallyError when an update would change nothing */
export function assertNotEmptyUpdate(body: IDataObject): void {
	if (Object.keys(body).length > 0) return;
	throw new VitallyError(
		'There is nothing to update',
		"Add a field under 'Update Fields', a trait under 'Traits' or a key under 'Traits to Clear'. Empty values change nothing unless 'Empty Values' under 'Options' says so.",
		{ field: 'Update Fields' },
	);
}

/**
 * The fields of the editor for a body, in the order in which they are shown.
 *
 * @param below other fields, placed below the required ones
 */
export function bodyProperties(
	{ required = [], optional = [], hasTraits = false, parent }: BodyDefinition,
	collection: (fields: INodeProperties[]) => INodeProperties,
	below: INodeProperties[] = [],
): INodeProperties[] {
	const added = [
		...optional.map(({ property }) => property),
		...(hasTraits === 'added' ? addedTraitFields : []),
	];
	return [
		...(parent?.fields ?? []),
		...required.map(({ property }) => property),
		...below,
		...(added.length > 0 ? [collection(added)] : []),
		...(hasMapper(hasTraits) ? mappedTraitFields(hasTraits === 'mapped') : []),
	];
}
