import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from '../../fields/itemParameters';
import { readRequiredId, locatorField, readLocator } from '../../fields/locators';
import { requiredText } from '../../fields/readers';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { requiredLocator } from '../../records/recordType';
import { findBySearch } from '../../records/search';
import { customObjectType } from '../recordTypes';
import { readSearchBy, searchByField } from '../searchBy';
import { locateInstances, searchEndpoint } from './locateInstance';

const VALUE_LABEL = 'Value';

/** docs/internal/public-facts.md, 4.12 */
const CRITERIA = [
	{ name: 'Account ID', value: 'customerId' },
	{ name: 'Custom Field', value: 'customField' },
	{ name: 'External ID', value: 'externalId' },
	{ name: 'Instance ID', value: 'id' },
	{ name: 'Organization ID', value: 'organizationId' },
];

function readCriterion(item: ItemParameters): IDataObject {
	const searchBy = readSearchBy(item, CRITERIA, 'externalId');
	const entered = item.param('searchValue');
	// A custom field may be a checkbox.
	const value =
		typeof entered === 'boolean' ? String(entered) : requiredText(item, 'searchValue', VALUE_LABEL);
	if (searchBy === 'customField') {
		const { value: customField } = readLocator(item, 'customFieldId');
		return {
			customFieldId: readRequiredId(customField, 'Custom Field'),
			customFieldValue: value,
		};
	}
	const id = readRequiredId(value, VALUE_LABEL);
	return { [searchBy]: searchBy === 'externalId' ? id : id.trim() };
}

const searchFields: INodeProperties[] = [
	searchByField(CRITERIA, 'externalId'),
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

export const search: OperationDefinition = {
	name: 'Search',
	value: 'search',
	action: 'Search custom object instances',
	description: 'Find custom object instances by external ID, account, organization or custom field',
	endpoints: [searchEndpoint],
	fields: [requiredLocator(customObjectType), ...searchFields],
	run: async (item) => {
		const criterion = readCriterion(item);
		const { path, explain } = await locateInstances(item);
		return await findBySearch(item, `${path}/search`, criterion, explain);
	},
};
