import type { IDataObject } from 'n8n-workflow';

import { formatValue } from '../../errors/formatValue';
import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import type { Choice } from '../../fields/properties';
import { readLimitation, refTo, type ParameterRef } from '../../fields/readers';
import { PendingValue, type BodyValues } from '../../records/resolveId';
import { isEmpty } from '../../values/emptyValues';
import type { FieldFilter, Predicate, ServiceFilter } from './fieldFilter';

/** A filter with the value that an item enters. */
export interface ItemFilter extends Pick<FieldFilter, 'field' | 'valueIn' | 'parse' | 'endsList'> {
	label: string;
	isWanted: Predicate;
}

/** An `ItemFilter` whose ID may still have to be resolved. */
type PendingFilter = Omit<ItemFilter, 'isWanted'> & {
	isWanted: Predicate | PendingValue<Predicate>;
};

/**
 * The filters that an item enters, of those that n8n applies.
 *
 * @throws VitallyError for a filter that is empty, or has an invalid value
 */
export function readFilters(
	item: ItemParameters,
	filters: readonly FieldFilter[],
): PendingFilter[] {
	return enteredFilters(item, filters).map(({ filter, ref }) => ({
		label: ref.label,
		field: filter.field,
		valueIn: filter.valueIn,
		parse: filter.parse,
		endsList: filter.endsList,
		isWanted: filter.read(item, ref),
	}));
}

/**
 * Resolves the IDs of filters.
 *
 * @throws VitallyError for an ID that leads to no record
 */
export async function resolveFilters(
	item: ItemContext,
	filters: readonly PendingFilter[],
): Promise<ItemFilter[]> {
	return await Promise.all(
		filters.map(async ({ isWanted, ...filter }) => ({
			...filter,
			isWanted: isWanted instanceof PendingValue ? await isWanted.resolve(item) : isWanted,
		})),
	);
}

/** The query of the filters that the service applies, see `resolveBody`. Errors as `readFilters`. */
export function readServiceFilters(
	item: ItemParameters,
	filters: readonly ServiceFilter[],
): BodyValues {
	const query: BodyValues = {};

	for (const { filter, ref } of enteredFilters(item, filters)) {
		query[filter.property.name] = filter.read(item, ref);
	}

	return query;
}

/**
 * Asserts that a list below one record has no filter that only the list of all records accepts. The editor hides such a
 * filter, but not where an expression returns what the list is restricted to.
 *
 * @param from restricts the list; all records are its first option
 * @throws VitallyError for such a filter: without it, records would be returned that the user excludes
 */
export function assertApplyBelow(
	item: ItemParameters,
	filters: readonly ServiceFilter[],
	from: Choice,
): void {
	const [all] = from.options;

	for (const { property, isOnlyForAll } of filters) {
		const { parameter, label } = refTo(property, 'filters');
		if (!isOnlyForAll || item.param(parameter) === undefined) continue;

		throw new VitallyError(
			`The filter '${label}' cannot be applied, because '${from.displayName}' is not '${all.name}'`,
			`Set '${from.displayName}' to '${all.name}', or remove '${label}' under 'Filters'.`,
			{ field: label },
		);
	}
}

/** The filters that an item enters, each with its parameter. */
function enteredFilters<F extends Pick<ServiceFilter, 'property'>>(
	item: ItemParameters,
	filters: readonly F[],
): Array<{ filter: F; ref: ParameterRef }> {
	return filters
		.map((filter) => ({ filter, ref: refTo(filter.property, 'filters') }))
		.filter(({ ref }) => readLimitation(item, ref) !== undefined);
}

/** Whether a filter includes a record. */
export function includes(filter: ItemFilter, record: IDataObject): boolean {
	return filter.isWanted(readValue(filter, record));
}

/** @throws VitallyError when a filter that ends the list would end it too early */
export function assertNewestFirst(filter: ItemFilter, page: IDataObject[]): void {
	const { label } = filter;
	const timesMs = page.map((record) => Number(readValue(filter, record)));
	const ascends = timesMs.some((timeMs, index) => index > 0 && timeMs > timesMs[index - 1]);
	if (!ascends) return;

	throw new VitallyError(
		`The filter '${label}' cannot be applied, because Vitally's list is not sorted by the newest first`,
		"Choose another 'Sort By', so that the node reads the whole list.",
		{ field: label },
	);
}

/**
 * Asserts that the records of a page show what a filter reads. A value in another form is not taken for none.
 *
 * @throws VitallyError when none shows the field, or some have a value and none can be read
 */
export function assertFiltersApply(filters: readonly ItemFilter[], page: IDataObject[]): void {
	// A page without records shows nothing about their fields.
	if (page.length === 0) return;

	for (const filter of filters) {
		const isShown = page.some((record) => valueIn(filter, record) !== undefined);
		if (!isShown) throw notShownError(filter, '');

		const withValue = page.filter((record) => !isEmpty(valueIn(filter, record)));
		const isReadable = withValue.some((record) => readValue(filter, record) !== undefined);

		if (withValue.length > 0 && !isReadable) {
			throw notShownError(
				filter,
				` in a form that can be read: ${formatValue(valueIn(filter, withValue[0]))}`,
			);
		}
	}
}

function valueIn(filter: ItemFilter, record: IDataObject): unknown {
	return filter.valueIn ? filter.valueIn(record) : record[filter.field];
}

/** Returns what a filter reads of a record; `undefined` for no value, and for one in another form. */
function readValue(filter: ItemFilter, record: IDataObject): unknown {
	const value = valueIn(filter, record);
	if (isEmpty(value)) return undefined;

	return filter.parse ? filter.parse(value) : value;
}

function notShownError({ label, field }: ItemFilter, form: string): VitallyError {
	return new VitallyError(
		`The filter '${label}' cannot be applied, because Vitally's list does not show ${field}${form}`,
		`Remove '${label}' under 'Filters'.`,
		{ field: label },
	);
}
