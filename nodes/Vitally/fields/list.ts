import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './itemParameters';
import { readEnum, readNumber, readBoolean } from './readers';

/** How many records of a list to return. */
export const returnAllOrLimit: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/**
 * @returns `Infinity` for all
 * @throws VitallyError for anything but a whole number of 1 or more
 */
export function readLimit(item: ItemParameters): number {
	if (returnsAll(item)) return Infinity;
	return readNumber(
		item,
		{ parameter: 'limit', label: 'Limit' },
		{
			fallback: 50,
			isAllowed: (number) => Number.isInteger(number) && number >= 1,
			wanted: 'a whole number of 1 or more',
		},
	);
}

function returnsAll(item: ItemParameters): boolean {
	return readBoolean(item, { parameter: 'returnAll', label: 'Return All' }, false);
}

/** A date of records by which n8n sorts a list, because the service cannot. */
export interface SortDate {
	/** Label. */
	name: string;
	value: string;
}

/** The order of a list that stays complete while data changes (docs/internal/service.md, Pagination). */
export const COMPLETE_ORDER = 'createdAt';

/** The order of a list. */
export function sortField(date?: SortDate): INodeProperties {
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
		{ name: 'Updated At', value: 'updatedAt', description: 'Last updated first' },
		...(date
			? [{ ...date, description: 'Earliest first. Sorted in n8n, so all records are read.' }]
			: []),
	];
	return {
		displayName: 'Sort By',
		name: 'sortBy',
		type: 'options',
		options: options.sort((a, b) => a.name.localeCompare(b.name)),
		default: 'auto',
	};
}

/**
 * The field by which a list is sorted: `createdAt`, `updatedAt` or that of `date`. 'Automatic' is
 * a separate value, because n8n has one default for a parameter where the resource is an expression.
 *
 * @throws VitallyError for any other order
 * Source: docs/internal/service.md, Pagination
 */
export function readSortKey(item: ItemParameters, date?: SortDate): string {
	const keys = ['auto', COMPLETE_ORDER, 'updatedAt', ...(date ? [date.value] : [])];
	const chosen = readEnum(item, { parameter: 'sortBy', label: 'Sort By' }, keys, 'auto');
	if (chosen !== 'auto') return chosen;
	return returnsAll(item) ? COMPLETE_ORDER : 'updatedAt';
}
