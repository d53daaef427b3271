import type { IDataObject, IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { adminLocator, locatorField, optionalId } from '../../fields/locators';
import { traitsOfItem } from '../../fields/traits';
import { calendarDate } from '../../values/dates';

/** The optional fields of a project, in the order of their labels. */
export const bodyFields: INodeProperties[] = [
	locatorField({
		name: 'projectCategoryId',
		displayName: 'Category',
		record: 'category',
		search: 'searchProjectCategories',
		description: 'The category of the project',
	}),
	{
		displayName: 'Name',
		name: 'name',
		type: 'string',
		default: '',
		description: 'The name of the project',
	},
	adminLocator('ownedByVitallyUserId', 'Owner', 'The teammate who owns the project'),
	{
		displayName: 'Status ID',
		name: 'projectStatusId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f',
		description:
			'The ID of the status. Vitally has no list of them: get a project that has the status to see its ID.',
	},
	{
		displayName: 'Target Completion Date',
		name: 'targetCompletionDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The calendar date, as it is written; a time is left out',
	},
	{
		displayName: 'Target Start Date',
		name: 'targetStartDate',
		type: 'dateTime',
		typeOptions: { dateOnly: true },
		default: '',
		description: 'The calendar date, as it is written; a time is left out',
	},
];

/**
 * The optional fields that an item sets, and its traits.
 *
 * @param collection `additionalFields` or `updateFields`
 * @throws VitallyError for a field that was added and left empty, a date that is none, and see `traitsOf`
 * Source: docs/service.md, Projects (create body, update body)
 */
export function projectBody(item: IExecuteSingleFunctions, collection: string): IDataObject {
	const fields = item.getNodeParameter(collection, {}) as IDataObject;
	return setFields({
		targetStartDate: dateOf(item, fields.targetStartDate, 'Target Start Date'),
		targetCompletionDate: dateOf(item, fields.targetCompletionDate, 'Target Completion Date'),
		projectStatusId: fields.projectStatusId,
		projectCategoryId: optionalId(item, collection, 'projectCategoryId', 'Category'),
		ownedByVitallyUserId: optionalId(item, collection, 'ownedByVitallyUserId', 'Owner'),
		name: fields.name,
		traits: traitsOfItem(item),
	});
}

function dateOf(
	item: IExecuteSingleFunctions,
	value: unknown,
	label: string,
): string | null | undefined {
	if (value === undefined || value === null) return value;
	return calendarDate(value, label, item.getTimezone());
}
