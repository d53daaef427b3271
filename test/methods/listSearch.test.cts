import { listSearch } from '../../nodes/Vitally/methods/listSearch';
import type { TraitModel } from '../../sandbox/state/customFields.cts';
import { scrollList, searchList } from '../engine/listSearch.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { atMost } from '../fixtures/bounds.cts';
import { addPeople } from '../fixtures/customers.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import {
	differences,
	differencesOfSets,
	NO_DIFFERENCES,
	SAME_SET,
} from '../fixtures/differences.cts';
import { byId, byName, byUrl } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

describe('a pick-list', () => {
	const sandbox = sandboxOfSuite({ seed: { accounts: 250 }, largestPage: 10 });
	const scroll = async (filter?: string) =>
		await scrollList(sandbox(), 'searchAccounts', { filter });

	it('returns every account once, churned ones too', async () => {
		const shown = (await scroll()).map(({ value }) => value);
		const missing = [...sandbox().state.accounts.all()].filter(({ id }) => !shown.includes(id));

		expect(missing.map(({ traits }) => `churned at ${String(traits.churnedAt)}`)).toEqual([]);
		expect({ shown: shown.length, distinct: new Set(shown).size }).toEqual({
			shown: 250,
			distinct: 250,
		});
	});

	it('returns the first page after one request', async () => {
		const { results } = await searchList(sandbox(), 'searchAccounts');

		expect({ results: results.length, requests: sandbox().requests.length }).toEqual({
			results: 10,
			requests: 1,
		});
	});

	it('reads at most 20 pages for a page of matches', async () => {
		const page = await searchList(sandbox(), 'searchAccounts', { filter: 'no such' });

		expect(page).toEqual({ results: [], paginationToken: expect.any(String) });
		expect({ requests: sandbox().requests.length }).toEqual({ requests: 20 });
	});

	it('returns a hundred matches at a time', async () => {
		const { results } = await searchList(sandbox(), 'searchAccounts', { filter: 'a' });

		expect({ matches: results.length }).toEqual({ matches: 100 });
	});

	/** The last account of the list. */
	const oldestOf = () =>
		[...sandbox().state.accounts.all()].sort((a, b) => a.createdAt.localeCompare(b.createdAt))[0];

	it('finds an account at the end of the list by its name in capitals', async () => {
		const { name } = oldestOf();
		const found = (await scroll(name.toUpperCase())).map((shown) => shown.name);

		expect(found.filter((shown) => !shown.includes(name))).toEqual([]);
		expect(found).toContainEqual(expect.stringContaining(name));
	});

	it.each([
		{ form: 'as it is', written: (id: string) => id },
		{ form: 'with blanks around it', written: (id: string) => ` ${id} ` },
		{ form: 'in capitals', written: (id: string) => id.toUpperCase() },
	])('finds an account at the end of the list by its Vitally ID $form', async ({ written }) => {
		const { id, name } = oldestOf();
		const found = await scroll(written(id));

		expect(found.map(({ value }) => value)).toEqual([id]);
		expect(found[0].name).toContain(name);
	});

	it('finds no account by a part of its Vitally ID', async () => {
		const { id } = oldestOf();

		expect((await scroll(id.slice(0, -1))).map(({ value }) => value)).toEqual([]);
	});
});

