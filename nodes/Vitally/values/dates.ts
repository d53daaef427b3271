import { tryToParseDateTime } from 'n8n-workflow';

import { VitallyError } from '../errors/vitallyError';

type Moment = ReturnType<typeof tryToParseDateTime>;

/** n8n's parser also takes '12' for an hour of today; a date here begins with its year. */
const BEGINS_WITH_YEAR = /^\d{4}(-|\d{4}(T|$))/;
const CALENDAR_DATE = /^\d{4}-\d{2}-\d{2}/;

/**
 * The calendar date as it was written, whatever the zone.
 *
 * @param value ISO 8601 text, or a date object out of an expression
 * @param field label of the field, for the error text
 * @param timeZone IANA zone of the workflow, for date objects without one
 * @returns `YYYY-MM-DD`
 * @throws VitallyError for what is no date, such as 30 February
 */
export function calendarDate(value: unknown, field: string, timeZone: string): string {
	return String(parse(value, field, timeZone).toISODate());
}

/**
 * A moment in UTC.
 *
 * @param value ISO 8601 text, or a date object out of an expression
 * @param field label of the field, for the error text
 * @param timeZone IANA zone in which a text without zone is meant
 * @returns ISO 8601 with milliseconds and `Z`
 * @throws VitallyError for what is no date
 */
export function utcDateTime(value: unknown, field: string, timeZone: string): string {
	return String(parse(value, field, timeZone).toUTC().toISO());
}

function parse(value: unknown, field: string, timeZone: string): Moment {
	const text = typeof value === 'string' ? value.trim() : undefined;
	if (typeof value === 'object' || (text !== undefined && BEGINS_WITH_YEAR.test(text))) {
		const moment = momentOf(text ?? value, timeZone);
		// JavaScript's parser, n8n's last resort, turns 30 February into 2 March.
		const day = text && CALENDAR_DATE.exec(text)?.[0];
		if (moment?.isValid && (!day || moment.toISODate() === day)) return moment;
	}
	throw new VitallyError(
		`The value ${JSON.stringify(value) ?? 'undefined'} of '${field}' is not a date`,
		"Enter a date as '2026-03-01' or '2026-03-01T14:30:00Z', or an expression that gives one.",
	);
}

function momentOf(value: unknown, timeZone: string): Moment | undefined {
	try {
		return tryToParseDateTime(value, timeZone);
	} catch {
		return undefined;
	}
}
