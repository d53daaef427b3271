import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { valuesEqual } from '../../nodes/Vitally/values/valuesEqual';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount, newOrganization } from '../../sandbox/state/customers.cts';
import { newUser } from '../../sandbox/state/users.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { addCustomObject, addInstance } from '../fixtures/customObjects.cts';
import { addCustomers } from '../fixtures/customers.cts';
import { byId } from '../fixtures/locators.cts';
import { row as stateRow } from '../fixtures/records.cts';
import {
	addFaults,
	checkAll,
	faultOf,
	rowOf,
	withoutNulls,
	type Fault,
	type Row,
	type Traits,
} from './tables.cts';

interface UndoRow extends Row {
	/** Of a user: Vitally IDs of accounts. */
	accounts: string;
}

interface Scenario {
	records: UndoRow[];
	table: UndoRow[];
	/** External IDs of records that someone renames, or deletes, between Sync and undo. */
	renamed: string[];
	deleted: string[];
	syncFaults: Fault[];
	undoFaults: Fault[];
}

/** How the test puts a record of a resource in place, and which parameters its Sync has. */
interface Kind {
	resource: string;
	insert(sandbox: Sandbox, row: UndoRow, traits: Traits): unknown;
	stored(sandbox: Sandbox): Table;
	parameters?: IDataObject;
}
/** What the test uses of a table is the same in all. */
type Table = Sandbox['state']['accounts'];

const KINDS: Kind[] = [
	{
		resource: 'account',
		insert: ({ state }, { id, name }, traits) =>
			state.accounts.insert(newAccount(stateRow(`id-${id}`), id, name, traits as never)),
		stored: ({ state }) => state.accounts,
	},
	{
		resource: 'organization',
		insert: ({ state }, { id, name }, traits) =>
			state.organizations.insert(newOrganization(stateRow(`id-${id}`), id, name, traits as never)),
		stored: ({ state }) => state.organizations as unknown as Table,
	},
	{
		resource: 'user',
		insert: ({ state }, { id, name, accounts }, traits) =>
			state.users.insert({
				...newUser(stateRow(`id-${id}`), id),
				...{ name, traits: traits as never, accountIds: accounts.split(',') },
			}),
		stored: ({ state }) => state.users as unknown as Table,
		parameters: { additionalFields: { accountIds: '={{ $json.accounts }}' } },
	},
	{
		resource: 'customObjectInstance',
		insert: (sandbox, { id, name }, traits) =>
			addInstance(sandbox, `id-${id}`, { externalId: id, name, traits: traits as never }),
		stored: ({ state }) => state.instances as unknown as Table,
		parameters: { customObjectId: byId('obj-1'), accountId: byId('acc-1') },
	},
];

const ids = Array.from({ length: 12 }, (_, index) => `a${index}`);
const undoRow: fc.Arbitrary<UndoRow> = fc
	.tuple(
		rowOf(fc.constantFrom(...ids), ['gold', 12, '12', 0, true, ['x', 'y'], null]),
		fc.constantFrom('acc-1', 'acc-1', 'acc-2'),
	)
	.map(([row, accounts]) => ({ ...row, accounts }));
const fault = faultOf([{ kind: 'resetBefore' }, { kind: 'resetAfter' }, { kind: 'truncated' }], 2);
const scenarioWith = (faults: fc.Arbitrary<Fault[]>): fc.Arbitrary<Scenario> =>
	fc.record({
		records: fc.uniqueArray(undoRow, { minLength: 5, selector: ({ id }) => id }),
		table: fc.array(undoRow, { minLength: 6, maxLength: 24 }),
		renamed: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 2, maxLength: 5 }),
		deleted: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
		syncFaults: faults,
		undoFaults: faults,
	});

/** Resources with results of an undo, so that the properties are not true of nothing. */
const seen = new Set<string>();

describe('a Sync and its undo, whatever the table, the service and its faults', () => {
	const RESULTS = ['restored', 'changedSince', 'leftInPlace', 'unchanged', 'failed'];
	const runs = [
		['', scenarioWith(fc.constant([])), 6],
		// Repeated requests take seconds.
		[', with faults', scenarioWith(fc.array(fault, { maxLength: 2 })), 2],
	] as const;
	it.each(runs)(
		'leave every record as it was before, but for what others changed%s',
		async (_title, scenario, numRuns) => {
			await fc.assert(
				fc.asyncProperty(fc.tuple(...KINDS.map(() => scenario)), async (all) => {
					const checks = all.map(async (one, index) => {
						// Another workspace each time, because the process remembers what it created in one.
						const sandbox = await startSandbox({ seed: 'empty', largestPage: index % 2 ? 3 : 100 });
						await check(KINDS[index], sandbox, one).finally(async () => await sandbox.close());
					});
					await checkAll(checks);
				}),
				{ numRuns, endOnFailure: true },
			);
			for (const { resource } of KINDS) {
				const missing = RESULTS.filter((result) => !seen.has(`${resource} ${result}`));
				expect({ resource, missing }).toEqual({ resource, missing: [] });
			}
		},
	);
});

