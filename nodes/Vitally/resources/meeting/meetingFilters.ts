import {
	dayFilter,
	withinDaysFilter,
	type FieldFilter,
	type ValueFilter,
} from '../../operations/filters/fieldFilter';
import { nameFilter } from '../../operations/filters/recordFilters';
import { dayOfTime } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { parseTimestamp } from '../../values/recordValues';

const START = { field: 'startDateTime' };

/** Filters for which the list has no parameters (docs/internal/beyond.md, 11). */
export const meetingFilters: FieldFilter[] = [
	byStart(
		dayFilter(
			'Starts From',
			'startsFrom',
			{ ...START, only: 'meetings that start on this day or later', initial: '={{ $today }}' },
			(day, bound) => day >= bound,
		),
	),
	byStart(
		dayFilter(
			'Starts Until',
			'startsUntil',
			{
				...START,
				only: 'meetings that start on this day or earlier',
				initial: "={{ $today.plus(7, 'days') }}",
			},
			(day, bound) => day <= bound,
		),
	),
	byStart(
		withinDaysFilter('Starts Within Days', 'startsWithinDays', {
			...START,
			initial: 1,
			only: 'meetings that start from today until this many days from now, in the time zone of the workflow',
		}),
	),
	nameFilter('Title'),
];

/** Applies a filter of days to the start of meetings: the day that a time is in the time zone of the workflow. */
function byStart(filter: ValueFilter): FieldFilter {
	return {
		...filter,
		// A meeting of whole days may have a day in place of a time (docs/internal/beyond.md, 11).
		valueIn: ({ startDateTime, startDate }) => (isEmpty(startDateTime) ? startDate : startDateTime),
		parse: (start) => (parseTimestamp(start) === undefined ? undefined : start),
		read: (item, choice) => {
			const isWanted = filter.read(item, choice);

			return (start) =>
				isWanted(isDay(start) ? start : dayOfTime(parseTimestamp(start), item.timeZone));
		},
	};
}

function isDay(start: unknown): boolean {
	return typeof start === 'string' && start.length === 'YYYY-MM-DD'.length;
}
