import fc from 'fast-check';

import { valuesEqual } from '../../../nodes/Vitally/values/valuesEqual';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { newAccount } from '../../../sandbox/state/customers.cts';
import { credentialsFor, NODE, runNode } from '../../engine/node.cts';
import { row as stateRow } from '../../fixtures/records.cts';
import {
	addFaults,
	checkAll,
	faultOf,
	rowOf,
	withoutNulls,
	type Fault,
	type Row,
	type Traits,
} from '../../sync/tables.cts';

import type { IDataObject } from 'n8n-workflow';
import { runsOf } from '../../models/histories.cts';

interface Scenario {
	accounts: Row[];
	/** A row without an id is a bad one. */
	table: Row[];
	createMissing: boolean;
	dryRun: boolean;
	faults: Fault[];
}

/** The content of an account; `undefined` where there is none. */
type State = { name: string; traits: Traits } | undefined;

/** The states that are possible after a row with this result. */
function afterRow(states: State[], row: Row, result: string, creates: boolean): State[] {
	const written = (state: State): State => ({
		name: row.name,
		traits: withoutNulls({ ...state?.traits, ...differing(state, row) }),
	});
	const isSame = (state: State) =>
		state?.name === row.name && Object.keys(differing(state, row)).length === 0;
	switch (result) {
		case 'created':
			return creates ? states.filter((state) => !state).map(written) : [];
		case 'updated':
			return states.filter((state) => state && !isSame(state)).map(written);
		case 'unchanged':
			return states.filter((state) => state && isSame(state));
		case 'missing':
			return creates ? [] : states.filter((state) => !state);
		case 'failed':
			return [...states, ...states.filter((state) => state ?? creates).map(written)];
		default:
			return [];
	}
}

/** Also the model keeps a value that is the same in another form. */
function differing(state: State, { traits }: Row): Traits {
	return Object.fromEntries(
		Object.entries(traits).filter(([key, value]) => !valuesEqual(state?.traits[key], value)),
	);
}

const ids = Array.from({ length: 14 }, (_, index) => `a${index}`);
const values = ['gold', 12, '12', true, 'true', ['x', 'y'], ['y', 'x'], null];
const fault = faultOf(
	[{ kind: 'resetBefore' }, { kind: 'resetAfter' }, { kind: 'truncated' }, { kind: 'notJson' }],
	3,
);
const scenario: fc.Arbitrary<Scenario> = fc.record({
	accounts: fc.uniqueArray(rowOf(fc.constantFrom(...ids), values), { selector: ({ id }) => id }),
	table: fc.array(rowOf(fc.constantFrom(...ids, ...ids, ''), values), {
		minLength: 1,
		maxLength: 30,
	}),
	createMissing: fc.boolean(),
	dryRun: fc.nat(5).map((number) => number === 0),
	faults: fc.oneof(fc.constant<Scenario['faults']>([]), fc.array(fault, { maxLength: 3 })),
});

const pageSizes = new Map<Sandbox, number>();

describe('account: sync, whatever the table, the service and its faults', () => {
	const sandboxes: Sandbox[] = [];
	beforeAll(async () => {
		for (const largestPage of [1, 2, 3, 5, 8, 100]) {
			const options = largestPage % 2 ? {} : ({ duplicateExternalId: 'upsert' } as const);
			const sandbox = await startSandbox({ seed: 'empty', largestPage, ...options });
			pageSizes.set(sandbox, largestPage);
			sandboxes.push(sandbox);
		}
	});
	afterAll(async () => {
		for (const sandbox of sandboxes) await sandbox.close();
	});

	it('ends in the state of the model, writes only what differs, and returns exactly what it did', async () => {
		const scenarios = fc.tuple(...sandboxes.map(() => scenario));
		await fc.assert(
			fc.asyncProperty(scenarios, async (all) => {
				await checkAll(all.map(async (one, index) => await check(sandboxes[index], one)));
			}),
			{ numRuns: runsOf(6) },
		);
	});
});

