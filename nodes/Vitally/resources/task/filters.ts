import type { INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { archivedOf } from '../../fields/archived';
import type { ItemParameters } from '../../fields/itemParameters';
import { ANY_WAY, locatorOf } from '../../fields/locators';
import type { OwnFilter } from '../../fields/recordFilter';
import { switchIn } from '../../fields/strict';
import { optionalText } from '../../fields/text';
import { found, LookUp, requiredServiceIdIn } from '../../operations/lookUp';
import { optionalLocator } from '../../operations/recordType';
import type { ItemContext } from '../../run/operation';
import { calendarDate } from '../../values/dates';
import { isEmpty } from '../../values/emptyValues';
import { adminType } from '../recordTypes';

/** The service knows neither assignee nor state as a filter (docs/beyond.md, 4). */
export const assignedToFilter = optionalLocator(adminType, {
	name: 'assignedTo',
	displayName: 'Assigned To',
	description: 'Only return tasks of this teammate. Applied in n8n, to all tasks of the scope.',
});

export const dueBeforeFilter: INodeProperties = {
	displayName: 'Due Before',
	name: 'dueBefore',
	type: 'dateTime',
	typeOptions: { dateOnly: true },
	default: '',
	description:
		'Only return tasks that are due before this day; any time is ignored. Applied in n8n, to all tasks of the scope.',
};

export const isCompletedFilter: INodeProperties = {
	displayName: 'Is Completed',
	name: 'isCompleted',
	type: 'boolean',
	default: false,
	description:
		'Whether to return completed tasks instead of open ones. Applied in n8n, to all tasks of the scope.',
};

export const sourceFilter: INodeProperties = {
	displayName: 'Source',
	name: 'source',
	type: 'string',
	default: '',
	placeholder: 'e.g. asana',
	description: 'Only return tasks from this integration (not case-sensitive)',
};

/** What of the filters the service applies. */
export function filterQuery(item: ItemParameters) {
	return setFields({
		archived: archivedOf(item),
		source: optionalText(item, 'filters.source', 'Source'),
	});
}

/**
 * The filters that are applied here. An empty one is one that an AI model or an expression left out.
 *
 * @throws VitallyError for a value that is none
 */
export function ownFilters(item: ItemContext): Array<OwnFilter | LookUp<OwnFilter>> {
	return [dueBeforeOf(item), isCompletedOf(item), assignedToOf(item)].flat();
}

function dueBeforeOf(item: ItemContext): OwnFilter[] {
	const day = item.param('filters.dueBefore');
	if (isEmpty(day)) return [];
	const label = dueBeforeFilter.displayName;
	const limit = calendarDate(day, label, item.timeZone);
	return [
		{
			label,
			field: 'dueDate',
			includes: ({ dueDate }) => typeof dueDate === 'string' && dueDate.slice(0, 10) < limit,
		},
	];
}

function isCompletedOf(item: ItemContext): OwnFilter[] {
	const parameter = 'filters.isCompleted';
	if (isEmpty(item.param(parameter))) return [];
	const label = isCompletedFilter.displayName;
	const isWanted = switchIn(item, { parameter, label }, false);
	return [
		{
			label,
			field: 'completedAt',
			includes: ({ completedAt }) => !isEmpty(completedAt) === isWanted,
		},
	];
}

function assignedToOf(item: ItemContext): Array<LookUp<OwnFilter>> {
	const parameter = 'filters.assignedTo';
	if (isEmpty(locatorOf(item, parameter, ANY_WAY).value)) return [];
	const label = assignedToFilter.displayName;
	const teammate = requiredServiceIdIn(item, adminType, parameter, label);
	return [
		new LookUp(async (context) => {
			const id = await found(context, teammate);
			const field = 'assignedToId';
			return { label, field, includes: ({ assignedToId }) => assignedToId === id };
		}),
	];
}
