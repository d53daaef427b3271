import type { IDataObject } from 'n8n-workflow';

import { firstJsonOf, jsonOf, linesOf } from '../engine/itemLines.cts';
import { NODE, runIn, type NodeRun } from '../engine/node.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byId, byName } from '../fixtures/locators.cts';
import { rowColumns } from '../fixtures/rowColumns.cts';
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

	/** Runs the rows, of which some succeed. */
	const run = async (...table: Parameters<typeof syncRows>) => {
		const outcome = await syncRows(...table);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });

		return outcome;
	};

	/** The names that were written, each with the path. */
	const written = () =>
		writesOf(sandbox()).map(({ path, body }) => `${path}: ${String((body as IDataObject).name)}`);

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
		const outcome = await run(items, parameters);

		expect(linesOf(outcome)).toEqual(['row 1, D1: updated', 'row 2, D1: updated']);
		expect(jsonOf(outcome).map((json) => json.id)).toEqual(['i-obj-1', 'i-obj-2']);
		expect(written()).toEqual([
			'/resources/customObjects/obj-1/instances/i-obj-1: New in obj-1',
			'/resources/customObjects/obj-2/instances/i-obj-2: New in obj-2',
		]);
	});

	it('creates an instance whose External ID only the other custom object has', async () => {
		addInstance(sandbox(), 'i-9', { customObjectId: 'obj-2', externalId: 'D9', name: 'Ninth' });
		const items = OBJECTS.map((object) => ({ object, name: 'Ninth' }));
		const outcome = await run(items, { externalId: 'D9', createMissing: true });

		expect(linesOf(outcome)).toEqual(['row 1, D9: created', 'row 2, D9: unchanged']);
		expect(written()).toEqual(['/resources/customObjects/obj-1/instances: Ninth']);
	});

	it('counts the instances of both that are not in the table', async () => {
		for (const customObjectId of OBJECTS) {
			addInstance(sandbox(), `other-${customObjectId}`, { customObjectId, externalId: 'D2' });
		}

		const items = OBJECTS.map((object) => ({ object, name: `Name in ${object}` }));
		const outcome = await run(items, {
			externalId: 'D1',
			options: { notInTable: 'output' },
			syncOutput: 'summary',
		});

		expect(firstJsonOf(outcome)).toMatchObject({ unchanged: 2, notInTable: 2 });
	});

	it('returns the custom object of each row, and no link, since Vitally has no page of an instance', async () => {
		const items = OBJECTS.map((object) => ({ object, name: 'New' }));
		const outcome = await run(items, { externalId: 'D1' });
		const [first] = outcome.items(NODE);

		expect(Object.keys(first.json)).toEqual(rowColumns({ place: ['resource', 'customObjectId'] }));
		expect(jsonOf(outcome).map((json) => json.customObjectId)).toEqual(OBJECTS);
	});

	it('fails only the row that names no custom object', async () => {
		const items = ['', 'obj-1', 'obj-2'].map((object) => ({ object, name: 'New' }));
		const outcome = await run(items, { externalId: 'D1' });

		expect(linesOf(outcome)).toEqual([
			"row 1, New: failed, The field 'Custom Object' is empty",
			'row 2, D1: updated',
			'row 3, D1: updated',
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
			const outcome = await run(items, parameters);

			expect(linesOf(outcome)).toEqual(
				items.map(({ name }, index) =>
					index === 0
						? `row 1, ${name}: failed, No custom object is called "obj-9"`
						: `row ${index + 1}, ${name}: wouldCreate`,
				),
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

			expect(error?.message).toBe('Vitally does not allow this request with the API key [item 0]');
			expect(sandbox().requests.map(({ path }) => path)).toEqual(['/resources/customObjects']);
		});
	});
});
