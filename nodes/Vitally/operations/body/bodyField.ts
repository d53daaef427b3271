import type { INodeProperties } from 'n8n-workflow';

import { replaceParam, type ItemParameters } from '../../fields/itemParameters';
import { textProperty, timeProperty } from '../../fields/properties';
import { readBoolean, readObject, requiredId, requiredText } from '../../fields/readers';
import { readEmptyValues } from '../../fields/writeOptions';
import { externalIdField, optionalLocator, type RecordType } from '../../records/recordType';
import {
	PendingValue,
	readRecordId,
	resolveId,
	resolveValue,
	type BodyValue,
	type BodyValues,
} from '../../records/resolveId';
import { calendarDate, utcDateTime } from '../../values/dates';
import { readEmail } from '../../values/email';
import {
	EMPTY_LIST,
	EMPTY_TEXT,
	encodeEmpty,
	isEmpty,
	NULL_ONLY,
	type EmptyEncoding,
} from '../../values/emptyValues';
import { isPlainObject, type JsonObject, type JsonValue } from '../../values/json/json';
import { parseLines, parseTextList } from '../../values/lists';
import { readText } from '../../values/text';
import { traitValue, type TraitType } from '../../values/traits/traitValue';

/** One field of a request's body: its property in the editor and its reader. */
export interface BodyField {
	/** The property, whose `name` is that of the field in the request, unless there is `sentAs`. */
	property: INodeProperties;
	/** The name in the request: n8n offers no value of a model for a parameter with the name `description`. */
	sentAs?: string;
	/**
	 * Reads a value from the parameters of an item.
	 *
	 * @param parameter name of the field; `collection.field` for one in a collection, which is only
	 * read when it is not empty
	 * @returns the value to send, `undefined` for none, or a `PendingValue`
	 */
	read(item: ItemParameters, parameter: string): BodyValue;
	/** The trait as which it is sent; the service sets the field of the record from it. */
	trait?: string;
	/** How an empty value is sent, unless it is null; `none` where it is never sent. */
	empty?: EmptyEncoding | 'none';
}

/** Returns the name of a field in the request. */
export function sentName({ property, sentAs }: BodyField): string {
	return sentAs ?? property.name;
}

/**
 * A kind of field.
 *
 * @param read reads a value that is not empty, or that is required
 * @param empty how an empty value is sent, see `BodyField`
 * @returns creates a field of this kind from its property
 */
export function fieldReadBy(
	read: (item: ItemParameters, parameter: string, label: string) => BodyValue,
	empty?: BodyField['empty'],
): (property: INodeProperties) => BodyField {
	return (property) => ({
		property,
		empty,
		read: (item, parameter) => read(item, parameter, property.displayName),
	});
}

export const requiredTextField = fieldReadBy(requiredText);

export const requiredIdField = fieldReadBy(requiredId);

/** A text that is not sent when it is blank. */
export const optionalTextField = fieldReadBy(requiredText, 'none');

/** An ID that is not sent when it is blank. */
export const optionalIdField = fieldReadBy(requiredId, 'none');

export const optionalExternalId = (type: RecordType, description: string): BodyField =>
	optionalIdField(externalIdField(type, { description }));

export const textField = fieldReadBy(
	(item, parameter, label) => readText(item.param(parameter), label),
	EMPTY_TEXT,
);

/** A single email address. */
export const emailField = fieldReadBy(
	(item, parameter, label) => readEmail(item.param(parameter), label),
	EMPTY_TEXT,
);

/** Creates a `textField` with its property; parameters as `textProperty`. */
export const textFieldNamed = (...property: Parameters<typeof textProperty>): BodyField =>
	textField(textProperty(...property));

export const dateField = fieldReadBy((item, parameter, label) =>
	calendarDate(item.param(parameter), label, item.timeZone),
);

export const dateTimeField = fieldReadBy((item, parameter, label) =>
	utcDateTime(item.param(parameter), label, item.timeZone),
);

export const dateTimeFieldNamed = (...property: Parameters<typeof timeProperty>): BodyField =>
	dateTimeField(timeProperty(...property));

export const booleanField = fieldReadBy((item, parameter, label) =>
	readBoolean(item, { parameter, label }),
);

/** A list of strings, which may be entered with commas. */
export const textListField = fieldReadBy(
	(item, parameter, label) => parseTextList(item.param(parameter), label),
	EMPTY_LIST,
);

/** A list of sentences, which may be entered one on each line. */
export const lineListField = fieldReadBy(
	(item, parameter, label) => parseLines(item.param(parameter), label),
	EMPTY_LIST,
);

/** A field that is sent as the trait of its name. */
export function reservedTraitField(type: TraitType, property: INodeProperties): BodyField {
	const fieldOfType = fieldReadBy((item, parameter, label) =>
		traitValue(type, item.param(parameter), label, item.timeZone),
	);

	return { ...fieldOfType(property), trait: property.name };
}

/** A field that every record has, so that it cannot be cleared. */
export function notClearable<Field extends BodyField>(field: Field): Field {
	const { empty = NULL_ONLY } = field;
	if (empty === 'none') return { ...field, empty };

	return { ...field, empty: { ...empty, cleared: undefined } };
}

export const nameToUpdate = notClearable(textFieldNamed('Name', 'name'));

/** The ID of a record, resolved from an external ID, a name, an email address or a link. */
export function resolvedIdField(type: RecordType, overrides?: Partial<INodeProperties>): BodyField {
	const field = fieldReadBy((item, parameter, label) => readRecordId(item, type, parameter, label));

	return field(optionalLocator(type, overrides));
}

