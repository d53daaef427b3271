import {
	CLIENT_SIDE_NOTE,
	dayFilter,
	locatorFilter,
	switchFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { recordFilters } from '../../operations/filters/recordFilters';
import { isEmpty } from '../../values/emptyValues';
import { adminType } from '../recordTypes';

/** The list has no parameters for these (docs/internal/beyond.md, 4). */
export const taskFilters: FieldFilter[] = [
	...recordFilters(),
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
