import type { IDataObject } from 'n8n-workflow';

import { jsonValue, isPlainObject, ownValue } from './json/json';

/** Text with leading zeros is a code, such as a postcode. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** A date, or a time with its zone; without a zone the instant is unknown. */
const DATE_TIME =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(?:Z|([+-]\d{2}):?(\d{2})?))?$/i;

/**
 * Whether Vitally already has the value that would be sent, in whatever form. A number or boolean equals its
 * text, a date equals its midnight in UTC, a time equals the same time in another zone and its number (which is
 * how date traits may be returned), and lists of plain values are equal in any order. Missing values, null, '' and
 * [] are equal. Two different strings are never compared as numbers: the versions '1.1' and '1.10' differ.
 *
 * @param current as Vitally returns it, `undefined` where it returns nothing
 * @param sent as JSON sends it
 * Source: docs/internal/service.md, Trait creation rules
 */
export function valuesEqual(current: unknown, sent: unknown): boolean {
	const value = jsonValue(sent);
	if (current === value) return true;
	if (isBlank(current) || isBlank(value)) return isBlank(current) && isBlank(value);

	if (Array.isArray(current) || Array.isArray(value)) {
		return Array.isArray(current) && Array.isArray(value) && listsEqual(current, value);
	}

	if (isPlainObject(current) && isPlainObject(value)) return objectsEqual(current, value);
	if (typeof value === 'string') return textEquals(value, current);

	return typeof current === 'string' && textEquals(current, value);
}

/** Whether a record has the values that a creation sent, in the fields that Vitally returns. */
export function matchesSent(record: IDataObject, sent: IDataObject): boolean {
	const returned = Object.entries(sent).filter(([key]) => key in record);

	return returned.every(([key, value]) => valueMatchesSent(record[key], value));
}

function isBlank(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;

	return Array.isArray(value) && value.length === 0;
}

/** A multi-select has neither order nor repetitions; lists of objects have both. */
function listsEqual(current: unknown[], sent: unknown[]): boolean {
	const values = sent.map(jsonValue);
	const containObjects = current.some(isObject) || values.some(isObject);

	return containObjects ? haveSameEntries(current, values) : haveSameTexts(current, values);
}

function isObject(value: unknown): boolean {
	return typeof value === 'object';
}

function haveSameEntries(current: unknown[], values: unknown[]): boolean {
	if (current.length !== values.length) return false;

	return current.every((entry, index) => valuesEqual(entry, values[index]));
}

function haveSameTexts(current: unknown[], values: unknown[]): boolean {
	const before = new Set(current.map(String));
	const after = new Set(values.map(String));

	return before.size === after.size && [...before].every((text) => after.has(text));
}

function objectsEqual(current: IDataObject, sent: IDataObject): boolean {
	const keys = Object.keys({ ...current, ...sent });

	return keys.every((key) => valuesEqual(ownValue(current, key), ownValue(sent, key)));
}

/** Whether a text represents another value. */
function textEquals(text: string, other: unknown): boolean {
	const represented = parseComparable(text);
	if (typeof represented === 'object') return instantsOf(other).includes(represented.instant);

	return represented === other;
}

/** Returns the number, boolean or instant (milliseconds since 1970) that a text represents. */
function parseComparable(text: string): number | boolean | { instant: number } | undefined {
	const trimmed = text.trim();
	if (/^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';

	const instant = readInstant(trimmed);
	if (instant !== undefined) return { instant };
	if (!NUMBER.test(trimmed)) return undefined;

	const number = Number(trimmed);
	// JavaScript rounds larger whole numbers.
	const isExact = !Number.isInteger(number) || Number.isSafeInteger(number);

	return isExact || String(number) === trimmed ? number : undefined;
}

/** The instants that a value may be: that of a text, or of a number in milliseconds or seconds since 1970. */
function instantsOf(value: unknown): unknown[] {
	if (typeof value === 'number') return [value, value * 1000];

	return typeof value === 'string' ? [readInstant(value)] : [];
}

/**
 * Reads the instant of a date or time; that of a date is its midnight in UTC.
 *
 * @returns milliseconds since 1970; `undefined` for other text
 */
function readInstant(text: string): number | undefined {
	const match = DATE_TIME.exec(text);
	if (!match) return undefined;

	const [, date, time = '00:00', hours = '+00', minutes = '00'] = match;
	const midnight = new Date(`${date}T00:00Z`);
	const instant = Date.parse(`${date}T${time}${hours}:${minutes}`);
	// JavaScript reads 30 February as 2 March.
	const isDate = !Number.isNaN(instant) && midnight.toISOString().startsWith(date);

	return isDate ? instant : undefined;
}

function valueMatchesSent(returned: unknown, sent: unknown): boolean {
	if (Array.isArray(sent) && typeof sent[0] === 'object') {
		// Messages of a conversation are returned with more fields than were sent.
		return Array.isArray(returned) && returned.length === sent.length;
	}

	if (isPlainObject(sent)) return isPlainObject(returned) && matchesSent(returned, sent);

	// Vitally changes HTML in ways that are not documented.
	if (typeof sent === 'string' && sent.includes('<')) return typeof returned === 'string';

	return valuesEqual(returned, sent);
}
