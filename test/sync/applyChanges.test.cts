import type { IDataObject } from 'n8n-workflow';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { accountOf, ACCOUNTS } from '../fixtures/accounts.cts';
import { addDeal, INSTANCES } from '../fixtures/customObjects.cts';
import { byName } from '../fixtures/locators.cts';
import { row, vitallyId } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { userOf, withUsers } from '../fixtures/users.cts';
import { hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';
import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import type { Traits } from '../../sandbox/state/row.cts';

const apply = (
	dryRun: boolean | string = false,
	more: object = {},
): OperationCase['parameters'] => ({
	...{ resource: 'account', operation: 'applyChanges', dryRun },
	...more,
});

/** Accounts by External ID, each with the Vitally ID of its External ID. */
const accounts =
	(all: Record<string, [name: string, traits?: Traits]>) =>
	({ state }: Sandbox) => {
		for (const [id, [name, traits = {}]] of Object.entries(all)) {
			state.accounts.insert(newAccount(row(vitallyId(id)), id, name, traits));
		}
	};

const change = (before: unknown, after: unknown) => ({ old: before, new: after });
/** An item of the dry run of a Sync. */
const wouldUpdate = (externalId: string, changedFields: object, more: object = {}) => ({
	...{ result: 'wouldUpdate', name: 'A', externalId, changedFields, id: vitallyId(externalId) },
	...{ resource: 'account', dryRun: true, ...more },
});
const wouldCreate = (externalId: string, fields: Record<string, unknown>, more: object = {}) => ({
	...wouldUpdate(externalId, {}, { result: 'wouldCreate', id: undefined }),
	changedFields: Object.fromEntries(
		Object.entries(fields).map(([name, value]) => [name, change(null, value)]),
	),
	...more,
});
const renamed = (externalId: string) => wouldUpdate(externalId, { name: change('A', 'B') });
const bodies = (sandbox: Sandbox) =>
	writesOf(sandbox).map(({ method, path, body }) => [method, path, body]);

describeOperation('account: changes of a dry run', [
	{
		name: 'are applied where Vitally has what the dry run saw, and left where it does not',
		given: accounts({
			a1: ['A'],
			a2: ['B'],
			a3: ['C'],
			a4: ['New', { plan: 'gold' }],
			a5: ['Old'],
		}),
		parameters: apply(),
		items: [
			renamed('a1'),
			renamed('a2'),
			renamed('a3'),
			wouldCreate('a4', { name: 'New', 'traits.plan': 'gold' }),
			wouldCreate('a5', { name: 'New', 'traits.plan': 'gold' }),
			wouldCreate('a6', { name: 'New', 'traits.vitally.custom.seats': 3 }),
			renamed('a7'),
		],
		returns: [
			{
				result: 'applied',
				row: 1,
				name: 'B',
				id: vitallyId('a1'),
				changedFields: { name: change('A', 'B') },
			},
			{ result: 'alreadyApplied', name: 'B' },
			{ result: 'changedSince', name: 'C', fieldsLeft: ['name'] },
			{ result: 'unchanged', externalId: 'a4', id: vitallyId('a4') },
			{ result: 'changedSince', externalId: 'a5', fieldsLeft: ['name', 'traits.plan'] },
			{ result: 'created', externalId: 'a6', name: 'New', id: expect.stringMatching(/./) },
			{ result: 'failed', row: 7, name: 'A', reason: 'Vitally no longer has this account' },
		],
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([
				['PUT', `${ACCOUNTS}/${vitallyId('a1')}`, { name: 'B' }],
				[
					...['POST', ACCOUNTS],
					{ externalId: 'a6', name: 'New', traits: { 'vitally.custom.seats': 3 } },
				],
			]),
	},
	{
		name: 'pass by rows that would change nothing',
		parameters: apply(),
		items: [
			...['missing', 'notInTable', 'unchanged', 'skipped'].map((result) => ({
				...{ result, externalId: 'a1', resource: 'account' },
			})),
			{ result: 'failed', name: 'One', reason: 'No such organization', resource: 'account' },
			{ error: 'No such organization', message: 'Check it', details: {} },
		],
		returns: [
			...Array.from({ length: 4 }, () => ({ result: 'skipped', externalId: 'a1' })),
			{ result: 'skipped', name: 'One', reason: 'No such organization' },
			{ result: 'skipped' },
		],
		sends: [],
	},
	{
		name: 'find a new record of several rows by its External ID',
		given: accounts({ a1: ['B'] }),
		parameters: apply(),
		items: [
			wouldCreate('a9', { name: 'One', 'traits.plan': 'free' }),
			wouldUpdate('a9', { 'traits.plan': change('free', 'gold') }, { id: null }),
			wouldUpdate('a1', { name: change('B', 'C') }, { id: '' }),
			wouldUpdate('a1', { name: change('C', 'D') }, { id: '' }),
		],
		returns: [
			{ result: 'created', id: expect.stringMatching(/./) },
			{ result: 'applied', id: expect.stringMatching(/./) },
			{ result: 'applied', id: vitallyId('a1'), name: 'D' },
			{ result: 'applied' },
		],
		then: (sandbox) =>
			expect(bodies(sandbox).sort()).toEqual([
				['POST', ACCOUNTS, { externalId: 'a9', name: 'One', traits: { plan: 'gold' } }],
				['PUT', `${ACCOUNTS}/${vitallyId('a1')}`, { name: 'D' }],
			]),
	},
	{
		name: 'write nothing where the IDs of the table slipped by a row',
		given: accounts({ a1: ['A'], a2: ['A'], a3: ['A'] }),
		parameters: apply(),
		items: [
			{ ...renamed('a1'), id: vitallyId('a2') },
			{ ...renamed('a2'), id: vitallyId('a1') },
			renamed('a3'),
		],
		returns: [
			{
				result: 'failed',
				reason: `This row names two accounts: id ${vitallyId('a2')} has the External ID 'a2', the row says 'a1'. Nothing was written.`,
			},
			{ result: 'failed' },
			{ result: 'applied' },
		],
		then: (sandbox) => expect(bodies(sandbox)).toHaveLength(1),
	},
	{
		name: 'create no record a second time, whatever ID its row has',
		given: accounts({ a1: ['Old'] }),
		parameters: apply(),
		items: [wouldCreate('a1', { name: 'New' }, { id: vitallyId('a9') })],
		throws: 'This row names two accounts',
		then: (sandbox) => expect(bodies(sandbox)).toEqual([]),
	},
	{
		name: 'have the ID of Vitally, and not that of a data table',
		parameters: apply(),
		items: [wouldCreate('a1', { name: 'New' }, { id: 1 })],
		throws:
			"'1' is not a Vitally ID: a data table of n8n has an id of its own. Store the ID as 'vitallyId'.",
		sends: [],
	},
	{
		name: 'are found by the column vitallyId of a data table',
		given: accounts({ a1: ['A'] }),
		parameters: apply(),
		items: [{ ...renamed('a1'), id: 1, vitallyId: vitallyId('a1') }],
		returns: [{ result: 'applied', id: vitallyId('a1') }],
	},
	{
		name: 'are not those that a text column took without their values',
		parameters: apply(),
		items: [{ ...renamed('a1'), result: 'failed', changedFields: '[object Object]' }],
		throws: /JSON\.stringify\(\$json\.changedFields\)/,
		sends: [],
	},
	{
		name: 'are read from text, as tables store them',
		given: accounts({ a1: ['A', { seats: 2 }] }),
		parameters: apply(),
		items: [
			{
				...wouldUpdate('a1', {}, { dryRun: 'true', row: '1', url: '', description: '' }),
				changedFields: JSON.stringify({ 'traits.seats': change(2, 13), name: change('A', 'B') }),
			},
			{ ...wouldCreate('2', {}), externalId: 2, changedFields: '{"name":{"old":null,"new":"2"}}' },
		],
		returns: [{ result: 'applied' }, { result: 'created', externalId: '2' }],
		then: (sandbox) => {
			expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'B', traits: { seats: 13 } });
			expect(accountOf(sandbox, '2')).toMatchObject({ name: '2' });
		},
	},
	{
		name: 'are only previewed in a dry run',
		given: accounts({ a1: ['A'], a2: ['C'] }),
		parameters: apply(true),
		items: [renamed('a1'), renamed('a2'), wouldCreate('a9', { name: 'Nine' })],
		returns: [
			{ result: 'wouldUpdate', name: 'A', changedFields: { name: change('A', 'B') }, dryRun: true },
			{ result: 'changedSince' },
			{ result: 'wouldCreate', name: 'A', externalId: 'a9', dryRun: true },
		],
		then: (sandbox) => expect(writesOf(sandbox)).toEqual([]),
	},
	{
		name: 'are written in part where others changed the rest, or Vitally cannot clear it',
		given: accounts({ a1: ['C', { plan: 'free' }], a2: ['A', { plan: 'free' }] }),
		parameters: apply(),
		items: ['C', null].map((name, index) =>
			wouldUpdate(`a${index + 1}`, {
				name: change('A', name === null ? null : 'B'),
				'traits.plan': change('free', 'gold'),
			}),
		),
		returns: [
			{
				...{ result: 'changedSince', fieldsLeft: ['name'] },
				changedFields: { 'traits.plan': change('free', 'gold') },
			},
			{
				...{ result: 'applied', changedFields: { 'traits.plan': change('free', 'gold') } },
				...{ fieldsLeft: ['name'], reason: "Vitally's API cannot clear 'Name'" },
			},
		],
	},
	{
		name: 'create no account that someone else creates in between, and compare it',
		given: (sandbox) => {
			accounts({ a8: ['Nine'], a9: ['Other'] })(sandbox);
			sandbox.faults.add({ kind: 'status', status: 404, on: { method: 'GET' }, times: 2 });
		},
		parameters: apply(),
		items: [wouldCreate('a8', { name: 'Nine' }), wouldCreate('a9', { name: 'Nine' })],
		returns: [{ result: 'unchanged' }, { result: 'changedSince', name: 'Other' }],
		then: (sandbox) => expect(accountOf(sandbox, 'a9')).toMatchObject({ name: 'Other' }),
	},
	{
		name: 'create no account without a name',
		parameters: apply(),
		items: [wouldCreate('a9', { 'traits.plan': 'gold' }), wouldCreate('a8', { name: 'Eight' })],
		returns: [{ result: 'failed', reason: "The field 'Name' is empty" }, { result: 'created' }],
	},
	{
		name: 'may be those of a Sync that were undone',
		given: accounts({ a1: ['A'] }),
		parameters: apply(),
		items: [{ ...renamed('a1'), result: 'updated', dryRun: undefined }],
		returns: [{ result: 'applied' }],
	},
	...(
		[
			['the items of another resource', { resource: 'user' }, "The 'resource' of the input item"],
			['an item without a result', { result: undefined }, "one of the 'Changed Records'"],
			[
				'a field that is not written',
				{ changedFields: { mrr: change(1, 2) } },
				"'mrr' is no field",
			],
			[
				'a trait that cannot be sent',
				{ changedFields: { 'traits.constructor': change(1, 2) } },
				"'constructor'",
			],
			['text that is cut off', { changedFields: '{"name":{"old":"A","new":' }, "'Changed Records'"],
			['an ID that is a path', { id: '..' }, "'id'"],
		] as const
	).map(
		([what, more, throws]): OperationCase => ({
			name: `are not ${what}: an error before anything is sent`,
			given: accounts({ a1: ['A'] }),
			parameters: apply(),
			items: [renamed('a1'), { ...renamed('a1'), ...more } as IDataObject],
			throws,
			sends: [],
		}),
	),
]);

