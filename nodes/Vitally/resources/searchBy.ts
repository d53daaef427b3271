import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { readEnum } from '../fields/readers';

/** A criterion of a search; the service accepts exactly one. */
export interface SearchCriterion {
	name: string;
	value: string;
	description?: string;
}

const SEARCH_BY = { parameter: 'searchBy', label: 'Search By' };

/** One default for all resources: n8n uses the first one where an expression returns the resource. */
const DEFAULT = 'externalId';

export const searchByField = (criteria: SearchCriterion[]): INodeProperties => ({
	displayName: SEARCH_BY.label,
	name: SEARCH_BY.parameter,
	type: 'options',
	options: criteria,
	default: DEFAULT,
	description: 'The field to search by. Vitally supports one at a time.',
});

export function readSearchBy(item: ItemParameters, criteria: SearchCriterion[]): string {
	return readEnum(
		item,
		SEARCH_BY,
		criteria.map(({ value }) => value),
		DEFAULT,
	);
}
