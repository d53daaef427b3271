import { getMany } from '../operations/getMany';
import { defineResource } from '../operations/resource';
import { taskCategoryType } from './recordTypes';

/** docs/beyond.md, 4: this list takes no order. */
export const taskCategory = defineResource(taskCategoryType, {
	label: 'Task Category',
	defaultOperation: 'getAll',
	operations: [
		getMany(taskCategoryType, {
			description: 'Retrieve a list of task categories',
			remark: 'Categories are created in Vitally.',
			isUnordered: true,
		}),
	],
});
