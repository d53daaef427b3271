import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { FaultKind } from '../../../sandbox/faults.cts';
import {
	startSandbox,
	type RecordedRequest,
	type Sandbox,
	type SandboxOptions,
} from '../../../sandbox/sandbox.cts';
import { newAccount, newOrganization } from '../../../sandbox/state/customers.cts';
import { newUser } from '../../../sandbox/state/users.cts';
import { credentialsFor, NODE, runIn, runNode } from '../../engine/node.cts';
import { addCustomers } from '../../fixtures/customers.cts';
import { addCustomObject, addInstance } from '../../fixtures/customObjects.cts';
import { byId } from '../../fixtures/locators.cts';
import { row as stateRow, vitallyId } from '../../fixtures/records.cts';
import { writesOf } from '../../nodes/account/syncCases.cts';
import type { ValueOf } from '../histories.cts';

/** Rounds of 50 ms after which what was on its way is over, also beside much other work. */
const MAX_ROUNDS = 1000;

export type Traits = Record<string, string | number | boolean | string[] | null>;

/** A resource that has a Sync: how a test puts a record of it in place, and which parameters its Sync has. */
export interface SyncedResource {
	name: string;
	insert(sandbox: Sandbox, row: ResourceRow, traits: Traits): unknown;
	stored(sandbox: Sandbox): Table;
	parameters?: IDataObject;
}

/** What the test uses of a table is the same in all. */
export type Table = Sandbox['state']['accounts'];

export const SYNCED_RESOURCES: SyncedResource[] = [
	{
		name: 'account',
		insert: ({ state }, { id, name }, traits) =>
			state.accounts.insert(newAccount(stateRow(vitallyId(id)), id, name, traits as never)),
		stored: ({ state }) => state.accounts,
	},
	{
		name: 'organization',
		insert: ({ state }, { id, name }, traits) =>
			state.organizations.insert(
				newOrganization(stateRow(vitallyId(id)), id, name, traits as never),
			),
		stored: ({ state }) => state.organizations as unknown as Table,
	},
	{
		name: 'user',
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
		name: 'customObjectInstance',
		insert: (sandbox, { id, name }, traits) =>
			addInstance(sandbox, vitallyId(id), { externalId: id, name, traits: traits as never }),
		stored: ({ state }) => state.instances as unknown as Table,
		parameters: { customObjectId: byId('obj-1'), accountId: byId('acc-1') },
	},
];

export const EXTERNAL_IDS = Array.from({ length: 12 }, (_, index) => `a${index}`);

/** A record of any resource, or a row for it. */
export const resourceRow = fc.record({
	id: fc.constantFrom(...EXTERNAL_IDS),
	name: fc.constantFrom('One', 'Two', 'Three'),
	traits: fc.dictionary(
		fc.constantFrom('plan', 'vitally.custom.seats', 'tags'),
		fc.constantFrom<Array<Traits[string]>>('gold', 12, '12', 0, true, ['x', 'y'], null),
		{ maxKeys: 3 },
	),
	/** The accounts of a user, by their Vitally IDs. */
	accounts: fc.constantFrom('acc-1', 'acc-1', 'acc-2'),
});

export type ResourceRow = ValueOf<typeof resourceRow>;

/** A table of which, three times in four, the rows of one record do not contradict each other. */
export const someRows = fc
	.tuple(fc.array(resourceRow, { minLength: 6, maxLength: 24 }), fc.integer({ min: 0, max: 3 }))
	.map(([rows, contradicts]) => (contradicts === 0 ? rows : withoutContradictions(rows)));

/** Gives rows of one record the values of the first that has any. */
function withoutContradictions(rows: ResourceRow[]): ResourceRow[] {
	const firstRows = new Map<string, ResourceRow>();

	return rows.map((row) => {
		const { name, traits } = firstRows.get(row.id) ?? row;

		firstRows.set(row.id, { ...row, name, traits: { ...row.traits, ...traits } });

		return { ...row, name, traits: { ...row.traits, ...commonTraits(row.traits, traits) } };
	});
}

function commonTraits(traits: Traits, first: Traits): Traits {
	return Object.fromEntries(Object.entries(first).filter(([key]) => Object.hasOwn(traits, key)));
}

export const fault = fc.record({
	kind: fc.constantFrom<FaultKind[]>(
		{ kind: 'resetBefore' },
		{ kind: 'resetAfter' },
		{ kind: 'truncated' },
		{ kind: 'status', status: 400 },
		{ kind: 'status', status: 502 },
		{ kind: 'status', status: 503 },
	),
	method: fc.constantFrom('GET' as const, 'PUT' as const, 'POST' as const),
	nth: fc.integer({ min: 1, max: 4 }),
	times: fc.integer({ min: 1, max: 2 }),
});

export type Fault = ValueOf<typeof fault>;

/** Returns the traits that a record has: those that are not null. */
export const withoutNulls = (traits: Traits): Traits =>
	Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== null));

/** Waits for checks that run at the same time; one that fails leaves no others behind. */
export async function checkAll(checks: Array<Promise<void>>): Promise<void> {
	for (const checked of await Promise.allSettled(checks)) {
		if (checked.status === 'rejected') throw checked.reason;
	}
}

/** What the service has of a record. */
export interface State {
	name: string | null;
	traits: Traits;
}

export type States = Map<string, State>;

interface RunOptions {
	dryRun?: boolean;
}

/** How n8n runs a node, beside its parameters. */
export interface RunSettings {
	onError: 'stopWorkflow' | 'continueRegularOutput';
	/** How often n8n runs the node while it fails; 1 without Retry On Fail. */
	tries: number;
	/** The number of writing requests after which a person stops the execution; `undefined` for never. */
	stopsAfter?: number;
}

