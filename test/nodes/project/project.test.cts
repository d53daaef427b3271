import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../../engine/node.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAccountProject, PROJECTS } from '../../fixtures/projects.cts';

describeOperation('project: get', [
	{
		name: 'returns ten fields',
		given: addAccountProject,
		parameters: { projectId: byId('p-1') },
		sends: [{ method: 'GET', path: `${PROJECTS}/p-1` }],
		returns: [{ id: 'p-1', accountId: 'acc-1', targetStartDate: '2026-01-01' }],
	},
]);

describeOperation('project: getAll', [
	{
		name: 'lists all, or those of an account or organization',
		given: addAccountProject,
		parameters: {
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
]);

describe('create', () => {
	const create = { templateId: byId('tpl-1'), accountId: byId('acc-2') };

	describeOperation('project: create', [
		{
			name: 'sends only the fields that are set, for an account',
			given: addAccountProject,
			parameters: create,
			sends: [
				{ method: 'POST', path: PROJECTS, body: { templateId: 'tpl-1', accountId: 'acc-2' } },
			],
			returns: [{ accountId: 'acc-2', name: 'Onboarding' }],
		},
		{
			name: 'sends every field that is set, for an organization, also one that was chosen as account first',
			given: addAccountProject,
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
				options: { emptyValues: 'send' },
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
	]);
});

describe('update', () => {
	const update = { projectId: byId('p-1') };

	describeOperation('project: update', [
		{
			name: 'sends what is set, traits to clear as null',
			given: addAccountProject,
			parameters: {
				...update,
				updateFields: { name: 'New', targetStartDate: '={{ null }}' },
				traits: { trait: [{ key: 'a.b', type: 'number', numberValue: 0 }] },
				options: { dryRun: true, emptyValues: 'clear', traitsToClear: ['c.d'] },
			},
			sends: [],
			returns: [
				{
					method: 'PUT',
					body: { name: 'New', targetStartDate: null, traits: { 'a.b': 0, 'c.d': null } },
				},
			],
		},
	]);
});

describe('project: calendar dates', () => {
	const ZONES = ['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

	/** All mean 1 March 2026 where they were written; test/values/dates.test.cts has the forms of a text. */
	const FORMS = {
		'what the date picker stores': '2026-03-01T00:00:00',
		"a date object in the workflow's zone": '={{ DateTime.local(2026, 3, 1) }}',
		'a date object of a zone far east':
			'={{ DateTime.fromISO("2026-03-01T00:00", { zone: "Pacific/Kiritimati" }) }}',
		'a date object of a zone far west':
			'={{ DateTime.fromISO("2026-03-01T23:59", { zone: "Pacific/Pago_Pago" }) }}',
		'a date out of text': '={{ "2026-03-01".toDateTime() }}',
		"a JavaScript date, in the workflow's zone":
			'={{ DateTime.local(2026, 3, 1, 23, 59).toJSDate() }}',
		'an item that holds the text': '={{ $json.day }}',
	};

	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	afterAll(async () => await sandbox.close());

	it.each(ZONES)('stay what they are in %s', async (timeZone) => {
		const sent: Record<string, unknown> = {};
		for (const [form, value] of Object.entries(FORMS)) {
			const outcome = await runNode(
				{
					parameters: {
						resource: 'project',
						operation: 'update',
						projectId: 'p-1',
						updateFields: { targetStartDate: value, targetCompletionDate: value },
						options: { dryRun: true },
					},
					items: [{ day: '2026-03-01T05:00:00.000' }],
				},
				{ credentials: credentialsFor(sandbox), timeZone },
			);
			expect(outcome.error).toBeUndefined();
			sent[form] = outcome.items(NODE)[0].json.body;
		}
		const day = { targetStartDate: '2026-03-01', targetCompletionDate: '2026-03-01' };
		expect(sent).toEqual(Object.fromEntries(Object.keys(FORMS).map((form) => [form, day])));
	});
});

describeOperation('project: delete', [
	{
		name: 'archives the project',
		given: addAccountProject,
		parameters: { projectId: byId('p-1') },
		sends: [{ method: 'DELETE', path: `${PROJECTS}/p-1` }],
		returns: [{ deleted: true, id: 'p-1' }],
		then: ({ state }) => expect(state.projects.get('p-1')?.archivedAt).not.toBeNull(),
	},
]);
