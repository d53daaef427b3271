import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { readLocator } from '../../fields/locators';
import { readBoolean } from '../../fields/readers';
import { optionalText, requiredText, readText } from '../../fields/text';
import { optionalLocator, requiredLocator, type RecordType } from '../../records/recordType';
import { resolveId } from '../../records/resolveId';
import { calendarDate, utcDateTime } from '../../values/dates';
import { EMPTY_LIST, EMPTY_TEXT, NULL_ONLY, type EmptyEncoding } from '../../values/emptyValues';
import { parseTextList } from '../../values/textList';
import { traitValue, type TraitType } from '../../values/traitValue';

/** One field of a request's body: its property in the editor and its reader. */
export interface BodyField {
	/** Its `name` is that of the field in the request. */
	property: INodeProperties;
	/**
	 * @param parameter name of the field; `collection.field` for one in a collection, which is only
	 * read when it is not empty
	 * @returns the value to send, `undefined` for none, or a `PendingValue`
	 */
	read(item: ItemParameters, parameter: string): unknown;
	/** Whether it is sent as a trait. */
	isTrait?: boolean;
	/** How an empty value is sent, unless it is null; `none` where it is never sent. */
	empty?: EmptyEncoding | 'none';
}

/** A text that the service requires. */
export function requiredTextField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) => requiredText(item, parameter, property.displayName),
	};
}

/** A text that is not sent when it is blank, such as the external ID of a new record. */
export function optionalTextField(property: INodeProperties): BodyField {
	return {
		property,
		empty: 'none',
		read: (item, parameter) => optionalText(item, parameter, property.displayName),
	};
}

export function textField(property: INodeProperties): BodyField {
	return {
		property,
		empty: EMPTY_TEXT,
		read: (item, parameter) => readText(item.param(parameter), property.displayName),
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

export function booleanField(property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) =>
			readBoolean(item, { parameter, label: property.displayName }, Boolean(property.default)),
	};
}

/** A list of strings, which may be entered with commas. */
export function textListField(property: INodeProperties): BodyField {
	return {
		property,
		empty: EMPTY_LIST,
		read: (item, parameter) => parseTextList(item.param(parameter), property.displayName),
	};
}

/** A field that is sent as the trait of its name. */
export function reservedTraitField(type: TraitType, property: INodeProperties): BodyField {
	return {
		property,
		isTrait: true,
		read: (item, parameter) =>
			traitValue(type, item.param(parameter), property.displayName, item.timeZone),
	};
}

/** A field that every record has, so that it cannot be cleared. */
export function notClearable({ empty = NULL_ONLY, ...field }: BodyField): BodyField {
	return { ...field, empty: empty === 'none' ? empty : { ...empty, cleared: undefined } };
}

/** The name of an existing record. */
export const nameToUpdate = notClearable(
	textField({ displayName: 'Name', name: 'name', type: 'string', default: '' }),
);

/** As `resolvedIdField`, for a required record. */
export function requiredIdField(
	type: RecordType,
	overrides: Parameters<typeof requiredLocator>[1],
): BodyField {
	return locatorBodyField(type, requiredLocator(type, overrides));
}

/** The ID of a record, resolved from an external ID, a name, an email address or a link. */
export function resolvedIdField(
	type: RecordType,
	overrides: Parameters<typeof optionalLocator>[1] = {},
): BodyField {
	return locatorBodyField(type, optionalLocator(type, overrides));
}

function locatorBodyField(type: RecordType, property: INodeProperties): BodyField {
	return {
		property,
		read: (item, parameter) =>
			resolveId(item, type, readLocator(item, parameter, type), property.displayName),
	};
}