/** What a record is moved to by an update. */
export const movedToField = (type: RecordType): BodyField =>
	resolvedIdField(type, { description: `Move it to this ${type.noun}` });

/** A list of Vitally IDs or external IDs, of which the service accepts only Vitally IDs. */
export function resolvedIdsField(type: RecordType, property: INodeProperties): BodyField {
	const field = fieldReadBy((item, parameter, label) => {
		const ids = parseTextList(item.param(parameter), label).map((value) =>
			resolveId(item, type, { mode: 'column', value }, label),
		);
		if (ids.length === 0) return undefined;

		return new PendingValue(async (context) => {
			const resolved = (await resolveValue(context, ids)) as JsonValue[];

			// Two IDs may name one record.
			return [...new Set(resolved)];
		});
	}, 'none');

	return field(property);
}

/**
 * The values of the fields that the user has added; for empty values, the option 'Empty Values' applies.
 *
 * @param collection name of the collection that contains the fields
 * @throws VitallyError for a value that cannot be sent
 */
export function readCollectionFields(
	item: ItemParameters,
	fields: BodyField[],
	collection: string,
): BodyValues {
	return readBodyFields(item, addedFields(item, fields, collection), `${collection}.`);
}

/** Returns the fields that the user has added to a collection. */
export function addedFields(
	item: ItemParameters,
	fields: readonly BodyField[],
	collection: string,
): BodyField[] {
	const label = collection === 'updateFields' ? 'Update Fields' : 'Additional Fields';
	const added = readObject(item, { parameter: collection, label });

	return fields.filter(({ property }) => Object.hasOwn(added, property.name));
}

/** Returns the fields at the top that have a value, or an expression, which may have no result in an item. */
export function filledTopFields(item: ItemParameters, fields: readonly BodyField[]): BodyField[] {
	return fields.filter(({ property }) => {
		const { name } = property;

		return item.isExpression?.(name) === true || !isEmpty(enteredValue(item, property, name));
	});
}

/**
 * The values of the fields at the top; for empty values, see `readCollectionFields`.
 *
 * @param mapped values of columns, over which those of the fields have precedence
 * @throws VitallyError for a value that cannot be sent, and for a required field without one
 */
export function readTopFields(
	item: ItemParameters,
	fields: readonly BodyField[],
	mapped: BodyValues = {},
): BodyValues {
	const values = { ...mapped };

	for (const field of fields) {
		const { property, read } = field;
		const { name, required } = property;
		const sent = sentName(field);
		const isBlank = isEmpty(enteredValue(item, property, name));
		// A column fills a field that is left blank.
		if (isBlank && mapped[sent] !== undefined) continue;

		if (!isBlank || required) {
			values[sent] = read(item, name);
		} else if (item.isExpression?.(name)) {
			// An expression without a result is an empty value; an empty field of the editor is not set.
			Object.assign(values, readBodyFields(item, [field]));
		}
	}

	return values;
}

/** The fields to which columns are mapped, each read as if the user had added it. */
export function readMappedFields(
	item: ItemParameters,
	fields: BodyField[],
	mapped: Record<string, unknown>,
): BodyValues {
	const present = fields.filter((field) => Object.hasOwn(mapped, sentName(field)));
	const columns: Record<string, unknown> = {};

	for (const field of present) {
		const { name, type } = field.property;
		const value = mapped[sentName(field)];

		columns[name] = type === 'resourceLocator' ? { mode: 'column', value } : value;
	}

	const param = (name: string) => (Object.hasOwn(columns, name) ? columns[name] : item.param(name));

	return readBodyFields(replaceParam(item, param), present);
}

/**
 * Moves the values of fields that are sent as traits out of the others.
 *
 * @param values changed: they lose those of the traits
 * @returns the values by the keys of their traits
 */
export function extractTraitValues(fields: readonly BodyField[], values: BodyValues): JsonObject {
	const extracted: JsonObject = {};

	for (const { property, trait } of fields) {
		const { name } = property;
		if (trait === undefined || values[name] === undefined) continue;

		// A field that is sent as a trait has no ID to look up.
		extracted[trait] = values[name] as JsonValue;
		delete values[name];
	}

	return extracted;
}

/**
 * The values of fields, empty ones by the option 'Empty Values'.
 *
 * @param path what the names of the parameters begin with
 */
function readBodyFields(item: ItemParameters, fields: readonly BodyField[], path = ''): BodyValues {
	const rule = readEmptyValues(item);
	const values: BodyValues = {};

	for (const field of fields) {
		const { property, read, empty = NULL_ONLY } = field;
		const parameter = `${path}${property.name}`;
		const entered = enteredValue(item, property, parameter);

		if (!isEmpty(entered)) {
			const value = read(item, parameter);
			if (value !== undefined) values[sentName(field)] = value;

			continue;
		}

		const sent = empty === 'none' ? undefined : encodeEmpty(rule, entered, empty);

		if (sent === undefined) {
			item.notSent?.(property.displayName);
		} else {
			values[sentName(field)] = sent;
		}
	}

	return values;
}

/** What the user entered in a field, not validated; of a locator, its value. */
export function enteredValue(
	item: ItemParameters,
	{ type }: INodeProperties,
	parameter: string,
): unknown {
	const entered = item.param(parameter);
	const isLocator = type === 'resourceLocator' && isPlainObject(entered) && 'value' in entered;

	return isLocator ? entered.value : entered;
}
