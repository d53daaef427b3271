import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addDeal, addInstance, INSTANCES } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';

import type { IDataObject } from 'n8n-workflow';

/** The service keeps external IDs of instances not unique: only the node prevents a second one. */
describe('custom object instances that several runs create at the same time', () => {
	let sandbox: Sandbox;
	/** Called after a request, while the run continues. */
	let onRequest: (path: string, method: string) => void = () => {};
	beforeAll(async () => {
		sandbox = await startSandbox({
			seed: 'empty',
			duplicateExternalId: 'create',
			onRequest: ({ path, method }) => onRequest(path, method),
		});
	});
	beforeEach(() => {
		sandbox.reset();
		addDeal(sandbox);
	});
	afterEach(() => (onRequest = () => {}));
	afterAll(async () => await sandbox.close());

	const rowsOf = (prefix: string, count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}` }));

	const run = async (
		operation: 'sync' | 'upsert',
		items: IDataObject[],
		name = 'New',
	): Promise<IDataObject[]> => {
		const outcome = await runNode(
			{
				parameters: {
					resource: 'customObjectInstance',
					operation,
					customObjectId: byId('obj-1'),
					externalId: '={{ $json.id }}',
					name,
					accountId: byId('acc-1'),
					traitsMode: 'fields',
				},
				items,
			},
			{ credentials: credentialsFor(sandbox) },
		);
		expect(outcome.error).toBeUndefined();
		return outcome.items(NODE).map(({ json }) => json);
	};
	const duplicates = () => {
		const externalIds = [...sandbox.state.instances.all()].map(({ externalId }) => externalId);
		return externalIds.length - new Set(externalIds).size;
	};

	it('are created once by two Syncs', async () => {
		const rows = rowsOf('A', 30);
		const summaries = (await Promise.all([run('sync', rows), run('sync', rows, 'Newer')])).flat();
		expect(duplicates()).toBe(0);
		expect(summaries).toMatchObject([{ failed: 0 }, { failed: 0 }]);
		expect(summaries.reduce((sum, { created }) => sum + Number(created), 0)).toBe(30);
		expect(summaries.reduce((sum, { updated }) => sum + Number(updated), 0)).toBe(30);
	});

	it.each(['sync', 'upsert'] as const)(
		'are created once by a Sync parallel to %s, also when the search lags behind',
		async (other) => {
			sandbox.faults.add({ kind: 'status', status: 200, body: [], on: { path: /search$/ } });
			const rows = rowsOf(`B-${other}-`, 30);
			const outputs = await Promise.all([run('sync', rows), run(other, rows, 'Newer')]);
			expect(duplicates()).toBe(0);
			expect(outputs[0]).toMatchObject([{ failed: 0 }]);
		},
	);

	it('are updated where another process has created them since the list was read', async () => {
		let isListRead = false;
		onRequest = (path, method) => {
			if (isListRead || method !== 'GET' || path !== INSTANCES) return;
			isListRead = true;
			for (let index = 0; index < 200; index++) {
				addInstance(sandbox, `other-${index}`, { externalId: `C${index}`, name: 'New' });
			}
		};
		const [summary] = await run('sync', rowsOf('C', 300));
		expect(isListRead).toBe(true);
		expect(duplicates()).toBe(0);
		expect(summary).toMatchObject({ created: 100, failed: 0 });
	});

	it('are created again by a Sync after they were deleted', async () => {
		const rows = rowsOf('D', 3);
		await run('sync', rows);
		for (const instance of [...sandbox.state.instances.all()]) {
			if (instance.externalId?.startsWith('D')) sandbox.state.instances.remove(instance);
		}
		const [summary] = await run('sync', rows);
		expect(summary).toMatchObject({ created: 3, failed: 0 });
	});
});
