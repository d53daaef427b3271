import { describeOperation } from '../../engine/operationCases.cts';
import { byExternalId, byId } from '../../fixtures/locators.cts';
import { addAccountProject, PROJECTS } from '../../fixtures/projects.cts';

const create = {
	resource: 'project',
	operation: 'create',
	templateId: byId('tpl-1'),
	accountId: byId('acc-2'),
};

describeOperation('project: create', [
	{
		name: 'sends only the fields that are set, for an account',
		given: addAccountProject,
		parameters: create,
		sends: [{ method: 'POST', path: PROJECTS, body: { templateId: 'tpl-1', accountId: 'acc-2' } }],
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
				traitsJson:
					'{ "vitally.custom.goal": "", "seats": 0, "live": false, "none": null, "tags": [] }',
			},
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
	{
		name: 'looks each external ID of an account up once',
		given: addAccountProject,
		parameters: { ...create, accountId: byExternalId('={{ $json.account }}') },
		items: [{ account: 'A1' }, { account: 'A2' }, { account: 'A1' }],
		returns: [{ accountId: 'acc-1' }, { accountId: 'acc-2' }, { accountId: 'acc-1' }],
		then: ({ requests }) =>
			expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(2),
	},
	{
		name: 'refuses an account that an expression leaves out',
		parameters: { ...create, accountId: byId('={{ null }}') },
		throws: "The field 'Account' is empty",
		sends: [],
	},
	{
		name: 'refuses an empty template',
		parameters: { ...create, templateId: byId('={{ "" }}') },
		throws: "The field 'Template' is empty",
		sends: [],
	},
	{
		name: 'refuses another parent than account or organization',
		parameters: { ...create, projectFor: '={{ "team" }}', organizationId: byId('org-1') },
		throws: `The value "team" of 'Project For' is unknown`,
		sends: [],
	},
	{
		name: 'refuses a date that the calendar does not have',
		parameters: { ...create, additionalFields: { targetStartDate: '2026-02-30' } },
		throws: `The value "2026-02-30" of 'Target Start Date' is not a date`,
		sends: [],
	},
	{
		name: 'shows the request in a dry run and sends nothing',
		parameters: { ...create, options: { dryRun: true } },
		sends: [],
		returns: [{ method: 'POST', body: { templateId: 'tpl-1', accountId: 'acc-2' } }],
	},
]);
