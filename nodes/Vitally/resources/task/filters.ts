import type { INodeProperties } from 'n8n-workflow';

import { setFields } from '../../fields/body';
import { archivedOf } from '../../fields/archived';
import type { ItemParameters } from '../../fields/itemParameters';
import { locatorOf } from '../../fields/locators';
import type { OwnFilter } from '../../fields/recordFilter';
import { switchIn } from '../../fields/strict';
import { optionalText } from '../../fields/text';
import { found, requiredServiceIdIn } from '../../operations/lookUp';
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
 * @returns what gives them, once a teammate is looked up
 * @throws VitallyError for a value that is none
 */
export function ownFilters(item: ItemContext): () => Promise<OwnFilter[]> {
	const filters: OwnFilter[] = [];
	const day = item.param('filters.dueBefore');
	if (!isEmpty(day)) {
		const limit = calendarDate(day, 'Due Before', item.timeZone);
		filters.push({
			label: 'Due Before',
			field: 'dueDate',
			includes: ({ dueDate }) => typeof dueDate === 'string' && dueDate.slice(0, 10) < limit,
		});
	}
	if (!isEmpty(item.param('filters.isCompleted'))) {
		const choice = { parameter: 'filters.isCompleted', label: 'Is Completed' };
		const isWanted = switchIn(item, choice, false);
		filters.push({
			label: 'Is Completed',
			field: 'completedAt',
			includes: ({ completedAt }) => !isEmpty(completedAt) === isWanted,
		});
	}
	const { name, displayName: label } = assignedToFilter;
	const parameter = `filters.${name}`;
	if (isEmpty(locatorOf(item, parameter, true).value)) return async () => filters;
	const teammate = requiredServiceIdIn(item, adminType, parameter, label);
	return async () => {
		const id = await found(item, teammate);
		const isTheirs: OwnFilter['includes'] = ({ assignedToId }) => assignedToId === id;
		return [...filters, { label, field: 'assignedToId', includes: isTheirs }];
	};
}
