import { loadOptions } from '../engine/listSearch.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { differences, NO_DIFFERENCES } from '../fixtures/differences.cts';
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
			const sorted = [...fields].sort((a, b) => a.localeCompare(b));

			expect(differences(fields, sorted)).toEqual(NO_DIFFERENCES);
			expect(fields.filter((name, index) => fields.indexOf(name) !== index)).toEqual([]);
		},
	);

	describe.each(nodes)('the fields of an account in $type', (node) => {
		const valuesOf = async () => {
			await withAccounts('a1')(sandbox());
			const options = await loadOptions(sandbox(), 'getOutputFields', node.parameters, node.type);

			return options.map(({ value }) => value);
		};

		it.each(['externalId', 'keyRoles', 'mrr'])('have %s', async (field) => {
			expect(await valuesOf()).toContain(field);
		});

		it.each([
			{ field: 'traits', what: 'which are offered one by one' },
			{ field: 'csmName', what: 'which comes with the CSM' },
		])('lack $field, $what', async ({ field }) => {
			expect(await valuesOf()).not.toContain(field);
		});
	});

	it('reads the record that changed last, which may be an old one', async () => {
		await namesOf({ resource: 'account' });

		const [{ path, query }] = sandbox().requests;

		expect({ path, query }).toEqual({
			path: '/resources/accounts',
			query: { limit: '1', sortBy: 'updatedAt' },
		});
	});

	it('asks for the record and the traits of the chosen custom object', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deal');
		await namesOf({ resource: 'customObjectInstance', customObjectId: byId('obj-1') });
		const path = '/resources/customObjects/obj-1/instances';

		expect(sandbox().requests.map((request) => [request.path, request.query])).toEqual([
			[path, { limit: '1', sortBy: 'updatedAt' }],
			['/resources/customFields', { model: 'customObjects', customObjectId: 'obj-1' }],
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

	it.each([
		{ what: 'resource', type: 'vitally', parameters: { resource: '={{ $json.resource }}' } },
		{ what: 'event', type: 'vitallyTrigger', parameters: { triggerOn: '={{ $json.event }}' } },
	])('stays empty where the $what is an expression', async ({ type, parameters }) => {
		expect(await namesOf(parameters, type)).toStrictEqual([]);
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
