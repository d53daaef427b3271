import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { readLocator } from '../../fields/locators';
import { readNumber, readLimitation, type ParameterRef } from '../../fields/readers';
import { optionalLocator, type RecordType } from '../../records/recordType';
import { PendingValue, resolveId, resolveValue } from '../../records/resolveId';
import { calendarDate } from '../../values/dates';

/** For filters that the service does not have, so that n8n applies them. */
export const CLIENT_SIDE_NOTE = 'Applied in n8n';

/** Whether a record is included, by the value of the filter's field. */
export type Predicate = (value: unknown, record: IDataObject) => boolean;

/** A filter on one field of records, applied here because the service does not have it. */
export interface FieldFilter {
	property: INodeProperties;
	field: string;
	/** Whether no record after an excluded one can be included, in a list in the descending order of the field. */
	endsList?: boolean;
	/**
	 * Only called when the parameter is there and not empty.
	 *
	 * @throws VitallyError for an invalid value
	 */
	read(item: ItemParameters, choice: ParameterRef): Predicate | PendingValue<Predicate>;
}

interface FilterLabels {
	displayName: string;
	name: string;
	/** What follows "Only return" in the description. */
	only: string;
}

export function filterProperty(
	{ displayName, name, only }: FilterLabels,
	rest: Omit<INodeProperties, 'displayName' | 'name' | 'description'>,
): INodeProperties {
	return { displayName, name, ...rest, description: describeFilter(only) };
}

function describeFilter(only: string): string {
	return `Only return ${only}. ${CLIENT_SIDE_NOTE}.`;
}

/**
 * Records by a number that the user enters.
 *
 * @param bounds that the editor accepts, and the default
 * @param predicateOf the number, the time zone of the workflow and the filter's label
 * @param rule for the number
 */
export function numberFilter(
	labels: FilterLabels,
	field: string,
	{ initial, ...typeOptions }: { initial: number; minValue: number; maxValue: number },
	predicateOf: (bound: number, timeZone: string, label: string) => Predicate,
	rule = { isAllowed: Number.isFinite, wanted: 'a number' },
): FieldFilter {
	return {
		property: filterProperty(labels, { type: 'number', typeOptions, default: initial }),
		field,
		read: (item, choice) => {
			const bound = readNumber(item, choice, { fallback: initial, ...rule });
			return predicateOf(bound, item.timeZone, choice.label);
		},
	};
}

/** For `numberFilter`: a record without the number is excluded. */
export const comparing =
	(isWanted: (value: number, bound: number) => boolean) =>
	(bound: number): Predicate =>
	(value) =>
		typeof value === 'number' && isWanted(value, bound);

/** Records whose date is on one side of a day; those without a date are excluded. */
export function dayFilter(
	labels: FilterLabels,
	field: string,
	isWanted: (day: string, bound: string) => boolean,
	initial = '',
): FieldFilter {
	return {
		property: filterProperty(
			{ ...labels, only: `${labels.only}, such as 2026-03-31; any time is ignored` },
			{ type: 'dateTime', typeOptions: { dateOnly: true }, default: initial },
		),
		field,
		read: (item, { parameter, label }) => {
			const bound = calendarDate(item.param(parameter), label, item.timeZone);
			return (value) => typeof value === 'string' && isWanted(value.slice(0, 10), bound);
		},
	};
}

/**
 * Records that refer to one record of a type by its Vitally ID.
 *
 * @param idsOf the IDs to which a record refers, where it has several
 */
export function locatorFilter(
	type: RecordType,
	{ only, ...labels }: FilterLabels,
	field: string,
	idsOf: (record: IDataObject) => unknown[] = (record) => [record[field]],
): FieldFilter {
	return {
		property: optionalLocator(type, { ...labels, description: describeFilter(only) }),
		field,
		read: (item, { parameter, label }) => {
			const named = resolveId(item, type, readLocator(item, parameter, type), label);
			return new PendingValue(async (context) => {
				const id = await resolveValue(context, named);
				return (_value, record) => idsOf(record).includes(id);
			});
		},
	};
}

/** A filter with the value that an item enters; an ID may have to be resolved. */
export interface ItemFilter<P = Predicate> extends Pick<FieldFilter, 'field' | 'endsList'> {
	label: string;
	isWanted: P;
}

/** @throws VitallyError for a filter that is empty, or has an invalid value */
export function readFilters(
	item: ItemParameters,
	filters: readonly FieldFilter[],
): Array<ItemFilter<Predicate | PendingValue<Predicate>>> {
	return filters.flatMap(({ property: { name, displayName: label }, field, endsList, read }) => {
		const choice = { parameter: `filters.${name}`, label };
		if (readLimitation(item, choice) === undefined) return [];
		return [{ label, field, endsList, isWanted: read(item, choice) }];
	});
}

/** @throws VitallyError when a filter that ends the list would end it too early */
export function assertNewestFirst({ label, field }: ItemFilter, page: IDataObject[]): void {
	const times = page.map((record) => Date.parse(String(record[field])));
	if (!times.some((timeMs, index) => timeMs > times[index - 1])) return;
	throw new VitallyError(
		`The filter '${label}' cannot be applied, because Vitally's list does not come newest first`,
		"Choose another 'Sort By': the whole list is then read.",
		{ field: label },
	);
}

/** @throws VitallyError when no record of a page has the field of a filter */
export function assertFiltersApply(filters: readonly ItemFilter[], page: IDataObject[]): void {
	for (const { label, field } of filters) {
		if (page.some((record) => record[field] !== undefined)) continue;
		throw new VitallyError(
			`The filter '${label}' cannot be applied, because Vitally's list does not show ${field}`,
			`Remove '${label}' under 'Filters'.`,
			{ field: label },
		);
	}
}
