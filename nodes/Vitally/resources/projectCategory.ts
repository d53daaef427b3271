import { getMany } from '../operations/getMany';
import { defineResource } from '../operations/resource';
import { projectCategoryType } from './recordTypes';

/** docs/beyond.md, 7: this list takes no order. */
export const projectCategory = defineResource(projectCategoryType, {
	label: 'Project Category',
	defaultOperation: 'getAll',
	operations: [
		getMany(projectCategoryType, {
			description: 'Retrieve a list of project categories',
			remark: 'Categories are created in Vitally.',
			isUnordered: true,
		}),
	],
});
