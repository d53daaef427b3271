import type { INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { readEnum } from '../../fields/readers';
import { numberFilter, type FieldFilter } from '../../operations/filters/fieldFilter';
import { createdAfterFilter, updatedAfterFilter } from '../../operations/filters/recordFilters';
import { isEmpty } from '../../values/emptyValues';

const scores = { minValue: 0, maxValue: 10 };

export const responseFilters: FieldFilter[] = [
	createdAfterFilter,
	updatedAfterFilter,
	numberFilter(
		{
			displayName: 'Score at Least',
			name: 'scoreAtLeast',
			only: 'responses with this score or a higher one, for example 9 for promoters',
		},
		'score',
		{ ...scores, initial: 9 },
		(score, bound) => score >= bound,
	),
	numberFilter(
		{
			displayName: 'Score at Most',
			name: 'scoreAtMost',
			only: 'responses with this score or a lower one, for example 6 for detractors',
		},
		'score',
		{ ...scores, initial: 6 },
		(score, bound) => score <= bound,
	),
];

export const targetFilter: INodeProperties = {
	displayName: 'Target',
	name: 'target',
	type: 'options',
	options: [
		{ name: 'Accounts', value: 'accounts' },
		{ name: 'Organizations', value: 'organizations' },
	],
	default: 'accounts',
	description:
		'Vitally lists responses for accounts and responses for organizations separately, those for accounts by default',
	displayOptions: { show: { '/scope': ['all'] } },
};

/** The `target` of the list (docs/internal/beyond.md, 18). Expressions and AI models may leave the filter empty. */
export function readTarget(item: ItemParameters): string | undefined {
	if (isEmpty(item.param('filters.target'))) return undefined;
	const target = { parameter: 'filters.target', label: 'Target' };
	const chosen = readEnum(item, target, ['accounts', 'organizations'], 'accounts');
	return chosen === 'organizations' ? 'organization' : chosen;
}
