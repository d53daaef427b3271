import type { Sandbox } from '../../sandbox/sandbox.cts';
import { describeOperation } from '../engine/operationCases.cts';
import {
	addCustomers,
	addProject,
	addTemplate,
	byExternalId,
	byId,
	row,
} from './customerWorld.cts';

const PROJECTS = '/resources/projects';

const world = (sandbox: Sandbox) => {
	addCustomers(sandbox);
	addTemplate(sandbox);
	addProject(sandbox, 'p-1', { accountId: 'acc-1', organizationId: 'org-1' });
};
const create = {
	resource: 'project',
	operation: 'create',
	templateId: byId('tpl-1'),
	accountId: byId('acc-2'),
};

describeOperation('project: create', [
	{
		name: 'sends only the fields that are set, for an account',
		given: world,
		parameters: create,
		sends: [{ method: 'POST', path: PROJECTS, body: { templateId: 'tpl-1', accountId: 'acc-2' } }],
		returns: [{ accountId: 'acc-2', name: 'Onboarding' }],
	},
	{
		name: 'sends every field that is set, for an organization, also one that was chosen as account first',
		given: world,
		parameters: {
			...create,
			projectFor: 'organization',
			organizationId: byId('org-2'),
			additionalFields: {
				projectCategoryId: byId('cat-1'),
				name: '',
				ownedByVitallyUserId: byId('admin-1'),
				projectStatusId: 'status-1',
				targetCompletionDate: '2026-04-30T00:00:00',
				targetStartDate: '2026-03-01',
			},
			traitsMode: 'json',
			traitsJson:
				'{ "vitally.custom.goal": "", "seats": 0, "live": false, "none": null, "tags": [] }',
		},
		sends: [
			{
				method: 'POST',
				path: PROJECTS,
				body: {
					templateId: 'tpl-1',
					organizationId: 'org-2',
					projectCategoryId: 'cat-1',
					name: '',
					ownedByVitallyUserId: 'admin-1',
					projectStatusId: 'status-1',
					targetCompletionDate: '2026-04-30',
					targetStartDate: '2026-03-01',
					traits: { 'vitally.custom.goal': '', seats: 0, live: false, none: null, tags: [] },
				},
			},
		],
	},
	{
		name: 'looks each external ID of an account up once',
		given: world,
		parameters: { ...create, accountId: byExternalId('={{ $json.account }}') },
		items: [{ account: 'A1' }, { account: 'A2' }, { account: 'A1' }],
		returns: [{ accountId: 'acc-1' }, { accountId: 'acc-2' }, { accountId: 'acc-1' }],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2),
	},
	{
		name: 'refuses an account that an expression leaves out',
		parameters: { ...create, accountId: byId('={{ null }}') },
		refuses: "The field 'Account' is empty",
		sends: [],
	},
	{
		name: 'refuses an empty template',
		parameters: { ...create, templateId: byId('={{ "" }}') },
		refuses: "The field 'Template' is empty",
		sends: [],
	},
	{
		name: 'refuses another parent than account or organization',
		parameters: { ...create, projectFor: '={{ "team" }}', organizationId: byId('org-1') },
		refuses: `The value "team" of 'Project For' is unknown`,
		sends: [],
	},
	{
		name: 'refuses a date that the calendar does not have',
		parameters: { ...create, additionalFields: { targetStartDate: '2026-02-30' } },
		refuses: `The value "2026-02-30" of 'Target Start Date' is not a date`,
		sends: [],
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...create, options: { dryRun: true } },
		sends: [],
		returns: [{ method: 'POST', body: { templateId: 'tpl-1', accountId: 'acc-2' } }],
	},
]);

describeOperation('project: get', [
	{
		name: 'returns ten fields',
		given: world,
		parameters: { resource: 'project', operation: 'get', projectId: byId('p-1') },
		sends: [{ method: 'GET', path: `${PROJECTS}/p-1` }],
		returns: [{ id: 'p-1', accountId: 'acc-1', targetStartDate: '2026-01-01' }],
	},
	{
		name: 'returns all fields',
		given: world,
		parameters: { resource: 'project', operation: 'get', projectId: byId('p-1'), simple: false },
		returns: [{ id: 'p-1', templateId: 'tpl-1', traits: {} }],
	},
	{
		name: 'names the project that is not there',
		parameters: { resource: 'project', operation: 'get', projectId: byId('p/9') },
		sends: [{ method: 'GET', path: `${PROJECTS}/p%2F9` }],
		refuses: /^The project "p\/9" was not found \[item 0\]\nCheck the value of 'Project'/,
	},
]);

