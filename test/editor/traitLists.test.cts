import type { TraitModel } from '../../sandbox/state/customFields.cts';
import { scrollList, searchList } from '../engine/listSearch.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { row } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

describe('the pick-list of traits', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const define = (model: TraitModel, label: string, path: string, type = 'string') => {
		const definition = { ...row(path), model, label, path, type, options: null };
		sandbox().state.traitDefinitions.insert(definition);
	};
	const search = async (parameters: object, filter?: string) =>
		await scrollList(sandbox(), 'searchTraits', filter, { ...parameters });

	it.each([
		['account', 'accounts'],
		['conversation', 'conversations'],
		['note', 'notes'],
		['project', 'projects'],
	] as const)('returns label and key of those of the resource: %s', async (resource, model) => {
		define(model, 'Amount', 'vitally.custom.amount', 'number');
		define(model, 'Next Step', 'vitally.custom.nextStep');
		define(model, 'plan', 'plan');
		define(model, 'Score', 'score', 'rating');
		define('users', 'Role', 'role');
		expect(await search({ resource })).toEqual([
			{ name: 'Amount · Number (vitally.custom.amount)', value: 'vitally.custom.amount' },
			{ name: 'Next Step · String (vitally.custom.nextStep)', value: 'vitally.custom.nextStep' },
			{ name: 'plan · String', value: 'plan' },
			{ name: 'Score (score)', value: 'score' },
		]);
		expect(await search({ resource }, ' next ')).toHaveLength(1);
		expect(await search({ resource }, 'custom.nextstep')).toHaveLength(1);
	});

	it('returns the fields of the custom object that is chosen', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deal');
		define('accounts', 'Plan', 'plan');
		const chosen = { resource: 'customObjectInstance', customObjectId: byId('obj-1') };
		const { customFields = [] } = sandbox().state.customObjects.get('obj-1') ?? {};
		const keys = (await search(chosen)).map(({ value }) => value);
		expect(keys).not.toEqual([]);
		expect(keys.sort()).toEqual(customFields.map(({ path }) => path).sort());
	});

	it.each([400, 403, 404])('returns an error when the key cannot read them: %d', async (status) => {
		sandbox().faults.add({ kind: 'status', status });
		await expect(
			searchList(sandbox(), 'searchTraits', '', undefined, { resource: 'account' }),
		).rejects.toMatchObject({
			message: 'Vitally did not return the trait definitions of this workspace',
			description: `Choose 'By Key' and enter the key of the trait. (HTTP ${status})`,
		});
	});
});