describe('a pick-list of incomplete rows', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const rows = [{}, { id: null, name: 'No ID' }, { id: '', name: 'Empty ID' }, { id: 'r-1' }];
	const respond = (path: RegExp, body: unknown) =>
		sandbox().faults.add({ kind: 'status', status: 200, body, on: { path } });
	const parameters = { resource: 'account', customObjectId: byId('obj-1') };

	const OF_RECORDS = Object.keys(listSearch).filter((method) => method !== 'searchProjectStatuses');

	it('calls by its ID a field of a custom object that has no label', async () => {
		respond(/./, { id: 'obj-1', customFields: [{ id: 'r-1' }] });

		const { results } = await searchList(sandbox(), 'searchCustomFields', { parameters });

		expect(results).toEqual([{ name: 'r-1', value: 'r-1' }]);
	});

	it.each(OF_RECORDS)('leaves out a row without an ID: %s', async (method) => {
		respond(/customFields$/, [null, ...rows, { path: '' }, { path: 'r-1' }]);
		respond(/customObjects\/obj-1$/, { id: 'obj-1', customFields: [null, ...rows] });
		respond(/./, { results: rows, next: null });

		const { results } = await searchList(sandbox(), method, { filter: '', parameters });

		expect(results.map(({ value }) => value)).toEqual(['r-1']);
		expect(results[0].name).not.toMatch(/undefined|null/);
	});

	it('leaves out a project without a name, in searchProjectStatuses', async () => {
		const projects = rows.map((row, index) => ({ ...row, projectStatusId: `s-${index}` }));

		respond(/./, { results: projects, next: null });

		const { results } = await searchList(sandbox(), 'searchProjectStatuses', {
			filter: '',
			parameters,
		});

		expect(results.map(({ value }) => value)).toEqual(['s-1', 's-2']);

		for (const { name } of results) expect(name).not.toMatch(/undefined|null/);
	});

	it('names a status by two of the projects that have it', async () => {
		const projects = ['Onboarding', 'Renewal'].map((name) => ({
			id: name,
			name,
			projectStatusId: 's-1',
		}));
		const body = { results: projects, next: null };

		sandbox().faults.add({ kind: 'status', status: 200, body, times: 1 });

		const { results } = await searchList(sandbox(), 'searchProjectStatuses');

		expect(results).toEqual([{ name: 'Status of Onboarding, Renewal', value: 's-1' }]);
	});

	it('shows the statuses of the 500 newest projects, and reads no others', async () => {
		for (const page of [1, 2, 3, 4, 5, 6]) {
			const project = { id: `p-${page}`, name: `P${page}`, projectStatusId: `s-${page}` };
			const body = { results: Array(100).fill(project), next: `after-${page}` };

			sandbox().faults.add({ kind: 'status', status: 200, body, times: 1 });
		}

		const found = await searchList(sandbox(), 'searchProjectStatuses');

		expect(found.results).toEqual([
			{ name: 'Status of P1, P1', value: 's-1' },
			{ name: 'Status of P2, P2', value: 's-2' },
			{ name: 'Status of P3, P3', value: 's-3' },
			{ name: 'Status of P4, P4', value: 's-4' },
			{ name: 'Status of P5, P5', value: 's-5' },
		]);
		expect({ requests: sandbox().requests.length }).toEqual({ requests: 5 });
	});
});

describe('a pick-list of the people of a message', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => addPeople(sandbox()));

	const people = async (
		method: string,
		{ parameters, field }: { parameters: Record<string, unknown>; field: string },
	) => {
		const { results } = await searchList(sandbox(), method, {
			filter: '',
			parameters,
			path: `parameters.${field}`,
		});

		return results.map(({ value }) => value);
	};

	const inMessage = (message: object) => ({ messages: { message: [message] } });
	const sender = 'messages.message[0].fromId';
	const recipient = 'to.recipient[0].id';
	const to = (type?: string) => ({ to: { recipient: [{ type }] } });

	it.each([
		{ role: 'a user', parameters: inMessage({ fromType: 'user' }), field: sender, id: 'user-1' },
		{
			role: 'a teammate',
			parameters: inMessage({ fromType: 'admin' }),
			field: sender,
			id: 'admin-1',
		},
		{ role: 'the default', parameters: inMessage({}), field: sender, id: 'user-1' },
		{
			role: 'a teammate at the top',
			parameters: { fromType: 'admin' },
			field: 'fromId',
			id: 'admin-1',
		},
	])('returns the senders of the selected role: $role', async ({ parameters, field, id }) => {
		expect(await people('searchSenders', { parameters, field })).toEqual([id]);
	});

	it.each([
		{
			role: 'a user',
			parameters: inMessage(to('user')),
			field: `messages.message[0].${recipient}`,
			id: 'user-1',
		},
		{ role: 'a user at the top', parameters: to('user'), field: recipient, id: 'user-1' },
		{ role: 'the default', parameters: to(), field: recipient, id: 'admin-1' },
	])('returns the recipients of the selected role: $role', async ({ parameters, field, id }) => {
		expect(await people('searchRecipients', { parameters, field })).toEqual([id]);
	});

	it('rejects a role that is an expression', async () => {
		const parameters = inMessage({ fromType: '={{ $json.role }}' });
		const searching = people('searchSenders', { parameters, field: sender });

		expect(await rejectionOf(searching)).toEqual({
			class: 'NodeApiError',
			message: 'The role is an expression, so there is no list to choose from',
			description: "Choose 'By Email' or 'By ID', or a fixed role.",
			failure: undefined,
		});
	});
});

const LINK = 'https://acme.vitally.io/custom-objects/4ad5c6f0-2a1b-4c3d-8e9f-0a1b2c3d4e5f';

