import type { Admin } from '../state/admins.cts';
import type { Account } from '../state/customers.cts';
import { createProject } from '../state/projects.cts';
import type { Project } from '../state/projects.cts';
import type { ProjectTemplate } from '../state/projectTemplates.cts';
import type { Row } from '../state/row.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { dateAgo, daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const KINDS = [
	{ name: 'Onboarding', days: 45, milestones: ['Kick-off', 'Data import', 'Go-live'] },
	{ name: 'Renewal', days: 90, milestones: ['Review', 'Quote', 'Signature'] },
	{ name: 'Expansion', days: 60, milestones: ['Discovery', 'Pilot', 'Roll-out'] },
];

const STATUSES = [
	{ type: 'active', name: 'In progress' },
	{ type: 'active', name: 'At risk' },
	{ type: 'inactive', name: 'On hold' },
	{ type: 'complete', name: 'Done' },
] as const;

/** Adds statuses, and a category and a template for each kind of project. */
export function addTemplates(state: ServiceState, admins: Admin[]): ProjectTemplate[] {
	for (const status of STATUSES) state.projectStatuses.insert({ ...oldRow(state), ...status });

	return KINDS.map(({ name, days, milestones }) => {
		const category = state.projectCategories.insert({ ...oldRow(state), name });

		return state.projectTemplates.insert({
			...oldRow(state),
			name: `${name} template`,
			projectName: name,
			description: `Steps of every ${name.toLowerCase()}.`,
			projectCategoryId: category.id,
			traits: { 'vitally.custom.playbook': name },
			durationInDays: days,
			ownedByVitallyUserId: admins[0]?.id ?? null,
			milestones,
		});
	});
}

/** Adds projects of accounts, of organizations, and a few of the team itself. */
export function addProjects(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	{ accounts, templates }: { accounts: Account[]; templates: ProjectTemplate[] },
): Project[] {
	if (accounts.length === 0) return [];

	return Array.from({ length: count }, () => {
		const { id: accountId, organizationId, name: customer } = random.pick(accounts);
		const template = random.pick(templates);
		const isOfOrganization = organizationId !== null && random.percent(15);
		const parent = isOfOrganization ? { organizationId } : { accountId };
		const age = random.between(5, 200) + random.fraction();
		const name = `${template.projectName}: ${customer}`;
		const isTeam = random.percent(4);
		const isDone = random.percent(25);
		const doneStatus = [...state.projectStatuses.all()][STATUSES.length - 1];
		const project = createProject(state, { templateId: template.id, name, ...parent });

		if (isTeam) {
			const teamProject = { accountId: null, organizationId: null, name: template.projectName };

			state.projects.change(project, teamProject);
		}

		if (isDone) {
			const completion = { projectStatusId: doneStatus.id, actualCompletionDate: dateAgo(age - 4) };

			state.projects.change(project, completion);
		}

		return state.projects.change(project, {
			createdAt: daysAgo(age),
			updatedAt: daysAgo(age - 4),
			targetStartDate: dateAgo(age - 1),
			actualStartDate: dateAgo(age - 2),
			targetCompletionDate: dateAgo(age - template.durationInDays),
			archivedAt: random.percent(6) ? daysAgo(age - 4) : null,
		});
	});
}

function oldRow(state: ServiceState): Row {
	const createdAt = daysAgo(850);

	return { id: state.newId(), createdAt, updatedAt: createdAt };
}
