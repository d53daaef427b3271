import { describeOperation } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import { addAccountProject } from '../../fixtures/projects.cts';

const update = { resource: 'project', operation: 'update', projectId: byId('p-1') };

describeOperation('project: update', [
	{
		name: 'sends what is set, traits to clear as null',
		given: addAccountProject,
		parameters: {
			...update,
			updateFields: {
				name: 'New',
				targetStartDate: '={{ null }}',
				traits: { trait: [{ key: 'a.b', type: 'number', numberValue: 0 }] },
			},
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
	{
		name: 'refuses an update without any change',
		parameters: update,
		throws: 'There is nothing to update',
		sends: [],
	},
]);