describe('a pick-list of projects, tasks or custom objects', () => {
	const sandbox = sandboxOfSuite({
		seed: { accounts: 20, admins: 130, projects: 230, tasks: 210, deals: 220 },
	});

	const deals = () => {
		const found = [...sandbox().state.customObjects.all()].find(({ name }) => name === 'deals');

		return { resource: 'customObjectInstance', customObjectId: byId(found?.id) };
	};

	const scroll = async (method: string, filter?: string) =>
		await scrollList(sandbox(), method, { filter, parameters: deals() });
	const isOfDeals = (record: object) =>
		!('customObjectId' in record) || record.customObjectId === deals().customObjectId.value;

	const LISTS = [
		{ method: 'searchProjects', table: 'projects', text: 'ONBOARDING' },
		{ method: 'searchTasks', table: 'tasks', text: 'task-7' },
		{ method: 'searchProjectTemplates', table: 'projectTemplates', text: 'renewal' },
		{ method: 'searchProjectCategories', table: 'projectCategories', text: 'e' },
		{ method: 'searchTeammates', table: 'admins', text: '@team.example' },
		{ method: 'searchCustomObjects', table: 'customObjects', text: 'deal' },
		{ method: 'searchCustomObjectInstances', table: 'instances', text: 'deal-1' },
	] as const;

	it.each(LISTS)('shows every live record once: $method', async ({ method, table }) => {
		const records = [...sandbox().state[table].all()] as Array<{ id: string; archivedAt?: string }>;
		const live = records.filter((record) => !record.archivedAt && isOfDeals(record));

		const shown = (await scroll(method)).map(({ value }) => value);

		expect(
			differencesOfSets(
				shown,
				live.map(({ id }) => id),
			),
		).toEqual(SAME_SET);
		expect(shown.filter((id, index) => shown.indexOf(id) !== index)).toEqual([]);
	});

	/** The names that a list shows for a text, and those that it should show. */
	const namesFound = async (method: string, text: string) => {
		const shown = await scroll(method);
		const found = await scroll(method, text);

		return {
			found: found.map(({ name }) => name),
			due: shown
				.map(({ name }) => name)
				.filter((name) => name.toLowerCase().includes(text.toLowerCase())),
		};
	};

	it.each(LISTS)(
		'finds the records with $text in their names: $method',
		async ({ method, text }) => {
			const { found, due } = await namesFound(method, text);

			expect(due).not.toEqual([]);
			expect(differencesOfSets(found, due)).toEqual(SAME_SET);
			expect({ found: found.length }).toEqual({ found: due.length });
		},
	);

	it.each(LISTS)(
		'shows what it finds in the order of the whole list: $method',
		async ({ method, text }) => {
			const { found, due } = await namesFound(method, text);

			expect({ moved: differences(found, due).moved }).toEqual({ moved: [] });
		},
	);

	it.each(['searchTeammates', 'searchProjectTemplates', 'searchProjectCategories'])(
		'sorts by name what the service does not sort: %s',
		async (method) => {
			const names = (await scroll(method)).map(({ name }) => name);

			const sorted = [...names].sort((a, b) => a.localeCompare(b));

			expect(differences(names, sorted)).toEqual(NO_DIFFERENCES);
		},
	);

	it('returns the statuses that projects have, each by projects that have it', async () => {
		const { projects } = sandbox().state;
		const all = [...projects.all()].filter(({ archivedAt }) => archivedAt === null);

		const shown = await scroll('searchProjectStatuses');
		const ids = new Set(all.flatMap(({ projectStatusId }) => projectStatusId ?? []));

		expect(
			differencesOfSets(
				shown.map(({ value }) => value),
				ids,
			),
		).toEqual(SAME_SET);

		for (const { name, value } of shown) {
			const projectNames = all
				.filter(({ projectStatusId }) => projectStatusId === value)
				.map((project) => project.name);

			const shownNames = projectNames.filter((projectName) => name.includes(projectName));

			expect({ name, shownNames }).not.toEqual({ name, shownNames: [] });
		}

		expect(await scroll('searchProjectStatuses', shown[0].name)).toEqual([shown[0]]);

		const lists = sandbox().requests.filter(({ path }) => path === '/resources/projects');

		expect({ requestsForProjects: lists.length }).toEqual({ requestsForProjects: atMost(10) });
	});

	it('returns the fields of the chosen custom object', async () => {
		const found = await scroll('searchCustomFields');

		expect(found.map(({ name }) => name)).toEqual(['stage', 'amount']);
		expect(await scroll('searchCustomFields', 'STA')).toEqual([found[0]]);
	});

	it.each([
		{ method: 'searchCustomObjectInstances', way: 'a name', locator: byName('deals') },
		{ method: 'searchCustomFields', way: 'a name', locator: byName('deals') },
		{ method: 'searchCustomObjectInstances', way: 'a link', locator: byUrl(LINK) },
		{ method: 'searchCustomFields', way: 'a link', locator: byUrl(LINK) },
	])('needs the ID of the custom object in place of $way: $method', async ({ method, locator }) => {
		const parameters = { ...deals(), customObjectId: locator };

		const searching = searchList(sandbox(), method, { parameters });

		expect(await rejectionOf(searching)).toEqual({
			class: 'NodeApiError',
			message: "The list needs the ID of the 'Custom Object'",
			description:
				"Choose 'Custom Object' from the list or by ID to see it. When the node runs, a name or a link also works.",
			failure: undefined,
		});
		expect({ requests: sandbox().requests.map(({ path }) => path) }).toEqual({ requests: [] });
	});

	it.each(['searchCustomObjectInstances', 'searchCustomFields'])(
		'asks for the custom object first: %s',
		async (method) => {
			const parameters = { ...deals(), customObjectId: byId('') };

			const searching = searchList(sandbox(), method, { parameters });

			expect(await rejectionOf(searching)).toEqual({
				class: 'NodeApiError',
				message: "The value of 'Custom Object' is empty",
				description: 'Choose a record from the list, or check that the expression returns an ID.',
				failure: undefined,
			});
		},
	);
});

