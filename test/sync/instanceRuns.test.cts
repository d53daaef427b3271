import fc from 'fast-check';

import { startSandbox, type RecordedRequest, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
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
	name = 'New',
): Promise<IDataObject[]> {
	const { error, items } = await runNode(
		{
			parameters: {
				resource: 'customObjectInstance',
				operation,
				customObjectId: byId('obj-1'),
				externalId: '={{ $json.id }}',
				name,
				accountId: byId('acc-1'),
				traitsMode: 'fields',
				...{ dryRun: false, syncOutput: 'summary' },
			},
			items: externalIds.map((id) => ({ id })),
			onError: 'continueRegularOutput',
		},
		{ credentials: credentialsFor(sandbox) },
	);
	expect(error).toBeUndefined();
	return items(NODE).map(({ json }) => json);
}

/**
 * Runs of the node in one process, and another process with the same key. The service keeps external IDs of
 * instances not unique. Between a search that finds none and the creation after it, only the service could
 * prevent a second instance: there, the other process creates none with this external ID.
 */
class Simulation {
	private readonly searched = new Set<string>();
	private requests = 0;
	readonly createdByOthers = new Set<string>();
	sandbox!: Sandbox;

	constructor(private readonly history: History) {}

	async execute(): Promise<void> {
		this.sandbox = await startSandbox({
			seed: 'empty',
			duplicateExternalId: 'create',
			limits: { budget: 100_000 },
			onRequest: (request) => this.onRequest(request),
		});
		addDeal(this.sandbox);
		this.addFaults();
		try {
			const [first, ...others] = this.history.runs;
			let hasEnded = false;
			const running = this.run(first).finally(() => (hasEnded = true));
			const outcomes = await Promise.all([
				running,
				...others.map(async (one) => {
					const isEarly = () => this.requests < one.begins && !hasEnded;
					while (isEarly()) await new Promise((next) => setImmediate(next));
					return await this.run(one);
				}),
			]);
			this.check(outcomes.flat());
		} finally {
			await this.sandbox.close();
		}
	}

	private addFaults(): void {
		const { lost, broken } = this.history;
		let [creations, reads] = [0, 0];
		this.sandbox.faults.add({
			kind: 'resetAfter',
			on: { method: 'POST', matches: () => lost.includes(creations++) },
		});
		this.sandbox.faults.add({
			kind: 'resetBefore',
			on: { method: 'GET', matches: () => broken.includes(reads++) },
		});
	}

	private onRequest({ method, path, query, body }: RecordedRequest): void {
		this.requests++;
		if (path === `${INSTANCES}/search`) this.searched.add(String(query.externalId));
		if (method === 'POST') this.searched.delete((body as { externalId: string }).externalId);
		for (const { after, row } of this.history.others) {
			if (after === this.requests) this.createInOtherProcess(externalIdOf(row));
		}
	}

	private createInOtherProcess(externalId: string): void {
		const isKnown = externalIdsIn(this.sandbox).includes(externalId);
		if (isKnown || this.searched.has(externalId)) return;
		this.createdByOthers.add(externalId);
		addInstance(this.sandbox, `other-${externalId}`, { externalId });
	}

	private async run({ operation, rows }: History['runs'][number]): Promise<unknown[]> {
		const output = await runRows(this.sandbox, operation, rows.map(externalIdOf));
		return output.map(({ error, failed }) => error ?? failed);
	}

	private check(failures: unknown[]): void {
		const all = externalIdsIn(this.sandbox);
		expect(all.length - new Set(all).size).toBe(0);
		expect(failures.filter((one) => one !== undefined && one !== 0)).toEqual([]);
		const wanted = this.history.runs.flatMap(({ rows }) => rows.map(externalIdOf));
		expect([...new Set(wanted)].filter((one) => !all.includes(one))).toEqual([]);
	}
}

it('no external ID of an instance exists twice, whoever creates it', async () => {
	const histories = fc.sample(history, RUNS);
	const simulations = histories.map((one) => new Simulation(one));
	await Promise.all(simulations.map(async (one) => await one.execute()));
	const others = simulations.reduce((sum, { createdByOthers }) => sum + createdByOthers.size, 0);
	expect(others).toBeGreaterThan(RUNS / 4);
});

describe('custom object instances that are created at the same time', () => {
	let sandbox: Sandbox;
	/** Called after a request, while the run continues. */
	let onRequest: (path: string) => void = () => {};
	beforeAll(async () => {
		sandbox = await startSandbox({
			seed: 'empty',
			duplicateExternalId: 'create',
			onRequest: ({ path, method }) => method === 'GET' && onRequest(path),
		});
	});
	beforeEach(() => {
		sandbox.reset();
		addDeal(sandbox);
	});
	afterAll(async () => await sandbox.close());

	const idsOf = (prefix: string, count: number) =>
		Array.from({ length: count }, (_, index) => `${prefix}${index}`);
	const expectNoDuplicates = () =>
		expect(externalIdsIn(sandbox)).toEqual([...new Set(externalIdsIn(sandbox))]);

	it.each(['sync', 'upsert'])(
		'are created once by a Sync parallel to %s, also when the search lags behind',
		async (other) => {
			sandbox.faults.add({ kind: 'status', status: 200, body: [], on: { path: /search$/ } });
			const ids = idsOf(`B-${other}-`, 30);
			const outputs = await Promise.all([
				runRows(sandbox, 'sync', ids),
				runRows(sandbox, other, ids, 'Newer'),
			]);
			expectNoDuplicates();
			expect(outputs[0]).toMatchObject([{ failed: 0 }]);
		},
	);

	it('are updated where another process has created them since the list was read', async () => {
		onRequest = (path) => {
			if (path !== INSTANCES) return;
			onRequest = () => {};
			for (const externalId of idsOf('C', 200)) {
				addInstance(sandbox, `other-${externalId}`, { externalId, name: 'New' });
			}
		};
		const [summary] = await runRows(sandbox, 'sync', idsOf('C', 300));
		expectNoDuplicates();
		expect(summary).toMatchObject({ created: 100, failed: 0 });
	});

	it('are created again by a Sync after they were deleted', async () => {
		const ids = idsOf('D', 3);
		await runRows(sandbox, 'sync', ids);
		for (const instance of [...sandbox.state.instances.all()]) {
			if (ids.includes(String(instance.externalId))) sandbox.state.instances.remove(instance);
		}
		const [summary] = await runRows(sandbox, 'sync', ids);
		expect(summary).toMatchObject({ created: 3, failed: 0 });
	});
});
