import { omit } from './omit.cts';
import type { Resource } from './resource.cts';
import type { Row, Traits } from './row.cts';

/**
 * docs/internal/public-facts.md, 4.9; `durationInDays`, owner and milestones are copied into a new
 * project.
 */
export interface ProjectTemplate extends Row {
	name: string;
	projectName: string;
	description: string;
	projectCategoryId: string | null;
	traits: Traits;
	durationInDays: number;
	ownedByVitallyUserId: string | null;
	milestones: string[];
}

export interface ProjectStatus extends Row {
	type: 'active' | 'inactive' | 'complete';
	name: string;
}

/** docs/internal/public-facts.md, 4.9: of one category where a request names it. */
export const projectTemplates: Resource<ProjectTemplate> = {
	path: '/resources/projectTemplates',
	label: 'Project template',
	view: (_, template) => omit(template, 'durationInDays', 'ownedByVitallyUserId', 'milestones'),
	matches:
		(_, { categoryId }) =>
		(template) =>
			categoryId === undefined || template.projectCategoryId === categoryId,
};
