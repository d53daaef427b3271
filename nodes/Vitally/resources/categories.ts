import { defineResource } from '../operations/definition/resource';
import type { Resource } from '../operations/definition/operationDefinition';
import { getMany } from '../operations/getMany';
import type { RecordType } from '../records/recordType';
import { noteCategoryType, projectCategoryType, taskCategoryType } from './recordTypes';

function categoryResource(type: RecordType, label: string): Resource {
	return defineResource(type, {
		label,
		defaultOperation: 'getAll',
		operations: [
			getMany(type, {
				description: `Retrieve a list of ${type.plural}`,
				docsNote: 'Categories are created in Vitally.',
				isUnordered: true,
			}),
		],
	});
}

/** docs/internal/service.md, Notes */
export const noteCategory = categoryResource(noteCategoryType, 'Note Category');

/** docs/internal/beyond.md, 4 */
export const taskCategory = categoryResource(taskCategoryType, 'Task Category');

/** docs/internal/beyond.md, 7 */
export const projectCategory = categoryResource(projectCategoryType, 'Project Category');
