import type { ItemParameters } from './itemParameters';
import { switchProperty, numberProperty, choiceProperty, type Choice } from './properties';
import { readChoice, readNumber, readSwitch, refTo, wholeNumber } from './readers';

/** The order of a list that stays complete while data changes (docs/internal/service.md, Pagination). */
export const COMPLETE_ORDER = 'createdAt';

const DEFAULT_LIMIT = 50;

const returnAll = switchProperty('Return All', 'returnAll', {
	description: 'Whether to return all results or only up to a given limit',
});

const limit = numberProperty('Limit', 'limit', {
	typeOptions: { minValue: 1 },
	default: DEFAULT_LIMIT,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
});

export const returnAllOrLimit = [returnAll, limit];

/**
 * How many records an item asks for.
 *
 * @returns `Infinity` for all
 * @throws VitallyError for anything but a whole number of 1 or more
 */
export function readLimit(item: ItemParameters): number {
	if (readSwitch(item, returnAll)) return Infinity;

	return readNumber(item, refTo(limit), { fallback: DEFAULT_LIMIT, ...wholeNumber(1) });
}

/** A date of records by which n8n sorts a list, because the service cannot. */
export interface SortDate {
	/** Label in the editor. */
	name: string;
	/** The field of the records. */
	value: string;
}

export function sortField(date?: SortDate): Choice {
	const options: Choice['options'] = [
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
	];

	if (date) {
		const description = 'Earliest first. Sorted in n8n, so all records are read.';

		options.push({ name: date.name, value: date.value, description });
	}

	options.push({ name: 'Updated At', value: 'updatedAt', description: 'Last updated first' });

	return choiceProperty('Sort By', 'sortBy', { options, default: 'auto' });
}

/**
 * The field by which a list is sorted: `createdAt`, `updatedAt` or that of `date`. 'Automatic' is
 * a separate value, because n8n has one default for a parameter where the resource is an expression.
 *
 * @throws VitallyError for any other order
 */
export function readSortKey(item: ItemParameters, date?: SortDate): string {
	const chosen = readChoice(item, sortField(date));
	if (chosen !== 'auto') return chosen;

	return readSwitch(item, returnAll) ? COMPLETE_ORDER : 'updatedAt';
}
