import type { Sandbox } from '../../sandbox/sandbox.cts';
import type { Instance } from '../../sandbox/state/customObjects.cts';
import { newAccount, newCustomer } from '../../sandbox/state/customers.cts';
import type { Project } from '../../sandbox/state/projects.cts';
import type { Task } from '../../sandbox/state/tasks.cts';

/** A locator's value. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });
export const byExternalId = (value: unknown) => ({ __rl: true, mode: 'externalId', value });

/** A refusal's text: message, then description. */
export const text = (...lines: string[]) => lines.join('\n');

/** A record with an id that texts and paths can show. */
export const row = (id: string, day = 1) => {
	const moment = `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;
	return { id, createdAt: moment, updatedAt: moment };
};

/** Accounts acc-1 (of org-1) and acc-2 (of none), organizations org-1 and org-2; external ids A1, O1 and so on. */
export function addCustomers({ state }: Sandbox): void {
	for (const number of [1, 2]) {
		const organization = newCustomer(row(`org-${number}`), `O${number}`, `Group ${number}`, {});
		state.organizations.insert({ ...organization, organizationOwnerId: null });
		const account = newAccount(row(`acc-${number}`), `A${number}`, `Account ${number}`, {});
		state.accounts.insert({ ...account, organizationId: number === 1 ? 'org-1' : null });
	}
}

/** The template tpl-1, the category cat-1, the status status-1 and the teammate admin-1. */
export function addTemplate({ state }: Sandbox): void {
	const category = state.projectCategories.insert({ ...row('cat-1'), name: 'Onboarding' });
	state.projectStatuses.insert({ ...row('status-1'), type: 'active', name: 'In progress' });
	state.admins.insert({
		...row('admin-1'),
		name: 'Onboarding Lead',
		email: 'lead@team.example',
		licenseStatus: 'active',
	});
	state.projectTemplates.insert({
		...row('tpl-1'),
		name: 'Onboarding template',
		projectName: 'Onboarding',
		description: '',
		projectCategoryId: category.id,
		traits: {},
		durationInDays: 30,
		ownedByVitallyUserId: null,
		milestones: ['Kick-off', 'Go-live'],
	});
}

export function addProject(sandbox: Sandbox, id: string, change: Partial<Project> = {}): Project {
	return sandbox.state.projects.insert({
		...row(id),
		name: `Name of ${id}`,
		accountId: null,
		organizationId: null,
		templateId: 'tpl-1',
		targetStartDate: '2026-01-01',
		actualStartDate: null,
		targetCompletionDate: '2026-02-01',
		actualCompletionDate: null,
		ownedByVitallyUserId: null,
		projectCategoryId: null,
		projectStatusId: null,
		archivedAt: null,
		traits: {},
		milestones: [
			{ id: `${id}-1`, name: 'Kick-off' },
			{ id: `${id}-2`, name: 'Go-live' },
		],
		...change,
	});
}

export function addTask(sandbox: Sandbox, id: string, change: Partial<Task> = {}): Task {
	return sandbox.state.tasks.insert({
		...row(id),
		externalId: null,
		accountId: null,
		organizationId: null,
		name: `Name of ${id}`,
		description: null,
		dueDate: null,
		completedAt: null,
		assignedToId: null,
		tags: [],
		source: null,
		traits: {},
		archivedAt: null,
		links: [],
		...change,
	});
}

/** A custom object with the field stage-1, whose values are under the key vitally.custom.stage. */
export function addCustomObject({ state }: Sandbox, id: string, label: string): void {
	state.customObjects.insert({
		...row(id),
		name: label.toLowerCase(),
		label,
		syncActive: true,
		writeMode: 'writable',
		customFields: [
			{
				id: 'stage-1',
				label: 'Stage',
				path: 'vitally.custom.stage',
				type: 'string',
				createdAt: row(id).createdAt,
			},
		],
	});
}

export function addInstance(
	{ state }: Sandbox,
	id: string,
	change: Partial<Instance> = {},
): Instance {
	return state.instances.insert({
		...row(id),
		name: `Name of ${id}`,
		externalId: null,
		customObjectId: 'obj-1',
		createdByVitallyUserId: null,
		ownedByVitallyUserId: null,
		customerId: 'acc-1',
		organizationId: null,
		traits: {},
		archivedAt: null,
		...change,
	});
}
