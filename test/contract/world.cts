import type { Sandbox } from '../../sandbox/sandbox.cts';
import { addConversation, addNote, addPeople } from '../nodes/activityWorld.cts';
import {
	addCustomObject,
	addInstance,
	addProject,
	addTask,
	addTemplate,
	row,
} from '../nodes/customerWorld.cts';
import { TEXT } from './fields.cts';

const PARENTS = { accountId: 'acc-1', organizationId: 'org-1' };

/** Something for every operation to find, and two records for every list. */
export function addWorld(sandbox: Sandbox): void {
	const { state } = sandbox;
	addPeople(sandbox);
	addTemplate(sandbox);
	for (const account of state.accounts.all()) {
		state.accounts.change(account, { organizationId: PARENTS.organizationId });
	}
	const taken = { accountIds: [PARENTS.accountId], organizationIds: [PARENTS.organizationId] };
	addConversation(sandbox, 'c-1', { ...taken, externalId: 'T1' });
	addConversation(sandbox, 'c-2', taken);
	addNote(sandbox, 'n-1', { ...PARENTS, externalId: 'N1', source: TEXT });
	addNote(sandbox, 'n-2', PARENTS);
	state.noteCategories.insert({ ...row('review'), name: 'Review' });
	addProject(sandbox, 'p-1', PARENTS);
	addProject(sandbox, 'p-2', PARENTS);
	addProject(sandbox, 'p-3', { organizationId: PARENTS.organizationId });
	addTask(sandbox, 't-1', PARENTS);
	addTask(sandbox, 't-2', { ...PARENTS, links: [{ projectId: 'p-2', milestoneId: null }] });
	addCustomObject(sandbox, 'obj-1', 'Deal');
	addCustomObject(sandbox, 'obj-2', 'Subscription');
	addInstance(sandbox, 'i-1', { externalId: 'I1' });
	addInstance(sandbox, 'i-2');
}
