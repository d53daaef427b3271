import { clientOfSuite } from './client.cts';
import { customers, homeTask, newProject, newTask } from './projectRecords.cts';

const [sandbox, call] = clientOfSuite();

describe('linking a task', () => {
	it('creates the link on the default milestone, then moves it to the named one', async () => {
		const id = await newProject(sandbox(), call);
		const task = homeTask(sandbox());
		const path = `/resources/projects/${id}/tasks/${task.id}`;
		const milestones = sandbox().state.projects.get(id)?.milestones ?? [];
		const first = await call('POST', path);
		expect([first.status, first.body]).toEqual([201, { created: true }]);
		expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[0].id }]);
		const moved = await call('POST', path, { milestone: milestones[2].name });
		expect([moved.status, moved.body]).toEqual([200, { created: false }]);
		expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[2].id }]);
		expect((await call('POST', path)).status).toBe(200);
		expect(task.links).toEqual([{ projectId: id, milestoneId: milestones[2].id }]);
	});

	it('takes the external id and the source of the task', async () => {
		const id = await newProject(sandbox(), call);
		homeTask(sandbox());
		const path = `/resources/projects/${id}/tasks/task-new`;
		expect((await call('POST', `${path}?source=jira`)).status).toBe(404);
		expect((await call('POST', `${path}?source=Asana`)).status).toBe(201);
	});

	it('answers 404 for an unknown project, task or milestone', async () => {
		const id = await newProject(sandbox(), call);
		const task = homeTask(sandbox());
		const link = async (project: string, name: string, body?: object) =>
			(await call('POST', `/resources/projects/${project}/tasks/${name}`, body)).status;
		expect(await link('unknown', task.id)).toBe(404);
		expect(await link(id, 'unknown')).toBe(404);
		expect(await link(id, task.id, { milestone: 'kick-off' })).toBe(404);
		expect(task.links).toEqual([]);
	});

	it('answers 400 when the parents do not align', async () => {
		const id = await newProject(sandbox(), call);
		const { away, awayOrganization } = customers(sandbox());
		const task = newTask(sandbox(), { accountId: away.id, organizationId: awayOrganization });
		expect((await call('POST', `/resources/projects/${id}/tasks/${task.id}`)).status).toBe(400);
	});

	it('is undone with 204, and with 404 when there is none', async () => {
		const path = `/resources/projects/${await newProject(sandbox(), call)}/tasks/${homeTask(sandbox()).id}`;
		await call('POST', path);
		expect((await call('DELETE', path)).status).toBe(204);
		expect((await call('DELETE', path)).status).toBe(404);
	});
});
