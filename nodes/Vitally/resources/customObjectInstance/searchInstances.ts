import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { readRequiredId, locatorField, readLocator } from '../../fields/locators';
import { choiceProperty, textProperty } from '../../fields/properties';
import { readChoice, requiredText } from '../../fields/readers';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { requiredLocator } from '../../records/recordType';
import { searchRecords } from '../../records/search';
import { assertNotNullLike } from '../../values/emptyValues';
import { customObjectType } from '../recordTypes';
import { locateInstances, searchEndpoint } from './locateInstance';

const VALUE_LABEL = 'Value';

const searchBy = choiceProperty('Search By', 'searchBy', {
	options: [
		{ name: 'Account ID', value: 'customerId' },
		{ name: 'Custom Field', value: 'customField' },
		{ name: 'External ID', value: 'externalId' },
		{ name: 'Instance ID', value: 'id' },
		{ name: 'Organization ID', value: 'organizationId' },
	],
	default: 'externalId',
	description: 'The field to search by. Vitally supports one at a time.',
});

const searchFields: INodeProperties[] = [
	searchBy,
	{
		...locatorField({
			name: 'customFieldId',
			displayName: 'Custom Field',
			record: 'custom field',
			search: 'searchCustomFields',
			description: 'The custom field to search in',
		}),
		required: true,
		displayOptions: { show: { searchBy: ['customField'] } },
	},
	textProperty(VALUE_LABEL, 'searchValue', {
		required: true,
		description:
			'The exact value to search for. For accounts and organizations, enter the Vitally ID.',
	}),
];

export const searchInstances: OperationDefinition = {
	name: 'Search',
	value: 'search',
	action: 'Search custom object instances',
	description: 'Find custom object instances by External ID, account, organization or custom field',
	endpoints: [searchEndpoint],
	returnsRecord: 'whole',
	fields: [requiredLocator(customObjectType), ...searchFields],
	run: async (item) => {
		const criterion = readCriterion(item);
		const { path, explain } = await locateInstances(item);

		return await searchRecords(item, `${path}/search`, criterion, explain);
	},
};

/** Reads the field to search by and its value, as the query of the search. */
function readCriterion(item: ItemParameters): IDataObject {
	const criterion = readChoice(item, searchBy);
	const entered = item.param('searchValue');
	// A custom field may be a checkbox.
	const value =
		typeof entered === 'boolean' ? String(entered) : requiredText(item, 'searchValue', VALUE_LABEL);

	if (criterion === 'customField') {
		assertNotNullLike(value, VALUE_LABEL);

		const field = { parameter: 'customFieldId', label: 'Custom Field' };

		return {
			customFieldId: readRequiredId(readLocator(item, field).value, field.label),
			customFieldValue: value,
		};
	}

	const id = readRequiredId(value, VALUE_LABEL);

	return { [criterion]: criterion === 'externalId' ? id : id.trim() };
}