/** What a run left behind: its items after they passed through JSON, and its error unless a person stopped it. */
export interface RunResult {
	error?: string;
	isStopped: boolean;
	items: IDataObject[];
}

/** A workspace with records of a resource, and the operations that the model compares. */
export class Workspace {
	readonly stored: Table;

	constructor(
		readonly resource: SyncedResource,
		readonly sandbox: Sandbox,
	) {
		this.stored = resource.stored(sandbox);
	}

	/** Runs a Sync, and returns what it says of each row, after it passed through JSON. */
	async sync(table: ResourceRow[], { dryRun = false }: RunOptions = {}): Promise<IDataObject[]> {
		const items = await this.run(
			table as unknown as IDataObject[],
			this.syncParameters({ dryRun }),
		);

		return JSON.parse(JSON.stringify(items)) as IDataObject[];
	}

	/** Runs a Sync that may fail, be tried again or be stopped. */
	async trySync(
		table: ResourceRow[],
		{ onError, tries, stopsAfter = Infinity }: RunSettings,
	): Promise<RunResult> {
		let isRunning = true;
		const stop = (async () => {
			while (isRunning && this.writes().length < stopsAfter) await sleep(1);
		})();
		const settings = { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 1 };
		const outcome = await runNode(
			{
				parameters: this.syncParameters(),
				items: table as unknown as IDataObject[],
				onError,
				settings,
			},
			{ credentials: credentialsFor(this.sandbox), cancel: stop },
		);

		isRunning = false;
		const isStopped = outcome.status === 'canceled';
		const items = outcome.items(NODE).map(({ json }) => json);

		return {
			error: isStopped ? undefined : outcome.error?.message,
			isStopped,
			items: JSON.parse(JSON.stringify(items)) as IDataObject[],
		};
	}

	/** Runs Sync: Apply Changes. */
	async apply(plan: IDataObject[], options: RunOptions = {}): Promise<IDataObject[]> {
		return await this.runChanges('applyChanges', plan, options);
	}

	/** Runs Sync: Undo. */
	async undo(changes: IDataObject[], options: RunOptions = {}): Promise<IDataObject[]> {
		return await this.runChanges('undoSync', changes, options);
	}

	/** The requests so far that write. */
	writes(): RecordedRequest[] {
		return writesOf(this.sandbox);
	}

	forgetRequests(): void {
		this.sandbox.requests.length = 0;
	}

	/** Waits until nothing changes any more of what was on its way when a run was stopped. */
	async settle(): Promise<void> {
		let quietRounds = 0;
		let before = '';

		for (let rounds = 0; quietRounds < 3; rounds++) {
			if (rounds === MAX_ROUNDS) throw new Error('Something is written again and again');

			await sleep(50);
			const now = JSON.stringify([this.writes().length, ...this.states()]);

			quietRounds = now === before ? quietRounds + 1 : 0;
			before = now;
		}
	}

	/** How many records have each external ID. */
	counts(): Map<string, number> {
		const counts = new Map<string, number>();

		for (const { externalId } of this.stored.all()) {
			counts.set(String(externalId), (counts.get(String(externalId)) ?? 0) + 1);
		}

		return counts;
	}

	/** Name and traits of each record, by its external ID. */
	states(): States {
		return new Map(
			[...this.stored.all()].map(({ externalId, name, traits }) => [
				String(externalId),
				{ name, traits: traits as Traits },
			]),
		);
	}

	private syncParameters({ dryRun = false }: RunOptions = {}): IDataObject {
		return {
			resource: this.resource.name,
			operation: 'sync',
			externalId: '={{ $json.id }}',
			name: '={{ $json.name }}',
			syncOutput: 'each',
			dryRun,
			traitsMode: 'json',
			traitsJson: '={{ $json.traits }}',
			options: { emptyValues: 'clear' },
			...this.resource.parameters,
		};
	}

	private async runChanges(
		operation: string,
		changes: IDataObject[],
		{ dryRun = false }: RunOptions,
	): Promise<IDataObject[]> {
		const customObjectId = this.resource.parameters?.customObjectId;

		return await this.run(changes, { operation, customObjectId, dryRun });
	}

	/** @returns an item for each input item, in their order */
	private async run(items: IDataObject[], parameters: IDataObject): Promise<IDataObject[]> {
		const outcome = await runIn(this.sandbox, {
			parameters: { resource: this.resource.name, ...parameters },
			items,
			onError: 'continueRegularOutput',
		});
		const output = outcome.items(NODE);

		expect({ error: outcome.error?.message }).toEqual({ error: undefined });
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));

		return output.map(({ json }) => json);
	}
}

/** Opens a workspace with records; another one each time, because the process remembers what it created. */
export async function withRecords(
	resource: SyncedResource,
	records: ResourceRow[],
	task: (workspace: Workspace) => Promise<void>,
	{ duplicateExternalId }: Pick<SandboxOptions, 'duplicateExternalId'> = {},
): Promise<void> {
	const sandbox = await startSandbox({
		duplicateExternalId,
		seed: 'empty',
		largestPage: SYNCED_RESOURCES.indexOf(resource) % 2 ? 3 : 100,
		// A port may be used again, and the process remembers by key and address what it created.
		apiKey: `sk_live_${randomUUID()}`,
	});

	addCustomers(sandbox);
	addCustomObject(sandbox, 'obj-1', 'Deals');
	for (const row of records) resource.insert(sandbox, row, withoutNulls(row.traits));

	const workspace = new Workspace(resource, sandbox);

	await task(workspace).finally(async () => await sandbox.close());
}

/** Runs a task during which requests go wrong. */
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
