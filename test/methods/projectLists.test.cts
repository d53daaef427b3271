import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { scrollList, searchList } from '../engine/listSearch.cts';
import { byId } from '../fixtures/locators.cts';

describe('pick-lists of projects, tasks and custom objects', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({
			seed: { accounts: 20, admins: 130, projects: 230, tasks: 210, deals: 220 },
		});
	});
	beforeEach(() => sandbox.reset());
	afterAll(async () => await sandbox.close());

	const deals = () => {
		const found = [...sandbox.state.customObjects.all()].find(({ name }) => name === 'deals');
		return {
			resource: 'customObjectInstance',
			operation: 'search',
			customObjectId: byId(found?.id),
		};
	};

	const scroll = async (method: string, filter?: string) =>
		await scrollList(sandbox, method, filter, deals());
	const live = (rows: Iterable<{ id: string; archivedAt?: string | null }>) =>
		[...rows].filter(({ archivedAt }) => !archivedAt).map(({ id }) => id);

	it.each([
		['searchProjects', () => live(sandbox.state.projects.all())],
		['searchTasks', () => live(sandbox.state.tasks.all())],
		['searchProjectTemplates', () => live(sandbox.state.projectTemplates.all())],
		['searchProjectCategories', () => live(sandbox.state.projectCategories.all())],
		['searchTeammates', () => live(sandbox.state.admins.all())],
		['searchCustomObjects', () => live(sandbox.state.customObjects.all())],
		['searchCustomObjectInstances', () => live(sandbox.state.instances.all())],
	])('%s shows every live record once', async (method, wanted) => {
		const shown = (await scroll(method)).map(({ value }) => String(value));
		expect(shown.sort()).toEqual(wanted().sort());
	});

	it.each([
		['searchProjects', 'ONBOARDING'],
		['searchTasks', 'task-7'],
		['searchProjectTemplates', 'renewal'],
		['searchTeammates', '@team.example'],
		['searchCustomObjects', 'deal'],
		['searchCustomObjectInstances', 'deal-1'],
		['searchCustomFields', 'STA'],
	])('%s finds %s in what it shows', async (method, text) => {
		const found = await scroll(method, text);
		expect(found.length).toBeGreaterThan(0);
		for (const { name } of found) expect(name.toLowerCase()).toContain(text.toLowerCase());
	});

	it('shows the fields of the chosen custom object', async () => {
		const found = await scroll('searchCustomFields');
		expect(found.map(({ name }) => name)).toEqual(['stage', 'amount']);
	});

	it.each(['searchCustomObjectInstances', 'searchCustomFields'])(
		'%s asks for the custom object first',
		async (method) => {
			const parameters = { ...deals(), customObjectId: byId('') };
			await expect(searchList(sandbox, method, undefined, undefined, parameters)).rejects.toThrow(
				"The value of 'Custom Object' is empty",
			);
		},
	);
});
