import { getMany } from '../operations/getMany';
import { defineResource } from '../operations/resource';
import { noteCategoryType } from './recordTypes';

/** docs/service.md, Notes: this list takes no order. */
export const noteCategory = defineResource(noteCategoryType, {
	label: 'Note Category',
	defaultOperation: 'getAll',
	operations: [
		getMany(noteCategoryType, {
			description: 'Retrieve a list of note categories',
			remark: 'Categories are created in Vitally.',
			isUnordered: true,
		}),
	],
});
