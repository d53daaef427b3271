import type { INodeProperties } from 'n8n-workflow';

import { sortCollection } from './collections';
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

/** n8n's UX rules require a separate collection below the options. */
export const sortField = sortCollection([
	{
		displayName: 'Sort By',
		name: 'sortBy',
		type: 'options',
		options: [
			{
				name: 'Created At',
				value: 'createdAt',
				description:
					"Newest first. Default with 'Return All', so that no record is missed while data changes.",
			},
			{
				name: 'Updated At',
				value: 'updatedAt',
				description: 'Last updated first. Default with a limit.',
			},
		],
		default: 'updatedAt',
		description: 'The order in which Vitally returns the records',
	},
]);

export type SortKey = 'createdAt' | 'updatedAt';

/**
 * The order of a list. Only with `createdAt` is a list complete while data changes.
 *
 * @throws VitallyError for another order than the two of the service
 * Source: docs/internal/service.md, Pagination
 */
export function readSortKey(item: ItemParameters): SortKey {
	const choice = { parameter: 'sort.sortBy', label: 'Sort By' };
	const fallback = returnsAll(item) ? 'createdAt' : 'updatedAt';
	return readEnum(item, choice, ['createdAt', 'updatedAt'], fallback);
}
