import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { valuesEqual } from '../../../nodes/Vitally/values/valuesEqual';
import type { Sandbox } from '../../../sandbox/sandbox.cts';
import { writesOf } from '../../nodes/account/syncCases.cts';
import { runsAll, runsOf, type ValueOf } from '../histories.cts';
import {
	checkAll,
	fault,
	ids,
	KINDS,
	kindRow,
	runChanges,
	runSync,
	statesOf,
	withFaults,
	withoutNulls,
	withRecords,
	type Fault,
	type Kind,
	type KindRow,
	type Table,
	type Traits,
} from './syncedResources.cts';

const some = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...ids), { maxLength });
const unique = { selector: ({ id }: KindRow) => id };
const scenarioWith = (faults: fc.Arbitrary<Fault[]>) =>
	fc.record({
		records: fc.uniqueArray(kindRow, { minLength: 5, ...unique }),
		table: fc.array(kindRow, { minLength: 6, maxLength: 24 }),
		/** External IDs of records that someone changes, deletes or creates between two operations. */
		renamed: some(4),
		traded: some(3),
		deleted: some(2),
		made: fc.uniqueArray(kindRow, { maxLength: 3, ...unique }),
		/** Whether the items are stored as text, as in a CSV file. */
		isText: fc.boolean(),
		/** Of the first operation that writes, and of the second. */
		faults,
		later: faults,
	});

type Scenario = ValueOf<ReturnType<typeof scenarioWith>>;

/** Resources with results, so that the properties are not true of nothing. */
const seen = new Set<string>();

describe('Sync, Sync: Apply Changes and Sync: Undo, whatever the table, the edits and the faults', () => {
	const checkEach = async (
		numRuns: number,
		faults: fc.Arbitrary<Fault[]>,
		check: (kind: Kind, scenario: Scenario) => Promise<void>,
	) => {
		const scenarios = fc.tuple(...KINDS.map(() => scenarioWith(faults)));

		await fc.assert(
			fc.asyncProperty(scenarios, async (all) => {
				await checkAll(all.map(async (one, index) => await check(KINDS[index], one)));
			}),
			{ numRuns: runsOf(numRuns), endOnFailure: true },
		);
	};

	const none = fc.constant<Fault[]>([]);
	const withSome = fc.array(fault, { minLength: 1, maxLength: 2 });

	/** A random seed may leave a rare result out in so few runs. */
	const expectSeen = (usual: string, ...rare: string[]) => {
		const expected = runsAll && process.env.SEED === undefined ? [usual, ...rare] : [usual];

		for (const { resource } of KINDS) {
			const missing = expected.filter((result) => !seen.has(`${resource} ${result}`));

			expect({ resource, missing }).toEqual({ resource, missing: [] });
		}
	};

	it('a plan that is applied writes what a Sync writes, byte for byte, and Undo takes it back', async () => {
		await checkEach(4, none, checkSame);
	});

	it('a plan writes only what it names, where no one changed it, and nothing the second time', async () => {
		await checkEach(4, none, checkEdited);
		expectSeen('applied', 'created', 'unchanged', 'changedSince', 'skipped', 'failed');
	});

	// Repeated requests take seconds.
	it('a plan is home after faults, once it is applied again', async () => {
		await checkEach(2, withSome, checkFaults);
	});

	it.each([
		['', 4, none],
		[', with faults', 2, withSome],
	] as const)(
		'a Sync and its Undo leave every record as it was before, but for what others changed%s',
		async (_title, numRuns, faults) => {
			await checkEach(numRuns, faults, checkUndo);
			expectSeen('restored', 'changedSince', 'leftInPlace', 'unchanged', 'failed');
		},
	);
});

const apply = async (kind: Kind, sandbox: Sandbox, plan: IDataObject[], dryRun = false) =>
	await runChanges(kind, sandbox, 'applyChanges', plan, dryRun);
