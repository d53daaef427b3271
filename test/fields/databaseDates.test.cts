import type { IDataObject } from 'n8n-workflow';

import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { traitRow } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { defineTrait } from '../fixtures/traitDefinitions.cts';

/** n8n's Postgres node returns the column of a date as a Date; its zones are in test/values/dates. */
describe('a date of a database', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const column = { id: 'renewed', displayName: 'renewed', type: 'dateTime', traitType: 'date' };
	const mapper = { mappingMode: 'autoMapInputData', value: null, schema: [column] };

	it.each([
		{
			way: 'a field',
			trait: 'nextRenewalDate',
			fields: { additionalFields: { nextRenewalDate: '={{ $json.renewed }}' } },
		},
		{
			way: 'a row',
			trait: 'renewed',
			fields: { traits: { trait: [traitRow('renewed', 'date', '={{ $json.renewed }}')] } },
		},
		{
			way: 'a column',
			trait: 'renewed',
			fields: { traitsMode: 'mapper', traitsMapper: mapper },
		},
	])('keeps its day in $way, whatever the zone of the workflow', async ({ trait, fields }) => {
		const parameters = {
			resource: 'account',
			operation: 'create',
			externalId: 'a1',
			name: 'Acme',
			...fields,
			options: { dryRun: true },
		};
		const items = [{ renewed: new Date('2026-03-01') }] as unknown as IDataObject[];

		defineTrait(sandbox(), 'renewed', { type: 'date' });
		const options = { credentials: credentialsFor(sandbox()), timeZone: 'America/New_York' };

		const outcome = await runNode({ parameters, items }, options);

		expect(outcome.items(NODE)[0].json.body).toMatchObject({
			traits: { [trait]: '2026-03-01T00:00:00.000Z' },
		});
	});
});
