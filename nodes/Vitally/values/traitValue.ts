import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { calendarDate, utcDateTime } from './dates';
import { EMPTY_TEXT, NULL_ONLY, type EmptyEncoding } from './emptyValues';
import { jsonValue } from './json';
import { assertSafeInteger, parseDecimal, parseTextList } from './parse';

/** The types in the editor, each with the parameter of its value. */
export const VALUE_PARAMETER = {
	boolean: 'booleanValue',
	date: 'dateValue',
	dateTime: 'dateTimeValue',
	multiSelect: 'multiSelectValue',
	number: 'numberValue',
	string: 'stringValue',
} as const;

export type TraitType = keyof typeof VALUE_PARAMETER;

/** The names of the types in the editor, in its order. */
export const TRAIT_TYPES: Record<TraitType, string> = {
	boolean: 'Boolean',
	date: 'Date',
	dateTime: 'Date and Time',
	multiSelect: 'Multi-Select',
	number: 'Number',
	string: 'String',
};

/**
 * @param defined type in the definition of a trait
 * @returns `undefined` for one of the names that are not known
 * Source: docs/internal/beyond.md, 9
 */
export function traitTypeOf(defined: unknown): TraitType | undefined {
	const name = String(defined)
		.toLowerCase()
		.replace(/[^a-z]/g, '');
	if (name === 'textarea') return 'string';
	return (Object.keys(TRAIT_TYPES) as TraitType[]).find((type) => type.toLowerCase() === name);
}

/** The empty values of each type; null clears a trait of any type. */
export function emptyTrait(type: TraitType): EmptyEncoding {
	if (type === 'string') return EMPTY_TEXT;
	return type === 'multiSelect' ? { ...NULL_ONLY, blank: [] } : NULL_ONLY;
}

/**
 * The JSON value of a trait. Vitally infers the type of the trait from it.
 *
 * @param type type chosen in the form
 * @param value what the user entered or an expression returned, not empty
 * @param field label of the trait, for the error text
 * @param timeZone IANA zone of a datetime without zone
 * @throws VitallyError for a value that is not of the type
 * Source: docs/internal/service.md, Trait creation rules
 */
export function traitValue(
	type: TraitType,
	value: unknown,
	field: string,
	timeZone: string,
): IDataObject[string] {
	assertSafeInteger(value, field);
	switch (type) {
		case 'string':
			return toText(value);
		case 'number':
			return parseNumber(value, field);
		case 'boolean':
			return parseBoolean(value, field);
		case 'date':
			return `${calendarDate(value, field, timeZone)}T00:00:00.000Z`;
		case 'dateTime':
			return utcDateTime(value, field, timeZone);
		case 'multiSelect':
			return parseTextList(value, field);
	}
}

/** A date is its ISO text, other objects are their JSON. */
function toText(value: unknown): string {
	const sent = jsonValue(value);
	return typeof sent === 'object' ? JSON.stringify(sent) : String(sent);
}

function parseNumber(value: unknown, field: string): number {
	const number = parseDecimal(value);
	if (number !== undefined) return number;
	throw valueError(
		value,
		field,
		'a number',
		"Enter digits with a point before decimals, such as '12.5', or choose another Type.",
	);
}

const BOOLEANS = new Map([
	['true', true],
	['1', true],
	['false', false],
	['0', false],
]);

function parseBoolean(value: unknown, field: string): boolean {
	const boolean = BOOLEANS.get(String(value).trim().toLowerCase());
	if (boolean !== undefined && typeof value !== 'object') return boolean;
	throw valueError(
		value,
		field,
		'true or false',
		"Enter 'true' or 'false', or choose another Type.",
	);
}

function valueError(
	value: unknown,
	field: string,
	expected: string,
	description: string,
): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not ${expected}`,
		description,
		{ field },
	);
}
