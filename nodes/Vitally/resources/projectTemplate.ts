import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../fields/itemParameters';
import { idText, locatorOf } from '../fields/locators';
import { getMany } from '../operations/getMany';
import { optionalLocator } from '../operations/recordType';
import { defineResource } from '../operations/resource';
import { projectCategoryType, projectTemplateType } from './recordTypes';

const categoryFilter = optionalLocator(projectCategoryType, {
	name: 'categoryId',
	description: 'Only templates of this category',
});

/** A filter that an expression or an AI model leaves empty is none. */
function categoryOf(item: ItemParameters): IDataObject {
	const { value } = locatorOf(item, 'filters.categoryId');
	if (value === undefined || value === null || value === '') return {};
	return { categoryId: idText(value, categoryFilter.displayName) };
}

/** docs/beyond.md, 7: this list takes no order. */
export const projectTemplate = defineResource(projectTemplateType, {
	label: 'Project Template',
	defaultOperation: 'getAll',
	operations: [
		getMany(projectTemplateType, {
			description: 'Retrieve a list of project templates',
			remark: 'Templates are created in Vitally.',
			filters: [categoryFilter],
			query: categoryOf,
			isUnordered: true,
		}),
	],
});
