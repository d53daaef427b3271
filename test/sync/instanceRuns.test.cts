import fc from 'fast-check';

import { startSandbox, type RecordedRequest, type Sandbox } from '../../sandbox/sandbox.cts';
import { NODE, runIn } from '../engine/node.cts';
import { addDeal, addInstance, INSTANCES } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';

import type { IDataObject } from 'n8n-workflow';
import { runsOf } from '../models/histories.cts';

const RUNS = runsOf(8);

/** A run of the node, and the external IDs of its rows. */
const run = fc.record({
	operation: fc.constantFrom('sync', 'upsert'),
	rows: fc.uniqueArray(fc.nat(14), { minLength: 3, maxLength: 12 }),
	/** After which request of the first run another one begins. */
	begins: fc.nat(3),
});

const history = fc.record({
	runs: fc.array(run, { minLength: 2, maxLength: 4 }),
	/** After which requests the other process creates an instance, and which. */
	others: fc.array(fc.record({ after: fc.nat(20), row: fc.nat(14) }), {
		minLength: 4,
		maxLength: 12,
	}),
	/** Which creations are carried out without a response. */
	lost: fc.uniqueArray(fc.nat(10), { minLength: 1, maxLength: 2 }),
	/** Which reads break. */
	broken: fc.uniqueArray(fc.nat(40), { maxLength: 2 }),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

const externalIdOf = (row: number) => `D-${row}`;

const externalIdsIn = ({ state }: Sandbox) =>
	[...state.instances.all()].flatMap(({ externalId }) => externalId ?? []);

/** Runs an operation for each external ID, and returns its output. */
async function runRows(
	sandbox: Sandbox,
	operation: string,
	externalIds: string[],
): Promise<IDataObject[]> {
	const { error, items } = await runIn(sandbox, {
		parameters: {
			...{ resource: 'customObjectInstance', operation, customObjectId: byId('obj-1') },
			...{ externalId: '={{ $json.id }}', name: 'New', accountId: byId('acc-1') },
			...{ traitsMode: 'fields', dryRun: false, syncOutput: 'summary' },
		},
		items: externalIds.map((id) => ({ id })),
		onError: 'continueRegularOutput',
	});
	expect(error).toBeUndefined();
	return items(NODE).map(({ json }) => json);
}

/**
 * Runs of the node in one process, and another process with the same key. The service keeps external IDs of
 * instances not unique. Between a search that finds none and the creation after it, only the service could
 * prevent a second instance: there, the other process creates none with this external ID.
 *
 * @returns how many instances the other process created
 */
async function simulate({ runs, others, lost, broken }: History): Promise<number> {
	const searched = new Set<string>();
	let [requests, created, creations, reads] = [0, 0, 0, 0];
	const createInOtherProcess = (externalId: string) => {
		if (externalIdsIn(sandbox).includes(externalId) || searched.has(externalId)) return;
		created++;
		addInstance(sandbox, `other-${externalId}`, { externalId });
	};
	const onRequest = ({ method, path, query, body }: RecordedRequest) => {
		requests++;
		if (path === `${INSTANCES}/search`) searched.add(String(query.externalId));
		if (method === 'POST') searched.delete((body as { externalId: string }).externalId);
		for (const { after, row } of others) {
			if (after === requests) createInOtherProcess(externalIdOf(row));
		}
	};
	const sandbox = await startSandbox({
		...{ seed: 'empty', duplicateExternalId: 'create', limits: { budget: 100_000 } },
		onRequest,
	});
	addDeal(sandbox);
	sandbox.faults.add({
		kind: 'resetAfter',
		on: { method: 'POST', matches: () => lost.includes(creations++) },
	});
	sandbox.faults.add({
		kind: 'resetBefore',
		on: { method: 'GET', matches: () => broken.includes(reads++) },
	});
	try {
		let isFirst = true;
		const outcomes = runs.map(async ({ operation, rows, begins }, index) => {
			const isEarly = () => index > 0 && requests < begins && isFirst;
			while (isEarly()) await new Promise((next) => setImmediate(next));
			const output = await runRows(sandbox, operation, rows.map(externalIdOf));
			if (index === 0) isFirst = false;
			return output.map(({ error, failed }) => error ?? failed);
		});
		const failures = (await Promise.all(outcomes)).flat();
		const all = externalIdsIn(sandbox);
		expect(all.length - new Set(all).size).toBe(0);
		expect(failures.filter((one) => one !== undefined && one !== 0)).toEqual([]);
		const wanted = runs.flatMap(({ rows }) => rows.map(externalIdOf));
		expect([...new Set(wanted)].filter((one) => !all.includes(one))).toEqual([]);
		return created;
	} finally {
		await sandbox.close();
	}
}

it('no external ID of an instance exists twice, whoever creates it', async () => {
	const created = await Promise.all(fc.sample(history, RUNS).map(simulate));
	expect(created.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(RUNS / 4);
});

it.each(['sync', 'upsert'])(
	'an instance is created again after someone else deleted it: %s',
	async (operation) => {
		const sandbox = await startSandbox({ seed: 'empty' });
		const { instances } = sandbox.state;
		addDeal(sandbox);
		for (let times = 0; times < 2; times++) {
			await runRows(sandbox, operation, ['deleted']);
			const instance = instances.byExternalId('deleted');
			expect(instance).toBeDefined();
			if (instance) instances.remove(instance);
		}
		await sandbox.close();
	},
);
