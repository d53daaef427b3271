import { switchProperty } from '../../fields/properties';
import { readBoolean } from '../../fields/readers';
import { defineResource } from '../../operations/definition/resource';
import { deleteOne } from '../../operations/delete';
import {
	CLIENT_SIDE_NOTE,
	dayFilter,
	locatorFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { archivedFilter, recordFilters } from '../../operations/filters/recordFilters';
import { get } from '../../operations/get';
import { getMany } from '../../operations/getMany';
import { updateWithTags } from '../../operations/updateWithTags';
import { archived, created, updated } from '../events';
import { isEmpty } from '../../values/emptyValues';
import { addsUnsupportedHtml, htmlPolicyOption, writeHtml } from '../formattedText';
import { taskSourceOption } from '../project/taskLink';
import { accountType, adminType, organizationType, taskType } from '../recordTypes';
import { archivedAndSourceQuery, locateToDelete, sourceFilter } from '../source';
import { completeTask } from './completeTask';
import { changedTask, taskText } from './taskFields';
import { locateTask } from './locateTask';
import { createTask, upsertTask } from './writeTask';

const simpleFields = [
	'name',
	'dueDate',
	'completedAt',
	'tags',
	'updatedAt',
	'externalId',
	'id',
	'accountId',
	'organizationId',
	'assignedToId',
];

/** The list has no parameters for these (docs/internal/beyond.md, 4). */
const filters: FieldFilter[] = [
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
	{
		property: switchProperty('Is Completed', 'isCompleted', {
			description: `Whether to return completed tasks instead of open ones. ${CLIENT_SIDE_NOTE}.`,
		}),
		field: 'completedAt',
		read: (item, choice) => {
			const isWanted = readBoolean(item, choice, false);
			return (completedAt) => !isEmpty(completedAt) === isWanted;
		},
	},
];

export const task = defineResource(taskType, {
	simpleFields,
	scopes: [accountType, organizationType],
	events: [
		archived(taskType.noun),
		{
			name: 'Completed',
			description: 'When a task is completed',
			changeKind: 'transitioned',
			transitionField: 'completedAt',
		},
		created,
		updated,
	],
	defaultOperation: 'get',
	operations: [
		completeTask,
		createTask,
		upsertTask,
		deleteOne(taskType, {
			description:
				"Archive a task. To see archived tasks, use 'Get Many' with the 'Archived' filter.",
			locate: locateToDelete(taskType, locateTask),
			options: [taskSourceOption],
		}),
		get(taskType, {
			description: 'Retrieve a task by its ID or external ID',
			docsNote: "For an External ID, add the 'Source'; without it the list of tasks is read.",
			locate: locateTask,
			options: [taskSourceOption],
		}),
		getMany(taskType, {
			description: 'Retrieve a list of tasks',
			scopes: [accountType, organizationType],
			serviceFilters: [archivedFilter, sourceFilter(taskType, 'asana')],
			query: archivedAndSourceQuery,
			filters,
		}),
		updateWithTags(taskType, {
			...changedTask,
			description: "Update a task's fields, tags and traits",
			docsNote:
				"'Tags' keeps, adds, removes or replaces tags; the task is read first, so that none gets lost.",
			adds: addsUnsupportedHtml,
			locate: locateTask,
			options: [htmlPolicyOption(taskType), taskSourceOption],
			prepare: (item, body) => writeHtml(item, body, taskText, 'updateFields'),
		}),
	],
});
