import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { readEnum } from '../fields/readers';

/** A criterion of a search; the service accepts exactly one. */
interface SearchCriterion {
	name: string;
	value: string;
	description?: string;
}

const SEARCH_BY = { parameter: 'searchBy', label: 'Search By' };

/** @param initial the default, which may be that of another resource where an expression returns the resource */
export const searchByField = (criteria: SearchCriterion[], initial: string): INodeProperties => ({
	displayName: SEARCH_BY.label,
	name: SEARCH_BY.parameter,
	type: 'options',
	options: criteria,
	default: initial,
	description: 'The field to search by. Vitally supports one at a time.',
});

export function readSearchBy(
	item: ItemParameters,
	criteria: SearchCriterion[],
	initial: string,
): string {
	const values = criteria.map(({ value }) => value);
	return readEnum(item, SEARCH_BY, values, initial);
}
