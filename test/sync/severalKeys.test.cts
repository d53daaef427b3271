import type { IDataObject } from 'n8n-workflow';

import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { accountOf } from '../fixtures/accounts.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byName } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync } from '../nodes/account/syncCases.cts';
import { accounts } from './changeCases.cts';

/** A credential with expressions may have another API key for each row. */
describe('a table whose rows have several API keys, of which Vitally rejects one', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => {
		accounts({ a1: ['Old', { renewal: 1 }], a2: ['Old', { renewal: 1 }] } as never)(sandbox());
		sandbox().requests.length = 0;
	});

	/** Runs an operation on items that have the keys in the column `key`. */
	const run = async (
		operation: string,
		items: IDataObject[],
		parameters: NodeRun['parameters'] = {},
	) => {
		const { vitallyApi } = credentialsFor(sandbox());
		const outcome = await runNode(
			{ parameters: { ...sync({}, { syncOutput: 'each' }), operation, ...parameters }, items },
			{ credentials: { vitallyApi: { ...vitallyApi, apiKey: '={{ $json.key }}' } } },
		);

		expect(outcome.error?.message).toBeUndefined();

		return outcome.items(NODE).map(({ json }) => [json.result, json.reason]);
	};

	const rejected = ['failed', expect.stringMatching(/does not accept|rejected/)];
	const nameOf = (id: string) => accountOf(sandbox(), id)?.name;

	it('writes the rows of the others', async () => {
		const key = 'sk_live_revoked';
		const results = await run('sync', [
			{ id: 'a1', name: 'New', key },
			{ id: 'a2', name: 'New', key: sandbox().apiKey },
			{ id: 'a3', name: 'New', key },
		]);

		expect(results).toEqual([rejected, ['updated', null], rejected]);
		expect([nameOf('a1'), nameOf('a2')]).toEqual(['Old', 'New']);
	});

	it('maps columns by the traits that the other keys can read', async () => {
		const key = 'sk_live_revoked';
		const results = await run(
			'sync',
			[
				{ id: 'a1', name: 'New', key },
				{ id: 'a2', name: 'New', key: sandbox().apiKey },
			],
			{
				traitsMode: 'mapper',
				traitsMapper: { mappingMode: 'defineBelow', value: { name: '={{ $json.name }}' } },
			},
		);

		expect(results).toEqual([rejected, ['updated', null]]);
		expect([nameOf('a1'), nameOf('a2')]).toEqual(['Old', 'New']);
	});

	it('says of a row without an External ID that it has none, though its key reads no traits', async () => {
		const results = await run(
			'sync',
			[
				{ id: '', name: 'New', key: 'sk_live_revoked' },
				{ id: 'a2', name: 'New', key: sandbox().apiKey },
			],
			{
				traitsMode: 'mapper',
				traitsMapper: { mappingMode: 'defineBelow', value: { name: '={{ $json.name }}' } },
			},
		);

		expect(results).toEqual([
			['failed', "The field 'External ID Column' is empty"],
			['updated', null],
		]);
	});

	it('finds the custom object with the other keys', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deals');
		addInstance(sandbox(), 'i-1', { externalId: 'D1' });
		addInstance(sandbox(), 'i-2', { externalId: 'D2' });
		const results = await run(
			'sync',
			[
				{ id: 'D1', name: 'New', key: 'sk_live_revoked' },
				{ id: 'D2', name: 'New', key: sandbox().apiKey },
				{ id: 'D1', name: 'New', key: 'sk_live_revoked' },
			],
			{ resource: 'customObjectInstance', customObjectId: byName('Deals') },
		);

		expect(results).toEqual([rejected, ['updated', null], rejected]);
	});

	it('says of a row with an invalid value that its value is invalid', async () => {
		const results = await run('sync', [
			{ id: 'a1', traits: 'none', key: 'sk_live_revoked' },
			{ id: 'a1', name: 'New', key: 'sk_live_revoked' },
			{ id: 'a2', name: 'New', key: sandbox().apiKey },
		]);

		expect(results).toEqual([
			['failed', expect.stringContaining('Traits')],
			rejected,
			['updated', null],
		]);
	});

	it.each(['applyChanges', 'undoSync'])(
		'replays the changes of the others, where a value may be a time: %s',
		async (operation) => {
			const moment = 1_700_000_000_000;
			const change = operation === 'undoSync' ? { old: moment, new: 1 } : { old: 1, new: moment };
			const item = {
				result: 'updated',
				resource: 'account',
				changedFields: { 'traits.renewal': change },
			};
			const results = await run(operation, [
				{ ...item, externalId: 'a1', key: 'sk_live_revoked' },
				{ ...item, externalId: 'a2', key: sandbox().apiKey },
			]);

			expect(results).toEqual([rejected, [expect.stringMatching(/applied|restored/), null]]);
			expect(accountOf(sandbox(), 'a2')?.traits).toMatchObject({ renewal: moment });
		},
	);
});
