import { formatValue } from '../../errors/formatValue';
import { VitallyError } from '../../errors/vitallyError';
import { calendarDate, utcDateTime } from '../dates';
import { EMPTY_TEXT, NULL_ONLY, type EmptyEncoding } from '../emptyValues';
import type { JsonValue } from '../json/json';
import { parseTextList } from '../lists';
import { readDecimal } from '../numbers';
import { parseBoolean } from '../parse';
import { singleEntry } from '../singleEntry';
import { readText } from '../text';

/** The types in the editor with their labels, in its order. */
export const TRAIT_TYPES = {
	boolean: 'Boolean',
	date: 'Date',
	dateTime: 'Date and Time',
	multiSelect: 'Multi-Select',
	number: 'Number',
	string: 'String',
} as const;

export type TraitType = keyof typeof TRAIT_TYPES;

export function isTraitType(type: unknown): type is TraitType {
	return Object.hasOwn(TRAIT_TYPES, String(type));
}

/** Returns the name of the parameter in the editor for a value of a type. */
export function valueParameter(type: TraitType): string {
	return `${type}Value`;
}

/**
 * Returns the type of a trait from its definition.
 *
 * @param defined name of the type in the definition
 * @returns `undefined` for a name that is not known
 * Source: docs/internal/beyond.md, 9
 */
export function traitTypeOf(defined: unknown): TraitType | undefined {
	const name = String(defined)
		.toLowerCase()
		.replace(/[^a-z]/g, '');
	if (name === 'textarea') return 'string';

	return (Object.keys(TRAIT_TYPES) as TraitType[]).find((type) => type.toLowerCase() === name);
}

/** Returns the empty values of a type; null clears a trait of any type. */
export function emptyTrait(type: TraitType): EmptyEncoding {
	if (type === 'string') return EMPTY_TEXT;

	return type === 'multiSelect' ? { ...NULL_ONLY, blank: [] } : NULL_ONLY;
}

/**
 * Returns the JSON value of a trait. Vitally infers the type of the trait from it.
 *
 * @param value what the user entered or an expression returned, not empty
 * @param timeZone IANA zone of a datetime without zone
 * @throws VitallyError for a value that is not of the type
 * Source: docs/internal/service.md, Trait creation rules
 */
export function traitValue(
	type: TraitType,
	value: unknown,
	field: string,
	timeZone: string,
): JsonValue {
	const valueError = (expected: string, description: string) =>
		new VitallyError(
			`The value ${formatValue(value)} of '${field}' is not ${expected}`,
			`${description}.`,
			{ field },
		);

	switch (type) {
		case 'string':
			return toText(value, field);

		case 'number': {
			const number = readDecimal(value, field);
			if (number !== undefined) return number;

			throw valueError('a number', "Enter digits with a point before decimals, such as '12.5'");
		}

		case 'boolean': {
			const boolean = parseBoolean(value);
			if (boolean !== undefined) return boolean;

			throw valueError('true or false', "Enter 'true' or 'false'");
		}

		case 'date':
			return `${calendarDate(value, field, timeZone)}T00:00:00.000Z`;
		case 'dateTime':
			return utcDateTime(value, field, timeZone);
		case 'multiSelect':
			return parseTextList(value, field);
	}
}

/** Reads a value as a field for text does, and accepts true and false as well. */
function toText(value: unknown, field: string): string {
	const entry = singleEntry(value);

	return typeof entry === 'boolean' ? String(entry) : readText(entry, field);
}
