import type { ItemParameters } from '../../fields/itemParameters';
import { textProperty } from '../../fields/properties';
import { readSearchText } from '../../fields/text';
import { readArchived } from '../../operations/filters/archivedFilter';
import {
	dayFilter,
	locatorFilter,
	switchFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { CLIENT_SIDE_NOTE } from '../../operations/filters/recordFilter';
import { isEmpty } from '../../values/emptyValues';
import { omitUndefined } from '../../values/plainObject';
import { adminType } from '../recordTypes';

/** The service knows neither assignee nor state as a filter (docs/beyond.md, 4). */
export const taskFilters: FieldFilter[] = [
	locatorFilter(
		adminType,
		{ displayName: 'Assigned To', name: 'assignedTo', only: 'tasks of this teammate' },
		'assignedToId',
	),
	dayFilter(
		{ displayName: 'Due Before', name: 'dueBefore', only: 'tasks that are due before this day' },
		'dueDate',
		(day, bound) => day < bound,
	),
	switchFilter(
		{
			displayName: 'Is Completed',
			name: 'isCompleted',
			type: 'boolean',
			default: false,
			description: `Whether to return completed tasks instead of open ones. ${CLIENT_SIDE_NOTE}.`,
		},
		'completedAt',
		(completedAt) => !isEmpty(completedAt),
	),
];

export const sourceFilter = textProperty('Source', 'source', {
	placeholder: 'e.g. asana',
	description: 'Only return tasks from this integration (not case-sensitive)',
});

/** What of the filters the service applies. */
export function filterQuery(item: ItemParameters) {
	return omitUndefined({
		archived: readArchived(item),
		source: readSearchText(item, 'filters.source', 'Source'),
	});
}
