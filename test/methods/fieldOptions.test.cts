import { loadOptions } from '../engine/listSearch.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

describe('the pick-list of fields to select', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const namesOf = async (parameters: Record<string, unknown>, type?: string) =>
		(await loadOptions(sandbox(), 'getOutputFields', parameters, type)).map(({ name }) => name);

	const nodes = [
		{ type: 'vitally', parameters: { resource: 'account' } },
		{ type: 'vitallyTrigger', parameters: { triggerOn: 'accountUpdated' } },
	];

	it.each(nodes)(
		'offers once what is both a field and a trait, as the field: $type',
		async (node) => {
			await withAccounts('a1')(sandbox());

			defineTrait(sandbox(), 'mrr', { label: 'Revenue' });

			const options = await loadOptions(sandbox(), 'getOutputFields', node.parameters, node.type);

			expect(options.filter(({ value }) => String(value).endsWith('mrr'))).toEqual([
				{ name: 'MRR', value: 'mrr' },
			]);
		},
	);

	it.each(nodes)(
		'offers the fields of the newest record by label, then the other traits: $type',
		async (node) => {
			await withAccounts('a1')(sandbox());

			defineTrait(sandbox(), 'plan', { label: 'Plan' });
			defineTrait(sandbox(), 'vitally.custom.plan', { label: 'Plan' });
			defineTrait(sandbox(), 'vitally.custom.nextStep', { label: 'Next Step' });
			defineTrait(sandbox(), 'mrr', { label: 'Revenue' });

			const options = await loadOptions(sandbox(), 'getOutputFields', node.parameters, node.type);

			expect(options.slice(-3)).toEqual([
				{ name: 'Next Step (Trait)', value: 'traits.vitally.custom.nextStep' },
				{ name: 'Plan (plan) (Trait)', value: 'traits.plan' },
				{ name: 'Plan (vitally.custom.plan) (Trait)', value: 'traits.vitally.custom.plan' },
			]);

			const fields = options.slice(0, -3).map(({ name }) => name);

			expect(fields).toEqual(expect.arrayContaining(['External ID', 'Key Roles', 'MRR']));
			expect(fields).toEqual([...new Set(fields)].sort((a, b) => a.localeCompare(b)));

			const values = options.map(({ value }) => value);

			expect(values).not.toEqual(expect.arrayContaining(['traits']));
			expect(values).not.toEqual(expect.arrayContaining(['csmName']));
		},
	);

	it('reads the record that changed last, which may be an old one', async () => {
		await namesOf({ resource: 'account' });

		expect(sandbox().requests[0]).toMatchObject({
			path: '/resources/accounts',
			query: { limit: '1', sortBy: 'updatedAt' },
		});
	});

	it('asks for the record and the traits of the chosen custom object', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deal');
		await namesOf({ resource: 'customObjectInstance', customObjectId: byId('obj-1') });
		const path = '/resources/customObjects/obj-1/instances';

		expect(sandbox().requests).toMatchObject([
			{ path, query: { limit: '1' }, status: 200 },
			{ query: { model: 'customObjects', customObjectId: 'obj-1' } },
		]);
	});

	it('offers the usual fields without a record, to a key that cannot read definitions', async () => {
		const on = { path: '/resources/customFields' };

		sandbox().faults.add({ kind: 'status', status: 403, on });

		expect(await namesOf({ resource: 'account' })).toEqual([
			'Churned At',
			'External ID',
			'Health Score',
			'ID',
			'Last Seen Timestamp',
			'MRR',
			'Name',
			'Next Renewal Date',
			'Segments',
		]);
	});

	it('stays empty where the resource or event is an expression', async () => {
		expect(await namesOf({ resource: '={{ $json.resource }}' })).toStrictEqual([]);
		expect(await namesOf({ triggerOn: '={{ $json.event }}' }, 'vitallyTrigger')).toStrictEqual([]);
	});

	it('fails where the service does not accept the key', async () => {
		sandbox().faults.add({ kind: 'status', status: 401 });

		expect(await rejectionOf(namesOf({ resource: 'account' }))).toEqual({
			class: 'NodeApiError',
			message: 'Vitally does not accept the API key',
			description:
				'Check the API key in the credential. It may be revoked or regenerated, or belong to another workspace or data center. (HTTP 401, GET /resources/accounts)',
			failure: { cause: 'credential-invalid' },
		});
	});
});
