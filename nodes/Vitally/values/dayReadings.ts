/** A day and a month in either order and a year, as people write them. */
const DAY_MONTH_YEAR = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

/** A day that a text may mean. */
interface DayReading {
	/** `YYYY-MM-DD` */
	date: string;
	/** The day for a person, such as `3 April`. */
	label: string;
	/** The format for `toDateTime` of n8n's expressions. */
	format: string;
}

/**
 * Reads a text such as `03/04/2027`, of which only the writer knows whether the month is first.
 *
 * @returns the days that it may mean, one or two; nothing where it means none
 */
export function readingsOfDay(text: string): DayReading[] {
	const match = DAY_MONTH_YEAR.exec(text);
	if (!match) return [];

	const [, first, separator, second, year] = match;
	const monthFirst = reading({ year, month: first, day: second }, ['M', 'd', 'yyyy'], separator);
	const dayFirst = reading({ year, month: second, day: first }, ['d', 'M', 'yyyy'], separator);
	const readings = [monthFirst, dayFirst].filter((found) => found !== undefined);
	const areSame = readings.length === 2 && readings[0].date === readings[1].date;

	return areSame ? readings.slice(0, 1) : readings;
}

/** @returns `undefined` for a day that does not exist */
function reading(
	{ year, month, day }: Record<'year' | 'month' | 'day', string>,
	parts: readonly string[],
	separator: string,
): DayReading | undefined {
	const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
	const time = new Date(`${date}T00:00:00Z`);
	// JavaScript changes 30 February to 2 March.
	const exists = !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
	if (!exists) return undefined;

	const monthName = time.toLocaleString('en', { month: 'long', timeZone: 'UTC' });

	return { date, label: `${time.getUTCDate()} ${monthName}`, format: parts.join(separator) };
}
