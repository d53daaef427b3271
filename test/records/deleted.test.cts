import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { describeOperation } from '../engine/operationCases.cts';
import { addDeal, addInstance } from '../fixtures/customObjects.cts';
import { addPeople } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';
import { addProject, addTask } from '../fixtures/projects.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const archivedAt = '2026-01-05T00:00:00.000Z';
const externalId = 'E1';

/** A write for each type that keeps what was deleted; meetings answer it with an error themselves. */
const DELETED: Array<{ add: (sandbox: Sandbox) => unknown; parameters: IDataObject }> = [
	{
		add: (sandbox) => addNote(sandbox, 'r-1', { externalId, archivedAt }),
		parameters: {
			resource: 'note',
			operation: 'update',
			noteId: byId('r-1'),
			updateFields: { note: 'New' },
		},
	},
	{
		add: (sandbox) => addNote(sandbox, 'r-1', { externalId, archivedAt }),
		parameters: {
			resource: 'note',
			operation: 'upsert',
			externalId,
			accountId: byId('acc-1'),
			note: 'New',
		},
	},
	{
		add: (sandbox) => addTask(sandbox, 'r-1', { archivedAt }),
		parameters: { resource: 'task', operation: 'complete', taskId: byId('r-1') },
	},
	{
		add: (sandbox) => addProject(sandbox, 'r-1', { archivedAt }),
		parameters: {
			resource: 'project',
			operation: 'update',
			projectId: byId('r-1'),
			updateFields: { name: 'New' },
		},
	},
	{
		add: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, 'r-1', { archivedAt });
		},
		parameters: {
			...{ resource: 'customObjectInstance', operation: 'update', updateFields: { name: 'New' } },
			...{ customObjectId: byId('obj-1'), customObjectInstanceId: byId('r-1') },
		},
	},
];

describeOperation(
	'a change that Vitally writes into a deleted record',
	DELETED.map(({ add, parameters }) => ({
		name: `fails: ${String(parameters.resource)} ${String(parameters.operation)}`,
		given: (sandbox: Sandbox) => {
			addPeople(sandbox);
			add(sandbox);
		},
		parameters,
		throws: `was deleted in Vitally at ${archivedAt}`,
	})),
);

describe('a record that this process created and deleted', () => {
	const started = sandboxOfSuite({ seed: 'empty' });
	const run = async (parameters: IDataObject) => {
		const options = { credentials: credentialsFor(started()) };
		return await runNode({ parameters: { resource: 'task', ...parameters } }, options);
	};

	it('is created again, and an error where Vitally still takes it for the deleted one', async () => {
		const sandbox = started();
		addPeople(sandbox);
		const task = { operation: 'upsert', externalId, accountId: byId('acc-1'), name: 'Call' };
		const [{ json }] = (await run(task)).items(NODE);
		await run({ operation: 'delete', taskId: byId(json.id) });
		expect((await run(task)).error?.message).toContain('was deleted in Vitally at');
		const methods = sandbox.requests.map(({ method }) => method);
		expect(methods).toEqual(['GET', 'POST', 'DELETE', 'GET', 'POST']);
	});
});
