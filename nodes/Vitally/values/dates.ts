import { tryToParseDateTime } from 'n8n-workflow';

import { formatValue } from '../errors/formatValue';
import { VitallyError } from '../errors/vitallyError';
import { readingsOfDay } from './dayReadings';
import { jsonValue } from './json/json';
import { parseDecimal } from './numbers';
import { singleEntry } from './singleEntry';

type DateTime = ReturnType<typeof tryToParseDateTime>;

/**
 * A date of ISO 8601, with or without a time, also with a space in place of the T, as databases write it. n8n's parser
 * accepts more: '12' as an hour of today, '2026-5-1' in the zone of the machine, 30 February as 2 March, and zones that are
 * days away from UTC.
 */
const ISO_8601 =
	/^(\d{4})-?(\d{2})-?(\d{2})([T ]\d{2}(:?\d{2}(:?\d{2}([.,]\d+)?)?)?\s?(Z|[+-](0\d|1[0-4])(:?[0-5]\d)?)?)?$/i;

/** A JavaScript Date as JSON: n8n stores items as JSON between some nodes, and shows them so. */
const SERIALIZED_DATE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The days of this century, as Excel counts them from its day 0. */
const EXCEL_DAYS = { first: 36526, last: 73050 };

const EXCEL_DAY_0_MS = Date.UTC(1899, 11, 30);

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Times of this century as a number since 1970, in seconds or in milliseconds. */
const UNIX_TIMES = [
	{ unit: 'seconds', unitMs: 1000, method: 'fromSeconds' },
	{ unit: 'milliseconds', unitMs: 1, method: 'fromMillis' },
];

const CENTURY_MS = { first: Date.UTC(2000, 0), last: Date.UTC(2100, 0) };

/**
 * Returns the calendar date as entered, whatever the zone. Databases return a day as a JavaScript Date at its
 * midnight. So a Date, or its JSON, is that day if it is midnight in UTC, in the zone of n8n's process or in that of
 * the workflow, in this order. Any other Date is its day in the workflow's zone.
 *
 * @param value ISO 8601 text, a date object of an expression, or a list with one of them
 * @param timeZone IANA zone of the workflow, for date objects without one
 * @returns `YYYY-MM-DD`
 * @throws VitallyError for what is not a date, such as 30 February
 */
export function calendarDate(value: unknown, field: string, timeZone: string): string {
	const { date, isJavaScriptDate } = parse(value, field, timeZone);
	if (!isJavaScriptDate) return String(date.toISODate());

	const dateInZones = ['utc', 'system', timeZone].map((zone) => date.setZone(zone));
	const midnight = dateInZones.find(isMidnight);

	return String((midnight ?? date).toISODate());
}

/**
 * Returns the day that a time is in a zone.
 *
 * @param timeMs since 1970; `undefined` for none
 * @returns `YYYY-MM-DD`, and `undefined` for none
 */
export function dayOfTime(timeMs: number | undefined, timeZone: string): string | undefined {
	if (timeMs === undefined) return undefined;

	return (
		tryToParseDateTime(new Date(timeMs).toISOString(), 'utc').setZone(timeZone).toISODate() ??
		undefined
	);
}

/**
 * Returns the day in UTC of a time that the service returns as a number since 1970, as it may do with dates in traits.
 *
 * @returns `YYYY-MM-DD`, and `undefined` for a number that is no time of this century
 * Source: docs/internal/public-facts.md, 4
 */
export function dayOfUnixTime(number: number): string | undefined {
	return unixTimeOf(number)?.time.slice(0, 'YYYY-MM-DD'.length);
}

/** Returns the day alone for a day that the service returns as its midnight in UTC; other text stays. */
export function withoutMidnight(text: string): string {
	return text.replace(/^(\d{4}-\d{2}-\d{2})T00:00(:00(\.0+)?)?Z$/, '$1');
}

/**
 * Returns a point in time, in UTC.
 *
 * @param value ISO 8601 text, a date object of an expression, or a list with one of them
 * @param timeZone IANA zone of a text without zone
 * @returns ISO 8601 with milliseconds and `Z`
 * @throws VitallyError for what is not a date
 */
export function utcDateTime(value: unknown, field: string, timeZone: string): string {
	return String(parse(value, field, timeZone).date.toUTC().toISO());
}

/**
 * Parses a date. n8n's parser would read the text of any object, so that `[5]` would be a day of 2001: only what has an ISO
 * text gets there.
 *
 * @throws VitallyError for what is not a date
 */
function parse(
	value: unknown,
	field: string,
	timeZone: string,
): { date: DateTime; isJavaScriptDate: boolean } {
	const entered = singleEntry(value);
	const text = isoTextOf(entered);
	const date = text === undefined ? undefined : dateIn(text, timeZone);
	if (text === undefined || date === undefined) throw notDateError(value, entered, field);

	if (isDateObject(entered)) return { date: date.setZone(timeZone), isJavaScriptDate: true };

	const isJavaScriptDate = typeof entered === 'string' && SERIALIZED_DATE.test(text);

	return { date, isJavaScriptDate };
}

