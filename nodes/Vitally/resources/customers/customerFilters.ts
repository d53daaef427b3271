import { textProperty } from '../../fields/properties';
import { readSearchText } from '../../fields/readers';
import {
	comparing,
	dayFilter,
	describeFilter,
	locatorFilter,
	NUMBER_OF_DAYS,
	numberFilter,
	withinDaysFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { recordFilters } from '../../operations/filters/recordFilters';
import { traitFilter } from '../../operations/filters/traitFilter';
import { DAY_MS } from '../../values/dates';
import { normalizeName } from '../../values/parse';
import { csmIdOf, parseTimestamp, segmentsOf, type NamedSegment } from '../../values/recordValues';
import { adminType } from '../recordTypes';

/** The health score is from 0 to 10 (docs/internal/service.md, Account). */
const HEALTH = { field: 'healthScore', bounds: { minValue: 0, maxValue: 10 } };

const segmentFilter: FieldFilter = {
	property: textProperty('Segment', 'segment', {
		placeholder: 'e.g. Enterprise',
		description: describeFilter('records in the segment with this name or ID (not case-sensitive)'),
	}),
	field: 'segments',
	parse: (segments) => segmentsOf({ segments }) ?? undefined,
	read: (item, choice) => {
		const wanted = normalizeName(String(readSearchText(item, choice)));
		const matches = (value: unknown) => normalizeName(String(value)) === wanted;

		return (segments) =>
			Array.isArray(segments) &&
			(segments as NamedSegment[]).some(([id, name]) => matches(id) || matches(name));
	},
};

const RENEWAL = { field: 'nextRenewalDate' };

const renewalWithinDays = withinDaysFilter('Renewal Within Days', 'renewalWithinDays', {
	...RENEWAL,
	initial: 60,
	only: 'records with a renewal from today until this many days from now',
});

/** A filter that users have too. */
export const notSeenForDays = numberFilter(
	'Not Seen for Days',
	'notSeenForDays',
	{
		field: 'lastSeenTimestamp',
		...NUMBER_OF_DAYS,
		parse: parseTimestamp,
		initial: 30,
		only: 'records without activity in your product for this many days, or with none at all',
	},
	(count) => {
		const lastMs = Date.now() - count * DAY_MS;

		return (timeMs) => typeof timeMs !== 'number' || timeMs <= lastMs;
	},
);

/**
 * The filters by fields of accounts and organizations for which their lists have no parameters.
 * Source: docs/internal/service.md, Account; docs/internal/beyond.md, 2
 */
export const customerFilters: FieldFilter[] = [
	...recordFilters(),
	locatorFilter(adminType, 'CSM', 'csm', {
		field: 'csmId',
		only: 'records of this CSM',
		idsOf: csmIdOf,
	}),
	numberFilter(
		'Health Above',
		'healthAbove',
		{ ...HEALTH, initial: 8, only: 'records with a higher health score' },
		comparing((score, bound) => score > bound),
	),
	numberFilter(
		'Health Below',
		'healthBelow',
		{ ...HEALTH, initial: 5, only: 'records with a lower health score' },
		comparing((score, bound) => score < bound),
	),
	notSeenForDays,
	renewalWithinDays,
	dayFilter(
		'Renewal From',
		'renewalFrom',
		{ ...RENEWAL, only: 'records with a renewal on this day or later', initial: '={{ $today }}' },
		(day, bound) => day >= bound,
	),
	dayFilter(
		'Renewal Until',
		'renewalUntil',
		{
			...RENEWAL,
			initial: "={{ $today.plus(60, 'days') }}",
			only: 'records with a renewal on this day or earlier',
		},
		(day, bound) => day <= bound,
	),
	segmentFilter,
	traitFilter,
];
