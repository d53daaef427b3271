import type { IDataObject } from 'n8n-workflow';

import { jsonValue, isPlainObject } from './json';

/**
 * Whether Vitally already has the value that would be sent, in whatever form. A number or boolean equals its
 * text, a date equals its midnight in UTC, a time equals the same time in another zone, and lists of plain
 * values are equal in any order. Missing values, null, '' and [] are equal. Two different strings are never
 * compared as numbers: the versions '1.1' and '1.10' differ.
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
	if (typeof current === 'object' || typeof value === 'object') {
		return typeof current === 'object' && typeof value === 'object' && objectsEqual(current, value);
	}
	if (typeof value !== 'string') return typeof current === 'string' && readText(current) === value;
	const reading = readText(value);
	if (typeof current !== 'string') return reading === current;
	return typeof reading === 'object' && reading.instant === readInstant(current);
}

function isBlank(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return Array.isArray(value) && value.length === 0;
}

/** A multi-select has neither order nor repetitions; lists of objects have both. */
function listsEqual(current: unknown[], sent: unknown[]): boolean {
	const values = sent.map(jsonValue);
	if (![...current, ...values].every(isScalar)) {
		return (
			current.length === values.length && current.every((one, i) => valuesEqual(one, values[i]))
		);
	}
	return containsAll(current, values) && containsAll(values, current);
}

function isScalar(value: unknown): boolean {
	return typeof value !== 'object' || value === null;
}

/** As `valuesEqual` for each pair of values, but in linear time. */
function containsAll(list: unknown[], values: unknown[]): boolean {
	const exact = new Set(list.map((one) => (isBlank(one) ? null : one)));
	const parsed = new Set<unknown>();
	const instants = new Set<number>();
	for (const one of list) {
		const reading = typeof one === 'string' ? readText(one) : undefined;
		if (typeof reading === 'object') instants.add(reading.instant);
		else if (reading !== undefined) parsed.add(reading);
	}
	return values.every((value) => {
		if (exact.has(isBlank(value) ? null : value)) return true;
		if (typeof value !== 'string') return parsed.has(value);
		const reading = readText(value);
		return typeof reading === 'object' ? instants.has(reading.instant) : exact.has(reading);
	});
}

function objectsEqual(current: object | null, sent: object | null): boolean {
	const before = new Map<string, unknown>(Object.entries(current ?? {}));
	const after = new Map<string, unknown>(Object.entries(sent ?? {}));
	return [...new Set([...before.keys(), ...after.keys()])].every((key) =>
		valuesEqual(before.get(key), after.get(key)),
	);
}

/** Text with leading zeros is a code, such as a postcode. */
const NUMBER = /^[+-]?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;
const MAX_EXACT_DIGITS = 15;
const MAX_NUMBER_LENGTH = 100;

/** The number, boolean or instant (milliseconds since 1970) that a text represents. */
function readText(text: string): number | boolean | { instant: number } | undefined {
	const trimmed = text.trim();
	if (/^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
	const instant = readInstant(trimmed);
	if (instant !== undefined) return { instant };
	if (trimmed.length > MAX_NUMBER_LENGTH || !NUMBER.test(trimmed)) return undefined;
	const number = Number(trimmed);
	// JavaScript cannot distinguish all numbers with more digits.
	const [mantissa] = trimmed.split(/e/i);
	const shortest = mantissa.includes('.') ? mantissa.replace(/0+$/, '') : mantissa;
	const digits = shortest.replace(/\D/g, '').replace(/^0+/, '');
	return digits.length <= MAX_EXACT_DIGITS || String(number) === trimmed ? number : undefined;
}

/** A date, or a time with its zone; without a zone the instant is unknown. */
const DATE_TIME =
	/^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s?(Z|[+-]\d{2}:?\d{2}|[+-]\d{2}))?$/i;

/** @returns milliseconds since 1970 with fractions; a date is its midnight in UTC */
function readInstant(text: string): number | undefined {
	const match = DATE_TIME.exec(text.trim());
	if (!match) return undefined;
	const [year, month, day, hour, minute, second] = match
		.slice(1, 7)
		.map((part) => Number(part ?? 0));
	const midnight = Date.UTC(year, month - 1, day);
	// Rejects 30 February, and years before 100, which JavaScript reads as 19xx.
	const isDate = new Date(midnight).toISOString().startsWith(match[0].slice(0, 10));
	if (!isDate || hour > 23 || minute > 59 || second > 59) return undefined;
	const fraction = Number(match[7] ?? 0) * 1000;
	return midnight + ((hour * 60 + minute - zoneMinutes(match[8])) * 60 + second) * 1000 + fraction;
}

function zoneMinutes(zone = 'Z'): number {
	if (zone.toUpperCase() === 'Z') return 0;
	const digits = zone.replace(/\D/g, '').padEnd(4, '0');
	const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
	return zone.startsWith('-') ? -minutes : minutes;
}

/** Whether a record has the values that a creation sent, in the fields that Vitally returns. */
export function matchesSent(record: IDataObject, sent: IDataObject): boolean {
	return Object.entries(sent).every(
		([key, value]) => !(key in record) || valueMatchesSent(record[key], value),
	);
}

function valueMatchesSent(returned: unknown, sent: unknown): boolean {
	if (Array.isArray(sent) && sent.some((one) => typeof one === 'object')) {
		// Messages of a conversation are returned with more fields than were sent.
		return Array.isArray(returned) && returned.length === sent.length;
	}
	if (isPlainObject(sent)) return isPlainObject(returned) && matchesSent(returned, sent);
	// Vitally changes HTML in ways that are not documented.
	if (typeof sent === 'string' && sent.includes('<')) return typeof returned === 'string';
	return valuesEqual(returned, sent);
}
