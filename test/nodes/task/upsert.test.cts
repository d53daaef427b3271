import { describeOperation, errorText } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import { addTask } from '../../fixtures/projects.cts';
import {
	addAsanaTask,
	addTaggedTask,
	readList,
	newTask,
	taskOf,
	TASKS,
} from '../../fixtures/tasks.cts';

const upsert = { externalId: 'T1', ...newTask };
const body = { name: 'Prepare the renewal', accountId: 'acc-1' };
const tags = ['call', 'renewal'];
const put = (more: object = {}) => ({
	method: 'PUT',
	path: `${TASKS}/t-1`,
	body: { ...body, tags, ...more },
});

describeOperation('task: upsert', [
	{
		name: 'updates the task that is there and keeps its tags',
		given: addTaggedTask,
		parameters: upsert,
		sends: [readList, { method: 'GET', path: `${TASKS}/t-1` }, put()],
		returns: [{ id: 't-1', name: 'Prepare the renewal', tags, created: false }],
	},
	{
		name: 'accepts a description in Markdown',
		given: addTaggedTask,
		parameters: { output: 'raw', ...upsert, additionalFields: { description: '*Agree*' } },
		returns: [{ id: 't-1', description: '<p><em>Agree</em></p>', created: false }],
	},
	{
		name: 'finds it by one read where the source is named',
		given: addAsanaTask,
		parameters: { ...upsert, options: { source: 'Asana' } },
		sends: [
			{ method: 'GET', path: `${TASKS}/T1`, query: { source: 'Asana' } },
			{ ...put(), query: { source: 'Asana' } },
		],
		returns: [{ id: 't-1', tags, created: false }],
	},
	{
		name: 'sets the tags that the item names',
		given: addTaggedTask,
		parameters: { ...upsert, additionalFields: { tags: 'risk' } },
		returns: [{ tags: ['risk'], created: false }],
	},
	{
		name: 'creates one that is not there',
		given: addTaggedTask,
		parameters: { ...upsert, externalId: 'T2', additionalFields: { dueDate: '2026-03-01' } },
		sends: [
			readList,
			{ method: 'POST', path: TASKS, body: { ...body, externalId: 'T2', dueDate: '2026-03-01' } },
		],
		returns: [{ externalId: 'T2', created: true }],
	},
	{
		name: 'creates one task of two items, and the second keeps the tags of the first',
		given: addTaggedTask,
		parameters: { ...upsert, externalId: 'T2', additionalFields: { tags: '={{ $json.tags }}' } },
		items: [{ tags: 'a' }, {}],
		returns: [{ created: true }, { created: false, tags: ['a'] }],
		then: ({ state }) => expect(state.tasks.size).toBe(2),
	},
]);

describeOperation('task: upsert among integrations', [
	{
		name: 'writes to none of several tasks with one External ID',
		given: (sandbox) => {
			addAsanaTask(sandbox);
			addTask(sandbox, 't-2', { externalId: 'T1', source: 'jira' });
		},
		parameters: upsert,
		throws: errorText(
			'2 tasks have the external ID "T1" [item 0]',
			"Add 'Source' under 'Options' to say which one to use, or use 'Update' with 'By ID'.",
		),
		then: ({ requests }) => expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]),
	},
]);

describeOperation('task: upsert in a project', [
	{
		name: 'continues where the link failed, and creates no second task',
		given: (sandbox) => {
			addTaggedTask(sandbox);
			sandbox.faults.add({
				kind: 'status',
				status: 400,
				on: { method: 'POST', path: /\/projects\// },
				times: 1,
			});
		},
		parameters: {
			...upsert,
			externalId: 'T2',
			additionalFields: { projectId: byId('p-1'), milestone: 'Go-live' },
		},
		items: [{}, {}],
		onError: 'continueRegularOutput',
		then: (sandbox) => {
			const task = [...sandbox.state.tasks.all()].find(({ externalId }) => externalId === 'T2');
			expect(sandbox.state.tasks.size).toBe(2);
			expect(task?.links).toEqual([{ projectId: 'p-1', milestoneId: 'p-1-2' }]);
		},
	},
	{
		name: 'reports that an existing task was updated, but not linked',
		given: addTaggedTask,
		parameters: { ...upsert, additionalFields: { projectId: byId('p-9') } },
		throws:
			/The task was updated with the ID "t-1", but not linked to the project: The project "p-9" or the task "t-1" was not found[^]*'Create or Update' and the External ID "T1"/,
		then: (sandbox) => expect(taskOf(sandbox, 't-1')).toMatchObject({ tags }),
	},
]);
