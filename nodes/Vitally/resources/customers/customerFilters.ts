import { readSearchText } from '../../fields/text';
import {
	dayFilter,
	filterProperty,
	locatorFilter,
	numberFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { traitFilter } from '../../operations/filters/traitFilter';
import { isPlainObject } from '../../values/plainObject';
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
	read: (item, { parameter, label }) => {
		const wanted = readSearchText(item, parameter, label)?.toLowerCase();
		const matches = (value: unknown) => String(value).trim().toLowerCase() === wanted;
		return (segments) =>
			Array.isArray(segments) &&
			segments.some((one: unknown) =>
				isPlainObject(one) ? matches(one.id) || matches(one.name) : matches(one),
			);
	},
};

/**
 * Filters by fields of accounts and organizations for which their lists have no parameters.
 * Source: docs/internal/service.md, Account; docs/internal/beyond.md, 2
 */
export const customerFilters: FieldFilter[] = [
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
		(score, bound) => score > bound,
	),
	numberFilter(
		{ displayName: 'Health Below', name: 'healthBelow', only: 'records with a lower health score' },
		'healthScore',
		{ ...health, initial: 5 },
		(score, bound) => score < bound,
	),
	dayFilter(
		{
			displayName: 'Renewal After',
			name: 'renewalAfter',
			only: 'records with a renewal after this day',
		},
		'nextRenewalDate',
		(day, bound) => day > bound,
	),
	dayFilter(
		{
			displayName: 'Renewal Before',
			name: 'renewalBefore',
			only: 'records with a renewal before this day',
		},
		'nextRenewalDate',
		(day, bound) => day < bound,
	),
	segmentFilter,
	traitFilter,
];
