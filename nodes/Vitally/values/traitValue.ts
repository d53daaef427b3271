import { tryToParseBoolean, tryToParseNumber, type IDataObject } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { calendarDate, utcDateTime } from './dates';
import { EMPTY_TEXT, NO_VALUE, type EmptyForm } from './emptyValues';
import { assertDigits } from './lostDigits';
import { textList } from './textList';

/** The types of the form, with the parameter that holds the value of each. */
export const VALUE_PARAMETER = {
	boolean: 'booleanValue',
	date: 'dateValue',
	dateTime: 'dateTimeValue',
	multiSelect: 'multiSelectValue',
	number: 'numberValue',
	string: 'stringValue',
} as const;

export type TraitType = keyof typeof VALUE_PARAMETER;

/** How nothing is said in each type; null clears a trait of any. */
export function emptyTrait(type: TraitType): EmptyForm {
	if (type === 'string') return EMPTY_TEXT;
	return type === 'multiSelect' ? { ...NO_VALUE, blank: [] } : NO_VALUE;
}

/**
 * The JSON value that makes the service see a trait of the wanted type: it infers the type from the
 * value and offers no other way to state it.
 *
 * @param type type chosen in the form
 * @param value what the user entered or an expression gave, not empty
 * @param field label of the trait, for the error text
 * @param timeZone IANA zone in which a datetime without zone is meant
 * @throws VitallyError for a value that is not of the type
 * Source: docs/service.md, Trait creation rules
 */
export function traitValue(
	type: TraitType,
	value: unknown,
	field: string,
	timeZone: string,
): IDataObject[string] {
	assertDigits(value, field);
	switch (type) {
		case 'string':
			return typeof value === 'object' ? JSON.stringify(value) : String(value);
		case 'number':
			return numberOf(value, field);
		case 'boolean':
			return booleanOf(value, field);
		case 'date':
			return `${calendarDate(value, field, timeZone)}T00:00:00.000Z`;
		case 'dateTime':
			return utcDateTime(value, field, timeZone);
		case 'multiSelect':
			return textList(value, field);
	}
}

function numberOf(value: unknown, field: string): number {
	const isBlank = typeof value === 'string' && value.trim() === '';
	if ((typeof value === 'string' && !isBlank) || typeof value === 'number') {
		const number = parsed(tryToParseNumber, value);
		if (number !== undefined && Number.isFinite(number)) return number;
	}
	throw valueError(
		value,
		field,
		'a number',
		"Enter digits with a point before decimals, such as '12.5', or choose another Type.",
	);
}

function booleanOf(value: unknown, field: string): boolean {
	const boolean = parsed(tryToParseBoolean, value);
	if (boolean !== undefined) return boolean;
	throw valueError(
		value,
		field,
		'true or false',
		"Enter 'true' or 'false', or choose another Type.",
	);
}

function parsed<T>(parse: (value: unknown) => T, value: unknown): T | undefined {
	try {
		return parse(value);
	} catch {
		return undefined;
	}
}

function valueError(
	value: unknown,
	field: string,
	wanted: string,
	description: string,
): VitallyError {
	return new VitallyError(
		`The value ${formatValue(value)} of '${field}' is not ${wanted}`,
		description,
		{ field },
	);
}
