import type { IDataObject } from 'n8n-workflow';

import { additionalCollection } from '../../fields/collections';
import { switchProperty } from '../../fields/properties';
import { readBoolean } from '../../fields/readers';
import { bodyProperties, createOptions, readBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { defineResource } from '../../operations/definition/resource';
import {
	CLIENT_SIDE_NOTE,
	dayFilter,
	locatorFilter,
	type FieldFilter,
} from '../../operations/filters/fieldFilter';
import { archivedFilter, recordFilters } from '../../operations/filters/recordFilters';
import { get, getMany } from '../../operations/standardOperations';
import { changeKeepingTags } from '../../operations/updateWithTags';
import { locateByVitallyId, locateForRead, type Locate } from '../../records/locate';
import { lockRecord } from '../../records/recordLocks';
import { requiredLocator } from '../../records/recordType';
import { isEmpty } from '../../values/emptyValues';
import { archived, created, updated } from '../events';
import { taskSourceOption } from '../project/taskLink';
import { adminType, taskType } from '../recordTypes';
import { readSource, sourceFilter, sourceQuery } from '../source';
import { taggedOperations } from '../taggedRecords';
import { changedTask, completion, taskText } from './taskFields';
import { createTask, upsertTask } from './writeTask';

const simpleFields = [
	'name',
	'dueDate',
	'accountName',
	'organizationName',
	'assignedToName',
	'completedAt',
	'tags',
	'externalId',
	'id',
	'accountId',
	'organizationId',
];

/** Filters for which the list has no parameters (docs/internal/beyond.md, 4). */
const filters: FieldFilter[] = [
	...recordFilters(),
	locatorFilter(adminType, 'Assigned To', 'assignedTo', {
		field: 'assignedToId',
		only: 'tasks of this teammate',
	}),
	dayFilter(
		'Due Before',
		'dueBefore',
		{ field: 'dueDate', only: 'tasks that are due before this day' },
		(day, bound) => day < bound,
	),
	{
		property: switchProperty('Is Completed', 'isCompleted', {
			description: `Whether to return completed tasks instead of open ones. ${CLIENT_SIDE_NOTE}.`,
		}),
		field: 'completedAt',
		read: (item, choice) => {
			const isWanted = readBoolean(item, choice);

			return (completedAt) => !isEmpty(completedAt) === isWanted;
		},
	},
];

/**
 * Locates the task that an item selects. Its path accepts an external ID only along with the source. Which source a
 * task has that was created over REST is unknown, so without one the list is read.
 *
 * @throws VitallyError when no task is selected, or none has the external ID
 * Source: docs/internal/beyond.md, 4 and 19
 */
const locateTask: Locate = async (item, type, selection) => {
	const locate = readSource(item) === undefined ? locateByVitallyId : locateForRead;

	return { ...(await locate(item, type, selection)), query: sourceQuery(item) };
};

/** A task with `completedAt` is completed; there is no separate endpoint (docs/internal/beyond.md, 4). */
const completeTask: OperationDefinition = {
	name: 'Complete',
	value: 'complete',
	action: 'Complete task',
	description: 'Mark a task as completed',
	docsNote:
		'The task is completed now, unless you enter a time. A task that is already completed keeps its time.',
	endpoints: [`PUT ${taskType.path}/:id`],
	returnsRecord: 'partial',
	fields: [
		requiredLocator(taskType),
		...bodyProperties(completion, additionalCollection),
		createOptions(completion, [taskSourceOption]),
	],
	run: lockRecord(taskType, async (item, selection) => {
		const fields = await readBody(item, completion, 'additionalFields');
		const now = new Date().toISOString();
		// A second run must not move the time at which the task was completed.
		const valuesOf = ({ completedAt }: IDataObject) => ({
			completedAt: isEmpty(completedAt) ? now : completedAt,
			...fields,
		});

		const change = { selection, locate: locateTask, valuesOf };

		return [await changeKeepingTags(item, taskType, change)];
	}),
};

export const task = defineResource(taskType, {
	simpleFields,
	hasRareTraits: true,
	events: [
		archived(taskType.noun),
		{
			name: 'Completed',
			description: 'When a task is completed',
			changeKind: 'transitioned',
			transitionField: 'completedAt',
		},
		created(taskType.noun),
		updated(taskType.noun),
	],
	operations: [
		completeTask,
		createTask,
		upsertTask,
		get(taskType, {
			docsNote:
				"For an External ID, add the 'Source'. Without it, the node reads the list of tasks.",
			locate: locateTask,
			options: [taskSourceOption],
		}),
		getMany(taskType, {
			serviceFilters: [archivedFilter, sourceFilter(taskType, 'asana')],
			filters,
		}),
		...taggedOperations(taskType, {
			...changedTask,
			text: taskText,
			locate: locateTask,
			source: taskSourceOption,
		}),
	],
});
