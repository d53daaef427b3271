import type { INodeProperties, ResourceMapperField } from 'n8n-workflow';

import type { TraitType } from '../../values/traits/traitValue';
import { choiceProperty } from '../properties';

export const MAPPER_NAME = 'traitsMapper';

/** Maps columns to the traits of the workspace and to the fields of the record. */
export const traitsMapperField: INodeProperties = {
	displayName: 'Traits',
	name: MAPPER_NAME,
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'defineBelow', value: null },
	required: true,
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation', 'customObjectId.value'],
		resourceMapper: {
			resourceMapperMethod: 'mapTraits',
			mode: 'add',
			valuesLabel: 'Fields and Traits',
			fieldWords: { singular: 'field', plural: 'fields' },
			addAllFields: true,
			supportAutoMap: true,
			noFieldsError: 'Choose the Custom Object above first, then its traits appear here.',
			refreshIncompleteSchemaOnOpen: true,
			refreshStaleSchemaOnOpen: true,
		},
	},
};

/** What happens to columns without a trait, for operations that offer the mapper. */
export const columnsWithoutTraitOption = choiceProperty(
	'Columns Without Trait',
	'columnsWithoutTrait',
	{
		options: [
			{
				name: 'Create Trait',
				value: 'create',
				description: 'Send the column as a trait of its name',
			},
			{ name: 'Error', value: 'error', description: 'Fail the item' },
			{ name: 'Ignore', value: 'ignore', description: 'Leave the column out' },
		],
		default: 'ignore',
		description: 'What to do with columns that automatic mapping finds no trait for',
		displayOptions: { show: { '/traitsMode': ['mapper'] } },
	},
);

/** A trait or a field as a column of the mapper; n8n keeps additional properties. */
export interface MapperColumn extends ResourceMapperField {
	/** The type of the trait: n8n has one type for dates and times. */
	traitType?: TraitType;
	/** Whether it is a field of the record that is not sent as the trait of its name; the editor does not store it. */
	isField?: boolean;
}

export function mapperColumn(
	id: string,
	displayName: string,
	type?: MapperColumn['type'],
	traitType?: TraitType,
): MapperColumn {
	const column: MapperColumn = {
		id,
		displayName,
		required: false,
		defaultMatch: false,
		canBeUsedToMatch: false,
		display: true,
	};

	if (type) column.type = type;
	if (traitType) column.traitType = traitType;

	return column;
}
