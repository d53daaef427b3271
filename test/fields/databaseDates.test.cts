import type { IDataObject } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { traitRow } from '../fixtures/accounts.cts';

/** Process, workflow. */
const ZONES = [
	['UTC', 'America/New_York'],
	['Europe/Berlin', 'America/New_York'],
	['Asia/Tokyo', 'Europe/Berlin'],
	['UTC', 'Europe/Berlin'],
	['America/Los_Angeles', 'Asia/Tokyo'],
];

/** n8n's Postgres node returns the column of a date as midnight in the zone of the process. */
describe('a date of a database', () => {
	const { TZ } = process.env;
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty' });
	});
	afterAll(async () => {
		if (TZ === undefined) delete process.env.TZ;
		else process.env.TZ = TZ;
		await sandbox.close();
	});

	const column = { id: 'renewed', displayName: 'renewed', type: 'dateTime', traitType: 'date' };
	/** A field, a row of the form and a column of the mapper. */
	const runs = [
		{ additionalFields: { nextRenewalDate: '={{ $json.day }}' } },
		{ traits: { trait: [traitRow('renewed', 'date', '={{ $json.day }}')] } },
		{
			traitsMode: 'mapper',
			traitsMapper: { mappingMode: 'autoMapInputData', value: null, schema: [column] },
		},
	];

	it.each(ZONES)('is its day: process in %s, workflow in %s', async (processZone, timeZone) => {
		process.env.TZ = processZone;
		const day = new Date(2026, 2, 1);
		for (const value of [day, day.toJSON(), new Date('2026-03-01T00:00:00Z')]) {
			const items = [{ day: value, renewed: value } as unknown as IDataObject];
			const bodies: unknown[] = [];
			for (const fields of runs) {
				const create = { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' };
				const outcome = await runNode(
					{ parameters: { ...create, ...fields, options: { dryRun: true } }, items },
					{ credentials: credentialsFor(sandbox), timeZone },
				);
				expect(outcome.error).toBeUndefined();
				bodies.push((outcome.items(NODE)[0].json.body as IDataObject).traits);
			}
			const sent = '2026-03-01T00:00:00.000Z';
			expect(bodies).toEqual([{ nextRenewalDate: sent }, { renewed: sent }, { renewed: sent }]);
		}
	});
});
