import type { ItemParameters } from '../../fields/itemParameters';
import { readLocator } from '../../fields/locators';
import { defineResource } from '../../operations/definition/resource';
import { getMany } from '../../operations/getMany';
import { optionalLocator } from '../../records/recordType';
import { resolveId } from '../../records/resolveId';
import { isEmpty } from '../../values/emptyValues';
import { projectCategoryType, projectTemplateType } from '../recordTypes';

const categoryFilter = optionalLocator(projectCategoryType, {
	name: 'categoryId',
	description: 'Only templates of this category',
});

/** Expressions and AI models may leave the filter empty. */
function readCategory(item: ItemParameters): Record<string, unknown> {
	const parameter = 'filters.categoryId';
	const locator = readLocator(item, parameter, projectCategoryType);
	if (isEmpty(locator.value)) return {};
	const { displayName } = categoryFilter;
	return { categoryId: resolveId(item, projectCategoryType, locator, displayName) };
}

/** docs/internal/beyond.md, 7: this list accepts no order. */
export const projectTemplate = defineResource(projectTemplateType, {
	label: 'Project Template',
	defaultOperation: 'getAll',
	operations: [
		getMany(projectTemplateType, {
			description: 'Retrieve a list of project templates',
			docsNote: 'Templates are created in Vitally.',
			serviceFilters: [categoryFilter],
			query: readCategory,
			isUnordered: true,
		}),
	],
});