const plainWrites = (sandbox: Sandbox) =>
	writesOf(sandbox)
		.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`)
		.sort();

async function checkSame(kind: Kind, { records, table, isText }: Scenario): Promise<void> {
	let [expected, home]: [string[], unknown] = [[], undefined];

	await withRecords(kind, records, async (sandbox, stored) => {
		await runSync(kind, sandbox, table);
		[expected, home] = [plainWrites(sandbox), statesOf(stored)];
	});
	await withRecords(kind, records, async (sandbox, stored) => {
		const before = statesOf(stored);
		const plan = await runSync(kind, sandbox, table, true);

		expect(writesOf(sandbox)).toEqual([]);

		await apply(kind, sandbox, plan, true);

		expect(writesOf(sandbox)).toEqual([]);

		const applied = await apply(kind, sandbox, isText ? plan.map(asText) : plan);

		expect(plainWrites(sandbox)).toEqual(expected);
		expect(statesOf(stored)).toEqual(home);

		sandbox.requests.length = 0;
		await apply(kind, sandbox, plan);

		expect(writesOf(sandbox)).toEqual([]);

		await runChanges(kind, sandbox, 'undoSync', isText ? applied.map(asText) : applied);
		const after = statesOf(stored);

		for (const [id, state] of before) expect({ id, ...after.get(id) }).toEqual({ id, ...state });
		// Apply, and not Sync: what was undone is done again, as it was.
		await apply(kind, sandbox, applied);

		expect(statesOf(stored)).toEqual(home);
	});
}

async function checkEdited(kind: Kind, scenario: Scenario): Promise<void> {
	await withRecords(kind, scenario.records, async (sandbox, stored) => {
		const plan = await runSync(kind, sandbox, scenario.table, true);

		edit(kind, sandbox, stored, scenario);
		const between = statesOf(stored);
		const applied = await apply(kind, sandbox, plan);

		for (const { result } of applied) seen.add(`${kind.resource} ${String(result)}`);
		const after = statesOf(stored);

		for (const { method, path, body } of writesOf(sandbox)) {
			const { externalId: created, traits = {}, ...fields } = body as IDataObject;
			const written = [...stored.all()].find((one) => path.endsWith(`/${one.id}`));
			const id = method === 'POST' ? created : written?.externalId;
			const items = plan.filter(({ externalId }) => externalId === id);

			expect(items.length).toBeGreaterThan(0);

			const sent = { ...fields, ...asFields(traits as Traits) };

			for (const [name, value] of Object.entries(sent)) {
				const named = items.map(({ changedFields }) => ownChange(changedFields, name)?.new);

				expect({ id, name, value, named }).toMatchObject({
					named: expect.arrayContaining([value]),
				});
			}
		}

		for (const id of ids) {
			const [was, now] = [between.get(id), after.get(id)];
			const items = plan.filter(({ externalId }) => externalId === id);

			if (!was) {
				const isCreated = items.some(({ result }) => result === 'wouldCreate');

				expect({ id, isThere: now !== undefined }).toEqual({ id, isThere: isCreated });

				continue;
			}

			const values = [was, now].map((one) => asFields({ name: one?.name, ...one?.traits }));

			for (const name of new Set(values.flatMap((one) => Object.keys(one)))) {
				const [old, changed] = values.map((one) => one[name]);
				if (valuesEqual(old, changed)) continue;

				const field = name === 'traits.name' ? 'name' : name;
				const begins = items.map(({ changedFields }) => ownChange(changedFields, field)?.old);

				expect(begins.some((begin) => valuesEqual(begin, old))).toBe(true);
			}
		}

		sandbox.requests.length = 0;
		await apply(kind, sandbox, plan);

		expect(writesOf(sandbox)).toEqual([]);
	});
}

async function checkFaults(kind: Kind, scenario: Scenario): Promise<void> {
	const { records, table, faults } = scenario;
	let home: unknown;

	await withRecords(kind, records, async (sandbox, stored) => {
		const plan = await runSync(kind, sandbox, table, true);

		edit(kind, sandbox, stored, scenario);
		await apply(kind, sandbox, plan);
		home = statesOf(stored);
	});
	await withRecords(kind, records, async (sandbox, stored) => {
		const plan = await runSync(kind, sandbox, table, true);

		edit(kind, sandbox, stored, scenario);
		const run = async () => await apply(kind, sandbox, plan);

		await withFaults(sandbox, faults, run);
		await run();

		expect(statesOf(stored)).toEqual(home);
		expect(stored.size).toBe(statesOf(stored).size);

		sandbox.requests.length = 0;
		await run();

		expect(writesOf(sandbox)).toEqual([]);
	});
}

async function checkUndo(kind: Kind, scenario: Scenario): Promise<void> {
	await withRecords(kind, scenario.records, async (sandbox, stored) => {
		const { table, renamed, faults, later } = scenario;
		const before = statesOf(stored);
		const sync = async () => await runSync(kind, sandbox, table);
		const changes = await withFaults(sandbox, faults, sync);

		edit(kind, sandbox, stored, { ...scenario, traded: [], made: [] });
		const between = statesOf(stored);

		const preview = await runChanges(kind, sandbox, 'undoSync', changes, true);

		expect(statesOf(stored)).toEqual(between);

		const undo = async () => await runChanges(kind, sandbox, 'undoSync', changes);
		const undone = await withFaults(sandbox, later, undo);

		for (const { result } of undone) seen.add(`${kind.resource} ${String(result)}`);

		if (later.length === 0) {
			// The names are those after the run.
			const facts = (items: IDataObject[]) =>
				items.map((one) => ({ ...one, name: undefined, dryRun: undefined }));
			const wouldBe = undone.map(({ result, ...one }) => ({
				...one,
				result: result === 'restored' ? 'wouldRestore' : result,
			}));

			expect(facts(preview)).toEqual(facts(wouldBe));
		}

		// What a fault left is restored by the next undo, and the one after it has nothing to do.
		await undo();
		sandbox.requests.length = 0;
		const idle = await undo();

		expect(writesOf(sandbox)).toEqual([]);

		const after = statesOf(stored);

		/** A record that the Sync created, without what its later rows changed. */
		const asCreated = (id: string) => {
			const row = changes.find((one) => one.externalId === id && one.result === 'created');
			const fields = Object.entries((row?.changedFields ?? {}) as Record<string, { new: unknown }>);
			const traits = fields.flatMap(([name, change]) =>
				name.startsWith('traits.') ? [[name.slice('traits.'.length), change.new]] : [],
			);
			const [, name] = fields.find(([field]) => field === 'name') ?? [];

			return { name: String(name?.new), traits: Object.fromEntries(traits) as Traits };
		};

		const isUnknown = new Set(table.flatMap(({ id }, index) => (changes[index].error ? [id] : [])));

		for (const id of ids.filter((one) => !isUnknown.has(one))) {
			const now = between.get(id);
			const was = now && (before.get(id) ?? asCreated(id));
			const isRenamed = renamed.includes(id);
			const expected = was && { ...was, name: isRenamed ? 'Someone' : was.name };

			expect({ id, ...expected, traits: {} }).toEqual({ id, ...after.get(id), traits: {} });
			expect({ id, differ: differing(expected?.traits, after.get(id)?.traits) }).toEqual({
				id,
				differ: [],
			});

			const isLeft = isRenamed || kind.resource === 'user';
			const ofUpdate = isLeft ? /^(unchanged|changedSince)$/ : /^unchanged$/;

			for (const [index, { result }] of idle.entries()) {
				if (table[index].id !== id || changes[index].result === 'unchanged') continue;

				const isNew = changes[index].result === 'created';
				const ofNew = now ? /^leftInPlace$/ : /^unchanged$/;
				const possible = isNew ? ofNew : now ? ofUpdate : /^failed$/;

				expect({ id, result }).toEqual({ id, result: expect.stringMatching(possible) });
			}
		}

		for (const [index, { result }] of changes.entries()) {
			if (result === 'unchanged') expect(idle[index]).toMatchObject({ result });
		}
	});
}

function differing(a: Traits = {}, b: Traits = {}): string[] {
	return Object.keys({ ...a, ...b }).filter((key) => !valuesEqual(a[key], b[key]));
}

function edit(
	kind: Kind,
	sandbox: Sandbox,
	stored: Table,
	{ renamed, traded, deleted, made }: Scenario,
): void {
	const recordsWith = (all: string[]) => all.flatMap((id) => stored.byExternalId(id) ?? []);

	for (const one of recordsWith(renamed)) stored.change(one, { name: 'Someone' });

	for (const one of recordsWith(traded)) {
		stored.change(one, { traits: { ...one.traits, plan: 'theirs' } });
	}

	for (const one of recordsWith(deleted)) stored.remove(one);

	for (const row of made.filter(({ id }) => !stored.byExternalId(id))) {
		kind.insert(sandbox, row, withoutNulls(row.traits));
	}
}

/** As n8n reads an item from a CSV file that it wrote: a byte order mark is a part of the first column. */
function asText(item: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(item).map(([column, value]) => [
			column === 'result' ? '\uFEFFresult' : column,
			typeof value === 'object' && value ? JSON.stringify(value) : String(value ?? ''),
		]),
	);
}

const asFields = (traits: Record<string, unknown>): Record<string, unknown> =>
	Object.fromEntries(Object.entries(traits).map(([key, value]) => [`traits.${key}`, value]));

function ownChange(changes: unknown, name: string): { old: unknown; new: unknown } | undefined {
	return (changes as Record<string, { old: unknown; new: unknown }> | undefined)?.[name];
}
