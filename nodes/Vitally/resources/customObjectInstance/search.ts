import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { readRequiredId, locatorField, readLocator } from '../../fields/locators';
import { optionsField } from '../../fields/options';
import { readEnum } from '../../fields/readers';
import { requiredText } from '../../fields/text';
import type { OperationDefinition } from '../../operations/definition/types';
import { explainNotFound } from '../../records/locate';
import { selectedRecord } from '../../records/lock';
import { requiredLocator } from '../../records/recordType';
import { findBySearch } from '../../records/search';
import { customObjectType } from '../recordTypes';
import { instancesPath, searchEndpoint } from './locate';

const VALUE_LABEL = 'Value';

/** The criteria of the service, which accepts exactly one (docs/public-facts.md, 4.12). */
const SEARCH_BY = [
	{ name: 'Account ID', value: 'customerId' },
	{ name: 'Custom Field', value: 'customField' },
	{ name: 'External ID', value: 'externalId' },
	{ name: 'Instance ID', value: 'id' },
	{ name: 'Organization ID', value: 'organizationId' },
];

function criterionOf(item: ItemParameters): IDataObject {
	const searchBy = readEnum(
		item,
		{ parameter: 'searchBy', label: 'Search By' },
		SEARCH_BY.map(({ value }) => value),
		'externalId',
	);
	const value = searchValueOf(item);
	if (searchBy === 'externalId') return { externalId: readRequiredId(value, VALUE_LABEL) };
	if (searchBy !== 'customField') return { [searchBy]: readRequiredId(value, VALUE_LABEL).trim() };
	const customFieldId = readRequiredId(readLocator(item, 'customFieldId').value, 'Custom Field');
	return { customFieldId, customFieldValue: value };
}

/** A custom field may contain a boolean, and `false` is a value to search for. */
function searchValueOf(item: ItemParameters): string {
	const value = item.param('searchValue', '');
	return typeof value === 'boolean'
		? String(value)
		: requiredText(item, 'searchValue', VALUE_LABEL);
}

const searchFields: INodeProperties[] = [
	{
		displayName: 'Search By',
		name: 'searchBy',
		type: 'options',
		options: SEARCH_BY,
		default: 'externalId',
		description: 'The field to search by. Vitally supports one at a time.',
	},
	{
		...locatorField({
			name: 'customFieldId',
			displayName: 'Custom Field',
			record: 'custom field',
			search: 'searchCustomFields',
			description: 'The custom field to search in',
			isRequired: true,
		}),
		displayOptions: { show: { searchBy: ['customField'] } },
	},
	{
		displayName: VALUE_LABEL,
		name: 'searchValue',
		type: 'string',
		required: true,
		default: '',
		description:
			'The exact value to search for. For accounts and organizations, enter the Vitally ID.',
	},
];

/** Finds instances by one criterion. */
export const search: OperationDefinition = {
	name: 'Search',
	value: 'search',
	action: 'Search custom object instances',
	description: 'Find custom object instances by external ID, account, organization or custom field',
	endpoints: [searchEndpoint],
	fields: [requiredLocator(customObjectType), ...searchFields, optionsField()],
	run: async (item) => {
		const explain = explainNotFound(customObjectType, selectedRecord(customObjectType, item).value);
		const criterion = criterionOf(item);
		const path = `${await instancesPath(item)}/search`;
		return await findBySearch(item, path, criterion, explain);
	},
};
