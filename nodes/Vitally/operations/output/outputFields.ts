import type { INodeProperties } from 'n8n-workflow';

import { VitallyError } from '../../errors/vitallyError';
import type { ItemParameters } from '../../fields/itemParameters';
import { choiceProperty } from '../../fields/properties';
import { readChoice } from '../../fields/readers';
import { assertNotNullLike } from '../../values/emptyValues';
import { parseTextList } from '../../values/lists';

/** n8n's rules require this name for a list whose values may come from an expression. */
const FIELDS_LABEL = 'Field Names or IDs';

const outputField = choiceProperty('Output', 'output', {
	options: [
		{ name: 'Raw', value: 'raw', description: 'All fields, as Vitally returns them' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'Only the fields and traits that you choose, with ID and name',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The most useful fields, and a column for each trait that has a value',
		},
	],
	default: 'simplified',
	description: 'How much of each record to return',
});

export const outputFields: INodeProperties[] = [
	outputField,
	{
		displayName: FIELDS_LABEL,
		name: 'fields',
		type: 'multiOptions',
		typeOptions: { loadOptionsMethod: 'getOutputFields' },
		required: true,
		default: [],
		description:
			'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
		displayOptions: { show: { output: ['selected'] } },
	},
];

export type Output =
	| { mode: 'raw' | 'simplified' }
	| {
			mode: 'selected';
			/** The names of fields; `traits.<key>` for traits. */
			fields: string[];
	  };

/**
 * How much of each record an item returns.
 *
 * @throws VitallyError for an unknown mode, and when no field is selected
 */
export function readOutput(item: Pick<ItemParameters, 'param'>): Output {
	const mode = readChoice(item, outputField);
	if (mode !== 'selected') return { mode };

	const fields = parseTextList(item.param('fields', []), FIELDS_LABEL);

	for (const field of fields) assertNotNullLike(field, FIELDS_LABEL);
	if (fields.length > 0) return { mode, fields };

	throw new VitallyError(
		`The field '${FIELDS_LABEL}' is empty`,
		"Choose the fields that you want, or set 'Output' to 'Simplified' or 'Raw'.",
		{ field: FIELDS_LABEL },
	);
}
