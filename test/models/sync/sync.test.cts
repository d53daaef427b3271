import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { valuesEqual } from '../../../nodes/Vitally/values/valuesEqual';
import { linesOfItems } from '../../engine/itemLines.cts';
import { moreThan } from '../../fixtures/bounds.cts';
import { runsAll, runsOf, type ValueOf } from '../histories.cts';
import {
	checkAll,
	EXTERNAL_IDS,
	fault,
	resourceRow,
	someRows,
	SYNCED_RESOURCES,
	withFaults,
	withoutNulls,
	withRecords,
	type Fault,
	type ResourceRow,
	type States,
	type SyncedResource,
	type Traits,
	type Workspace,
} from './syncedResources.cts';

const someIds = (maxLength: number) =>
	fc.uniqueArray(fc.constantFrom(...EXTERNAL_IDS), { maxLength });
const uniqueById = { selector: ({ id }: ResourceRow) => id };

const scenarioWith = (faults: fc.Arbitrary<Fault[]>) =>
	fc.record({
		records: fc.uniqueArray(resourceRow, { minLength: 5, ...uniqueById }),
		table: someRows,
		/** The table of the next night. */
		nextTable: someRows,
		/** External IDs of records that someone changes, deletes or creates between two operations. */
		renamed: someIds(4),
		traded: someIds(3),
		deleted: someIds(2),
		made: fc.uniqueArray(resourceRow, { maxLength: 3, ...uniqueById }),
		/** Whether the items are stored as text, as in a CSV file. */
		isText: fc.boolean(),
		/** The faults of the first operation that writes. */
		faults,
		/** The faults of the second operation that writes. */
		later: faults,
	});

type Scenario = ValueOf<ReturnType<typeof scenarioWith>>;
type Check = (resource: SyncedResource, scenario: Scenario) => Promise<void>;

const NO_FAULTS = fc.constant<Fault[]>([]);
const SOME_FAULTS = fc.array(fault, { minLength: 1, maxLength: 2 });

/** Resources with results, so that the properties are not true of nothing. */
const seen = new Set<string>();

function noteResults({ name }: SyncedResource, items: IDataObject[]): void {
	for (const { result } of items) seen.add(`${name} ${String(result)}`);
}

describe('Sync, Sync: Apply Changes and Sync: Undo, whatever the table, the edits and the faults', () => {
	const checkEach = async (numRuns: number, faults: fc.Arbitrary<Fault[]>, check: Check) => {
		const scenarios = fc.tuple(...SYNCED_RESOURCES.map(() => scenarioWith(faults)));

		await fc.assert(
			fc.asyncProperty(scenarios, async (ofResources) => {
				await checkAll(
					ofResources.map(
						async (scenario, index) => await check(SYNCED_RESOURCES[index], scenario),
					),
				);
			}),
			{ numRuns: runsOf(numRuns), endOnFailure: true },
		);
	};

	/** A random seed may leave a rare result out in so few runs. */
	const expectSeen = (usual: string, ...rare: string[]) => {
		const expected = runsAll && process.env.SEED === undefined ? [usual, ...rare] : [usual];

		for (const { name } of SYNCED_RESOURCES) {
			const missing = expected.filter((result) => !seen.has(`${name} ${result}`));

			expect({ name, missing }).toEqual({ name, missing: [] });
		}
	};

	it('a plan that is applied writes what a Sync writes, byte for byte, and Undo takes it back', async () => {
		await checkEach(4, NO_FAULTS, checkSame);
	});

	it('a plan writes only what it names, where no one changed it, and nothing the second time', async () => {
		await checkEach(8, NO_FAULTS, checkEdited);
		expectSeen('applied', 'created', 'changedSince', 'skipped', 'failed');
	});

	// Repeated requests take seconds.
	it('a plan is complete after faults, once it is applied again', async () => {
		await checkEach(2, SOME_FAULTS, checkFaults);
	});

	it.each([
		{ when: 'without faults', numRuns: 6, faults: NO_FAULTS },
		{ when: 'with faults', numRuns: 2, faults: SOME_FAULTS },
	])(
		'a Sync and its Undo leave every record as it was before, but for what others changed: $when',
		async ({ numRuns, faults }) => {
			await checkEach(numRuns, faults, checkUndo);
			expectSeen('restored', 'changedSince', 'leftInPlace', 'unchanged', 'failed');
		},
	);
});

