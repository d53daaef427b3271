import type { Resource } from './resource.cts';
import type { Row } from './row.cts';

/**
 * docs/internal/service.md, Note Category; project categories have the same fields (docs/internal/public-facts.md,
 * 4.9).
 */
export interface Category extends Row {
	name: string;
}

export const noteCategories: Resource<Category> = {
	path: '/resources/noteCategories',
	label: 'Note category',
};

export const projectCategories: Resource<Category> = {
	path: '/resources/projectCategories',
	label: 'Project category',
};

/** docs/internal/beyond.md, 4 */
export const taskCategories: Resource<Category> = {
	path: '/resources/taskCategories',
	label: 'Task category',
};
