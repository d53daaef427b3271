import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { locatorOf } from '../fields/locators';
import { switchIn } from '../fields/strict';
import { optionalText, requiredText, textOf } from '../fields/text';
import { calendarDate, utcDateTime } from '../values/dates';
import { EMPTY_LIST, EMPTY_TEXT, NO_VALUE, type EmptyForm } from '../values/emptyValues';
import { textList } from '../values/textList';
import { traitValue, type TraitType } from '../values/traitValue';
import { optionalLocator, type RecordType, requiredLocator } from '../records/recordType';
import { resolveId } from '../records/resolveId';

/** One field of a request's body: what the editor shows, and the value that it gives. */
export interface BodyField {
	/** Its `name` is that of the field in the request. */
	property: INodeProperties;
	/**
	 * @param parameter where the field stands; `collection.field` for one in a collection, which is only
	 * read when it is not empty
	 * @returns the value to send, `undefined` for none, or a `PendingValue`
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

/** The name of a record that is there: every record has one. */
export const nameToUpdate = neverCleared(
	textField({ displayName: 'Name', name: 'name', type: 'string', default: '' }),
);

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
		read: (item, parameter) =>
			resolveId(item, type, locatorOf(item, parameter, type), property.displayName),
	};
}
