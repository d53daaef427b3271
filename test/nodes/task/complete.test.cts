import { describeOperation } from '../../engine/operationCases.cts';
import { byEmail, byExternalId, byId } from '../../fixtures/locators.cts';
import { addAsanaTask, addTaggedTask, taskOf, TASKS } from '../../fixtures/tasks.cts';

const complete = { resource: 'task', operation: 'complete', taskId: byId('t-1') };
const tags = ['call', 'renewal'];
const at = '2026-02-01T09:00:00.000Z';

describeOperation('task: complete', [
	{
		name: 'says now unless a time is given, and keeps the tags',
		given: addTaggedTask,
		parameters: complete,
		then: (sandbox) => {
			const task = taskOf(sandbox, 't-1');
			expect(Math.abs(Date.parse(String(task?.completedAt)) - Date.now())).toBeLessThan(60_000);
			expect(task).toMatchObject({ tags, completedById: null });
			expect(Object.keys(sandbox.requests[1].body as object)).toEqual(['completedAt', 'tags']);
		},
		returns: [{ id: 't-1' }],
	},
	{
		name: 'takes a time and a teammate',
		given: addTaggedTask,
		parameters: {
			output: 'raw',
			...complete,
			additionalFields: { completedAt: at, completedById: byEmail('lead@team.example') },
		},
		sends: [
			{ method: 'GET', path: '/resources/admins/search', query: { email: 'lead@team.example' } },
			{ method: 'GET', path: `${TASKS}/t-1` },
			{
				method: 'PUT',
				path: `${TASKS}/t-1`,
				body: { completedAt: at, completedById: 'admin-1', tags },
			},
		],
		returns: [{ completedAt: at, completedById: 'admin-1' }],
	},
	{
		name: 'takes a blank time for now, whatever the rule for empty values',
		given: addTaggedTask,
		parameters: {
			...complete,
			additionalFields: { completedAt: '' },
			options: { emptyValues: 'clear' },
		},
		then: (sandbox) => expect(taskOf(sandbox, 't-1')?.completedAt).toMatch(/^20/),
	},
	{
		name: 'finds a task by its External ID and source',
		given: addAsanaTask,
		parameters: { ...complete, taskId: byExternalId('T1'), options: { source: 'asana' } },
		then: (sandbox) => expect(taskOf(sandbox, 't-1')?.completedAt).toMatch(/^20/),
	},
]);
