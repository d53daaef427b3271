import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { dateProperty, numberProperty } from '../../fields/properties';
import { readLimitation, readNumber, refTo, type ParameterRef } from '../../fields/readers';
import { optionalLocator, type RecordType } from '../../records/recordType';
import { PendingValue, readRecordId, resolveValue } from '../../records/resolveId';
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

/** A filter that the service applies; sent under the name of its property. */
export interface ServiceFilter {
	property: INodeProperties;
	/** Whether only the list of all records accepts it. */
	isOnlyForAll?: true;
	/** As of a `FieldFilter`; returns the value to send, or a `PendingValue`. */
	read(item: ItemParameters, choice: ParameterRef): unknown;
}

interface FilterFacts {
	field: string;
	/** What follows "Only return" in the description. */
	only: string;
}

export function describeFilter(only: string): string {
	return `Only return ${only}. ${CLIENT_SIDE_NOTE}.`;
}

interface NumberFilter extends FilterFacts {
	initial: number;
	/** What the editor accepts. */
	bounds: { minValue: number; maxValue: number };
	/** For the number; by default, any. */
	rule?: Omit<Parameters<typeof readNumber>[2], 'fallback'>;
}

/**
 * Records by a number that the user enters.
 *
 * @param predicateOf the number, the time zone of the workflow and the filter's label
 */
export function numberFilter(
	displayName: string,
	name: string,
	{ field, only, initial, bounds, rule = ANY_NUMBER }: NumberFilter,
	predicateOf: (bound: number, timeZone: string, label: string) => Predicate,
): FieldFilter {
	const more = { typeOptions: bounds, default: initial, description: describeFilter(only) };

	return {
		property: numberProperty(displayName, name, more),
		field,
		read: (item, choice) => {
			const bound = readNumber(item, choice, { fallback: initial, ...rule });

			return predicateOf(bound, item.timeZone, choice.label);
		},
	};
}

const ANY_NUMBER = { isAllowed: Number.isFinite, wanted: 'a number' };

/** For `numberFilter`: a record without the number is excluded. */
export const comparing =
	(isWanted: (value: number, bound: number) => boolean) =>
	(bound: number): Predicate =>
	(value) =>
		typeof value === 'number' && isWanted(value, bound);

/** Records whose date is on one side of a day; those without a date are excluded. */
export function dayFilter(
	displayName: string,
	name: string,
	{ field, only, initial = '' }: FilterFacts & { initial?: string },
	isWanted: (day: string, bound: string) => boolean,
): FieldFilter {
	const description = describeFilter(`${only}, such as 2026-03-31; any time is ignored`);

	return {
		property: dateProperty(displayName, name, { default: initial, description }),
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
	displayName: string,
	name: string,
	{ field, only }: FilterFacts,
	idsOf: (record: IDataObject) => unknown[] = (record) => [record[field]],
): FieldFilter {
	return {
		property: optionalLocator(type, { displayName, name, description: describeFilter(only) }),
		field,
		read: (item, { parameter, label }) => {
			const named = readRecordId(item, type, parameter, label);

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
	return entered(item, filters).map(({ filter: { field, endsList, read }, choice }) => ({
		label: choice.label,
		field,
		endsList,
		isWanted: read(item, choice),
	}));
}

/** The query of the filters that the service applies, see `resolveBody`. Errors as `readFilters`. */
export function readServiceFilters(
	item: ItemParameters,
	filters: readonly ServiceFilter[],
): Record<string, unknown> {
	return Object.fromEntries(
		entered(item, filters).map(({ filter: { property, read }, choice }) => [
			property.name,
			read(item, choice),
		]),
	);
}

function entered<F extends Pick<ServiceFilter, 'property'>>(
	item: ItemParameters,
	filters: readonly F[],
): Array<{ filter: F; choice: ParameterRef }> {
	return filters
		.map((filter) => ({ filter, choice: refTo(filter.property, 'filters') }))
		.filter(({ choice }) => readLimitation(item, choice) !== undefined);
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

/** @throws VitallyError when a page has records, and none of them the field of a filter */
export function assertFiltersApply(filters: readonly ItemFilter[], page: IDataObject[]): void {
	for (const { label, field } of filters) {
		if (page.length === 0 || page.some((record) => record[field] !== undefined)) continue;

		throw new VitallyError(
			`The filter '${label}' cannot be applied, because Vitally's list does not show ${field}`,
			`Remove '${label}' under 'Filters'.`,
			{ field: label },
		);
	}
}
