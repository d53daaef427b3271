import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { byId } from '../../fixtures/locators.cts';
import { addTemplate } from '../../fixtures/projects.cts';
import { row } from '../../fixtures/records.cts';

const TEMPLATES = '/resources/projectTemplates';
const getAll = { resource: 'projectTemplate', operation: 'getAll' };

function given(sandbox: Sandbox): void {
	addTemplate(sandbox);
	const { projectTemplates } = sandbox.state;
	const [first] = projectTemplates.all();
	projectTemplates.insert({ ...first, ...row('tpl-2', 2), projectCategoryId: null });
}

describeOperation('projectTemplate: getAll', [
	{
		name: 'returns the templates, in the order of the service',
		given,
		parameters: getAll,
		sends: [{ method: 'GET', path: TEMPLATES, query: { limit: '50' } }],
		returns: [
			{ id: 'tpl-2' },
			{ id: 'tpl-1', projectName: 'Onboarding', projectCategoryId: 'cat-1' },
		],
	},
	{
		name: 'returns those of a category',
		given,
		parameters: { ...getAll, filters: { categoryId: byId('cat-1') } },
		sends: [{ method: 'GET', path: TEMPLATES, query: { limit: '50', categoryId: 'cat-1' } }],
		returns: [{ id: 'tpl-1' }],
	},
	{
		name: 'takes an empty filter for none, as an AI model sends it',
		given,
		parameters: { ...getAll, filters: { categoryId: byId('') } },
		sends: [{ method: 'GET', path: TEMPLATES, query: { limit: '50' } }],
		returns: [{}, {}],
	},
]);
