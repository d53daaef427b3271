import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	buildTraits,
	TRAIT_LABELS,
	type RawTraits,
	type TraitInput,
} from '../../values/buildTraits';
import { readEmptyValues } from '../options';
import type { ItemParameters } from '../itemParameters';
import { readEnum } from '../readers';
import { keyValueFields, readKeyValueRows } from './keyValueRows';
import { traitsMapperField } from './traitsMapper';

/** The key of a trait, from the list of the workspace's traits or as text. */
export const traitKeyField: INodeProperties = {
	displayName: 'Trait',
	name: 'key',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	description:
		"Choose from the list, or enter the trait's key. Traits created in Vitally start with 'vitally.custom.'.",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a trait...',
			typeOptions: { searchListMethod: 'searchTraits', searchable: true },
		},
		{ displayName: 'By Key', name: 'key', type: 'string', placeholder: 'e.g. plan' },
	],
};

/** The editor for traits: a form with a type for each value, or JSON. */
export const traitFields = fieldsWith();

function fieldsWith(listedKey?: INodeProperties): INodeProperties[] {
	return keyValueFields('traits', {
		...TRAIT_LABELS,
		listedKey,
		descriptions: {
			key: "The trait's key. Traits created in Vitally start with 'vitally.custom.'.",
			form: 'If a trait is new, Vitally derives its type from the value you send. Traits you do not list stay unchanged.',
			json: "A JSON object of trait keys and values. Dots are part of the key. What is empty follows 'Empty Values' under 'Options'.",
		},
		example: '{ "plan": "gold", "vitally.custom.nextStep": "call" }',
	});
}

/**
 * `traitFields` with the mapper and the list of traits, whose definitions the credential has to be able to
 * read (docs/internal/beyond.md, 9).
 *
 * @param isMapperDefault whether the mapper is the default
 */
export function mappedTraitFields(isMapperDefault: boolean): INodeProperties[] {
	const [mode, ...fields] = fieldsWith(traitKeyField);
	const mapperMode: INodePropertyOptions = {
		name: 'Using Mapped Columns',
		value: 'mapper',
		description: 'Map columns to the traits of your workspace, one by one or by their names',
	};
	return [
		{
			...mode,
			options: [...(mode.options ?? []), mapperMode],
			default: isMapperDefault ? mapperMode.value : mode.default,
		},
		{
			...traitsMapperField,
			...(isMapperDefault && { default: { mappingMode: 'autoMapInputData', value: null } }),
			displayOptions: { show: { traitsMode: ['mapper'] } },
		},
		...fields,
	];
}

/** Whether an item's traits are set in the mapper. */
export function usesMapper(item: ItemParameters): boolean {
	const mode = { parameter: 'traitsMode', label: 'Specify Traits' };
	return readEnum(item, mode, ['mapper', 'fields', 'json'], 'fields') === 'mapper';
}

/** For writes to a record that may have traits already. */
export const traitsToClearField: INodeProperties = {
	displayName: 'Traits to Clear',
	name: 'traitsToClear',
	type: 'string',
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Trait Key' },
	default: [],
	placeholder: 'e.g. vitally.custom.nextStep',
	description: 'Keys of the traits to clear, whatever else is set',
};

/**
 * The traits of an item as they are entered.
 *
 * @param mapped values of the mapper, which replace the fields
 */
export function readTraitInput(item: ItemParameters, mapped?: RawTraits): TraitInput {
	return {
		...(mapped ?? readKeyValueRows(item, 'traits', TRAIT_LABELS)),
		clear: item.param('options.traitsToClear', []),
		emptyValues: readEmptyValues(item),
	};
}

/**
 * The traits of an item in the form that the service accepts.
 *
 * @returns `undefined` when none was set
 * @throws VitallyError as `buildTraits`
 */
export function readTraits(item: ItemParameters): IDataObject | undefined {
	return buildTraits(readTraitInput(item), item.timeZone);
}
