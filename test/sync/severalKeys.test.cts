import type { IDataObject } from 'n8n-workflow';

import { MAX_RUNNING } from '../../nodes/Vitally/execution/concurrency';
import { linesOf } from '../engine/itemLines.cts';
import { credentialsFor, runNode, type NodeRun } from '../engine/node.cts';
import { accountOf } from '../fixtures/accounts.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byExternalId, byName } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync } from '../nodes/account/syncCases.cts';
import { accounts } from './changeCases.cts';

/** A credential with expressions may have another API key for each row. */
describe('a table whose rows have two API keys, of which one sees fewer records', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('compares each row with the records that its own key sees', async () => {
		accounts({ a1: ['Old'], a2: ['Old'] })(sandbox());
		const { apiKey, secondApiKey } = sandbox();
		const second = `Basic ${Buffer.from(`${secondApiKey}:`).toString('base64')}`;

		sandbox().faults.add({
			kind: 'status',
			status: 404,
			on: { method: 'GET', matches: ({ headers }) => headers.authorization === second },
		});
		const { vitallyApi } = credentialsFor(sandbox());
		const outcome = await runNode(
			{
				parameters: sync({ createMissing: false }, { syncOutput: 'each' }),
				items: [
					{ id: 'a1', name: 'New', key: apiKey },
					{ id: 'a2', name: 'New', key: secondApiKey },
				],
			},
			{ credentials: { vitallyApi: { ...vitallyApi, apiKey: '={{ $json.key }}' } } },
		);

		expect(linesOf(outcome)).toEqual([
			'row 1, a1: updated',
			"row 2, a2: missing, No account has the External ID 'a2'",
		]);
	});
});

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

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		return linesOf(outcome);
	};

	const REJECTED = 'failed, Vitally does not accept the API key';
	const names = () => ({
		a1: accountOf(sandbox(), 'a1')?.name,
		a2: accountOf(sandbox(), 'a2')?.name,
	});

	it('writes the rows of the others', async () => {
		const key = 'sk_live_revoked';
		const lines = await run('sync', [
			{ id: 'a1', name: 'New', key },
			{ id: 'a2', name: 'New', key: sandbox().apiKey },
			{ id: 'a3', name: 'New', key },
		]);

		expect(lines).toEqual([
			`row 1, a1: ${REJECTED}`,
			'row 2, a2: updated',
			`row 3, a3: ${REJECTED}`,
		]);
		expect(names()).toEqual({ a1: 'Old', a2: 'New' });
	});

	it('maps columns by the traits that the other keys can read', async () => {
		const key = 'sk_live_revoked';
		const lines = await run(
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

		expect(lines).toEqual([`row 1, a1: ${REJECTED}`, 'row 2, a2: updated']);
		expect(names()).toEqual({ a1: 'Old', a2: 'New' });
	});

	it('says of a row without an External ID that it has none, though its key reads no traits', async () => {
		const lines = await run(
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

		expect(lines).toEqual([
			"row 1: failed, The field 'External ID Column' is empty",
			'row 2, a2: updated',
		]);
	});

	it('calls no column empty where one of the rows without an External ID has no key', async () => {
		const { vitallyApi } = credentialsFor(sandbox());
		const key = sandbox().apiKey;
		const outcome = await runNode(
			{
				parameters: sync({}, { syncOutput: 'each' }),
				items: [
					{ id: '', name: 'New', key },
					{ id: '', name: 'New', key },
					{ id: 'a1', name: 'New', key: '' },
				],
			},
			{ credentials: { vitallyApi: { ...vitallyApi, apiKey: '={{ $json.key }}' } } },
		);

		expect(outcome.error?.message).toBe("The field 'External ID Column' is empty [item 0]");
	});

	it('finds the custom object with the other keys', async () => {
		addCustomObject(sandbox(), 'obj-1', 'Deals');
		addInstance(sandbox(), 'i-1', { externalId: 'D1' });
		addInstance(sandbox(), 'i-2', { externalId: 'D2' });
		const lines = await run(
			'sync',
			[
				{ id: 'D1', name: 'New', key: 'sk_live_revoked' },
				{ id: 'D2', name: 'New', key: sandbox().apiKey },
				{ id: 'D1', name: 'New', key: 'sk_live_revoked' },
			],
			{ resource: 'customObjectInstance', customObjectId: byName('Deals') },
		);

		expect(lines).toEqual([
			`row 1, New: ${REJECTED}`,
			'row 2, D2: updated',
			`row 3, New: ${REJECTED}`,
		]);
	});

	it('says of a row with an invalid value that its value is invalid', async () => {
		const lines = await run('sync', [
			{ id: 'a1', traits: 'none', key: 'sk_live_revoked' },
			{ id: 'a1', name: 'New', key: 'sk_live_revoked' },
			{ id: 'a2', name: 'New', key: sandbox().apiKey },
		]);

		expect(lines).toEqual([
			"row 1, a1: failed, The value of 'Traits (JSON)' is not a JSON object",
			`row 2, a1: ${REJECTED}`,
			'row 3, a2: updated',
		]);
	});

	it('says of a row with an invalid value that its value is invalid, after look-ups with its key were rejected', async () => {
		addCustomers(sandbox());
		// The rows before it have ended their look-ups when its turn comes.
		const before = Array.from({ length: MAX_RUNNING + 1 }, (_, index) => `b${index}`);
		const key = 'sk_live_revoked';
		const lines = await run(
			'sync',
			[
				...before.map((id) => ({ id, name: 'New', group: 'O1', key })),
				{ id: 'b99', traits: 'none', group: 'O1', key },
				{ id: 'A1', name: 'New', group: 'O1', key: sandbox().apiKey },
			],
			{ additionalFields: { organizationId: byExternalId('={{ $json.group }}') } },
		);

		expect(lines.slice(-2)).toEqual([
			`row 22, b99: failed, The value of 'Traits (JSON)' is not a JSON object`,
			'row 23, A1: updated',
		]);
	});

	it.each([
		{ operation: 'applyChanges', written: 'applied' },
		{ operation: 'undoSync', written: 'restored' },
	])(
		'replays with $operation the changes of the others, whose types of traits it reads with their keys',
		async ({ operation, written }) => {
			const moment = 1_700_000_000_000;
			const change = operation === 'undoSync' ? { old: moment, new: 1 } : { old: 1, new: moment };
			const item = {
				result: 'updated',
				resource: 'account',
				changedFields: { 'traits.renewal': change },
			};
			const lines = await run(operation, [
				{ ...item, externalId: 'a1', key: 'sk_live_revoked' },
				{ ...item, externalId: 'a2', key: sandbox().apiKey },
			]);

			expect(lines).toEqual([`row 1, a1: ${REJECTED}`, `row 2, a2: ${written}`]);
			expect(accountOf(sandbox(), 'a2')?.traits).toMatchObject({ renewal: moment });
		},
	);
});
