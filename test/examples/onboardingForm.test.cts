import { runWorkflow } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { readExample } from './example.cts';
import { pinned, startedWith } from './replaced.cts';

/** A form needs a browser and Google Sheets has a fixed address: both nodes are replaced. */
describe('onboarding-project-from-form.json', () => {
	const sandbox = sandboxOfSuite();
	afterEach(() => expect(sandbox().contractRefusals()).toEqual([]));

	const workflow = readExample('onboarding-project-from-form.json');
	const checklist = (owner: string) => [
		{ row_number: 2, Task: 'Hold the kick-off', Milestone: 'Kick-off', Day: 3, Owner: owner },
		{ row_number: 3, Task: 'Import the data', Milestone: 'Data import', Day: '14', Owner: '' },
	];
	const sendForm = async (customer: string) => {
		const form = { 'Customer ID': customer, Site: 'Second site', 'Start Date': '2026-12-01' };
		const [{ email }] = [...sandbox().state.admins.all()];
		const started = startedWith(workflow, 'New Customer', [form]);
		const filled = pinned(started, 'Checklist', checklist(email));
		return await runWorkflow(filled, { credentials: credentialsFor(sandbox()) });
	};

	it('starts a project with target dates, and puts tasks into its milestones', async () => {
		const { state } = sandbox();
		const account = [...state.accounts.all()].find(({ traits }) => !traits.churnedAt);
		const outcome = await sendForm(String(account?.externalId));
		expect(outcome.error).toBeUndefined();

		const project = [...state.projects.all()].at(-1);
		expect(project).toMatchObject({
			name: 'Onboarding: Second site',
			accountId: account?.id,
			targetStartDate: '2026-12-01',
			targetCompletionDate: '2027-01-15',
			traits: { 'vitally.custom.site': 'Second site' },
		});
		const tasks = [2, 3].map((row) => state.tasks.byExternalId(`${project?.id}-${row}`));
		const [{ id: owner }] = [...state.admins.all()];
		expect(tasks).toMatchObject([
			{ name: 'Hold the kick-off', dueDate: '2026-12-04', assignedToId: owner },
			{ name: 'Import the data', dueDate: '2026-12-15', assignedToId: null },
		]);
		const milestones = ['Kick-off', 'Data import'].map(
			(name) => project?.milestones.find((milestone) => milestone.name === name)?.id,
		);
		expect(tasks.map((task) => task?.links)).toEqual(
			milestones.map((milestoneId) => [{ projectId: project?.id, milestoneId }]),
		);
	});

	it('creates nothing for a customer that is not in Vitally', async () => {
		const { projects, tasks } = sandbox().state;
		const before = [projects.size, tasks.size];
		const { error } = await sendForm('crm-9');
		expect(error?.message).toContain('crm-9');
		expect([projects.size, tasks.size]).toEqual(before);
	});
});
