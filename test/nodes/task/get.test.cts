import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAsanaTask, addTaggedTask, lookUp, TASKS } from '../../fixtures/tasks.cts';

const get = { resource: 'task', operation: 'get', taskId: byId('t-1') };

describeOperation('task: get', [
	{
		name: 'by the Vitally ID, simplified',
		given: addTaggedTask,
		parameters: get,
		sends: [{ method: 'GET', path: `${TASKS}/t-1` }],
		returns: [
			{ id: 't-1', externalId: 'T1', assignedToId: null, dueDate: null, tags: ['call', 'renewal'] },
		],
	},
	{
		name: 'as it is',
		given: addTaggedTask,
		parameters: { ...get, output: 'raw' },
		returns: [{ id: 't-1', account: { id: 'acc-1' }, projects: [] }],
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
		sends: [
			...lookUp('T1'),
			{ method: 'GET', path: `${TASKS}/T1` },
			{ method: 'GET', path: `${TASKS}/t-1` },
		],
		returns: [{ id: 't-1' }],
	},
	{
		name: 'says that no task of the source has the External ID',
		given: addAsanaTask,
		parameters: { ...get, taskId: byExternalId('T1'), options: { source: 'jira' } },
		throws: /The task "T1" was not found[^]*'Source' under 'Options' must be the integration/,
	},
]);

describeOperation('task: get where the path takes any External ID', [
	{
		name: 'needs no list',
		given: (sandbox) => {
			addTaggedTask(sandbox);
			const task = sandbox.state.tasks.get('t-1');
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: task,
				on: { method: 'GET', path: /\/tasks\/T1$/ },
			});
		},
		parameters: { ...get, taskId: byExternalId('T1') },
		sends: [{ method: 'GET', path: `${TASKS}/T1` }],
		returns: [{ id: 't-1' }],
	},
]);
