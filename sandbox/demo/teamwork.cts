import type { Admin } from '../state/admins.cts';
import type { ServiceState } from '../state/serviceState.cts';
import { daysAgo } from './calendar.cts';
import { keyRole } from './customers.cts';
import type { SeededRandom } from './seededRandom.cts';

const GROUP_SEGMENTS = ['Strategic', 'Scale'];
const USER_SEGMENTS = ['Champions', 'Decision makers', 'Quiet users'];

/** Sets who looks after organizations, and what segments they and the users are in. */
export function addSegments(state: ServiceState, random: SeededRandom, admins: Admin[]): void {
	const roles = new Map(admins.map((admin) => [admin.id, [keyRole(state, admin)]]));
	const segment = (name: string) => [{ id: state.newId(), name }];
	const groups = GROUP_SEGMENTS.map(segment);
	const people = USER_SEGMENTS.map(segment);

	for (const organization of state.organizations.all()) {
		const csmId = admins.length > 0 ? random.pick(admins).id : null;

		state.organizations.change(organization, {
			csmId,
			keyRoles: roles.get(csmId ?? '') ?? [],
			segments: random.percent(80) ? random.pick(groups) : [],
			traits: { ...organization.traits, mrr: random.between(1000, 60_000) },
		});
	}

	for (const user of state.users.all()) {
		state.users.change(user, { segments: random.percent(40) ? random.pick(people) : [] });
	}
}

/** Sets the categories of the tasks, and who completed those that are done. */
export function sortTasks(state: ServiceState, random: SeededRandom): void {
	const createdAt = daysAgo(800);
	const categories = ['Adoption', 'Follow-up', 'Onboarding', 'Renewal'].map((name) =>
		state.taskCategories.insert({ id: state.newId(), createdAt, updatedAt: createdAt, name }),
	);

	for (const task of state.tasks.all()) {
		state.tasks.change(task, {
			categoryId: random.percent(75) ? random.pick(categories).id : null,
			completedById: task.completedAt === null ? null : task.assignedToId,
			traits: { 'vitally.custom.effort': random.between(1, 8) },
		});
	}
}
