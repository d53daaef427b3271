import { byId } from '../../fixtures/locators.cts';
import { at, ofAccount, ofOrganization, on, type Endpoint } from '../endpoint.cts';

const task = on('task');

const taskId = byId('t-1');
/** As it is: the conversion of Markdown is tested with the values and the tasks. */
const asItIs = { descriptionFormat: 'html' };
const newTask = { accountId: byId('acc-1'), name: 'Prepare the renewal', additionalFields: asItIs };
const linked = { additionalFields: { ...asItIs, projectId: byId('p-1') } };

/** docs/internal/beyond.md, 4; the link to a project: docs/internal/service.md, Projects. */
export const TASK: Endpoint[] = [
	at('GET', '/resources/tasks', task('getAll')),
	at('GET', '/resources/accounts/:accountId/tasks', task('getAll', ofAccount)),
	at('GET', '/resources/organizations/:organizationId/tasks', task('getAll', ofOrganization)),
	at('GET', '/resources/tasks/:id', task('get', { taskId })),
	at(
		'POST',
		'/resources/tasks',
		task('create', newTask),
		task('upsert', { externalId: 'K9', ...newTask }),
	),
	at(
		'PUT',
		'/resources/tasks/:id',
		task('update', { taskId, updateFields: { name: 'New', ...asItIs } }),
		task('upsert', { externalId: 'K1', ...newTask }),
		task('complete', { taskId, additionalFields: { completedAt: '2026-03-01T10:00:00.000Z' } }),
	),
	at('DELETE', '/resources/tasks/:id', task('delete', { taskId })),
];

/** Operations on tasks that link them to a project, which `project` has an operation for too. */
export const TASK_LINKS = [
	task('create', { ...newTask, ...linked }),
	task('upsert', { externalId: 'K9', ...newTask, ...linked }),
];
