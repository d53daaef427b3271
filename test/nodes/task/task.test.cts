import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { Task } from '../../../sandbox/state/tasks.cts';
import { firstJsonOf } from '../../engine/itemLines.cts';
import { runIn } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { lessThan } from '../../fixtures/bounds.cts';
import { withFault } from '../../fixtures/faults.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAccountProject, addTask } from '../../fixtures/projects.cts';
import { GET, POST, PUT } from '../../fixtures/requests.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { TAG_CASES } from '../../fixtures/tagCases.cts';

const TASKS = '/resources/tasks';
const tags = ['call', 'renewal'];

/** The customers, project p-1 of acc-1, and task t-1 of acc-1 with External ID T1 and two tags. */
const withTask =
	(change: Partial<Task> = {}) =>
	(sandbox: Sandbox) => {
		addAccountProject(sandbox);
		const parents = { accountId: 'acc-1', organizationId: 'org-1' };

		addTask(sandbox, 't-1', { ...parents, externalId: 'T1', tags, ...change });
	};

const addTaggedTask = withTask();
const addAsanaTask = withTask({ source: 'asana' });
const taskOf = ({ state }: Sandbox, id: string) => state.tasks.get(id);

const newTask = { accountId: byId('acc-1'), name: 'Prepare the renewal' };
/** The look-up of an External ID without its source. */
const readList = GET(TASKS, { limit: '100', sortBy: 'createdAt' });

describeOperation('task: get', [
	{
		name: 'finds the task by External ID alone in the list',
		given: addTaggedTask,
		parameters: { taskId: byExternalId('T1') },
		sends: [readList, GET(`${TASKS}/t-1`)],
		returns: [{ id: 't-1' }],
	},
	{
		name: 'finds the task by External ID and source, which the service needs together',
		given: addAsanaTask,
		parameters: { taskId: byExternalId('T1'), options: { source: 'asana' } },
		sends: [GET(`${TASKS}/T1`, { source: 'asana' })],
	},
]);

describeOperation(
	'task: getAll',
	[
		{
			what: 'those that are completed',
			filters: { isCompleted: 'TRUE' },
			ids: ['completed, due on 2 March'],
		},
		{
			what: 'those that are open',
			filters: { isCompleted: false },
			ids: ['t-1', 'open, due on 1 March'],
		},
		{
			what: 'those of the teammate to whom they are assigned',
			filters: { assignedTo: byId('admin-1') },
			ids: ['open, due on 1 March', 'completed, due on 2 March'],
		},
		{
			what: 'none of the teammate who has completed them',
			filters: { assignedTo: byId('admin-2') },
			ids: [],
		},
		{
			what: 'those that are due before a day, without those of the day',
			filters: { dueBefore: '2026-03-02' },
			ids: ['open, due on 1 March'],
		},
		{
			what: 'those that are due before a day, with those of the day before',
			filters: { dueBefore: '2026-03-03' },
			ids: ['open, due on 1 March', 'completed, due on 2 March'],
		},
		{
			what: 'those that are due before a day of Tokyo, where the workflow is',
			filters: { dueBefore: '={{ new Date("2026-03-01T20:00:00Z") }}' },
			timeZone: 'Asia/Tokyo',
			ids: ['open, due on 1 March'],
		},
	].map(({ what, filters, timeZone, ids }) => ({
		name: `returns ${what}`,
		timeZone,
		given: (sandbox) => {
			addTaggedTask(sandbox);
			const theirs = { accountId: 'acc-2', assignedToId: 'admin-1', completedById: 'admin-2' };

			addTask(sandbox, 'open, due on 1 March', { ...theirs, dueDate: '2026-03-01' });
			const completedAt = '2026-03-01T08:00:00.000Z';

			addTask(sandbox, 'completed, due on 2 March', {
				...theirs,
				dueDate: '2026-03-02T08:00:00.000Z',
				completedAt,
			});
		},
		parameters: { filters },
		returns: ids.map((id) => ({ id })),
	})),
);