/** @returns `undefined` for a text that is no date of ISO 8601, and for a day that does not exist */
function dateIn(text: string, timeZone: string): DateTime | undefined {
	const day = dayIn(text);
	if (day === undefined) return undefined;

	const date = tryToParse(text, timeZone);
	// The parser turns a day that does not exist into another one.
	const isDate = date && isSendable(date) && date.toISODate() === day;

	return isDate ? date : undefined;
}

/**
 * Advises expressions for the whole column: cells without such a date, and empty ones, stay as they are.
 *
 * @param entered the value, or the only entry of a list
 */
function notDateError(value: unknown, entered: unknown, field: string): VitallyError {
	const subject = `The value ${formatValue(value)} of '${field}'`;
	const readings = typeof entered === 'string' ? readingsOfDay(entered.trim()) : [];

	if (readings.length > 0) {
		const [{ date }] = readings;
		const labels = readings.map(({ label }) => label);
		const title = labels.length === 2 ? `could be ${labels.join(' or ')}` : 'is not a date';
		const expressions = readings.map(
			({ format, label }) =>
				`{{ $json['column']?.toDateTime('${format}').toISODate() ?? $json['column'] }} for ${label}`,
		);

		return new VitallyError(
			`${subject} ${title}`,
			`Enter the expression ${expressions.join(', or ')}. Or write the date as '${date}'.`,
			{ field },
		);
	}

	return new VitallyError(
		`${subject} is not a date`,
		`${describeNumber(entered)}Enter a date as '2026-03-01' or '2026-03-01T14:30:00Z', or an expression that returns one.`,
		{ field },
	);
}

/** @returns a text itself, and the JSON of a date object, such as one of Luxon with its zone */
function isoTextOf(value: unknown): string | undefined {
	const sent = jsonValue(value);

	return typeof sent === 'string' ? sent.trim() : undefined;
}

function isDateObject(value: unknown): boolean {
	return Object.prototype.toString.call(value) === '[object Date]';
}

/** @returns a sentence about a number by which spreadsheets or programs store a day or a time, or nothing */
function describeNumber(value: unknown): string {
	const number = parseDecimal(value);
	if (number === undefined) return '';

	if (number >= EXCEL_DAYS.first && number <= EXCEL_DAYS.last) {
		const day = new Date(EXCEL_DAY_0_MS + Math.floor(number) * DAY_MS).toISOString().slice(0, 10);

		return `Format the column as text in the spreadsheet, which stores ${day} as the number ${number}. `;
	}

	const unixTime = unixTimeOf(number);
	if (!unixTime) return '';

	const { unit, method, time } = unixTime;

	return `Convert the number with the expression ${convertNumber(method)}: it is ${time} in ${unit} since 1970. `;
}

/** @returns the time that a number is since 1970, and its unit; `undefined` for none of this century */
function unixTimeOf(number: number): { unit: string; method: string; time: string } | undefined {
	for (const { unit, unitMs, method } of UNIX_TIMES) {
		const timeMs = number * unitMs;
		if (timeMs < CENTURY_MS.first || timeMs > CENTURY_MS.last) continue;

		return { unit, method, time: new Date(timeMs).toISOString() };
	}

	return undefined;
}

/**
 * Returns an expression for a column of numbers, which other systems also return as text. Cells without a number stay as they
 * are: an empty cell would otherwise be a day of 1970, and a text would get lost without an error. A day is stored as its midnight
 * in UTC, which is the day before in a zone of the Americas.
 */
function convertNumber(method: string): string {
	return `{{ Number($json['column']) ? DateTime.${method}(Number($json['column']), { zone: 'utc' }) : $json['column'] }}`;
}

/** @returns the day of a text as `YYYY-MM-DD`; `undefined` where it is no date of ISO 8601 */
function dayIn(text: string): string | undefined {
	const match = ISO_8601.exec(text);
	if (!match) return undefined;

	const [, year, month, day] = match;

	return `${year}-${month}-${day}`;
}

function tryToParse(text: string, timeZone: string): DateTime | undefined {
	try {
		return tryToParseDateTime(text, timeZone);
	} catch {
		return undefined;
	}
}

function isSendable(date: DateTime): boolean {
	return date.isValid && hasFourDigitYear(date) && hasFourDigitYear(date.toUTC());
}

/** Whether a year has four digits in ISO 8601, as the service reads it. */
function hasFourDigitYear({ year }: DateTime): boolean {
	return year >= 1 && year <= 9999;
}

function isMidnight(date: DateTime): boolean {
	return date.toMillis() === date.startOf('day').toMillis();
}
