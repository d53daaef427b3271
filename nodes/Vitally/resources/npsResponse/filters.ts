import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import type { OwnFilter } from '../../fields/recordFilter';
import { choiceIn, numberIn } from '../../fields/strict';
import { isEmpty } from '../../values/emptyValues';

const scoreFilter = (
	displayName: string,
	name: string,
	threshold: number,
	description: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 10 },
	default: threshold,
	description: `${description}. Applied in n8n, because Vitally has no such filter.`,
});

export const scoreFilters: INodeProperties[] = [
	scoreFilter(
		'Score at Least',
		'scoreAtLeast',
		9,
		'Only return responses with this score or a higher one, for example 9 for promoters',
	),
	scoreFilter(
		'Score at Most',
		'scoreAtMost',
		6,
		'Only return responses with this score or a lower one, for example 6 for detractors',
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

/** The service's word for a target (docs/beyond.md, 18); a filter that an expression leaves empty is none. */
export function targetOf(item: ItemParameters): string | undefined {
	if (isEmpty(item.param('filters.target'))) return undefined;
	const target = { parameter: 'filters.target', label: 'Target' };
	const chosen = choiceIn(item, target, ['accounts', 'organizations'], 'accounts');
	return chosen === 'organizations' ? 'organization' : chosen;
}

/**
 * The scores that an item asks for.
 *
 * @throws VitallyError for a filter that is no number
 */
export function scoreFiltersOf(item: ItemParameters): OwnFilter[] {
	const field = 'score';
	const [least, most] = scoreFilters.map(({ name, displayName: label }) => ({
		label,
		bound: boundIn(item, name, label),
	}));
	const { bound: lowest } = least;
	const { bound: highest } = most;
	return [
		...(lowest === undefined
			? []
			: [
					{
						label: least.label,
						field,
						includes: ({ score }: IDataObject) => !(Number(score) < lowest),
					},
				]),
		...(highest === undefined
			? []
			: [
					{
						label: most.label,
						field,
						includes: ({ score }: IDataObject) => !(Number(score) > highest),
					},
				]),
	];
}

function boundIn(item: ItemParameters, name: string, label: string): number | undefined {
	const parameter = `filters.${name}`;
	if (isEmpty(item.param(parameter))) return undefined;
	return numberIn(
		item,
		{ parameter, label },
		{ fallback: NaN, isAllowed: Number.isFinite, wanted: 'a number' },
	);
}
