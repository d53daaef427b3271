import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAsanaTask, addTaggedTask, readList, taskOf, TASKS } from '../../fixtures/tasks.cts';

const remove = { resource: 'task', operation: 'delete', taskId: byId('t-1') };
const deletion = { method: 'DELETE', path: `${TASKS}/t-1` };

describeOperation('task: delete', [
	{
		name: 'archives by the Vitally ID',
		given: addTaggedTask,
		parameters: remove,
		sends: [deletion],
		returns: [{ deleted: true, id: 't-1' }],
		then: (sandbox) => expect(taskOf(sandbox, 't-1')?.archivedAt).toMatch(/^20/),
	},
	{
		name: 'reads a task by External ID and source first, because the service takes its own ID alone',
		given: addAsanaTask,
		parameters: { ...remove, taskId: byExternalId('T1'), options: { source: 'asana' } },
		sends: [{ method: 'GET', path: `${TASKS}/T1`, query: { source: 'asana' } }, deletion],
		returns: [{ deleted: true, id: 't-1', externalId: 'T1' }],
	},
	{
		name: 'looks in the list without a source',
		given: addTaggedTask,
		parameters: { ...remove, taskId: byExternalId('T1') },
		sends: [readList, deletion],
		returns: [{ deleted: true, id: 't-1', externalId: 'T1' }],
	},
]);
