import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { setFields } from '../fields/body';
import type { ItemParameters } from '../fields/itemParameters';
import { idText, locatorOf } from '../fields/locators';
import { optionalText, requiredText, textOf } from '../fields/text';
import { traitFields, traitsOfItem } from '../fields/traits';
import type { ItemContext } from '../run/operation';
import { calendarDate, utcDateTime } from '../values/dates';
import { textList } from '../values/textList';
import { found, serviceIdIn } from './lookUp';
import type { ParentChoice } from './parent';
import { optionalLocator, requiredLocator, type RecordType } from './recordType';

/** One field of a request's body: what the editor shows, and the value that it gives. */
export interface BodyField {
	/** Its `name` is that of the field in the request. */
	property: INodeProperties;
	/**
	 * @param parameter where the field stands; `collection.field` for one in a collection
	 * @returns the value to send, `undefined` for none, or a `LookUp`
	 */
	read(item: ItemParameters, parameter: string): unknown;
}

/** A text that the service requires. */
export function requiredTextField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => requiredText(item, parameter, property.displayName),
	};
}

/** A text that is left out when it is blank. */
export function optionalTextField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => optionalText(item, parameter, property.displayName),
	};
}

/** A text; null clears it. */
export function textField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => {
			const value = item.param(parameter);
			if (value === undefined || value === null) return value;
			return textOf(value, property.displayName);
		},
	};
}

/** A calendar date; null clears it. */
export function dateField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => {
			const value = item.param(parameter);
			if (value === undefined || value === null) return value;
			return calendarDate(value, property.displayName, item.timeZone);
		},
	};
}

/** A moment in time. */
export function dateTimeField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => {
			const value = item.param(parameter);
			return value === undefined
				? undefined
				: utcDateTime(value, property.displayName, item.timeZone);
		},
	};
}

/** A list of texts, which may be entered with commas. */
export function textListField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => {
			const value = item.param(parameter);
			return value === undefined ? undefined : textList(value, property.displayName);
		},
	};
}

/** The ID of a record that the service takes as it is; null detaches it. */
export function idField(type: RecordType, texts: Parameters<typeof optionalLocator>[1]): BodyField {
	const property = optionalLocator(type, texts);
	return {
		property,
		read: (item, parameter) => {
			if (item.param(parameter) === undefined) return undefined;
			const { value } = locatorOf(item, parameter);
			return value === null ? null : idText(value, property.displayName);
		},
	};
}

/** The ID of a required record, which the service takes as it is. */
export function requiredIdField(
	type: RecordType,
	texts: Parameters<typeof requiredLocator>[1],
): BodyField {
	const property = requiredLocator(type, texts);
	return {
		property,
		read: (item, parameter) => idText(locatorOf(item, parameter).value, property.displayName),
	};
}

/** The ID of a record that may be named by an ID of the user's own; null detaches it. */
export function lookedUpIdField(
	type: RecordType,
	texts: Parameters<typeof optionalLocator>[1],
): BodyField {
	const property = optionalLocator(type, texts);
	return {
		property,
		read: (item, parameter) =>
			item.param(parameter) === undefined
				? undefined
				: serviceIdIn(item, type, parameter, property.displayName),
	};
}

/** What an operation that writes has in its body. */
export interface BodySpec {
	/** Fields at the top, which the service requires. */
	required?: BodyField[];
	/** Fields that the user adds. */
	optional?: BodyField[];
	hasTraits?: boolean;
	/** What the record belongs to. */
	parent?: ParentChoice;
	/** What the body holds besides. */
	also?: (item: ItemParameters) => IDataObject;
}

/**
 * The body that an item sets. Everything is checked before anything is looked up.
 *
 * @param collection that holds the optional fields: `additionalFields` or `updateFields`
 * @throws VitallyError for a value that cannot be sent
 */
export async function readBody(
	item: ItemContext,
	{ required = [], optional = [], hasTraits = false, parent, also }: BodySpec,
	collection: string,
): Promise<IDataObject> {
	const values: Record<string, unknown> = {};
	for (const { property, read } of required) values[property.name] = read(item, property.name);
	for (const { property, read } of optional) {
		const value = read(item, `${collection}.${property.name}`);
		if (value !== undefined) values[property.name] = value;
	}
	Object.assign(values, also?.(item));
	if (hasTraits) values.traits = traitsOfItem(item);
	Object.assign(values, parent?.read(item));
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(values)) body[name] = await found(item, value);
	return setFields(body as IDataObject);
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
	return [
		...(parent?.fields ?? []),
		...required.map(({ property }) => property),
		...below,
		...(optional.length > 0 ? [collection(optional.map(({ property }) => property))] : []),
		...(hasTraits ? traitFields : []),
	];
}