async function check(sandbox: Sandbox, scenario: Scenario): Promise<void> {
	sandbox.reset();
	for (const [index, { id, name, traits }] of scenario.accounts.entries()) {
		const kept = withoutNulls(traits) as never;
		const account = newAccount(stateRow(`id-${id}`, 1 + (index % 28)), id, name, kept);
		sandbox.state.accounts.insert(account);
	}
	const before = statesOf(sandbox);
	addFaults(sandbox, scenario.faults);
	const rows = await run(sandbox, scenario, 'each');
	sandbox.faults.clear();
	const writes = sandbox.requests.filter(({ method }) => method !== 'GET');
	if (scenario.dryRun) expect(writes).toEqual([]);

	for (const id of ids) {
		let states: State[] = [before.get(id)];
		let isWritten = false;
		for (const [index, row] of scenario.table.entries()) {
			if (row.id !== id) continue;
			const result = resultIn(rows.get(index));
			isWritten ||= result !== 'unchanged' && result !== 'missing';
			states = afterRow(states, row, result, scenario.createMissing);
			expect({ id, index, result, possible: states.length > 0 }).toMatchObject({ possible: true });
		}
		if (scenario.dryRun) states = [before.get(id)];
		expect(states).toContainEqual(statesOf(sandbox).get(id));
		const account = sandbox.state.accounts.byExternalId(id);
		if (!isWritten && account) expect(account.updatedAt).toBe(account.createdAt);
	}
	const accounts = [...sandbox.state.accounts.all()];
	expect(new Set(accounts.map(({ externalId }) => externalId)).size).toBe(accounts.length);

	// A second run knows nothing of the first: it mends what is left, and a third one has nothing to do.
	await checkSummary(sandbox, { ...scenario, dryRun: false });
	const last = lastRows(scenario.table);
	const again = { ...scenario, table: last, dryRun: false };
	await checkSummary(sandbox, again);
	const idle = await checkSummary(sandbox, again);
	expect(idle).toMatchObject({ created: 0, updated: 0 });
}

/** The last row of each id: the final content of the table, as far as its rows set the same traits. */
function lastRows(table: Row[]): Row[] {
	const byId = new Map(table.map((row) => [row.id, row]));
	return [...byId.values()];
}

/** Of a dry run as of a write. */
function resultIn(row: IDataObject = {}): string {
	return (
		{ wouldCreate: 'created', wouldUpdate: 'updated' }[String(row.result)] ?? String(row.result)
	);
}

/** Without faults, the summary is that of the model to the last number. */
async function checkSummary(sandbox: Sandbox, scenario: Scenario): Promise<IDataObject> {
	const { table, createMissing } = scenario;
	const before = statesOf(sandbox);
	const known = sandbox.state.accounts.size;
	const expected = { created: 0, updated: 0, unchanged: 0, missing: 0, failed: 0 };
	const now = new Map(before);
	for (const row of table) {
		const state = now.get(row.id);
		const result = ['created', 'updated', 'unchanged', 'missing'].find(
			(one) => afterRow([state], row, one, createMissing).length > 0,
		) as keyof typeof expected;
		const isBad = row.id === '';
		expected[isBad ? 'failed' : result]++;
		if (!isBad) now.set(row.id, afterRow([state], row, result, createMissing)[0]);
	}
	sandbox.requests.length = 0;
	const summary = (await run(sandbox, scenario, 'summary')).get(-1) ?? {};
	if (table.every(({ id }) => id === '')) return { created: 0, updated: 0 };
	expect(summary).toMatchObject({ ...expected, requests: sandbox.requests.length });
	expect(statesOf(sandbox)).toEqual(new Map([...now].filter(([, state]) => state)));

	const { length: reads } = sandbox.requests.filter(({ method }) => method === 'GET');
	const writes = sandbox.requests.length - reads;
	// The rows of a record are written together, and not at all where they end as they began.
	const isSame = (state: State, then: State) =>
		then !== undefined &&
		state?.name === then.name &&
		[state.traits, then.traits].every((traits) => {
			const row = { id: '', name: '', traits };
			return [state, then].every((one) => Object.keys(differing(one, row)).length === 0);
		});
	const changed = [...now].filter(([id, state]) => state && !isSame(state, before.get(id)));
	expect(writes).toBe(changed.length);
	const distinct = new Set(table.map(({ id }) => id).filter((id) => id !== '')).size;
	const pages = Math.max(1, Math.ceil(known / (pageSizes.get(sandbox) ?? 100)));
	expect(reads).toBeLessThanOrEqual(2 * Math.min(distinct, pages));
	return summary;
}

/** What came out: by row, or under -1 for all rows. */
async function run(
	sandbox: Sandbox,
	scenario: Scenario,
	syncOutput: string,
): Promise<Map<number, IDataObject>> {
	const { table, createMissing, dryRun } = scenario;
	const outcome = await runNode(
		{
			parameters: {
				resource: 'account',
				operation: 'sync',
				externalId: '={{ $json.id }}',
				name: '={{ $json.name }}',
				traitsMode: 'json',
				traitsJson: '={{ $json.traits }}',
				...{ syncOutput, dryRun },
				options: { createMissing, emptyValues: 'clear' },
			},
			items: table.map((one) => ({ ...one })),
			onError: 'continueRegularOutput',
		},
		{ credentials: credentialsFor(sandbox) },
	);
	expect(outcome.error).toBeUndefined();
	return new Map(
		outcome.items(NODE).map(({ json, pairedItem }) => {
			if ('requests' in json) return [-1, json];
			const { item } = pairedItem as { item: number };
			return [item, json.error === undefined ? json : { result: 'failed' }];
		}),
	);
}

function statesOf(sandbox: Sandbox): Map<string, State> {
	return new Map(
		[...sandbox.state.accounts.all()].map(({ externalId, name, traits }) => [
			externalId,
			{ name, traits: traits as Traits },
		]),
	);
}
