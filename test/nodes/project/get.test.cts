import { describeOperation } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import { addAccountProject, PROJECTS } from '../../fixtures/projects.cts';

describeOperation('project: get', [
	{
		name: 'returns ten fields',
		given: addAccountProject,
		parameters: { resource: 'project', operation: 'get', projectId: byId('p-1') },
		sends: [{ method: 'GET', path: `${PROJECTS}/p-1` }],
		returns: [{ id: 'p-1', accountId: 'acc-1', targetStartDate: '2026-01-01' }],
	},
	{
		name: 'returns all fields',
		given: addAccountProject,
		parameters: { resource: 'project', operation: 'get', projectId: byId('p-1'), output: 'raw' },
		returns: [{ id: 'p-1', templateId: 'tpl-1', traits: {} }],
	},
	{
		name: 'names the project that is not there',
		parameters: { resource: 'project', operation: 'get', projectId: byId('p/9') },
		sends: [
			{ method: 'GET', path: `${PROJECTS}/p%2F9` },
			// For names that are near.
			{ method: 'GET', path: PROJECTS, query: { limit: '100', sortBy: 'createdAt' } },
		],
		throws: /^The project "p\/9" was not found \[item 0\]\nCheck the value of 'Project'/,
	},
]);
