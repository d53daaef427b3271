import type { INodeProperties } from 'n8n-workflow';

import { readEmptyValues } from '../fields/emptyValues';
import type { ItemParameters } from '../fields/itemParameters';
import { ALL_MODES, readLocator } from '../fields/locators';
import { readObject } from '../fields/readers';
import { encodeEmpty, isEmpty, NULL_ONLY, type EmptyValues } from '../values/emptyValues';
import { isVitallyId } from '../values/vitallyId';
import type { BodyField } from './body/bodyField';

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
	const rule = readEmptyValues(item);
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

/** The fields that the user has added; an expression may return the whole collection, or nothing. */
function addedFields(item: ItemParameters, collection: string): Record<string, unknown> {
	if (isEmpty(item.param(collection))) return {};
	const label = collection === 'updateFields' ? 'Update Fields' : 'Additional Fields';
	return readObject(item, { parameter: collection, label });
}

/** @returns `undefined` for an empty value that is not sent */
function optionalValue(
	item: ItemParameters,
	{ property, read, empty = NULL_ONLY }: BodyField,
	parameter: string,
	rule: EmptyValues,
): unknown {
	const isLocator = property.type === 'resourceLocator';
	const value = isLocator ? readLocator(item, parameter, ALL_MODES).value : item.param(parameter);
	if (!isEmpty(value)) return read(item, parameter);
	return empty === 'none' ? undefined : encodeEmpty(rule, value, empty);
}

/** The fields to which columns are mapped, each read as if the user had added it. */
export function readMapped(
	item: ItemParameters,
	fields: BodyField[],
	mapped: Record<string, unknown>,
): Record<string, unknown> {
	const rule = readEmptyValues(item);
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

/** A column may contain Vitally IDs, email addresses or external IDs. */
function pickedBy({ modes = [] }: INodeProperties, value: unknown): unknown {
	const has = (name: string) => modes.some((mode) => mode.name === name);
	if (isVitallyId(value)) return { mode: 'id', value };
	if (has('email') && typeof value === 'string' && value.includes('@'))
		return { mode: 'email', value };
	return { mode: has('externalId') ? 'externalId' : 'id', value };
}
