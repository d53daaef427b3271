import { additionalCollection } from '../../fields/collections';
import { bodyProperties, createOptions, readBody } from '../../operations/body/bodyDefinition';
import type { OperationDefinition } from '../../operations/definition/operationDefinition';
import { changeKeepingTags } from '../../operations/updateWithTags';
import { lockRecord } from '../../records/locate';
import { requiredLocator } from '../../records/recordType';
import { taskSourceOption } from '../project/taskLink';
import { taskType } from '../recordTypes';
import { completion } from './taskFields';
import { locateTask } from './locateTask';

/** docs/internal/beyond.md, 4: a task with `completedAt` is completed; there is no separate endpoint. */
export const completeTask: OperationDefinition = {
	name: 'Complete',
	value: 'complete',
	action: 'Complete task',
	description: 'Mark a task as completed',
	docsNote: 'Now, unless a time is given.',
	endpoints: [`PUT ${taskType.path}/:id`],
	fields: [
		requiredLocator(taskType),
		...bodyProperties(completion, additionalCollection),
		createOptions(completion, [taskSourceOption]),
	],
	run: async (item) =>
		await lockRecord(item, taskType, async () => {
			const fields = await readBody(item, completion, 'additionalFields');
			const body = { completedAt: new Date().toISOString(), ...fields };
			return [await changeKeepingTags(item, taskType, { locate: locateTask, body })];
		}),
};