const ofDeals = { resource: 'customObjectInstance', customObjectId: 'obj-1' };

describeOperation('changes of a dry run, of other records', [
	{
		name: 'user: adds accounts to those that the user has',
		given: withUsers('u1'),
		parameters: { ...apply(), resource: 'user' },
		items: [
			{
				...{ result: 'wouldUpdate', externalId: 'u1', id: vitallyId('u1'), resource: 'user' },
				changedFields: { accountIds: change(['acc-1'], ['acc-1', 'acc-2']) },
			},
		],
		returns: [{ result: 'applied', name: 'Name of u1' }],
		then: (sandbox) =>
			expect(userOf(sandbox, 'u1')).toMatchObject({ accountIds: ['acc-1', 'acc-2'] }),
	},
	{
		name: 'custom object instance: created once, in its custom object',
		given: (sandbox) => void addDeal(sandbox),
		parameters: { ...apply(), resource: 'customObjectInstance', customObjectId: byName('Deals') },
		items: [
			{
				...{ result: 'wouldCreate', externalId: 'D-apply', ...ofDeals },
				changedFields: { name: change(null, 'New'), customerId: change(null, 'acc-1') },
			},
		],
		returns: [{ result: 'created', ...ofDeals }],
		then: (sandbox) =>
			expect(bodies(sandbox)).toEqual([
				['POST', INSTANCES, { externalId: 'D-apply', name: 'New', customerId: 'acc-1' }],
			]),
	},
	{
		name: 'custom object instance: not of another custom object',
		given: (sandbox) => void addDeal(sandbox),
		parameters: { ...apply(), resource: 'customObjectInstance', customObjectId: byName('Deals') },
		items: [
			{
				...{ result: 'wouldUpdate', id: vitallyId('i-1'), ...ofDeals, customObjectId: 'obj-2' },
				changedFields: { name: change('A', 'B') },
			},
		],
		throws: 'The \'customObjectId\' of the input item is "obj-2", and that of the node "obj-1"',
	},
]);

