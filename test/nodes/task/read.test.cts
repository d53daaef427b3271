import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addTask } from '../../fixtures/projects.cts';
import { addAsanaTask, addTaggedTask, readList, TASKS } from '../../fixtures/tasks.cts';

describe('get', () => {
	const get = { taskId: byId('t-1') };

	describeOperation('task: get', [
		{
			name: 'by the Vitally ID, simplified',
			given: addTaggedTask,
			parameters: get,
			sends: [{ method: 'GET', path: `${TASKS}/t-1` }],
			returns: [
				{
					id: 't-1',
					externalId: 'T1',
					assignedToId: null,
					dueDate: null,
					tags: ['call', 'renewal'],
				},
			],
		},
		{
			name: 'by External ID and source, in one request',
			given: addAsanaTask,
			parameters: { ...get, taskId: byExternalId('T1'), options: { source: 'ASANA' } },
			sends: [{ method: 'GET', path: `${TASKS}/T1`, query: { source: 'ASANA' } }],
			returns: [{ id: 't-1' }],
		},
		{
			name: 'by External ID alone, out of the list',
			given: addTaggedTask,
			parameters: { ...get, taskId: byExternalId('T1') },
			sends: [readList, { method: 'GET', path: `${TASKS}/t-1` }],
			returns: [{ id: 't-1' }],
		},
		{
			name: 'reports that no task of the source has the External ID',
			given: addAsanaTask,
			parameters: { ...get, taskId: byExternalId('T1'), options: { source: 'jira' } },
			throws: /The task "T1" was not found[^]*'Source' under 'Options' must be the integration/,
		},
	]);
});

describe('getAll', () => {
	const getAll = { resource: 'task', operation: 'getAll', returnAll: true };
	const whole = { limit: '100', sortBy: 'createdAt' };
	const filtered = (filters: object) => ({ ...getAll, filters });

	/** t-1 without assignee and date, t-2 of admin-1 due on 1 March, t-3 of admin-1 due on 2 March and done, t-4 archived. */
	const addTasks = (sandbox: Sandbox) => {
		addTaggedTask(sandbox);
		const theirs = { accountId: 'acc-2', assignedToId: 'admin-1' };
		addTask(sandbox, 't-2', { ...theirs, dueDate: '2026-03-01', source: 'asana' });
		addTask(sandbox, 't-3', {
			...theirs,
			dueDate: '2026-03-02T08:00:00.000Z',
			completedAt: '2026-03-01T08:00:00.000Z',
		});
		addTask(sandbox, 't-4', { accountId: 'acc-1', archivedAt: '2026-01-05T00:00:00.000Z' });
	};
	const ids = (...names: string[]) => names.map((id) => ({ id }));

	describeOperation('task: getAll', [
		{
			name: 'reads all that are not archived',
			given: addTasks,
			parameters: getAll,
			sends: [{ method: 'GET', path: TASKS, query: whole }],
			returns: ids('t-3', 't-2', 't-1'),
		},
		{
			name: 'leaves archived and source to the service',
			given: addTasks,
			parameters: filtered({ archived: true, source: 'Asana' }),
			sends: [
				{ method: 'GET', path: TASKS, query: { ...whole, archived: 'true', source: 'Asana' } },
			],
			returns: [],
		},
		{
			name: 'reads those of an account, found by its External ID',
			given: addTasks,
			parameters: { ...getAll, scope: 'account', accountId: byExternalId('A2') },
			sends: [
				{ method: 'GET', path: '/resources/accounts/A2' },
				{ method: 'GET', path: '/resources/accounts/acc-2/tasks', query: whole },
			],
			returns: ids('t-3', 't-2'),
		},
		{
			name: 'filters completed tasks, all filters together',
			given: addTasks,
			parameters: filtered({
				isCompleted: 'TRUE',
				assignedTo: byId('admin-1'),
				dueBefore: '2026-04-01',
				nameContains: 'T-3',
			}),
			returns: ids('t-3'),
		},
		{
			name: 'treats empty filters as none, as an AI model sends them',
			given: addTasks,
			parameters: filtered({
				assignedTo: byId(''),
				dueBefore: '',
				isCompleted: '',
				source: '',
				archived: '',
			}),
			returns: ids('t-3', 't-2', 't-1'),
		},
	]);
});
