import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAsanaTask, addTaggedTask, readList, TASKS } from '../../fixtures/tasks.cts';

const update = { resource: 'task', operation: 'update', taskId: byId('t-1') };
const rename = { ...update, updateFields: { name: 'New' } };
const tags = ['call', 'renewal'];
const read = { method: 'GET', path: `${TASKS}/t-1` };
const put = (body: object) => ({ method: 'PUT', path: `${TASKS}/t-1`, body });

describeOperation('task: update', [
	{
		name: 'sends only the fields that are set, and the tags as they are',
		given: addTaggedTask,
		parameters: rename,
		sends: [read, put({ name: 'New', tags })],
		returns: [{ id: 't-1', name: 'New', tags }],
	},
	{
		name: 'adds tags',
		given: addTaggedTask,
		parameters: { ...update, tagsMode: 'add', tags: 'risk, call' },
		sends: [read, put({ tags: [...tags, 'risk'] })],
	},
	{
		name: 'removes tags',
		given: addTaggedTask,
		parameters: { ...update, tagsMode: 'remove', tags: 'call' },
		returns: [{ tags: ['renewal'] }],
	},
	{
		name: 'replaces tags without a read',
		given: addTaggedTask,
		parameters: { ...update, tagsMode: 'replace', tags: '' },
		sends: [put({ tags: [] })],
		returns: [{ tags: [] }],
	},
]);

describeOperation('task: update by an External ID', [
	{
		name: 'names the source',
		given: addAsanaTask,
		parameters: { ...rename, taskId: byExternalId('T1'), options: { source: 'asana' } },
		sends: [
			{ method: 'GET', path: `${TASKS}/T1`, query: { source: 'asana' } },
			{
				method: 'PUT',
				path: `${TASKS}/T1`,
				query: { source: 'asana' },
				body: { name: 'New', tags },
			},
		],
	},
	{
		name: 'looks in the list without one',
		given: addTaggedTask,
		parameters: { ...rename, taskId: byExternalId('T1') },
		sends: [readList, read, put({ name: 'New', tags })],
	},
	{
		name: 'says that there is none, and what may help',
		given: addTaggedTask,
		parameters: { ...rename, taskId: byExternalId('T9') },
		throws: errorText(
			'Vitally has no task with the external ID "T9" [item 0]',
			"Check the external ID, or add 'Source' under 'Options'. Archived tasks are found only with their source.",
		),
	},
]);

describeOperation('task: update, values', [
	{
		name: 'moves the task to another account',
		given: addTaggedTask,
		parameters: { ...update, updateFields: { accountId: byExternalId('A2') } },
		sends: [
			{ method: 'GET', path: '/resources/accounts/A2' },
			read,
			put({ accountId: 'acc-2', tags }),
		],
		returns: [{ accountId: 'acc-2' }],
	},
	{
		name: 'sends no tags that it did not see',
		given: (sandbox) => {
			addTaggedTask(sandbox);
			sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: { id: 't-1', name: 'Task' },
				on: { method: 'GET' },
			});
		},
		parameters: rename,
		throws: /shows the task without its tags[^]*'Replace'/,
		sends: [read],
	},
]);
