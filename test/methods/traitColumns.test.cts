import { loadColumns } from '../engine/listSearch.cts';
import { rejectionOf } from '../errors/thrownError.cts';
import { addCustomObject } from '../fixtures/customObjects.cts';
import { differences, NO_DIFFERENCES } from '../fixtures/differences.cts';
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

	describe('a Sync of accounts', () => {
		const FIELDS = [
			'name: Name, string',
			'organizationId: Organization, string',
			'mrr: MRR, number',
			'nextRenewalDate: Next Renewal Date, dateTime',
			'trialEndDate: Trial End Date, dateTime',
			'churnedAt: Churned At, dateTime',
		];
		const TRAITS = [
			'odd: odd, any type',
			'products: products, array',
			'renewed: renewed, dateTime',
			'vitally.custom.seats: Seats, number',
			'seen: seen, dateTime',
		];

		const fieldsOfSync = async () => {
			define('vitally.custom.seats', 'number', 'Seats');
			define('renewed', 'date');
			define('seen', 'DateTime');
			define('products', 'multi_select');
			define('odd', 'rating');
			define('mrr', 'number');

			return (await columns(account)).fields;
		};

		it('has the fields of the record, then its traits by label', async () => {
			const shown = (await fieldsOfSync()).map(
				({ id, displayName, type = 'any type' }) => `${id}: ${displayName}, ${type}`,
			);

			expect(differences(shown, [...FIELDS, ...TRAITS])).toEqual(NO_DIFFERENCES);
		});

		it('reads the definitions of the traits of accounts', async () => {
			await fieldsOfSync();

			const [{ path, query }] = sandbox().requests;

			expect({ path, query }).toEqual({
				path: '/resources/customFields',
				query: { model: 'accounts' },
			});
		});

		it('requires no column, because not every row creates', async () => {
			const required = (await fieldsOfSync()).filter((field) => field.required);

			expect(required.map(({ id }) => id)).toEqual([]);
		});

		it('begins in the editor with the name alone', async () => {
			const shown = (await fieldsOfSync()).filter(({ removed }) => removed !== true);

			expect(shown.map(({ id }) => id)).toEqual(['name']);
		});
	});

	it('leave out the name where the operation has a field for it', async () => {
		const { fields } = await columns({ resource: 'account', operation: 'create' });

		expect(fields.map(({ id }) => id)).not.toContain('name');
	});

	it('have those of an instance and of the chosen custom object', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deal');
		const { fields } = await columns({
			resource: 'customObjectInstance',
			operation: 'sync',
			customObjectId: byId('obj-1'),
		});
		const due = [
			'accountId',
			'organizationId',
			'name',
			'ownedByVitallyUserId',
			'vitally.custom.stage',
		];

		expect(
			differences(
				fields.map(({ id }) => id),
				due,
			),
		).toEqual(NO_DIFFERENCES);
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
		expect({ requests: sandbox().requests.map(({ path }) => path) }).toEqual({ requests: [] });
	});

	it('fail with advice for a key that cannot read definitions', async () => {
		sandbox().faults.add({ kind: 'status', status: 403 });

		expect(await rejectionOf(columns(account))).toEqual({
			class: 'NodeApiError',
			message: 'Vitally did not return the trait definitions of this workspace',
			description:
				"Choose 'Using Fields Below' or 'Using JSON' under 'Specify Traits', and enter the keys of the traits. (HTTP 403)",
			failure: undefined,
		});
	});
});