const list = { resource: 'project', operation: 'getAll' };

describeOperation('project: getAll', [
	{
		name: 'lists all, or those of an account or organization',
		given: world,
		parameters: {
			...list,
			scope: '={{ $json.scope }}',
			accountId: byExternalId('A1'),
			organizationId: byId('org-2'),
			returnAll: true,
		},
		items: [{ scope: 'all' }, { scope: 'account' }],
		returns: [{ id: 'p-1' }, { id: 'p-1' }],
		then: ({ requests }) =>
			expect(requests.map(({ path }) => path).sort()).toEqual([
				'/resources/accounts/A1',
				'/resources/accounts/acc-1/projects',
				PROJECTS,
			]),
	},
	{
		name: 'lists those of an organization',
		given: world,
		parameters: { ...list, scope: 'organization', organizationId: byId('org-1') },
		sends: [
			{
				method: 'GET',
				path: '/resources/organizations/org-1/projects',
				query: { limit: '50', sortBy: 'updatedAt' },
			},
		],
		returns: [{ id: 'p-1' }],
	},
	{
		name: 'lists archived projects in place of live ones',
		given: (sandbox) => {
			world(sandbox);
			addProject(sandbox, 'p-2', { accountId: 'acc-1', archivedAt: '2026-02-01T00:00:00.000Z' });
		},
		parameters: { ...list, filters: { archived: true } },
		returns: [{ id: 'p-2' }],
		then: ({ requests }) =>
			expect(requests.map(({ query }) => query)).toEqual([
				{ limit: '50', sortBy: 'updatedAt', archived: 'true' },
			]),
	},
	{
		name: 'filters by creation and name',
		given: (sandbox) => {
			world(sandbox);
			for (let day = 24; day <= 28; day++) {
				addProject(sandbox, `p-${day}`, { ...row(`p-${day}`, day), name: `Day ${day % 2}` });
			}
		},
		parameters: {
			...list,
			limit: 3,
			filters: { createdAfter: '2026-01-25T00:00:00Z', nameContains: 'DAY 1' },
		},
		returns: [{ id: 'p-27' }],
	},
]);

const update = { resource: 'project', operation: 'update', projectId: byId('p-1') };

describeOperation('project: update', [
	{
		name: 'sends what is set, traits to clear as null',
		given: world,
		parameters: {
			...update,
			updateFields: { name: 'New', targetStartDate: '={{ null }}' },
			traits: { trait: [{ key: 'a.b', type: 'number', numberValue: 0 }] } as never,
			traitsToClear: ['c.d'],
			options: { dryRun: true },
		},
		sends: [],
		returns: [
			{
				method: 'PUT',
				body: { name: 'New', targetStartDate: null, traits: { 'a.b': 0, 'c.d': null } },
			},
		],
	},
	{
		name: 'keeps the order of the items',
		given: (sandbox) => {
			world(sandbox);
			sandbox.faults.add({ kind: 'delay', ms: 30, times: 1 });
		},
		parameters: { ...update, updateFields: { name: '={{ $json.name }}' } },
		items: [{ name: 'First' }, { name: 'Second' }],
		returns: [{ name: 'First' }, { name: 'Second' }],
		then: ({ state }) => expect(state.projects.get('p-1')).toMatchObject({ name: 'Second' }),
	},
	{
		name: 'refuses an update without any change',
		parameters: update,
		refuses: 'There is nothing to update',
		sends: [],
	},
]);

describeOperation('project: delete', [
	{
		name: 'archives the project',
		given: world,
		parameters: { resource: 'project', operation: 'delete', projectId: byId('p-1') },
		sends: [{ method: 'DELETE', path: `${PROJECTS}/p-1` }],
		returns: [{ deleted: true, id: 'p-1' }],
		then: ({ state }) => expect(state.projects.get('p-1')?.archivedAt).not.toBeNull(),
	},
]);
