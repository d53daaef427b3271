import type { ItemParameters } from './itemParameters';
import { switchProperty, numberProperty, choiceProperty, type Choice } from './properties';
import { readChoice, readNumber, readSwitch, refTo, wholeNumber } from './readers';

const returnAll = switchProperty('Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});

const limit = numberProperty('Limit', 'limit', {
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

export const returnAllOrLimit = [returnAll, limit];

/**
 * @returns `Infinity` for all
 * @throws VitallyError for anything but a whole number of 1 or more
 */
export function readLimit(item: ItemParameters): number {
	if (readSwitch(item, returnAll)) return Infinity;

	return readNumber(item, refTo(limit), { fallback: 50, ...wholeNumber(1) });
}

/** The order of a list that stays complete while data changes (docs/internal/service.md, Pagination). */
export const COMPLETE_ORDER = 'createdAt';

/** @param date of records by which n8n sorts the list, because the service cannot */
export function sortField(date?: { name: string; value: string }): Choice {
	const options = [
		{
			name: 'Automatic',
			value: 'auto',
			description: "Created At with 'Return All', else Updated At",
		},
		{
			name: 'Created At',
			value: COMPLETE_ORDER,
			description: 'Newest first, complete even while data changes',
		},
		...(date
			? [{ ...date, description: 'Earliest first. Sorted in n8n, so all records are read.' }]
			: []),
		{ name: 'Updated At', value: 'updatedAt', description: 'Last updated first' },
	];

	return choiceProperty('Sort By', 'sortBy', { options, default: 'auto' });
}

/**
 * The field by which a list is sorted: `createdAt`, `updatedAt` or that of `date`. 'Automatic' is
 * a separate value, because n8n has one default for a parameter where the resource is an expression.
 *
 * @throws VitallyError for any other order
 */
export function readSortKey(item: ItemParameters, date?: Parameters<typeof sortField>[0]): string {
	const chosen = readChoice(item, sortField(date));
	if (chosen !== 'auto') return chosen;

	return readSwitch(item, returnAll) ? COMPLETE_ORDER : 'updatedAt';
}