const create = { resource: 'task', operation: 'create', ...newTask };
const body = { name: 'Prepare the renewal', accountId: 'acc-1' };
const linked = { projectId: byId('p-1') };
const withId = (externalId: unknown) => ({ ...create, additionalFields: { externalId } });
const link = (id: string) => `/resources/projects/p-1/tasks/${id}`;
const LINKING = { method: 'POST', path: /\/projects\// };
const newId = ({ state }: Sandbox) =>
	String([...state.tasks.all()].find(({ id }) => id !== 't-1')?.id);

describeOperation(
	'the project of a task without one',
	['create', 'upsert'].flatMap((operation) =>
		[{ output: 'simplified' }, { output: 'selected', fields: ['name'] }].map((output) => ({
			name: `comes as null, so that every item has the column: ${operation}, ${output.output}`,
			given: addTaggedTask,
			parameters: { ...create, operation, externalId: 'T9', ...output },
			returns: [{ name: 'Prepare the renewal', projectId: null }],
		})),
	),
);

describeOperation('task: create', [
	{
		name: 'reports the HTML that the service strips',
		given: addTaggedTask,
		parameters: { ...create, taskDescription: '<h2>New</h2>' },
		returns: [{ strippedHtml: ['<h2>'] }],
	},
	{
		name: 'reports that the External ID is in use, and changes nothing',
		given: addTaggedTask,
		parameters: withId('T1'),
		throws: {
			message: 'The External ID "T1" already belongs to another task, with the ID "t-1"',
			description:
				"Use the operation 'Create or Update' to change it, or enter another 'External ID'.",
		},
		sends: [readList],
	},
	...['ignore', 'clear', 'send'].flatMap((emptyValues) =>
		[
			{
				what: "'Project' and 'Milestone' are blank",
				fields: { projectId: byId(''), milestone: '' },
			},
			{ what: "'Project' returns nothing", fields: { projectId: byId('={{ $json.none }}') } },
		].map(({ what, fields }) => ({
			name: `creates a task without a link where ${what}, with the rule ${emptyValues}`,
			given: addTaggedTask,
			parameters: { ...create, additionalFields: fields, options: { emptyValues } },
			sends: [POST(TASKS, body)],
		})),
	),
	{
		name: 'requires a project for a milestone before anything is sent',
		given: addTaggedTask,
		parameters: { ...create, additionalFields: { milestone: 'Go-live' } },
		throws: {
			message: "There is a 'Milestone', but no 'Project'",
			description:
				"Add the 'Project' that has this milestone under 'Additional Fields', or remove 'Milestone'.",
		},
		sends: [],
	},
	{
		name: 'links the task at the milestone that is named',
		given: addTaggedTask,
		parameters: { ...create, additionalFields: { ...linked, milestone: 'Go-live' } },
		sends: (sandbox) => [POST(TASKS, body), POST(link(newId(sandbox)), { milestone: 'Go-live' })],
		returns: [{ name: 'Prepare the renewal', projectId: 'p-1' }],
	},
	{
		name: 'links the task once it is there, once more after a lost response, and creates no second one',
		given: withFault(addTaggedTask, { kind: 'resetAfter', on: LINKING, times: 1 }),
		parameters: { ...create, additionalFields: linked },
		sends: (sandbox) => {
			const linking = POST(link(newId(sandbox)));

			return [POST(TASKS, body), linking, linking];
		},
		returns: [{ name: 'Prepare the renewal', projectId: 'p-1' }],
	},
	...[
		{ operation: 'create', method: 'POST' },
		{ operation: 'upsert', method: 'PUT', externalId: 'T1' },
	].map(({ method, ...parameters }) => ({
		name: `shows both requests in a dry run: ${parameters.operation}`,
		given: addTaggedTask,
		parameters: {
			...create,
			...parameters,
			additionalFields: { ...linked, milestone: 'Go-live' },
			options: { dryRun: true },
		},
		returns: [
			{
				method,
				nextRequest: {
					method: 'POST',
					url: expect.stringMatching(/\/resources\/projects\/p-1\/tasks\/:id$/),
					body: { milestone: 'Go-live' },
				},
			},
		],
	})),
	{
		name: 'reports that the task is there, by its ID, when the link is rejected',
		given: addTaggedTask,
		parameters: { ...create, accountId: byId('acc-2'), additionalFields: linked },
		throws: (sandbox) => {
			const id = newId(sandbox);

			return {
				message: `The task was created with the ID "${id}", but not linked to the project: Vitally did not link the task "${id}" to the project "p-1": The task and the project belong to different accounts or organizations`,
				description: `Task and project must belong to the same account or organization: choose another task, or move one of the two first. (HTTP 400, POST ${link(id)}) To link this task, use the operation 'Link Task' of 'Project'; or do not run the item again, which would create a second task.`,
				httpCode: '400',
			};
		},
		then: ({ state }) => expect({ tasks: state.tasks.size }).toEqual({ tasks: 2 }),
	},
	{
		name: 'marks the error of a task that is there, but not linked, as a change that may be saved',
		given: addTaggedTask,
		parameters: { ...create, accountId: byId('acc-2'), additionalFields: linked },
		onError: 'continueRegularOutput',
		returns: [{ details: { httpCode: '400', mayHaveBeenSaved: true } }],
	},
	{
		name: 'returns an error when the service returns no task',
		given: (sandbox) => {
			addTaggedTask(sandbox);
			addTask(sandbox, 't-2');
			sandbox.faults.add({ kind: 'status', status: 204, on: { method: 'POST' } });
		},
		parameters: { ...create, additionalFields: linked },
		throws: {
			message: 'The task was created, but not linked to the project: Vitally did not return its ID',
			description:
				"Look the task up with 'Get Many'. To link this task, use the operation 'Link Task' of 'Project'; or do not run the item again, which would create a second task.",
		},
	},
]);

const complete = { taskId: byId('t-1') };

describeOperation('task: update', [
	...[
		{ field: 'accountId', blank: byId('') },
		{ field: 'organizationId', blank: byId('') },
		{ field: 'name', blank: '' },
	].map(({ field, blank }) => ({
		name: `sends no ${field} where it is blank, because nothing clears it`,
		given: addTaggedTask,
		parameters: {
			taskId: byId('t-1'),
			updateFields: { [field]: blank, dueDate: '2027-01-31' },
			options: { emptyValues: 'clear' },
		},
		then: ({ requests }: Sandbox) =>
			expect(requests.at(-1)?.body).toEqual({ dueDate: '2027-01-31', tags }),
	})),
	{
		name: 'replaces all tags of one by External ID without a read of it: the list has its ID',
		given: addTaggedTask,
		parameters: { taskId: byExternalId('T1'), tagsMode: 'replace', tags: 'new' },
		sends: [readList, PUT(`${TASKS}/t-1`, { tags: ['new'] })],
	},
]);

describeOperation(
	'task: update',
	TAG_CASES.map(({ name, before, mode, entered, after }) => ({
		name,
		given: withTask({ tags: before }),
		parameters: {
			taskId: byId('t-1'),
			tagsMode: mode,
			tags: entered,
			updateFields: { name: 'New' },
		},
		then: (sandbox) => expect({ tags: taskOf(sandbox, 't-1')?.tags }).toEqual({ tags: after }),
	})),
);

describe('the tags of a simplified task', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each(['get', 'update', 'complete'])(
		'stand behind its times, and before its IDs: %s',
		async (operation) => {
			addTaggedTask(sandbox());
			const outcome = await runIn(sandbox(), {
				parameters: {
					resource: 'task',
					operation,
					taskId: byId('t-1'),
					updateFields: { name: 'New' },
				},
			});
			const json = firstJsonOf(outcome);

			expect({ error: json.error ?? 'none' }).toEqual({ error: 'none' });

			const columns = Object.keys(json);

			expect(columns.filter((name) => /^(completedAt|tags|externalId|id)$/.test(name))).toEqual([
				'completedAt',
				'tags',
				'externalId',
				'id',
			]);
		},
	);
});

