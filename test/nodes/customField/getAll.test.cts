import type { Sandbox } from '../../../sandbox/sandbox.cts';
import type { TraitModel } from '../../../sandbox/state/customFields.cts';
import { describeOperation } from '../../engine/operationCases.cts';
import { addCustomObject } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import { row } from '../../fixtures/records.cts';

const PATH = '/resources/customFields';
const getAll = { resource: 'customField', operation: 'getAll' };

function given(sandbox: Sandbox): void {
	addCustomObject(sandbox, 'obj-1', 'Deals');
	const add = (model: TraitModel, label: string, choices?: string[]) =>
		sandbox.state.traitDefinitions.insert({
			...row(`${model} ${label}`),
			model,
			label,
			path: `vitally.custom.${label.toLowerCase()}`,
			type: 'string',
			options: choices?.map((value) => ({ label: value, value })) ?? null,
		});
	add('accounts', 'Tier', ['A', 'B']);
	add('accounts', 'Region');
	add('users', 'Role');
}

describeOperation('customField: getAll', [
	{
		name: 'returns those of all kinds of records, custom objects included',
		given,
		parameters: getAll,
		sends: [{ method: 'GET', path: PATH }],
		returns: [{ label: 'Region' }, { label: 'Role' }, { label: 'Stage' }, { label: 'Tier' }],
	},
	{
		name: 'returns those of one kind, with their options',
		given,
		parameters: { ...getAll, model: 'accounts' },
		sends: [{ method: 'GET', path: PATH, query: { model: 'accounts' } }],
		returns: [
			{ label: 'Region', path: 'vitally.custom.region', type: 'string' },
			{ label: 'Tier', options: [{ label: 'A', value: 'A' }, { value: 'B' }] },
		],
	},
	{
		name: 'returns those of a custom object',
		given,
		parameters: { ...getAll, model: 'customObjects', customObjectId: byId('obj-1') },
		sends: [
			{
				method: 'GET',
				path: PATH,
				query: { model: 'customObjects', customObjectId: 'obj-1' },
			},
		],
		returns: [{ label: 'Stage', path: 'vitally.custom.stage' }],
	},
	{
		name: 'returns as many as the limit says: the service has no pages',
		given,
		parameters: { ...getAll, limit: 2 },
		sends: [{ method: 'GET', path: PATH }],
		returns: [{ label: 'Region' }, { label: 'Role' }],
	},
	{
		name: 'names the custom object that is not there',
		given,
		parameters: { ...getAll, model: 'customObjects', customObjectId: byId('unknown') },
		throws: /The custom object "unknown" was not found \[item 0\]/,
	},
	{
		name: 'refuses an answer that is none',
		given: (sandbox) => sandbox.faults.add({ kind: 'notJson' }),
		parameters: getAll,
		throws: 'The response is not a Vitally record',
	},
]);