describe('the pick-list of traits', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const define = (model: TraitModel, label: string, path: string, type = 'string') =>
		defineTrait(sandbox(), path, { model, label, type });
	const search = async (parameters: object, filter?: string) =>
		await scrollList(sandbox(), 'searchTraits', { filter, parameters: { ...parameters } });

	it.each([
		{
			what: 'a label, a type and a key',
			trait: ['Amount', 'vitally.custom.amount', 'number'],
			name: 'Amount · Number (vitally.custom.amount)',
		},
		{ what: 'a label that is the key', trait: ['plan', 'plan', 'string'], name: 'plan · String' },
		{ what: 'no label', trait: ['', 'tier', 'string'], name: 'tier · String' },
		{
			what: 'a type that is not known',
			trait: ['Score', 'score', 'rating'],
			name: 'Score (score)',
		},
	] as const)('calls a trait with $what: $name', async ({ trait: [label, path, type], name }) => {
		define('accounts', label, path, type);

		expect(await search({ resource: 'account' })).toEqual([{ name, value: path }]);
	});

	it('sorts the traits by their labels', async () => {
		define('accounts', 'b', 'first');
		define('accounts', '', 'tier');
		define('accounts', 'C', 'second');
		define('accounts', 'a', 'third');

		expect((await search({ resource: 'account' })).map(({ value }) => value)).toEqual([
			'tier',
			'third',
			'first',
			'second',
		]);
	});

	it.each([
		{ part: 'a part of the label, with blanks around it', text: ' next ' },
		{ part: 'a part of the key, in other letters', text: 'custom.nextstep' },
	])('finds a trait by $part', async ({ text }) => {
		define('accounts', 'Amount', 'vitally.custom.amount', 'number');
		define('accounts', 'Next Step', 'vitally.custom.nextStep');

		expect(await search({ resource: 'account' }, text)).toEqual([
			{ name: 'Next Step · String (vitally.custom.nextStep)', value: 'vitally.custom.nextStep' },
		]);
	});

	it('returns the fields of the custom object that is chosen', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deal');
		define('accounts', 'Plan', 'plan');
		const chosen = { resource: 'customObjectInstance', customObjectId: byId('obj-1') };
		const { customFields = [] } = sandbox().state.customObjects.get('obj-1') ?? {};

		const keys = (await search(chosen)).map(({ value }) => value);

		expect(keys).not.toEqual([]);
		expect(
			differencesOfSets(
				keys,
				customFields.map(({ path }) => path),
			),
		).toEqual(SAME_SET);
	});

	it('returns an error when the key cannot read them', async () => {
		sandbox().faults.add({ kind: 'status', status: 403 });

		const searching = searchList(sandbox(), 'searchTraits', {
			filter: '',
			parameters: { resource: 'account' },
		});

		expect(await rejectionOf(searching)).toEqual({
			class: 'NodeApiError',
			message: 'Vitally did not return the trait definitions of this workspace',
			description: "Choose 'By Key' and enter the key of the trait. (HTTP 403)",
			failure: undefined,
		});
	});
});
