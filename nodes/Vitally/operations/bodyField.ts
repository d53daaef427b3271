import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';
import { setFields } from '../fields/body';
import { emptyValuesOf } from '../fields/emptyValues';
import type { ItemParameters } from '../fields/itemParameters';
import { ANY_WAY, locatorOf } from '../fields/locators';
import { fieldsIn, switchIn } from '../fields/strict';
import { optionalText, requiredText, textOf } from '../fields/text';
import { addedTraitFields, mappedTraitFields, traitsOfItem, usesMapper } from '../fields/traits';
import { columnsWithoutTraitOption, mappedItem, type MapperColumn } from '../fields/traitsMapper';
import type { ItemContext } from '../run/operation';
import { calendarDate, utcDateTime } from '../values/dates';
import {
	EMPTY_LIST,
	EMPTY_TEXT,
	emptyValue,
	isEmpty,
	NO_VALUE,
	type EmptyForm,
	type EmptyValues,
} from '../values/emptyValues';
import { textList } from '../values/textList';
import { traitValue, type TraitType } from '../values/traitValue';
import { isServiceId } from './links';
import { found, requiredServiceIdIn } from './lookUp';
import type { ParentChoice } from './parent';
import { optionalLocator, requiredLocator, type RecordType } from './recordType';

/** One field of a request's body: what the editor shows, and the value that it gives. */
export interface BodyField {
	/** Its `name` is that of the field in the request. */
	property: INodeProperties;
	/**
	 * @param parameter where the field stands; `collection.field` for one in a collection, which is only
	 * read when it is not empty
	 * @returns the value to send, `undefined` for none, or a `LookUp`
	 */
	read(item: ItemParameters, parameter: string): unknown;
	/** Whether the request has it among the traits. */
	isTrait?: boolean;
	/** What stands for nothing, unless it is null; `none` where that is never sent. */
	empty?: EmptyForm | 'none';
}

/** A text that the service requires. */
export function requiredTextField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => requiredText(item, parameter, property.displayName),
	};
}

/** An ID of the user's own for a new record, which has none when it is blank. */
export function optionalTextField(property: INodeProperties): BodyField {
	return {
		property,
		empty: 'none',
		read: (item, parameter) => optionalText(item, parameter, property.displayName),
	};
}

/** A text. */
export function textField(property: INodeProperties): BodyField {
	return {
		property,
		empty: EMPTY_TEXT,
		read: (item, parameter) => textOf(item.param(parameter), property.displayName),
	};
}

/** A calendar date. */
export function dateField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) =>
			calendarDate(item.param(parameter), property.displayName, item.timeZone),
	};
}

/** A moment in time. */
export function dateTimeField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) =>
			utcDateTime(item.param(parameter), property.displayName, item.timeZone),
	};
}

/** True or false. */
export function booleanField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) =>
			switchIn(item, { parameter, label: property.displayName }, Boolean(property.default)),
	};
}

/** A list of texts, which may be entered with commas. */
export function textListField(property: INodeProperties): BodyField {
	return {
		property,
		empty: EMPTY_LIST,
		read: (item, parameter) => textList(item.param(parameter), property.displayName),
	};
}

/** A field that the service takes as the trait of its name. */
export function traitField(type: TraitType, property: INodeProperties): BodyField {
	return {
		property,
		isTrait: true,
		read: (item, parameter) =>
			traitValue(type, item.param(parameter), property.displayName, item.timeZone),
	};
}

/** A field that every record has: the service takes nothing that clears it. */
export function neverCleared({ empty = NO_VALUE, ...field }: BodyField): BodyField {
	return { ...field, empty: empty === 'none' ? empty : { ...empty, cleared: undefined } };
}

/** The ID of a required record, as `lookedUpIdField`. */
export function requiredIdField(
	type: RecordType,
	texts: Parameters<typeof requiredLocator>[1],
): BodyField {
	return lookedUpField(type, requiredLocator(type, texts));
}

/** The ID of a record, which is looked up where something else names the record. */
export function lookedUpIdField(
	type: RecordType,
	texts: Parameters<typeof optionalLocator>[1] = {},
): BodyField {
	return lookedUpField(type, optionalLocator(type, texts));
}

function lookedUpField(type: RecordType, property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => requiredServiceIdIn(item, type, parameter, property.displayName),
	};
}

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
 * What an item sets, checked; IDs that have to be looked up are a `LookUp`. Parameters as `readBody`.
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

/** The fields to which columns are mapped, each read as if the user had added it. */
function readMapped(
	item: ItemParameters,
	fields: BodyField[],
	mapped: Record<string, unknown>,
): Record<string, unknown> {
	const rule = emptyValuesOf(item);
	const values: Record<string, unknown> = {};
	for (const field of fields.filter(({ property }) => Object.hasOwn(mapped, property.name))) {
		const { property } = field;
		const column = mapped[property.name];
		const entered = property.type === 'resourceLocator' ? pickedBy(property, column) : column;
		const value = optionalValue(
			{ timeZone: item.timeZone, appUrl: item.appUrl, param: () => entered },
			field,
			property.name,
			rule,
		);
		if (value !== undefined) values[property.name] = value;
	}
	return values;
}

/** A column names a record by the ID that is known there: the user's own, an email address, or Vitally's. */
function pickedBy({ modes = [] }: INodeProperties, value: unknown): unknown {
	const has = (name: string) => modes.some((mode) => mode.name === name);
	if (isServiceId(value)) return { mode: 'id', value };
	if (has('email') && typeof value === 'string' && value.includes('@'))
		return { mode: 'email', value };
	return { mode: has('externalId') ? 'externalId' : 'id', value };
}

/** The body of values that were read, looked up where they have to be. */
export async function foundBody(
	item: ItemContext,
	values: Record<string, unknown>,
): Promise<IDataObject> {
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) body[name] = await found(item, value);
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
 * The values of the fields that the user has added; what is empty follows 'Empty Values'.
 *
 * @throws VitallyError for a value that cannot be sent
 */
export function readOptional(
	item: ItemParameters,
	fields: BodyField[],
	collection: string,
): Record<string, unknown> {
	const rule = emptyValuesOf(item);
	const added = addedFields(item, collection);
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		const { name } = field.property;
		if (!Object.hasOwn(added, name)) continue;
		const value = optionalValue(item, field, `${collection}.${name}`, rule);
		if (value !== undefined) values[name] = value;
	}
	return values;
}

/** The fields that the user has added; an expression may give the whole collection, or nothing in its place. */
function addedFields(item: ItemParameters, collection: string): Record<string, unknown> {
	if (isEmpty(item.param(collection))) return {};
	const label = collection === 'updateFields' ? 'Update Fields' : 'Additional Fields';
	return fieldsIn(item, { parameter: collection, label });
}

/** @returns `undefined` for what is empty and not sent */
function optionalValue(
	item: ItemParameters,
	{ property, read, empty = NO_VALUE }: BodyField,
	parameter: string,
	rule: EmptyValues,
): unknown {
	const isLocator = property.type === 'resourceLocator';
	const value = isLocator ? locatorOf(item, parameter, ANY_WAY).value : item.param(parameter);
	if (!isEmpty(value)) return read(item, parameter);
	return empty === 'none' ? undefined : emptyValue(rule, value, empty);
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
