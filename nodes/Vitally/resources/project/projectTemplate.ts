import { readLocator } from '../../fields/locators';
import { defineResource } from '../../operations/definition/resource';
import type { ServiceFilter } from '../../operations/filters/fieldFilter';
import { getMany } from '../../operations/getMany';
import { optionalLocator } from '../../records/recordType';
import { resolveId } from '../../records/resolveId';
import { projectCategoryType, projectTemplateType } from '../recordTypes';

const categoryFilter: ServiceFilter = {
	property: optionalLocator(projectCategoryType, {
		name: 'categoryId',
		description: 'Only templates of this category',
	}),
	read: (item, { parameter, label }) => {
		const locator = readLocator(item, parameter, projectCategoryType);
		return resolveId(item, projectCategoryType, locator, label);
	},
};

/** docs/internal/beyond.md, 7: this list accepts no order. */
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
