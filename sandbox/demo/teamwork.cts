import type { Admin } from '../state/admins.cts';
import type { ServiceState } from '../state/serviceState.cts';
import type { Chance } from './chance.cts';
import { daysAgo } from './calendar.cts';
import { keyRole } from './customers.cts';

const GROUP_SEGMENTS = ['Strategic', 'Scale'];
const USER_SEGMENTS = ['Champions', 'Decision makers', 'Quiet users'];

/** Who looks after organizations, what segments they and the users are in. */
export function addSegments(state: ServiceState, chance: Chance, admins: Admin[]): void {
	const roles = new Map(admins.map((admin) => [admin.id, [keyRole(state, admin)]]));
	const segment = (name: string) => [{ id: state.newId(), name }];
	const [groups, people] = [GROUP_SEGMENTS.map(segment), USER_SEGMENTS.map(segment)];
	for (const organization of state.organizations.all()) {
		const csmId = admins.length > 0 ? chance.pick(admins).id : null;
		state.organizations.change(organization, {
			csmId,
			keyRoles: roles.get(csmId ?? '') ?? [],
			segments: chance.percent(80) ? chance.pick(groups) : [],
			traits: { ...organization.traits, mrr: chance.between(1000, 60_000) },
		});
	}
	for (const user of state.users.all()) {
		state.users.change(user, { segments: chance.percent(40) ? chance.pick(people) : [] });
	}
}

/** Categories for the tasks, and who completed those that are done. */
export function sortTasks(state: ServiceState, chance: Chance): void {
	const createdAt = daysAgo(800);
	const categories = ['Adoption', 'Follow-up', 'Onboarding', 'Renewal'].map((name) =>
		state.taskCategories.insert({ id: state.newId(), createdAt, updatedAt: createdAt, name }),
	);
	for (const task of state.tasks.all()) {
		state.tasks.change(task, {
			categoryId: chance.percent(75) ? chance.pick(categories).id : null,
			completedById: task.completedAt === null ? null : task.assignedToId,
			traits: { 'vitally.custom.effort': chance.between(1, 8) },
		});
	}
}
