import { found, Refusal } from '../refusal.cts';
import { isArchived } from './archive.cts';
import type { Archivable } from './archive.cts';
import { parentsOf, within } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Row, Traits } from './row.cts';
import type { Store } from './store.cts';
import type { PageQuery } from './table.cts';
import { mergeTraits } from './traits.cts';
import { without } from './without.cts';

const DAY = 86_400_000;

/** Where a linked task stands in a project. The first one is the default. */
export interface Milestone {
	id: string;
	name: string;
}

/** public-facts.md, 4.9; `durationInDays`, owner and milestones are what a new project takes over. */
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

/** service.md, Project. A team project has neither parent. */
export interface Project extends Archivable, Parents {
	name: string;
	templateId: string;
	targetStartDate: string | null;
	actualStartDate: string | null;
	targetCompletionDate: string | null;
	actualCompletionDate: string | null;
	ownedByVitallyUserId: string | null;
	projectCategoryId: string | null;
	projectStatusId: string | null;
	traits: Traits;
	milestones: Milestone[];
}

export interface ProjectChange {
	targetStartDate?: string;
	targetCompletionDate?: string;
	projectStatusId?: string;
	projectCategoryId?: string;
	ownedByVitallyUserId?: string;
	name?: string;
	traits?: Traits;
}

export interface ProjectBody extends ProjectChange, Scope {
	templateId: string;
}

/** The Project table: `updatedAt` orders the lists and is not shown, unless the store is told so. */
export function projectView(store: Store, project: Project) {
	const { updatedAt, ...fields } = without(project, 'milestones');
	return {
		...fields,
		...(store.views.projectsShowUpdatedAt && { updatedAt }),
		durationInDays: durationInDays(store, project),
	};
}

/** Exactly the fields that the document lists for a creation (service.md, Projects). */
export function createdProjectView(store: Store, project: Project) {
	return {
		id: project.id,
		accountId: project.accountId,
		name: project.name,
		durationInDays: durationInDays(store, project),
		ownedByVitallyUserId: project.ownedByVitallyUserId,
		targetStartDate: project.targetStartDate,
		actualStartDate: project.actualStartDate,
		actualCompletionDate: project.actualCompletionDate,
		projectStatusId: project.projectStatusId,
		projectCategoryId: project.projectCategoryId,
		traits: project.traits,
	};
}

/** From the start to the completion, or to today (service.md, Project). */
function durationInDays(store: Store, project: Project): number {
	const start = project.actualStartDate ?? project.targetStartDate ?? project.createdAt;
	const end = project.actualCompletionDate ?? store.now();
	const days = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / DAY;
	return Math.max(0, days);
}

export function listProjects(store: Store, scope: Scope, query: PageQuery & { archived: boolean }) {
	const belongs = within(store, scope);
	const page = store.projects.page(
		query,
		(project) => isArchived(project) === query.archived && belongs(project),
	);
	return { ...page, results: page.results.map((project) => projectView(store, project)) };
}

/** public-facts.md, 4.9: ordered by `updatedAt`, of one category when told. */
export function listProjectTemplates(store: Store, query: PageQuery & { categoryId?: string }) {
	const { categoryId } = query;
	const page = store.projectTemplates.page(
		query,
		(row) => categoryId === undefined || row.projectCategoryId === categoryId,
	);
	return { ...page, results: page.results.map(templateView) };
}

function templateView(template: ProjectTemplate) {
	return without(template, 'durationInDays', 'ownedByVitallyUserId', 'milestones');
}

export function getProject(store: Store, id: string): Project {
	return found(store.projects.get(id), 'Project');
}

/** What is not sent comes from the template (service.md, Projects, Create body). */
export function createProject(store: Store, body: ProjectBody): Project {
	const template = store.projectTemplates.get(body.templateId);
	if (!template) throw new Refusal(400, 'templateId is not the id of a project template.');
	checkReferences(store, body);
	const today = store.now();
	const end = new Date(Date.parse(today) + template.durationInDays * DAY).toISOString();
	const firstStatus = [...store.projectStatuses.all()][0];
	return store.projects.insert({
		...store.newRow(),
		...parentsOf(store, body),
		name: body.name ?? template.projectName,
		templateId: template.id,
		targetStartDate: body.targetStartDate ?? today.slice(0, 10),
		actualStartDate: null,
		targetCompletionDate: body.targetCompletionDate ?? end.slice(0, 10),
		actualCompletionDate: null,
		ownedByVitallyUserId: body.ownedByVitallyUserId ?? template.ownedByVitallyUserId,
		projectCategoryId: body.projectCategoryId ?? template.projectCategoryId,
		projectStatusId: body.projectStatusId ?? firstStatus?.id ?? null,
		archivedAt: null,
		traits: mergeTraits(template.traits, body.traits),
		milestones: template.milestones.map((name) => ({ id: store.newId(), name })),
	});
}

export function updateProject(store: Store, project: Project, change: ProjectChange): Project {
	checkReferences(store, change);
	return store.projects.change(project, {
		...change,
		traits: mergeTraits(project.traits, change.traits),
		updatedAt: store.now(),
	});
}

function checkReferences(store: Store, change: ProjectChange): void {
	const { projectStatusId, projectCategoryId, ownedByVitallyUserId } = change;
	const unknown = [
		projectStatusId && !store.projectStatuses.get(projectStatusId) && 'projectStatusId',
		projectCategoryId && !store.projectCategories.get(projectCategoryId) && 'projectCategoryId',
		ownedByVitallyUserId && !store.admins.get(ownedByVitallyUserId) && 'ownedByVitallyUserId',
	].filter(Boolean);
	if (unknown.length > 0) throw new Refusal(400, `${unknown.join(', ')}: not a known id.`);
}
