import { defineResource } from '../../operations/definition/resource';
import type { ServiceFilter } from '../../operations/filters/fieldFilter';
import { getMany } from '../../operations/getMany';
import { optionalLocator } from '../../records/recordType';
import { readRecordId } from '../../records/resolveId';
import { projectCategoryType, projectTemplateType } from '../recordTypes';

const categoryFilter: ServiceFilter = {
	property: optionalLocator(projectCategoryType, {
		name: 'categoryId',
		description: 'Only templates of this category',
	}),
	read: (item, { parameter, label }) => readRecordId(item, projectCategoryType, parameter, label),
};

/** This list accepts no order (docs/internal/beyond.md, 7). */
export const projectTemplate = defineResource(projectTemplateType, {
	label: 'Project Template',
	defaultOperation: 'getAll',
	operations: [
		getMany(projectTemplateType, {
			docsNote: 'Templates are created in Vitally.',
			serviceFilters: [categoryFilter],
		}),
	],
});