describe('a dry run of a Sync, approved and applied', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const run = async (parameters: NodeRun['parameters'], items: IDataObject[]) =>
		await runNode({ parameters, items }, { credentials: credentialsFor(sandbox()) });
	const outputOf = async (...of: Parameters<typeof run>) =>
		(await run(...of)).items(NODE).map(({ json }) => json);
	const table = [
		{ id: 'a1', name: 'B', traits: { plan: 'gold' } },
		{ id: 'a2', name: 'B' },
		{ id: 'a9', name: 'Nine' },
		{ id: '', name: 'None' },
	];
	beforeEach(() => accounts({ a1: ['A'], a2: ['A', { plan: 'free' }] })(sandbox()));

	it('is taken back by Sync: Undo, the part of it that was written', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		const [, second] = sandbox().state.accounts.all();
		sandbox().state.accounts.change(second, { name: 'Someone' });
		const applied = await outputOf(apply(), plan);
		expect(applied.map(({ result }) => result)).toEqual([
			...['applied', 'changedSince', 'created', 'skipped'],
		]);
		const undone = await outputOf(
			{ resource: 'account', operation: 'undoSync', dryRun: false },
			applied,
		);
		expect(undone.map(({ result }) => result)).toEqual([
			...['restored', 'unchanged', 'leftInPlace', 'unchanged'],
		]);
		expect(accountOf(sandbox(), 'a1')).toMatchObject({ name: 'A', traits: {} });
		expect(accountOf(sandbox(), 'a2')).toMatchObject({ name: 'Someone', traits: { plan: 'free' } });
	});

	it('has a line of what was done, and of what would be', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		expect(hintsOf(await run(apply(true), plan))).toEqual([
			'Dry run: 1 would be created, 2 applied, 0 unchanged, 1 skipped.',
		]);
		expect(hintsOf(await run(apply(), plan))).toEqual([
			expect.stringMatching(/^1 created, 2 applied, 0 unchanged, 1 skipped, with \d requests\.$/),
		]);
	});

	it.each([
		[{ maxChanges: 2 }, "3 of 4 accounts, more than the 2 that 'Max Changes' allows"],
		[{ maxChanges: 3 }, undefined],
	])('stops at a limit before anything is written: %j', async (options, sentence) => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		const dry = await run(apply(true, { options }), plan);
		expect(dry.error).toBeUndefined();
		const { error } = await run(apply(false, { options }), plan);
		if (sentence === undefined) expect(error).toBeUndefined();
		else {
			expect(hintsOf(dry)[1]).toContain(sentence);
			expect(error?.message).toMatch(/^Sync: Apply Changes would change /);
			expect(error?.message).toContain(sentence);
		}
		expect(writesOf(sandbox())).toHaveLength(sentence === undefined ? 3 : 0);
	});

	it('is undone whole by what a second attempt returns', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		const before = [...sandbox().state.accounts.all()].map(({ name }) => name);
		await run(apply(), plan);
		const again = await outputOf(apply(), plan);
		await run({ ...apply(), operation: 'undoSync' }, again);
		const after = [...sandbox().state.accounts.all()].map(({ name }) => name);
		expect(after.slice(0, before.length)).toEqual(before);
	});

	it('writes each record once when it is applied twice at the same time', async () => {
		const plan = await outputOf(sync({ dryRun: true }), table);
		const both = await Promise.all([run(apply(), plan), run(apply(), plan)]);
		const results = both.flatMap((one) => one.items(NODE).map(({ json }) => String(json.result)));
		expect(results.filter((result) => result === 'applied')).toHaveLength(2);
		expect(results.filter((result) => result === 'created')).toHaveLength(1);
		expect(results.filter((result) => result === 'alreadyApplied')).toHaveLength(2);
		expect(results.filter((result) => result === 'unchanged')).toHaveLength(1);
	});
});

