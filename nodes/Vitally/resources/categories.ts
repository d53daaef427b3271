import type { Resource } from '../operations/definition/operationDefinition';
import { defineResource } from '../operations/definition/resource';
import { getMany } from '../operations/getMany';
import type { RecordType } from '../records/recordType';
import { noteCategoryType, projectCategoryType, taskCategoryType } from './recordTypes';

function categoryResource(type: RecordType, label: string): Resource {
	return defineResource(type, {
		label,
		defaultOperation: 'getAll',
		operations: [getMany(type, { docsNote: 'Categories are created in Vitally.' })],
	});
}

export const noteCategory = categoryResource(noteCategoryType, 'Note Category');

export const taskCategory = categoryResource(taskCategoryType, 'Task Category');

export const projectCategory = categoryResource(projectCategoryType, 'Project Category');