describeOperation('task: complete', [
	{
		name: 'uses the current time by default',
		given: addTaggedTask,
		parameters: complete,
		then: (sandbox) => {
			const { completedAt } = taskOf(sandbox, 't-1') ?? {};

			expect({ msFromNow: Math.abs(Date.parse(String(completedAt)) - Date.now()) }).toEqual({
				msFromNow: lessThan(60_000),
			});
		},
		returns: [{ id: 't-1' }],
	},
	{
		name: 'sends the tags that the task has beside the time alone',
		given: addTaggedTask,
		parameters: complete,
		then: ({ requests }) => {
			const { completedAt, ...others } = requests[1].body as IDataObject;

			expect({ completedAt, others }).toEqual({
				completedAt: expect.any(String) as string,
				others: { tags },
			});
		},
	},
	{
		name: 'keeps the time of a task that is completed already',
		given: withTask({ completedAt: '2026-02-01T08:00:00.000Z' }),
		parameters: complete,
		sends: [
			GET(`${TASKS}/t-1`),
			PUT(`${TASKS}/t-1`, { completedAt: '2026-02-01T08:00:00.000Z', tags }),
		],
		returns: [{ completedAt: '2026-02-01T08:00:00.000Z' }],
	},
	{
		name: 'uses the time that is entered, also for a task that is completed already',
		given: withTask({ completedAt: '2026-02-01T08:00:00.000Z' }),
		parameters: { ...complete, additionalFields: { completedAt: '2026-03-01T10:00:00+02:00' } },
		sends: [
			GET(`${TASKS}/t-1`),
			PUT(`${TASKS}/t-1`, { completedAt: '2026-03-01T08:00:00.000Z', tags }),
		],
	},
	{
		name: 'treats a blank time as now, whatever the rule for empty values',
		given: addTaggedTask,
		parameters: {
			...complete,
			additionalFields: { completedAt: '' },
			options: { emptyValues: 'clear' },
		},
		then: (sandbox) =>
			expect({ completedAt: taskOf(sandbox, 't-1')?.completedAt ?? 'none' }).toEqual({
				completedAt: expect.stringMatching(/^20/) as string,
			}),
	},
]);