async function check(kind: Kind, sandbox: Sandbox, scenario: Scenario): Promise<void> {
	const { records, table, renamed, deleted, syncFaults, undoFaults } = scenario;
	addCustomers(sandbox);
	addCustomObject(sandbox, 'obj-1', 'Deals');
	for (const row of records) kind.insert(sandbox, row, withoutNulls(row.traits));
	const stored = kind.stored(sandbox);
	const before = statesOf(stored);
	const sync = async () => await runSync(kind, sandbox, table);
	const changes = await withFaults(sandbox, syncFaults, sync);
	const recordsWith = (some: string[]) => some.flatMap((id) => stored.byExternalId(id) ?? []);
	for (const one of recordsWith(renamed)) stored.change(one, { name: 'Someone' });
	for (const one of recordsWith(deleted)) stored.remove(one);
	const between = statesOf(stored);

	const preview = await runUndo(kind, sandbox, changes, true);
	expect(statesOf(stored)).toEqual(between);
	const undo = async () => await runUndo(kind, sandbox, changes);
	const undone = await withFaults(sandbox, undoFaults, undo);
	for (const { result } of undone) seen.add(`${kind.resource} ${String(result)}`);
	if (undoFaults.length === 0) {
		// The names are those after the run.
		const facts = (items: IDataObject[]) =>
			items.map((one) => ({ ...one, name: undefined, dryRun: undefined }));
		expect(facts(preview)).toEqual(facts(undone));
	}
	// What a fault left is restored by the next undo, and the one after it has nothing to do.
	await undo();
	sandbox.requests.length = 0;
	const idle = await undo();
	expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);

	const after = statesOf(stored);
	const isUnknown = new Set(table.flatMap(({ id }, index) => (changes[index].error ? [id] : [])));
	for (const id of ids.filter((one) => !isUnknown.has(one))) {
		const now = between.get(id);
		const was = now && (before.get(id) ?? now);
		const isRenamed = renamed.includes(id);
		const expected = was && { ...was, name: isRenamed ? 'Someone' : was.name };
		expect({ id, ...expected, traits: {} }).toEqual({ id, ...after.get(id), traits: {} });
		expect({ id, differ: differing(expected?.traits, after.get(id)?.traits) }).toEqual({
			...{ id, differ: [] },
		});
		const isLeft = isRenamed || kind.resource === 'user';
		const ofUpdate = isLeft ? /^(unchanged|changedSince)$/ : /^unchanged$/;
		for (const [index, { result }] of idle.entries()) {
			if (table[index].id !== id || changes[index].result === 'unchanged') continue;
			const ofNew = now ? /^leftInPlace$/ : /^unchanged$/;
			const possible = !before.has(id) ? ofNew : now ? ofUpdate : /^failed$/;
			expect({ id, result }).toEqual({ id, result: expect.stringMatching(possible) });
		}
	}
	for (const [index, { result }] of changes.entries()) {
		if (result === 'unchanged') expect(idle[index]).toMatchObject({ result });
	}
}

function differing(a: Traits = {}, b: Traits = {}): string[] {
	return Object.keys({ ...a, ...b }).filter((key) => !valuesEqual(a[key], b[key]));
}

async function withFaults<T>(
	sandbox: Sandbox,
	faults: Fault[],
	task: () => Promise<T>,
): Promise<T> {
	addFaults(sandbox, faults);
	const result = await task();
	sandbox.faults.clear();
	return result;
}

/** What Sync returned for each row; nothing for one that it left unchanged. */
async function runSync(kind: Kind, sandbox: Sandbox, table: UndoRow[]): Promise<IDataObject[]> {
	const items = await run(sandbox, table as unknown as IDataObject[], {
		...{ resource: kind.resource, operation: 'sync', externalId: '={{ $json.id }}' },
		...{ name: '={{ $json.name }}', syncOutput: 'each', dryRun: false },
		...{ traitsMode: 'json', traitsJson: '={{ $json.traits }}' },
		options: { emptyValues: 'clear' },
		...kind.parameters,
	});
	return JSON.parse(JSON.stringify(items)) as IDataObject[];
}

async function runUndo(
	{ resource, parameters }: Kind,
	sandbox: Sandbox,
	changes: IDataObject[],
	dryRun = false,
): Promise<IDataObject[]> {
	const customObjectId = parameters?.customObjectId;
	const undo = { resource, operation: 'undoSync', customObjectId, dryRun };
	return await run(sandbox, changes, undo);
}

/** @returns one item for each input item, in their order */
async function run(
	sandbox: Sandbox,
	items: IDataObject[],
	parameters: IDataObject,
): Promise<IDataObject[]> {
	const outcome = await runNode(
		{ parameters, items, onError: 'continueRegularOutput' },
		{ credentials: credentialsFor(sandbox) },
	);
	expect(outcome.error).toBeUndefined();
	const output = outcome.items(NODE);
	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	return output.map(({ json }) => json);
}

function statesOf(table: Table): Map<string, { name: string | null; traits: Traits }> {
	return new Map(
		[...table.all()].map(({ externalId, name, traits }) => [
			String(externalId),
			{ name, traits: traits as Traits },
		]),
	);
}
