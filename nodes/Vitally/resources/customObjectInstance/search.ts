import type {
	IDataObject,
	IExecuteSingleFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import { simplifierOf } from '../../fields/list';
import { locatorField, requiredId } from '../../fields/locators';
import { requiredText } from '../../fields/text';
import { VitallyError } from '../../errors/vitallyError';
import type { Operation } from '../../transport/item';
import { explainCustomObject } from '../customObject/customObject';
import { route } from '../../operations/route';
import { findInstances } from './found';
import { instancesPath, SIMPLE_FIELDS } from './instance';

/** The criteria of the service, which takes exactly one (docs/public-facts.md, 4.12). */
const SEARCH_BY = [
	{ name: 'Account ID', value: 'customerId' },
	{ name: 'Custom Field', value: 'customField' },
	{ name: 'External ID', value: 'externalId' },
	{ name: 'Instance ID', value: 'id' },
	{ name: 'Organization ID', value: 'organizationId' },
];

const searchInstances: Operation = async (item, service) => {
	const explain = explainCustomObject(item);
	const found = await findInstances(service, instancesPath(item), criterionOf(item), explain);
	return found.map(simplifierOf(item, SIMPLE_FIELDS));
};

function criterionOf(item: IExecuteSingleFunctions): IDataObject {
	const searchBy = item.getNodeParameter('searchBy', 'externalId');
	if (!SEARCH_BY.some(({ value }) => value === searchBy)) {
		throw new VitallyError(
			`The value ${JSON.stringify(searchBy)} of 'Search By' is unknown`,
			`Choose one of these: ${SEARCH_BY.map(({ name }) => name).join(', ')}.`,
		);
	}
	const value = searchValueOf(item);
	if (searchBy !== 'customField') return { [String(searchBy)]: value };
	const customFieldId = requiredId(item, 'customFieldId', 'Custom Field');
	return { customFieldId, customFieldValue: value };
}

/** A custom field may hold a boolean, and `false` is a value to search for. */
function searchValueOf(item: IExecuteSingleFunctions): string {
	const value = item.getNodeParameter('searchValue', '');
	return typeof value === 'boolean' ? String(value) : requiredText(item, 'searchValue', 'Value');
}

export const search: INodePropertyOptions = {
	name: 'Search',
	value: 'search',
	action: 'Search custom object instances',
	description: 'Find instances of a custom object by one criterion',
	routing: route(searchInstances),
};

const show = { resource: ['customObjectInstance'], operation: ['search'] };

export const searchFields: INodeProperties[] = [
	{
		displayName: 'Search By',
		name: 'searchBy',
		type: 'options',
		options: SEARCH_BY,
		default: 'externalId',
		description: 'What to look for. Vitally takes one criterion at a time.',
		displayOptions: { show },
	},
	locatorField({
		name: 'customFieldId',
		displayName: 'Custom Field',
		record: 'custom field',
		search: 'searchCustomFields',
		description: 'The field of the custom object that holds the value',
		show: { ...show, searchBy: ['customField'] },
	}),
	{
		displayName: 'Value',
		name: 'searchValue',
		type: 'string',
		required: true,
		default: '',
		description:
			'The value to look for, in full. Accounts and organizations are found by the IDs that Vitally gave them.',
		displayOptions: { show },
	},
];
