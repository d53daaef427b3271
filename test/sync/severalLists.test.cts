import type { IDataObject } from 'n8n-workflow';

import { NODE, runIn, type NodeRun } from '../engine/node.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byId, byName } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { writesOf } from '../nodes/account/syncCases.cts';

const OBJECTS = ['obj-1', 'obj-2'];

describe('a table whose rows are instances of two custom objects', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => {
		addCustomers(sandbox());

		for (const id of OBJECTS) {
			addCustomObject(sandbox(), id, id);
			addInstance(sandbox(), `i-${id}`, {
				customObjectId: id,
				externalId: 'D1',
				name: `Name in ${id}`,
			});
		}
	});

	/** Syncs rows that have their custom object in the column `object`. */
	const syncRows = async (items: IDataObject[], parameters: NodeRun['parameters']) =>
		await runIn(sandbox(), {
			parameters: {
				resource: 'customObjectInstance',
				operation: 'sync',
				customObjectId: byId('={{ $json.object }}'),
				name: '={{ $json.name }}',
				accountId: byId('acc-1'),
				traitsMode: 'fields',
				dryRun: false,
				syncOutput: 'each',
				...parameters,
			},
			items,
		});

	/** The results of the rows. */
	const run = async (...table: Parameters<typeof syncRows>) => {
		const outcome = await syncRows(...table);

		expect(outcome.error?.message).toBeUndefined();

		return outcome.items(NODE).map(({ json }) => json);
	};

	const written = () =>
		writesOf(sandbox()).map(({ path, body }) => [path, (body as IDataObject).name]);

	it.each([
		{
			way: 'one External ID in both',
			parameters: { externalId: 'D1' },
			items: OBJECTS.map((object) => ({ object, name: `New in ${object}` })),
		},
		{
			way: 'their Vitally IDs',
			parameters: { matchBy: 'id', vitallyId: '={{ $json.id }}' },
			items: OBJECTS.map((object) => ({ object, id: `i-${object}`, name: `New in ${object}` })),
		},
	])('updates each in its own custom object, by $way', async ({ parameters, items }) => {
		const results = await run(items, parameters);

		expect(results.map(({ result, id }) => [result, id])).toEqual([
			['updated', 'i-obj-1'],
			['updated', 'i-obj-2'],
		]);
		expect(written()).toEqual(
			OBJECTS.map((object) => [
				`/resources/customObjects/${object}/instances/i-${object}`,
				`New in ${object}`,
			]),
		);
	});

	it('creates an instance whose External ID only the other custom object has', async () => {
		addInstance(sandbox(), 'i-9', { customObjectId: 'obj-2', externalId: 'D9', name: 'Ninth' });
		const items = OBJECTS.map((object) => ({ object, name: 'Ninth' }));
		const results = await run(items, { externalId: 'D9', createMissing: true });

		expect(results.map(({ result }) => result)).toEqual(['created', 'unchanged']);
		expect(written()).toEqual([['/resources/customObjects/obj-1/instances', 'Ninth']]);
	});

	it('counts the instances of both that are not in the table', async () => {
		for (const customObjectId of OBJECTS) {
			addInstance(sandbox(), `other-${customObjectId}`, { customObjectId, externalId: 'D2' });
		}

		const items = OBJECTS.map((object) => ({ object, name: `Name in ${object}` }));
		const [summary] = await run(items, {
			externalId: 'D1',
			options: { notInTable: 'output' },
			syncOutput: 'summary',
		});

		expect(summary).toMatchObject({ unchanged: 2, notInTable: 2 });
	});

	it('fails only the row that names no custom object', async () => {
		const items = ['', 'obj-1', 'obj-2'].map((object) => ({ object, name: 'New' }));
		const results = await run(items, { externalId: 'D1' });

		expect(results.map(({ result, reason }) => [result, reason])).toEqual([
			['failed', "The field 'Custom Object' is empty"],
			['updated', null],
			['updated', null],
		]);
	});

	describe('a table whose rows name custom objects by their labels', () => {
		const items = Array.from({ length: 10 }, (_, index) => ({
			object: index === 0 ? 'obj-9' : 'obj-1',
			name: `Name ${index}`,
		}));
		const parameters = {
			customObjectId: byName('={{ $json.object }}'),
			externalId: '={{ $json.name }}',
			dryRun: true,
			syncOutput: 'each',
		};

		it('fails only the row whose custom object Vitally does not have', async () => {
			const results = await run(items, parameters);

			expect(results[0].reason).toMatch('obj-9');
			expect(results.slice(1).map(({ result }) => result)).toEqual(
				items.slice(1).map(() => 'wouldCreate'),
			);
		});

		it('asks for the list of custom objects once, where Vitally refuses it', async () => {
			sandbox().requests.length = 0;
			sandbox().faults.add({
				kind: 'status',
				status: 403,
				on: { matches: ({ path }) => path === '/resources/customObjects' },
			});

			const { error } = await syncRows(items, parameters);

			expect(error?.message ?? 'no error').toContain('does not allow this request');
			expect(sandbox().requests.map(({ path }) => path)).toEqual(['/resources/customObjects']);
		});
	});
});
