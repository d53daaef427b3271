import { describeOperation } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
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
]);
