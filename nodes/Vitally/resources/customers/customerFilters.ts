import { readSearchText, wholeNumber } from '../../fields/readers';
import {
	comparing,
	dayFilter,
	filterProperty,
	locatorFilter,
	numberFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { recordFilters } from '../../operations/filters/recordFilters';
import { traitFilter } from '../../operations/filters/traitFilter';
import { calendarDate } from '../../values/dates';
import { isPlainObject } from '../../values/json';
import { adminType } from '../recordTypes';

/** docs/internal/service.md, Account: the health score is from 0 to 10. */
const health = { minValue: 0, maxValue: 10 };

const segmentFilter: FieldFilter = {
	property: filterProperty(
		{
			displayName: 'Segment',
			name: 'segment',
			only: 'records in the segment with this name or ID (not case-sensitive)',
		},
		{ type: 'string' as const, default: '', placeholder: 'e.g. Enterprise' },
	),
	field: 'segments',
	read: (item, choice) => {
		const wanted = String(readSearchText(item, choice)).toLowerCase();
		const matches = (value: unknown) => String(value).trim().toLowerCase() === wanted;
		return (segments) =>
			Array.isArray(segments) &&
			segments.filter(isPlainObject).some(({ id, name }) => matches(id) || matches(name));
	},
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** A hundred years: the last day has to be a date. */
const MAX_DAYS = 36_500;

const days = { minValue: 0, maxValue: MAX_DAYS };

const renewalWithinDays = numberFilter(
	{
		displayName: 'Renewal Within Days',
		name: 'renewalWithinDays',
		only: 'records with a renewal from today until this many days from now',
	},
	'nextRenewalDate',
	{ ...days, initial: 60 },
	(count, timeZone, label) => {
		const today = calendarDate(new Date(), label, timeZone);
		const last = new Date(Date.parse(today) + count * DAY_MS).toISOString().slice(0, today.length);
		return (value) => {
			const day = typeof value === 'string' ? value.slice(0, today.length) : '';
			return today <= day && day <= last;
		};
	},
	wholeNumber(0, MAX_DAYS),
);

/** Of users too. */
export const notSeenForDays = numberFilter(
	{
		displayName: 'Not Seen for Days',
		name: 'notSeenForDays',
		only: 'records without activity in your product for this many days, or with none at all',
	},
	'lastSeenTimestamp',
	{ ...days, initial: 30 },
	(count) => {
		const lastMs = Date.now() - count * DAY_MS;
		return (value) => !(Date.parse(String(value)) > lastMs);
	},
	wholeNumber(0, MAX_DAYS),
);

/**
 * Filters by fields of accounts and organizations for which their lists have no parameters.
 * Source: docs/internal/service.md, Account; docs/internal/beyond.md, 2
 */
export const customerFilters: FieldFilter[] = [
	...recordFilters(),
	locatorFilter(
		adminType,
		{ displayName: 'CSM', name: 'csm', only: 'records of this CSM' },
		'csmId',
	),
	numberFilter(
		{
			displayName: 'Health Above',
			name: 'healthAbove',
			only: 'records with a higher health score',
		},
		'healthScore',
		{ ...health, initial: 8 },
		comparing((score, bound) => score > bound),
	),
	numberFilter(
		{ displayName: 'Health Below', name: 'healthBelow', only: 'records with a lower health score' },
		'healthScore',
		{ ...health, initial: 5 },
		comparing((score, bound) => score < bound),
	),
	notSeenForDays,
	renewalWithinDays,
	dayFilter(
		{
			displayName: 'Renewal From',
			name: 'renewalFrom',
			only: 'records with a renewal on this day or later',
		},
		'nextRenewalDate',
		(day, bound) => day >= bound,
		'={{ $today }}',
	),
	dayFilter(
		{
			displayName: 'Renewal Until',
			name: 'renewalUntil',
			only: 'records with a renewal on this day or earlier',
		},
		'nextRenewalDate',
		(day, bound) => day <= bound,
		"={{ $today.plus(60, 'days') }}",
	),
	segmentFilter,
	traitFilter,
];
