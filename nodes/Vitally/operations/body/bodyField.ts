import type { INodeProperties } from 'n8n-workflow';

import { readEmptyValues } from '../../fields/options';
import { withParam, type ItemParameters } from '../../fields/itemParameters';
import { ALL_MODES, readLocator } from '../../fields/locators';
import { readBoolean, readObject } from '../../fields/readers';
import { optionalText, readTextParameter, requiredText } from '../../fields/text';
import { optionalLocator, requiredLocator, type RecordType } from '../../records/recordType';
import { PendingValue, resolveId, resolveValue } from '../../records/resolveId';
import { calendarDate, utcDateTime } from '../../values/dates';
import {
	EMPTY_LIST,
	EMPTY_TEXT,
	encodeEmpty,
	isEmpty,
	NULL_ONLY,
	type EmptyEncoding,
	type EmptyValues,
} from '../../values/emptyValues';
import { parseTextList } from '../../values/parse';
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
		read: (item, parameter) => readTextParameter(item, parameter, property.displayName),
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

/** A list of Vitally IDs or external IDs, of which the service accepts only Vitally IDs. */
export function resolvedIdsField(type: RecordType, property: INodeProperties): BodyField {
	const label = property.displayName;
	return {
		property,
		empty: 'none',
		read: (item, parameter) => {
			const entered = new Set(parseTextList(item.param(parameter), label));
			const ids = [...entered].map((one) =>
				resolveId(item, type, { mode: 'column', value: one }, label),
			);
			if (ids.length === 0) return undefined;
			return new PendingValue(async (context) => [
				...new Set(await Promise.all(ids.map(async (id) => await resolveValue(context, id)))),
			]);
		},
	};
}

/**
 * The values of the fields that the user has added; for empty values, the option 'Empty Values' applies.
 *
 * @throws VitallyError for a value that cannot be sent
 */
export function readOptional(
	item: ItemParameters,
	fields: BodyField[],
	collection: string,
): Record<string, unknown> {
	// An expression may return the whole collection, or nothing.
	if (isEmpty(item.param(collection))) return {};
	const label = collection === 'updateFields' ? 'Update Fields' : 'Additional Fields';
	const added = readObject(item, { parameter: collection, label });
	const present = fields.filter(({ property }) => Object.hasOwn(added, property.name));
	return readFields(item, present, readEmptyValues(item), `${collection}.`);
}

/** The fields to which columns are mapped, each read as if the user had added it. */
export function readMapped(
	item: ItemParameters,
	fields: BodyField[],
	mapped: Record<string, unknown>,
): Record<string, unknown> {
	const present = fields.filter(({ property }) => Object.hasOwn(mapped, property.name));
	const locators = present.filter(({ property }) => property.type === 'resourceLocator');
	const columns = { ...mapped };
	for (const { property } of locators) {
		columns[property.name] = { mode: 'column', value: mapped[property.name] };
	}
	return readFields(
		withParam(item, (name) => columns[name]),
		present,
		readEmptyValues(item),
	);
}

/** @param path what the names of the parameters begin with */
function readFields(
	item: ItemParameters,
	fields: BodyField[],
	rule: EmptyValues,
	path = '',
): Record<string, unknown> {
	const values: Record<string, unknown> = {};
	for (const { property, read, empty = NULL_ONLY } of fields) {
		const parameter = `${path}${property.name}`;
		const entered = enteredValue(item, property, parameter);
		let value: unknown;
		if (!isEmpty(entered)) value = read(item, parameter);
		else if (empty !== 'none') value = encodeEmpty(rule, entered, empty);
		if (value !== undefined) values[property.name] = value;
	}
	return values;
}

/** What the user entered in a field, not validated; of a locator, its value. */
export function enteredValue(
	item: ItemParameters,
	{ type }: INodeProperties,
	parameter: string,
): unknown {
	const isLocator = type === 'resourceLocator';
	return isLocator ? readLocator(item, parameter, ALL_MODES).value : item.param(parameter);
}
