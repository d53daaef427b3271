import { additionalCollection } from '../../fields/collections';
import { dryRunOption } from '../../fields/dryRun';
import { emptyValuesOption } from '../../fields/emptyValues';
import { optionsField } from '../../fields/options';
import { bodyProperties, readBody } from '../../operations/bodySpec';
import type { OperationRow } from '../../operations/resource';
import { changeKeepingTags } from '../../operations/updateWithTags';
import { taskSourceOption } from '../project/taskLink';
import { taskType } from '../recordTypes';
import { completion } from './fields';
import { locateTask, taskReads } from './locate';
import { lockRecord } from '../../records/lock';
import { requiredLocator } from '../../records/recordType';

/** docs/beyond.md, 4: there is no endpoint for it, the time of completion is what tells. */
export const completeTask: OperationRow = {
	name: 'Complete',
	value: 'complete',
	action: 'Complete task',
	description: 'Mark a task as completed',
	remark: 'Now, unless a time is given.',
	endpoints: [`PUT ${taskType.path}/:id`],
	reads: taskReads,
	fields: [
		requiredLocator(taskType),
		...bodyProperties(completion, additionalCollection),
		optionsField([dryRunOption, emptyValuesOption, taskSourceOption]),
	],
	run: async (item) =>
		await lockRecord(item, taskType, async () => {
			const fields = await readBody(item, completion, 'additionalFields');
			const body = { completedAt: new Date().toISOString(), ...fields };
			return [await changeKeepingTags(item, taskType, { locate: locateTask, body })];
		}),
};
