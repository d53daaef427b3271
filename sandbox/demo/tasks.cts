import type { Admin } from '../state/admins.cts';
import type { Project } from '../state/projects.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { newTask } from '../state/tasks.cts';
import { daysAgo } from './calendar.cts';
import type { SeededRandom } from './seededRandom.cts';

const NAMES = ['Agree on goals', 'Import the data', 'Invite the users', 'Review the usage'];

/** Adds tasks with the parents of a project; two of three are linked to it. */
export function addTasks(
	state: ServiceState,
	random: SeededRandom,
	count: number,
	{ projects, admins }: { projects: Project[]; admins: Admin[] },
): void {
	if (projects.length === 0 || admins.length === 0) return;

	for (let index = 0; index < count; index += 1) {
		const project = random.pick(projects);
		const age = random.between(1, 200) + random.fraction();
		const milestone = random.pick(project.milestones);
		const row = { id: state.newId(), createdAt: daysAgo(age), updatedAt: daysAgo(age - 1) };

		state.tasks.insert({
			...newTask(row, random.pick(NAMES)),
			externalId: `task-${index + 1}`,
			accountId: project.accountId,
			organizationId: project.organizationId,
			description: '<p>See the plan.</p>',
			dueDate: daysAgo(age - 14),
			completedAt: random.percent(40) ? daysAgo(age - 1) : null,
			assignedToId: random.pick(admins).id,
			tags: random.percent(30) ? ['planned'] : [],
			source: random.percent(20) ? 'asana' : null,
			archivedAt: random.percent(5) ? daysAgo(age - 1) : null,
			links: random.percent(66) ? [{ projectId: project.id, milestoneId: milestone.id }] : [],
		});
	}
}
