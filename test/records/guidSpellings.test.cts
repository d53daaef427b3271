import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { runIn } from '../engine/node.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';

const GUID = '4AD5C6F0-2A1B-4C3D-8E9F-0A1B2C3D4E5F';

describe('Sync beside Create or Update', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({
			seed: 'empty',
			latencyMs: 20,
			duplicateExternalId: 'create',
		});
		addCustomers(sandbox);
	});

	afterEach(async () => await sandbox.close());

	it.each([
		{ resource: 'organization', operations: ['sync', 'upsert'] },
		{ resource: 'organization', operations: ['upsert', 'sync'] },
		{ resource: 'user', operations: ['sync', 'upsert'] },
		{ resource: 'user', operations: ['upsert', 'sync'] },
	])(
		'creates one $resource with a GUID in upper case as its External ID: $operations',
		async ({ resource, operations }) => {
			const parameters = {
				resource,
				externalId: GUID,
				name: 'New',
				accountId: byId('acc-1'),
				additionalFields: {},
				traitsMode: 'json',
				traitsJson: {},
				dryRun: false,
			};
			const outcomes = await Promise.all(
				operations.map(
					async (operation) => await runIn(sandbox, { parameters: { ...parameters, operation } }),
				),
			);

			for (const { error } of outcomes) {
				expect({ error: error?.message }).toEqual({ error: undefined });
			}

			const records = resource === 'user' ? sandbox.state.users : sandbox.state.organizations;
			const created = [...records.all()].filter(({ externalId }) => externalId === GUID);

			expect({ recordsWithTheGuid: created.length }).toEqual({ recordsWithTheGuid: 1 });
		},
	);
});
