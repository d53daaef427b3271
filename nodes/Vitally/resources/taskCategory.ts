import { getMany } from '../operations/getMany';
import { defineResource } from '../operations/resource';
import { taskCategoryType } from './recordTypes';

/** docs/beyond.md, 4: this list takes no order. */
export const taskCategory = defineResource(taskCategoryType, {
	label: 'Task Category',
	defaultOperation: 'getAll',
	operations: [
		getMany(taskCategoryType, {
			description: 'Retrieve a list of the categories that tasks may have',
			remark: 'Categories are made in Vitally.',
			isUnordered: true,
		}),
	],
});
