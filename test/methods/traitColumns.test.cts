import { loadColumns } from '../engine/listSearch.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

describe('the columns of the mapper', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	const columns = async (parameters: Record<string, unknown>) =>
		await loadColumns(sandbox(), parameters);
	const define = (path: string, type: string, label = path) =>
		defineTrait(sandbox(), path, { type, label });
	const account = { resource: 'account', operation: 'sync' };

	it('begin with the fields of the record, and end with its traits and their types', async () => {
		define('vitally.custom.seats', 'number', 'Seats');
		define('renewed', 'date');
		define('seen', 'DateTime');
		define('products', 'multi_select');
		define('odd', 'rating');
		define('mrr', 'number');

		const { fields } = await columns(account);

		expect(fields.map(({ id, displayName, type }) => [id, displayName, type])).toEqual([
			['name', 'Name', 'string'],
			['organizationId', 'Organization', 'string'],
			['mrr', 'MRR', 'number'],
			['nextRenewalDate', 'Next Renewal Date', 'dateTime'],
			['trialEndDate', 'Trial End Date', 'dateTime'],
			['churnedAt', 'Churned At', 'dateTime'],
			['odd', 'odd', undefined],
			['products', 'products', 'array'],
			['renewed', 'renewed', 'dateTime'],
			['vitally.custom.seats', 'Seats', 'number'],
			['seen', 'seen', 'dateTime'],
		]);
		expect(sandbox().requests[0]).toMatchObject({ query: { model: 'accounts' } });
		// No field is required, because not every row of a Sync creates. The editor begins with the name.
		expect(fields.filter(({ required }) => required)).toEqual([]);

		const shown = fields.filter(({ removed }) => removed !== true);

		expect(shown.map(({ id }) => id)).toEqual(['name']);
	});

	it('depend on the operation and on the custom object', async () => {
		const named = async (parameters: Record<string, unknown>) =>
			(await columns(parameters)).fields.map(({ id }) => id);

		expect(await named({ resource: 'account', operation: 'create' })).not.toContain('name');

		addCustomObject(sandbox(), 'obj-1', 'Deal');
		const instance = { resource: 'customObjectInstance', operation: 'sync' };

		expect(await named({ ...instance, customObjectId: byId('obj-1') })).toEqual([
			'accountId',
			'organizationId',
			'name',
			'ownedByVitallyUserId',
			'vitally.custom.stage',
		]);
	});

	it('contain the traits alone where the operation is an expression', async () => {
		define('plan', 'string', 'Plan');
		const expression = '={{ $json.a }}';

		const { fields } = await columns({ resource: 'account', operation: expression });

		expect(fields.map(({ id }) => id)).toStrictEqual(['plan']);

		const nothing = await columns({ resource: expression, operation: 'sync' });

		expect(nothing).toStrictEqual({ fields: [] });
	});

	it('stay empty for instances until the custom object is chosen', async () => {
		const instance = { resource: 'customObjectInstance', operation: 'sync' };

		expect(await columns({ ...instance, customObjectId: byId('') })).toEqual({ fields: [] });
		expect(sandbox().requests).toEqual([]);
	});

	it('fail with advice for a key that cannot read definitions', async () => {
		sandbox().faults.add({ kind: 'status', status: 403 });

		await expect(columns(account)).rejects.toMatchObject({
			message: 'Vitally did not return the trait definitions of this workspace',
			description:
				"Choose 'Using Fields Below' or 'Using JSON' under 'Specify Traits', and enter the keys of the traits. (HTTP 403)",
		});
	});
});
