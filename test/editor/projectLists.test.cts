import { scrollList, searchList } from '../engine/listSearch.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('pick-lists of projects, tasks and custom objects', () => {
	const sandbox = sandboxOfSuite({
		seed: { accounts: 20, admins: 130, projects: 230, tasks: 210, deals: 220 },
	});

	const deals = () => {
		const found = [...sandbox().state.customObjects.all()].find(({ name }) => name === 'deals');
		return {
			resource: 'customObjectInstance',
			operation: 'search',
			customObjectId: byId(found?.id),
		};
	};

	const scroll = async (method: string, filter?: string) =>
		await scrollList(sandbox(), method, filter, deals());
	const live = (rows: Iterable<{ id: string; archivedAt?: string | null }>) =>
		[...rows].filter(({ archivedAt }) => !archivedAt).map(({ id }) => id);

	it.each([
		['searchProjects', () => live(sandbox().state.projects.all())],
		['searchTasks', () => live(sandbox().state.tasks.all())],
		['searchProjectTemplates', () => live(sandbox().state.projectTemplates.all())],
		['searchProjectCategories', () => live(sandbox().state.projectCategories.all())],
		['searchTeammates', () => live(sandbox().state.admins.all())],
		['searchCustomObjects', () => live(sandbox().state.customObjects.all())],
		['searchCustomObjectInstances', () => live(sandbox().state.instances.all())],
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

	it('returns the statuses that projects have, each by projects that have it', async () => {
		const { projects } = sandbox().state;
		const all = [...projects.all()].filter(({ archivedAt }) => archivedAt === null);
		const shown = await scroll('searchProjectStatuses');
		const ids = new Set(all.flatMap(({ projectStatusId }) => projectStatusId ?? []));
		expect(shown.map(({ value }) => value).sort()).toEqual([...ids].sort());
		for (const { name, value } of shown) {
			const names = all.filter((one) => one.projectStatusId === value).map((one) => one.name);
			expect(names.some((one) => name.includes(one))).toBe(true);
		}
		const [{ name, value }] = shown;
		expect(await scroll('searchProjectStatuses', String(value))).toEqual([{ name, value }]);
		const lists = sandbox().requests.filter(({ path }) => path === '/resources/projects');
		expect(lists.length).toBeLessThanOrEqual(10);
	});

	it('returns the name of a status where a project shows it', async () => {
		const projectStatus = { id: 's-1', name: 'In progress' };
		sandbox().faults.add({
			kind: 'status',
			status: 200,
			body: {
				results: [{ id: 'p', name: 'P', projectStatusId: 's-1', projectStatus }],
				next: null,
			},
		});
		expect(await scroll('searchProjectStatuses', 'PROGRESS')).toEqual([
			{ name: 'In progress', value: 's-1' },
		]);
	});

	it('returns the fields of the chosen custom object', async () => {
		const found = await scroll('searchCustomFields');
		expect(found.map(({ name }) => name)).toEqual(['stage', 'amount']);
	});

	it.each(['searchCustomObjectInstances', 'searchCustomFields'])(
		'%s asks for the custom object first',
		async (method) => {
			const parameters = { ...deals(), customObjectId: byId('') };
			await expect(searchList(sandbox(), method, undefined, undefined, parameters)).rejects.toThrow(
				"The value of 'Custom Object' is empty",
			);
		},
	);
});