/** The writes so far, in an order that does not depend on which was first. */
const sortedWrites = (workspace: Workspace) =>
	workspace
		.writes()
		.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`)
		.sort();

/** @param after what has just been done */
function expectNoWrites(workspace: Workspace, after: string): void {
	expect({ after, writes: sortedWrites(workspace) }).toEqual({ after, writes: [] });
}

/** @param after what has just been done */
function expectStates(workspace: Workspace, after: string, states: States): void {
	const byId = (ofRecords: States) => Object.fromEntries(ofRecords);

	expect({ after, records: byId(workspace.states()) }).toEqual({ after, records: byId(states) });
}

async function checkSame(
	resource: SyncedResource,
	{ records, table, isText }: Scenario,
): Promise<void> {
	let writesOfSync: string[] = [];
	let afterSync: States = new Map();

	await withRecords(resource, records, async (workspace) => {
		await workspace.sync(table);
		writesOfSync = sortedWrites(workspace);
		afterSync = workspace.states();
	});

	await withRecords(resource, records, async (workspace) => {
		const before = workspace.states();

		const plan = await workspace.sync(table, { dryRun: true });

		expectNoWrites(workspace, 'a dry run of the Sync');

		await workspace.apply(plan, { dryRun: true });
		expectNoWrites(workspace, 'a dry run of Sync: Apply Changes');

		const applied = await workspace.apply(isText ? plan.map(asText) : plan);

		expect({ writesOfApplyChanges: sortedWrites(workspace) }).toEqual({
			writesOfApplyChanges: writesOfSync,
		});

		expectStates(workspace, 'Sync: Apply Changes', afterSync);

		workspace.forgetRequests();
		await workspace.apply(plan);
		expectNoWrites(workspace, 'Sync: Apply Changes for the second time');

		await workspace.undo(isText ? applied.map(asText) : applied);
		const after = workspace.states();

		for (const [id, state] of before) {
			expect({ after: 'Sync: Undo', id, ...after.get(id) }).toEqual({
				after: 'Sync: Undo',
				id,
				...state,
			});
		}

		// Apply, and not Sync: what was undone is done again, as it was.
		await workspace.apply(applied);
		expectStates(workspace, 'Sync: Apply Changes after the undo', afterSync);
	});
}

async function checkEdited(resource: SyncedResource, scenario: Scenario): Promise<void> {
	await withRecords(resource, scenario.records, async (workspace) => {
		const plan = await workspace.sync(scenario.table, { dryRun: true });

		edit(workspace, scenario);
		const before = workspace.states();
		const applied = await workspace.apply(plan);

		noteResults(resource, applied);
		expectWritesInPlan(workspace, plan);
		expectChangesInPlan({ before, after: workspace.states() }, plan);

		workspace.forgetRequests();
		await workspace.apply(plan);
		expectNoWrites(workspace, 'Sync: Apply Changes for the second time');
	});
}

/** Expects that each value that was written is the new value of a change in the plan. */
function expectWritesInPlan(workspace: Workspace, plan: IDataObject[]): void {
	const records = [...workspace.stored.all()];

	for (const { method, path, body } of workspace.writes()) {
		const { externalId, traits = {}, ...fields } = body as IDataObject;
		const written = records.find((record) => path.endsWith(`/${record.id}`));
		const id = method === 'POST' ? externalId : written?.externalId;
		const items = plan.filter((item) => item.externalId === id);

		expect({ written: `${method} ${id}`, itemsInPlan: items.length }).toEqual({
			written: `${method} ${id}`,
			itemsInPlan: moreThan(0),
		});

		const sent = { ...fields, ...asFields(traits as Traits) };

		for (const [name, value] of Object.entries(sent)) {
			const planned = items.map((item) => changesOf(item)[name]?.new);

			const isPlanned = planned.some((plannedValue) => isDeepStrictEqual(plannedValue, value));

			expect({ id, name, written: value, planned, isPlanned }).toMatchObject({ isPlanned: true });
		}
	}
}

/** Expects that each record that changed had the old value of a change in the plan, and that those planned are there. */
function expectChangesInPlan(
	{ before, after }: { before: States; after: States },
	plan: IDataObject[],
): void {
	for (const id of EXTERNAL_IDS) {
		const earlier = before.get(id);
		const later = after.get(id);
		const items = plan.filter(({ externalId }) => externalId === id);

		if (!earlier) {
			const isCreated = items.some(({ result }) => result === 'wouldCreate');

			expect({ id, wasCreated: later !== undefined }).toEqual({ id, wasCreated: isCreated });

			continue;
		}

		const earlierFields = asFields({ name: earlier.name, ...earlier.traits });
		const laterFields = asFields({ name: later?.name, ...later?.traits });

		for (const name of Object.keys({ ...earlierFields, ...laterFields })) {
			const old = earlierFields[name];
			if (valuesEqual(old, laterFields[name])) continue;

			const field = name === 'traits.name' ? 'name' : name;
			const oldInPlan = items.map((item) => changesOf(item)[field]?.old);

			const isPlanned = oldInPlan.some((planned) => valuesEqual(planned, old));

			expect({ id, field, old, oldInPlan, isPlanned }).toMatchObject({ isPlanned: true });
		}
	}
}

async function checkFaults(resource: SyncedResource, scenario: Scenario): Promise<void> {
	const { records, table, faults } = scenario;
	let withoutFaults: States = new Map();

	await withRecords(resource, records, async (workspace) => {
		const plan = await workspace.sync(table, { dryRun: true });

		edit(workspace, scenario);
		await workspace.apply(plan);
		withoutFaults = workspace.states();
	});

	await withRecords(resource, records, async (workspace) => {
		const plan = await workspace.sync(table, { dryRun: true });

		edit(workspace, scenario);
		const apply = async () => await workspace.apply(plan);

		await withFaults(workspace.sandbox, faults, apply);
		await apply();

		expectStates(workspace, 'Sync: Apply Changes once with faults and once without', withoutFaults);

		expect({ records: workspace.stored.size }).toEqual({ records: withoutFaults.size });

		workspace.forgetRequests();
		await apply();
		expectNoWrites(workspace, 'Sync: Apply Changes for the third time');
	});
}

async function checkUndo(resource: SyncedResource, allNights: Scenario): Promise<void> {
	const { records, faults, later, nextTable } = allNights;
	const scenario = { ...allNights, table: [...allNights.table, ...nextTable] };

	await withRecords(resource, records, async (workspace) => {
		const beforeSync = workspace.states();
		// The second night changes what the first has written.
		const changes = await withFaults(workspace.sandbox, faults, async () => [
			...(await workspace.sync(allNights.table)),
			...(await workspace.sync(nextTable)),
		]);

		edit(workspace, { ...scenario, traded: [], made: [] });
		const beforeUndo = workspace.states();

		const preview = await workspace.undo(changes, { dryRun: true });

		expectStates(workspace, 'a dry run of Sync: Undo', beforeUndo);

		const undo = async () => await workspace.undo(changes);
		const undone = await withFaults(workspace.sandbox, later, undo);

		noteResults(resource, undone);
		if (later.length === 0) expectAnnounced(undone, preview);

		// What a fault left is restored by the next undo, and the one after it has nothing to do.
		await undo();
		workspace.forgetRequests();

		const idle = await undo();

		expectNoWrites(workspace, 'Sync: Undo for the third time');
		expectRestored(scenario, changes, { beforeSync, beforeUndo, after: workspace.states() });
		expectNothingLeft(resource, scenario, { changes, idle, beforeUndo });
	});
}

/** Expects that the dry run said what the undo did, but for the names, which are those after the run. */
function expectAnnounced(undone: IDataObject[], preview: IDataObject[]): void {
	const withoutName = (item: IDataObject): IDataObject => ({
		...item,
		name: undefined,
		dryRun: undefined,
	});
	const expected = undone.map((item) =>
		item.result === 'restored' ? { ...item, result: 'wouldRestore' } : item,
	);

	// Which row has another result is read first, and then what else differs in it.
	expect(linesOfItems(preview.map(withoutName))).toEqual(linesOfItems(expected.map(withoutName)));
	expect(preview.map(withoutName)).toEqual(expected.map(withoutName));
}

/** The external IDs of rows of which the Sync says what it did. */
function knownIds({ table }: Scenario, changes: IDataObject[]): string[] {
	const failed = new Set(table.filter((_, index) => changes[index].error).map(({ id }) => id));

	return EXTERNAL_IDS.filter((id) => !failed.has(id));
}

function expectRestored(
	scenario: Scenario,
	changes: IDataObject[],
	{ beforeSync, beforeUndo, after }: Record<'beforeSync' | 'beforeUndo' | 'after', States>,
): void {
	for (const id of knownIds(scenario, changes)) {
		const isThere = beforeUndo.has(id);
		const isRenamed = scenario.renamed.includes(id);
		const original = beforeSync.get(id) ?? stateAsCreated(id, changes);
		const name = isRenamed ? 'Someone' : original.name;
		const expected = isThere ? { ...original, name } : undefined;
		const actual = after.get(id);

		expect({ restored: id, name: actual?.name }).toEqual({ restored: id, name: expected?.name });

		const keys = differingTraits(expected?.traits, actual?.traits);
		const traits = keys.map((key) => ({
			key,
			before: expected?.traits[key],
			after: actual?.traits[key],
		}));

		expect({ restored: id, otherTraits: traits }).toEqual({ restored: id, otherTraits: [] });
	}
}

/** A record that the Sync created, without what its later rows changed. */
function stateAsCreated(id: string, changes: IDataObject[]): { name: string; traits: Traits } {
	const row = changes.find(({ externalId, result }) => externalId === id && result === 'created');
	const fields = Object.entries(changesOf(row));
	const traits = fields
		.filter(([field]) => field.startsWith('traits.'))
		.map(([field, change]) => [field.slice('traits.'.length), change?.new]);
	const [, name] = fields.find(([field]) => field === 'name') ?? [];

	return { name: String(name?.new), traits: Object.fromEntries(traits) as Traits };
}

/** Expects of an undo that had nothing to do that it says so of each row. */
function expectNothingLeft(
	resource: SyncedResource,
	scenario: Scenario,
	{ changes, idle, beforeUndo }: Record<'changes' | 'idle', IDataObject[]> & { beforeUndo: States },
): void {
	const ids = knownIds(scenario, changes);

	for (const [index, { result }] of idle.entries()) {
		const { id } = scenario.table[index];
		const change = changes[index];

		if (change.result === 'unchanged') {
			expect({ id, result }).toEqual({ id, result: 'skipped' });
		} else if (ids.includes(id)) {
			const isThere = beforeUndo.has(id);
			// What was renamed, and the accounts of a user, may differ from what the Sync wrote.
			const mayDiffer = scenario.renamed.includes(id) || resource.name === 'user';
			const possible = possibleResults({ change, isThere, mayDiffer });

			expect({ id, result }).toEqual({ id, result: expect.stringMatching(possible) });
		}
	}
}

function possibleResults({
	change,
	isThere,
	mayDiffer,
}: {
	change: IDataObject;
	isThere: boolean;
	mayDiffer: boolean;
}): RegExp {
	if (change.result === 'created') return isThere ? /^leftInPlace$/ : /^unchanged$/;
	if (!isThere) return /^failed$/;

	return mayDiffer ? /^(unchanged|changedSince)$/ : /^unchanged$/;
}

function differingTraits(first: Traits = {}, second: Traits = {}): string[] {
	return Object.keys({ ...first, ...second }).filter(
		(key) => !valuesEqual(first[key], second[key]),
	);
}

/** Changes, deletes and creates records as other people do between two operations. */
function edit(
	{ resource, sandbox, stored }: Workspace,
	{ table, renamed, traded, deleted, made }: Scenario,
): void {
	const recordsWith = (ids: string[]) => ids.flatMap((id) => stored.byExternalId(id) ?? []);

	for (const record of recordsWith(renamed)) stored.change(record, { name: 'Someone' });

	for (const record of recordsWith(traded)) {
		stored.change(record, { traits: { ...record.traits, plan: 'theirs' } });
	}

	for (const record of recordsWith(deleted)) stored.remove(record);

	// The first is what the table says, if that has it.
	const asPlanned = table.find(({ id }) => id === made.at(0)?.id);
	const records = made.map((row, index) => (index === 0 ? (asPlanned ?? row) : row));

	for (const row of records.filter(({ id }) => !stored.byExternalId(id))) {
		resource.insert(sandbox, row, withoutNulls(row.traits));
	}
}

/** Returns an item as n8n reads it from a CSV file that it wrote: a byte order mark is a part of the first column. */
function asText(item: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(item).map(([column, value]) => [
			column === 'result' ? '\uFEFFresult' : column,
			typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''),
		]),
	);
}

function asFields(traits: Record<string, unknown>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(traits).map(([key, value]) => [`traits.${key}`, value]));
}

type ItemChanges = Record<string, { old: unknown; new: unknown } | undefined>;

function changesOf(item: IDataObject | undefined): ItemChanges {
	return JSON.parse(String(item?.changedFields ?? '{}')) as ItemChanges;
}
