import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { FaultKind } from '../../../sandbox/faults.cts';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.cts';
import { newAccount, newOrganization } from '../../../sandbox/state/customers.cts';
import { newUser } from '../../../sandbox/state/users.cts';
import { NODE, runIn } from '../../engine/node.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import { row as stateRow, vitallyId } from '../../fixtures/records.cts';
import type { ValueOf } from '../histories.cts';

export type Traits = Record<string, string | number | boolean | string[] | null>;

/** How the test puts a record of a resource in place, and which parameters its Sync has. */
export interface Kind {
	resource: string;
	insert(sandbox: Sandbox, row: KindRow, traits: Traits): unknown;
	stored(sandbox: Sandbox): Table;
	parameters?: IDataObject;
}
/** What the test uses of a table is the same in all. */
export type Table = Sandbox['state']['accounts'];

export const KINDS: Kind[] = [
	{
		resource: 'account',
		insert: ({ state }, { id, name }, traits) =>
			state.accounts.insert(newAccount(stateRow(vitallyId(id)), id, name, traits as never)),
		stored: ({ state }) => state.accounts,
	},
	{
		resource: 'organization',
		insert: ({ state }, { id, name }, traits) =>
			state.organizations.insert(
				newOrganization(stateRow(vitallyId(id)), id, name, traits as never),
			),
		stored: ({ state }) => state.organizations as unknown as Table,
	},
	{
		resource: 'user',
		insert: ({ state }, { id, name, accounts }, traits) =>
			state.users.insert({
				...newUser(stateRow(vitallyId(id)), id),
				name,
				traits: traits as never,
				accountIds: accounts.split(','),
			}),
		stored: ({ state }) => state.users as unknown as Table,
		parameters: { additionalFields: { accountIds: '={{ $json.accounts }}' } },
	},
	{
		resource: 'customObjectInstance',
		insert: (sandbox, { id, name }, traits) =>
			addInstance(sandbox, vitallyId(id), { externalId: id, name, traits: traits as never }),
		stored: ({ state }) => state.instances as unknown as Table,
		parameters: { customObjectId: byId('obj-1'), accountId: byId('acc-1') },
	},
];

export const ids = Array.from({ length: 12 }, (_, index) => `a${index}`);
/** A record of any kind, or a row for one. */
export const kindRow = fc.record({
	id: fc.constantFrom(...ids),
	name: fc.constantFrom('One', 'Two', 'Three'),
	traits: fc.dictionary(
		fc.constantFrom('plan', 'vitally.custom.seats', 'tags'),
		fc.constantFrom<Array<Traits[string]>>('gold', 12, '12', 0, true, ['x', 'y'], null),
		{ maxKeys: 3 },
	),
	/** Of a user: Vitally IDs of accounts. */
	accounts: fc.constantFrom('acc-1', 'acc-1', 'acc-2'),
});
export type KindRow = ValueOf<typeof kindRow>;

export const fault = fc.record({
	kind: fc.constantFrom<FaultKind[]>(
		...([{ kind: 'resetBefore' }, { kind: 'resetAfter' }, { kind: 'truncated' }] as const),
		...[400, 502, 503].map((status) => ({ kind: 'status', status }) as const),
	),
	method: fc.constantFrom('GET' as const, 'PUT' as const, 'POST' as const),
	nth: fc.integer({ min: 1, max: 4 }),
	times: fc.integer({ min: 1, max: 2 }),
});
export type Fault = ValueOf<typeof fault>;

/** The traits that a record has: those that are not null. */
export const withoutNulls = (traits: Traits): Traits =>
	Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== null));

/** Checks all at the same time; one that fails leaves no others behind. */
export async function checkAll(checks: Array<Promise<void>>): Promise<void> {
	for (const checked of await Promise.allSettled(checks)) {
		if (checked.status === 'rejected') throw checked.reason;
	}
}

/** A workspace with records of a kind; another one each time, because the process remembers what it created. */
export async function withRecords(
	kind: Kind,
	records: KindRow[],
	task: (sandbox: Sandbox, stored: Table) => Promise<void>,
): Promise<void> {
	const largestPage = KINDS.indexOf(kind) % 2 ? 3 : 100;
	// A port may be used again, and the process remembers by key and address what it created.
	const apiKey = `sk_live_${randomUUID()}`;
	const sandbox = await startSandbox({ seed: 'empty', largestPage, apiKey });

	addCustomers(sandbox);
	addCustomObject(sandbox, 'obj-1', 'Deals');
	for (const row of records) kind.insert(sandbox, row, withoutNulls(row.traits));
	await task(sandbox, kind.stored(sandbox)).finally(async () => await sandbox.close());
}

export async function withFaults<T>(
	sandbox: Sandbox,
	faults: Fault[],
	task: () => Promise<T>,
): Promise<T> {
	for (const { kind, method, nth, times } of faults) {
		sandbox.faults.add({ ...kind, on: { method, nth }, times });
	}

	const result = await task();

	sandbox.faults.clear();

	return result;
}

/** What Sync returns for each row, after it passed through JSON. */
export async function runSync(
	kind: Kind,
	sandbox: Sandbox,
	table: KindRow[],
	dryRun = false,
): Promise<IDataObject[]> {
	const items = await run(sandbox, table as unknown as IDataObject[], {
		resource: kind.resource,
		operation: 'sync',
		externalId: '={{ $json.id }}',
		name: '={{ $json.name }}',
		syncOutput: 'each',
		dryRun,
		traitsMode: 'json',
		traitsJson: '={{ $json.traits }}',
		options: { emptyValues: 'clear' },
		...kind.parameters,
	});

	return JSON.parse(JSON.stringify(items)) as IDataObject[];
}

/** @param operation `undoSync` or `applyChanges` */
export async function runChanges(
	{ resource, parameters }: Kind,
	sandbox: Sandbox,
	operation: string,
	changes: IDataObject[],
	dryRun = false,
): Promise<IDataObject[]> {
	const customObjectId = parameters?.customObjectId;

	return await run(sandbox, changes, { resource, operation, customObjectId, dryRun });
}

/** @returns one item for each input item, in their order */
async function run(
	sandbox: Sandbox,
	items: IDataObject[],
	parameters: IDataObject,
): Promise<IDataObject[]> {
	const outcome = await runIn(sandbox, { parameters, items, onError: 'continueRegularOutput' });

	expect(outcome.error).toBeUndefined();
	const output = outcome.items(NODE);

	expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));

	return output.map(({ json }) => json);
}

export function statesOf(table: Table): Map<string, { name: string | null; traits: Traits }> {
	return new Map(
		[...table.all()].map(({ externalId, name, traits }) => [
			String(externalId),
			{ name, traits: traits as Traits },
		]),
	);
}
