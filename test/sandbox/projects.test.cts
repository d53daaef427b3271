import { clientOfSuite, standingClock } from './client.cts';
import { customers, newProject, template } from './projectRecords.cts';

const clock = standingClock(Date.UTC(2026, 10, 20, 12));
const [sandbox, call] = clientOfSuite({ now: clock.now });

describe('projects', () => {
	it('take from the template what the request leaves out', async () => {
		const { body } = await call('POST', '/resources/projects', {
			templateId: template(sandbox()).id,
			accountId: customers(sandbox()).home.id,
			traits: { 'vitally.custom.size': 'L' },
		});
		expect(body).toMatchObject({
			name: template(sandbox()).projectName,
			targetStartDate: '2026-11-20',
			projectCategoryId: template(sandbox()).projectCategoryId,
			ownedByVitallyUserId: template(sandbox()).ownedByVitallyUserId,
			traits: { 'vitally.custom.size': 'L', ...template(sandbox()).traits },
			durationInDays: 0,
		});
		const { body: project } = await call('GET', `/resources/projects/${body.id}`);
		expect(project).toMatchObject({
			organizationId: customers(sandbox()).homeOrganization,
			targetCompletionDate: '2027-01-04',
		});
	});

	it('count their days from the start to today', async () => {
		const id = await newProject(sandbox(), call, {
			accountId: customers(sandbox()).home.id,
			targetStartDate: '2026-11-10',
		});
		expect((await call('GET', `/resources/projects/${id}`)).body.durationInDays).toBe(10);
	});

	it('refuse unknown references', async () => {
		const { home } = customers(sandbox());
		const bodies = [
			{ templateId: 'unknown', accountId: home.id },
			{ templateId: template(sandbox()).id, accountId: 'unknown' },
			{ templateId: template(sandbox()).id, accountId: home.id, projectStatusId: 'unknown' },
			{
				templateId: template(sandbox()).id,
				accountId: home.id,
				organizationId: customers(sandbox()).awayOrganization,
			},
		];
		for (const body of bodies) {
			expect((await call('POST', '/resources/projects', body)).status).toBe(400);
		}
		expect(sandbox().contractRefusals()).toEqual([]);
	});

	it('are changed, listed by parent, archived and listed apart', async () => {
		const id = await newProject(sandbox(), call);
		const { home, homeOrganization } = customers(sandbox());
		const change = { name: 'New name', targetCompletionDate: '2027-02-01' };
		expect((await call('PUT', `/resources/projects/${id}`, change)).body).toMatchObject(change);
		const first = async (path: string) => (await call('GET', path)).body.results[0].id;
		expect(await first(`/resources/accounts/${home.id}/projects`)).toBe(id);
		expect(await first(`/resources/organizations/${homeOrganization}/projects`)).toBe(id);
		expect((await call('DELETE', `/resources/projects/${id}`)).status).toBe(204);
		expect(await first('/resources/projects?archived=true')).toBe(id);
		expect(await first('/resources/projects')).not.toBe(id);
	});
});
