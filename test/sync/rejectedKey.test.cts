import type { IDataObject } from 'n8n-workflow';

import { MAX_RUNNING } from '../../nodes/Vitally/execution/concurrency';
import { linesOf } from '../engine/itemLines.cts';
import { runIn, type NodeRun } from '../engine/node.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { atMost } from '../fixtures/bounds.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { byExternalId, byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync, writesOf } from '../nodes/account/syncCases.cts';

const OBJECTS = ['obj-1', 'obj-2'];
const INSTANCES = {
	resource: 'customObjectInstance',
	customObjectId: byId('={{ $json.object }}'),
	accountId: byId('acc-1'),
};

/** Rows of both custom objects, so many of each. */
const rowsOfBoth = (count: number) =>
	OBJECTS.flatMap((object) =>
		Array.from({ length: count }, (_, index) => ({ object, id: `D${index}`, name: 'New' })),
	);

describe('a Sync whose API key Vitally rejects', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	beforeEach(() => {
		addCustomers(sandbox());

		for (const id of OBJECTS) {
			addCustomObject(sandbox(), id, id);
			addInstance(sandbox(), `i-${id}`, { customObjectId: id, externalId: 'D0' });
		}

		sandbox().requests.length = 0;
	});

	interface Rejected {
		request: string;
		path: string;
		parameters: NodeRun['parameters'];
		items: IDataObject[];
	}

	it.each<Rejected>([
		{
			request: 'the list of the first custom object',
			path: '/resources/customObjects/obj-1/instances',
			parameters: INSTANCES,
			items: rowsOfBoth(5),
		},
		{
			request: 'the search for the record of the first custom object',
			path: '/resources/customObjects/obj-1/instances/search',
			parameters: INSTANCES,
			items: rowsOfBoth(1),
		},
		{
			request: 'the look-up of a record that rows name',
			path: '/resources/organizations/O1',
			parameters: { additionalFields: { organizationId: byExternalId('O1') } },
			items: Array.from({ length: 2 * MAX_RUNNING }, (_, index) => ({
				id: `b${index}`,
				name: 'New',
			})),
		},
	])('sends nothing after $request', async ({ path, parameters, items }) => {
		sandbox().faults.add({ kind: 'status', status: 401, on: { path } });
		const outcome = await runIn(sandbox(), {
			parameters: { ...sync({}, { syncOutput: 'each' }), ...parameters },
			items,
		});

		expect(sandbox().requests.map((request) => request.path)).toEqual([path]);
		expect(linesOf(outcome)).toEqual([
			'the run ended: Vitally does not accept the API key [item 0]',
		]);
	});

	it('writes no more records than have begun to be written', async () => {
		const ids = Array.from({ length: 3 * MAX_RUNNING }, (_, index) => `b${index}`);

		await withAccounts(...ids)(sandbox());
		sandbox().requests.length = 0;
		sandbox().faults.add({ kind: 'status', status: 401, on: { method: 'PUT' } });
		await runIn(sandbox(), { parameters: sync(), items: ids.map((id) => ({ id, name: 'New' })) });

		expect({ writesWithRejectedKey: writesOf(sandbox()).length }).toEqual({
			writesWithRejectedKey: atMost(MAX_RUNNING),
		});
	});

	it('reads no more records than have begun to be read', async () => {
		const ids = Array.from({ length: 3 * MAX_RUNNING }, (_, index) => `b${index}`);

		await withAccounts(...ids)(sandbox());
		sandbox().requests.length = 0;
		// What the list leaves out is read of each record.
		sandbox().faults.add({
			kind: 'shown',
			as: (record) => ({ ...record, name: undefined }),
			on: { method: 'GET', path: /\/accounts$/ },
		});
		sandbox().faults.add({ kind: 'status', status: 401, on: { path: /\/accounts\/./ } });
		await runIn(sandbox(), { parameters: sync(), items: ids.map((id) => ({ id, name: 'New' })) });
		const reads = sandbox().requests.filter(({ path }) => !path.endsWith('/accounts'));

		expect({ readsWithRejectedKey: reads.length }).toEqual({
			readsWithRejectedKey: atMost(MAX_RUNNING),
		});
	});
});