/** `HISTORIES=10 npx jest test/sync/applyChanges`: 3,000 changes among 12,000 accounts. */
const CHANGES = 300 * Number(process.env.HISTORIES ?? 1);

describe('changes of a quarter of the accounts', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });
	const named = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`);
	const run = async (parameters: NodeRun['parameters'], items: IDataObject[]) => {
		sandbox().requests.length = 0;
		const outcome = await runNode(
			{ parameters, items },
			{ credentials: credentialsFor(sandbox()) },
		);
		expect(outcome.error).toBeUndefined();
		return outcome.items(NODE).map(({ json }) => json);
	};
	const countOf = (items: IDataObject[], wanted: string) =>
		items.filter(({ result }) => result === wanted).length;

	it('take a request each, and those for the pages', async () => {
		for (const id of named(4 * CHANGES)) accounts({ [id]: ['A'] })(sandbox());
		const plan = [
			...named(4 * (CHANGES - 10))
				.filter((_, index) => index % 4 === 0)
				.map(renamed),
			...Array.from({ length: 10 }, (_, index) => wouldCreate(`new-${index}`, { name: 'New' })),
		];
		const applied = await run(apply(), plan);
		expect(countOf(applied, 'applied') + countOf(applied, 'created')).toBe(CHANGES);
		expect(sandbox().requests.length).toBeLessThanOrEqual(CHANGES * 1.05);

		const undone = await run({ ...apply(), operation: 'undoSync' }, applied);
		expect([countOf(undone, 'restored'), countOf(undone, 'leftInPlace')]).toEqual([
			CHANGES - 10,
			10,
		]);
		expect(sandbox().requests.length).toBeLessThanOrEqual(CHANGES * 1.05);
	}, 60_000);
});