const upsert = { externalId: 'T1', ...newTask };

describeOperation('task: upsert', [
	{
		name: 'finds it by one read where the source is named',
		given: addAsanaTask,
		parameters: { ...upsert, options: { source: 'Asana' } },
		sends: [
			GET(`${TASKS}/T1`, { source: 'Asana' }),
			PUT(
				`${TASKS}/t-1`,
				{ name: 'Prepare the renewal', accountId: 'acc-1', tags },
				{ source: 'Asana' },
			),
		],
		returns: [{ id: 't-1', tags, created: false }],
	},
	{
		name: 'changes the task of no integration that an earlier run created, and does not report a new one',
		given: addTaggedTask,
		parameters: { ...upsert, options: { source: 'asana' } },
		sends: [
			GET(`${TASKS}/T1`, { source: 'asana' }),
			readList,
			GET(`${TASKS}/t-1`),
			PUT(`${TASKS}/t-1`, { name: 'Prepare the renewal', accountId: 'acc-1', tags }),
		],
		returns: [{ id: 't-1', tags, created: false }],
	},
	{
		name: 'writes to no task of another integration than the one that is named',
		given: withTask({ source: 'jira' }),
		parameters: { ...upsert, options: { source: 'asana' } },
		throws: {
			message: 'The task with the External ID "T1" is not from the integration "asana"',
			description:
				"Check 'Source' under 'Options'. To change the task, which has the ID \"t-1\", remove 'Source'.",
		},
		sends: [GET(`${TASKS}/T1`, { source: 'asana' }), readList, GET(`${TASKS}/t-1`)],
	},
	{
		name: 'continues where the link failed, and creates no second task',
		given: withFault(addTaggedTask, { kind: 'status', status: 400, on: LINKING, times: 1 }),
		parameters: {
			...upsert,
			externalId: 'T2',
			additionalFields: { projectId: byId('p-1'), milestone: 'Go-live' },
		},
		items: [{}, {}],
		onError: 'continueRegularOutput',
		then: (sandbox) => {
			const task = sandbox.state.tasks.byExternalId('T2');

			expect({ tasks: sandbox.state.tasks.size }).toEqual({ tasks: 2 });
			expect(task?.links).toEqual([{ projectId: 'p-1', milestoneId: 'p-1-2' }]);
		},
	},
	...[
		{ what: 'a task', answered: {} },
		{
			what: 'a task that the answer shows without its External ID',
			answered: { externalId: undefined },
		},
	].map(({ what, answered }) => ({
		name: `advises for ${what}, which was updated and not linked, how to create no second one`,
		given: withFault(addTaggedTask, {
			kind: 'shown',
			as: (record) => ({ ...record, ...answered }),
			on: { method: 'PUT' },
		}),
		parameters: { ...upsert, additionalFields: { projectId: byId('p-9') } },
		throws: {
			message:
				'The task was updated with the ID "t-1", but not linked to the project: The project "p-9" or the task "t-1" was not found',
			description:
				"Check the values of 'Project' and 'Task'; for an External ID, also 'Source' under Options: it must be the integration that the task comes from. Enter a 'Milestone' exactly as it appears in the project, including upper and lower case. Vitally says: \"Project not found\". (HTTP 404, POST /resources/projects/p-9/tasks/t-1) To link this task, use the operation 'Link Task' of 'Project'; or run the item again with 'Create or Update' and the External ID \"T1\", which creates no second task.",
			httpCode: '404',
		},
		then: (sandbox: Sandbox) => expect(taskOf(sandbox, 't-1')).toMatchObject({ tags }),
	})),
]);

describeOperation(
	'task: upsert over pages',
	[
		{
			name: 'writes to none of several tasks with one External ID',
			given: (sandbox) => {
				addAsanaTask(sandbox);
				addTask(sandbox, 't-2', { externalId: 'T1', source: 'jira' });
			},
			parameters: upsert,
			throws: {
				message: '2 tasks have the External ID "T1"',
				description: "Choose one of them by its Vitally ID, for example with 'By ID'.",
			},
			then: ({ requests }) => expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET']),
		},
	],
	{ seed: 'empty', largestPage: 1 },
);
