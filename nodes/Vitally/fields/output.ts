import type { INodeProperties } from 'n8n-workflow';

import { assertNotNullLike } from '../errors/nullLike';
import { VitallyError } from '../errors/vitallyError';
import { textList } from '../values/textList';
import type { ItemParameters } from './itemParameters';
import { choiceIn } from './strict';

/** n8n's rules want this name for a list of which the values may come from an expression. */
const FIELDS_LABEL = 'Field Names or IDs';

/** How much of each record comes out. */
export const outputFields: INodeProperties[] = [
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{
				name: 'Raw',
				value: 'raw',
				description: 'All fields, as Vitally returns them',
			},
			{
				name: 'Selected Fields',
				value: 'selected',
				description: 'Only the fields and traits that you choose',
			},
			{
				name: 'Simplified',
				value: 'simplified',
				description: 'The most useful fields, and the traits that have a value',
			},
		],
		default: 'simplified',
		description: 'How much of each record to return',
	},
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

const MODES = ['raw', 'selected', 'simplified'] as const;

/** What the user wants of each record. */
export type Output =
	| { mode: 'raw' | 'simplified' }
	| {
			mode: 'selected';
			/** Names of fields; of traits, their key behind `traits.` */
			fields: string[];
	  };

/** @throws VitallyError for another mode, and when no field is selected */
export function outputOf(item: Pick<ItemParameters, 'param'>): Output {
	const mode = choiceIn(item, { parameter: 'output', label: 'Output' }, MODES, 'simplified');
	if (mode !== 'selected') return { mode };
	const fields = textList(item.param('fields', []), FIELDS_LABEL);
	for (const field of fields) assertNotNullLike(field, FIELDS_LABEL);
	if (fields.length > 0) return { mode, fields };
	throw new VitallyError(
		`The field '${FIELDS_LABEL}' is empty`,
		"Choose the fields that you want, or set 'Output' to 'Simplified' or 'Raw'.",
		{ field: FIELDS_LABEL },
	);
}
