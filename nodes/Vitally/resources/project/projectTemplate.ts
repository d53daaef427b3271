import type { ItemParameters } from '../../fields/itemParameters';
import { readLocator } from '../../fields/locators';
import { readLimitation } from '../../fields/readers';
import { defineResource } from '../../operations/definition/resource';
import { getMany } from '../../operations/getMany';
import { optionalLocator } from '../../records/recordType';
import { resolveId } from '../../records/resolveId';
import { projectCategoryType, projectTemplateType } from '../recordTypes';

const categoryFilter = optionalLocator(projectCategoryType, {
	name: 'categoryId',
	description: 'Only templates of this category',
});

function readCategory(item: ItemParameters): Record<string, unknown> {
	const choice = { parameter: 'filters.categoryId', label: categoryFilter.displayName };
	if (readLimitation(item, choice) === undefined) return {};
	const locator = readLocator(item, choice.parameter, projectCategoryType);
	return { categoryId: resolveId(item, projectCategoryType, locator, choice.label) };
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
