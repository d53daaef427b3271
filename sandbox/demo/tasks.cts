import type { Admin } from '../state/admins.cts';
import type { Project } from '../state/projects.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { newTask } from '../state/tasks.cts';
import { daysAgo } from './calendar.cts';
import type { Chance } from './chance.cts';

const NAMES = ['Agree on goals', 'Import the data', 'Invite the users', 'Review the usage'];

/** Tasks with the parents of a project; two of three are linked to it. */
export function addTasks(
	state: ServiceState,
	chance: Chance,
	count: number,
	projects: Project[],
	admins: Admin[],
): void {
	if (projects.length === 0 || admins.length === 0) return;
	for (let index = 0; index < count; index += 1) {
		const project = chance.pick(projects);
		const age = chance.between(1, 200) + chance.fraction();
		const milestone = chance.pick(project.milestones);
		const row = { id: state.newId(), createdAt: daysAgo(age), updatedAt: daysAgo(age - 1) };
		state.tasks.insert({
			...newTask(row, chance.pick(NAMES)),
			externalId: `task-${index + 1}`,
			accountId: project.accountId,
			organizationId: project.organizationId,
			description: '<p>See the plan.</p>',
			dueDate: daysAgo(age - 14),
			completedAt: chance.percent(40) ? daysAgo(age - 1) : null,
			assignedToId: chance.pick(admins).id,
			tags: chance.percent(30) ? ['planned'] : [],
			source: chance.percent(20) ? 'asana' : null,
			archivedAt: chance.percent(5) ? daysAgo(age - 1) : null,
			links: chance.percent(66) ? [{ projectId: project.id, milestoneId: milestone.id }] : [],
		});
	}
}
