import type { INodeProperties } from 'n8n-workflow';

import { TRAIT_LABELS, type RawTraits, type TraitInput } from '../../values/traits/buildTraits';
import type { ItemParameters } from '../itemParameters';
import { textProperty, type Choice } from '../properties';
import { readChoice } from '../readers';
import { readEmptyValues } from '../writeOptions';
import { keyValueFields, modeField, readKeyValues, type KeyValueFields } from './keyValueFields';
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

/** The editor for traits whose keys are entered as text: a form with a type for each value, or JSON. */
export const traitFields = createTraitFields();

/** The same with the list of the workspace's traits for a key. */
const listedTraitFields = createTraitFields(traitKeyField);

/** The first field of the editor for traits. */
export const traitsModeField = modeField('traits', TRAIT_LABELS);

const mappedModeField: Choice = {
	...traitsModeField,
	options: [
		...traitsModeField.options,
		{
			name: 'Using Mapped Columns',
			value: 'mapper',
			description: 'Map columns to the traits of your workspace, one by one or by their names',
		},
	],
};

/** An option for writes to a record that may have traits already. */
export const traitsToClearField = textProperty('Traits to Clear', 'traitsToClear', {
	typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Trait Key' },
	default: [],
	placeholder: 'e.g. vitally.custom.nextStep',
	description: 'Keys of the traits to empty. If a trait also has a value above, the item fails.',
});

/**
 * The editor for traits with the mapper and the list of traits, whose definitions the credential has to be able
 * to read (docs/internal/beyond.md, 9).
 */
export function mappedTraitFields({
	isMapperDefault,
}: {
	isMapperDefault: boolean;
}): INodeProperties[] {
	const [, form, json] = listedTraitFields;
	const mapper: INodeProperties = {
		...traitsMapperField,
		displayOptions: { show: { traitsMode: ['mapper'] } },
	};
	if (!isMapperDefault) return [mappedModeField, mapper, form, json];

	return [
		{ ...mappedModeField, default: 'mapper' },
		{ ...mapper, default: { mappingMode: 'autoMapInputData', value: null } },
		form,
		json,
	];
}

function createTraitFields(listedKey?: INodeProperties): KeyValueFields {
	return keyValueFields('traits', {
		...TRAIT_LABELS,
		listedKey,
		descriptions: {
			key: "The trait's key. Traits created in Vitally start with 'vitally.custom.'.",
			form: 'If a trait is new, Vitally derives its type from the value you send. Traits you do not list stay unchanged.',
			json: "A JSON object of trait keys and values. Dots are part of the key. For empty values, see 'Empty Values' under 'Options'.",
		},
		example: '{ "plan": "gold", "vitally.custom.nextStep": "call" }',
	});
}

/** Whether an item's traits are set in the mapper. */
export function usesMapper(item: ItemParameters): boolean {
	return readChoice(item, mappedModeField) === 'mapper';
}

/**
 * The traits of an item as they are entered.
 *
 * @param mapped values of the mapper, which replace the fields
 */
export function readTraitInput(item: ItemParameters, mapped?: RawTraits): TraitInput {
	const { rows, json } = mapped ?? readKeyValues(item, traitFields, TRAIT_LABELS);

	return {
		rows,
		json,
		clear: item.param('options.traitsToClear', []),
		emptyValues: readEmptyValues(item),
		notSent: mapped ? undefined : (key) => item.notSent?.(key),
		untyped: (key) =>
			item.hint?.(
				`The type of the trait '${key}' is not known here; its value was sent as it came.`,
			),
	};
}
