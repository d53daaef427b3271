import type { IDataObject } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemContext } from '../../execution/operation';
import type { ItemParameters } from '../../fields/itemParameters';
import { readLimitation, refTo, type ParameterRef } from '../../fields/readers';
import { PendingValue } from '../../records/resolveId';
import type { FieldFilter, Predicate, ServiceFilter } from './fieldFilter';

/** A filter with the value that an item enters. */
export interface ItemFilter extends Pick<FieldFilter, 'field' | 'endsList'> {
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
): Record<string, unknown> {
	const query: Record<string, unknown> = {};

	for (const { filter, ref } of enteredFilters(item, filters)) {
		query[filter.property.name] = filter.read(item, ref);
	}

	return query;
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

/** @throws VitallyError when a filter that ends the list would end it too early */
export function assertNewestFirst({ label, field }: ItemFilter, page: IDataObject[]): void {
	const timesMs = page.map((record) => Date.parse(String(record[field])));
	const ascends = timesMs.some((timeMs, index) => index > 0 && timeMs > timesMs[index - 1]);
	if (!ascends) return;

	throw new VitallyError(
		`The filter '${label}' cannot be applied, because Vitally's list does not come newest first`,
		"Choose another 'Sort By': the whole list is then read.",
		{ field: label },
	);
}

/** @throws VitallyError when a page has records, and none of them the field of a filter */
export function assertFiltersApply(filters: readonly ItemFilter[], page: IDataObject[]): void {
	// A page without records shows nothing about their fields.
	if (page.length === 0) return;

	for (const { label, field } of filters) {
		if (page.some((record) => record[field] !== undefined)) continue;

		throw new VitallyError(
			`The filter '${label}' cannot be applied, because Vitally's list does not show ${field}`,
			`Remove '${label}' under 'Filters'.`,
			{ field: label },
		);
	}
}
