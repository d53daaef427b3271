import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { setFields } from '../fields/body';
import { emptyValuesOf } from '../fields/emptyValues';
import type { ItemParameters } from '../fields/itemParameters';
import { addedTraitFields, mappedTraitFields, traitsOfItem, usesMapper } from '../fields/traits';
import { columnsWithoutTraitOption, mappedItem, type MapperColumn } from '../fields/traitsMapper';
import type { ItemContext } from '../run/operation';
import { isEmpty } from '../values/emptyValues';
import type { BodyField } from './bodyField';
import { readMapped, readOptional } from './optionalValues';
import type { ParentChoice } from './parent';
import { resolveValue } from '../records/resolveId';

/** What an operation that writes has in its body. */
export interface BodySpec {
	/** Fields at the top, which the service requires. */
	required?: BodyField[];
	/** Fields that the user adds. */
	optional?: BodyField[];
	/**
	 * Whether there are traits; `added`: where they are rare, among the fields that the user adds;
	 * `mapped`: where they are many, columns are mapped to them unless the user chooses another way.
	 */
	hasTraits?: boolean | 'added' | 'mapped';
	/** What the record belongs to. */
	parent?: ParentChoice;
	/** What the body holds besides. */
	also?: (item: ItemParameters) => Record<string, unknown>;
	/**
	 * Asked before a record is created; changes need no more than they hold.
	 *
	 * @throws VitallyError for a body of which the service makes no record
	 */
	assertNew?: (body: IDataObject) => void;
}

/**
 * The body that an item sets. Everything is checked before anything is looked up.
 *
 * @param collection that holds the optional fields: `additionalFields` or `updateFields`
 * @throws VitallyError for a value that cannot be sent
 */
export async function readBody(
	item: ItemContext,
	spec: BodySpec,
	collection: string,
): Promise<IDataObject> {
	return await foundBody(item, readValues(item, spec, collection));
}

/**
 * What an item sets, checked; IDs that have to be looked up are a `PendingValue`. Parameters as `readBody`.
 */
export function readValues(
	item: ItemParameters,
	{ required = [], optional = [], hasTraits = false, parent, also }: BodySpec,
	collection: string,
): Record<string, unknown> {
	const own = [...required, ...optional];
	const mapped =
		takesMapper(hasTraits) && usesMapper(item) ? mappedItem(item, own.map(nameOf)) : undefined;
	const values: Record<string, unknown> = mapped ? readMapped(item, own, mapped.fields) : {};
	for (const { property, read } of required) {
		const { name } = property;
		// What the operation's own field says counts; without a word, what is mapped.
		if (values[name] === undefined || !isEmpty(item.param(name))) values[name] = read(item, name);
	}
	Object.assign(values, readOptional(item, optional, collection), also?.(item));
	if (hasTraits) {
		const added = hasTraits === 'added' ? collection : undefined;
		values.traits = traitsOfItem(item, added, mapped?.traits);
	}
	for (const { property, isTrait } of optional) if (isTrait) moveToTraits(values, property);
	Object.assign(values, parent?.read(item));
	return values;
}

function nameOf({ property }: BodyField): string {
	return property.name;
}

/** Whether columns can be mapped to the traits, and to the record's own fields. */
export function takesMapper(hasTraits: BodySpec['hasTraits']): boolean {
	return hasTraits === true || hasTraits === 'mapped';
}

/** The options that a body brings along. */
export function bodyOptions({ hasTraits }: BodySpec): INodeProperties[] {
	return takesMapper(hasTraits) ? [columnsWithoutTraitOption] : [];
}

/** Fields as the mapper shows them, beside the traits. */
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

/** The body of values that were read, looked up where they have to be. */
export async function foundBody(
	item: ItemContext,
	values: Record<string, unknown>,
): Promise<IDataObject> {
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) body[name] = await resolveValue(item, value);
	return setFields(body as IDataObject);
}

/** @throws VitallyError when the traits hold another value under the name of the field */
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
 * The body that makes a record, where the same one changes a record that is there: a new one has nothing
 * to clear, and the service is not known to take null for its fields.
 */
export function newRecordBody(item: ItemParameters, body: IDataObject): IDataObject {
	if (emptyValuesOf(item) !== 'clear') return body;
	return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
}

/**
 * The fields of the editor for a body, in the order in which they are shown.
 *
 * @param below fields of the operation's own, which stand below the required ones
 */
export function bodyProperties(
	{ required = [], optional = [], hasTraits = false, parent }: BodySpec,
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
		...(takesMapper(hasTraits) ? mappedTraitFields(hasTraits === 'mapped') : []),
	];
}
