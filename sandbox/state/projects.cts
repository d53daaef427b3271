import { HttpError } from '../httpError.cts';
import { archive, isListed } from './archive.cts';
import type { Archivable } from './archive.cts';
import { omit } from './omit.cts';
import { parentsOf, within } from './parents.cts';
import type { Parents, Scope } from './parents.cts';
import type { Resource } from './resource.cts';
import type { Traits } from './row.cts';
import type { ServiceState } from './serviceState.cts';
import { mergeTraits } from './traits.cts';

const DAY_MS = 86_400_000;

/** The place of a linked task in a project. The first one is the default. */
export interface Milestone {
	id: string;
	name: string;
}

/** docs/internal/service.md, Project. A team project has neither parent. */
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

interface ProjectChange {
	targetStartDate?: string;
	targetCompletionDate?: string;
	projectStatusId?: string;
	projectCategoryId?: string;
	ownedByVitallyUserId?: string;
	name?: string;
	traits?: Traits;
}

interface ProjectBody extends ProjectChange, Scope {
	templateId: string;
}

/** docs/internal/service.md, Project; `updatedAt` as seen (docs/internal/beyond.md, 7). */
export function projectView(state: ServiceState, project: Project) {
	return {
		...omit(project, 'milestones'),
		durationInDays: durationInDays(state, project),
	};
}

/** Returns exactly the fields that the document lists for a creation (docs/internal/service.md, Projects). */
export function createdProjectView(state: ServiceState, project: Project) {
	return {
		id: project.id,
		accountId: project.accountId,
		name: project.name,
		durationInDays: durationInDays(state, project),
		ownedByVitallyUserId: project.ownedByVitallyUserId,
		targetStartDate: project.targetStartDate,
		actualStartDate: project.actualStartDate,
		actualCompletionDate: project.actualCompletionDate,
		projectStatusId: project.projectStatusId,
		projectCategoryId: project.projectCategoryId,
		traits: project.traits,
	};
}

/** Counts the days from the start to the completion, or to today (docs/internal/service.md, Project). */
function durationInDays(state: ServiceState, project: Project): number {
	const start = project.actualStartDate ?? project.targetStartDate ?? project.createdAt;
	const end = project.actualCompletionDate ?? state.now();
	const days = (Date.parse(end.slice(0, 10)) - Date.parse(start.slice(0, 10))) / DAY_MS;

	return Math.max(0, days);
}

/** Creates a project; what is not sent comes from the template (docs/internal/service.md, Projects). */
export function createProject(state: ServiceState, body: ProjectBody): Project {
	const template = state.projectTemplates.get(body.templateId);
	if (!template) throw new HttpError(400, 'templateId is not the id of a project template.');

	assertKnownReferences(state, body);
	const today = state.now();
	const end = new Date(Date.parse(today) + template.durationInDays * DAY_MS).toISOString();
	const firstStatus = [...state.projectStatuses.all()][0];

	return state.projects.insert({
		...state.newRow(),
		...parentsOf(state, body),
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
		milestones: template.milestones.map((name) => ({ id: state.newId(), name })),
	});
}

export function updateProject(
	state: ServiceState,
	project: Project,
	change: ProjectChange,
): Project {
	assertKnownReferences(state, change);

	return state.projects.change(project, {
		...change,
		traits: mergeTraits(project.traits, change.traits),
		updatedAt: state.now(),
	});
}

/** docs/internal/service.md, Projects; for the response to a creation see routes/projects.cts. */
export const projects: Resource<Project> = {
	path: '/resources/projects',
	label: 'Project',
	view: projectView,
	matches: (state, parameters) => {
		const isWithin = within(state, parameters);

		return (project) => isListed(project, parameters) && isWithin(project);
	},
	update: updateProject,
	remove: (state, project) => archive(state, state.projects, project),
};

function assertKnownReferences(state: ServiceState, change: ProjectChange): void {
	const { projectStatusId, projectCategoryId, ownedByVitallyUserId } = change;
	const unknown: string[] = [];

	if (projectStatusId && !state.projectStatuses.get(projectStatusId)) {
		unknown.push('projectStatusId');
	}

	if (projectCategoryId && !state.projectCategories.get(projectCategoryId)) {
		unknown.push('projectCategoryId');
	}

	if (ownedByVitallyUserId && !state.admins.get(ownedByVitallyUserId)) {
		unknown.push('ownedByVitallyUserId');
	}

	if (unknown.length > 0) throw new HttpError(400, `${unknown.join(', ')}: not a known id.`);
}
