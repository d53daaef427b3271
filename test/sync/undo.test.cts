import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { firstJsonOf } from '../engine/itemLines.cts';
import { runIn, type NodeRun } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { ACCOUNTS, deleteAtWrite } from '../fixtures/accounts.cts';
import { addDeal, addInstance, INSTANCES } from '../fixtures/customObjects.cts';
import { withFault } from '../fixtures/faults.cts';
import { byName } from '../fixtures/locators.cts';
import { row, vitallyId } from '../fixtures/records.cts';
import { GET, PUT } from '../fixtures/requests.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { userOf, withUsers } from '../fixtures/users.cts';
import { bodiesOf, hintsOf, writesOf } from '../nodes/account/syncCases.cts';
import { accounts, change, changed, changeOperation, rowError } from './changeCases.cts';

const undo = changeOperation('undoSync');
const externalIdsOf = ({ state }: Sandbox) =>
	[...state.accounts.all()].map(({ externalId }) => externalId);
const updated = (externalId: string, changedFields: object, others: object = {}) =>
	changed('updated', externalId, changedFields, others);
const ofDeals = { resource: 'customObjectInstance', customObjectId: 'obj-1' };
const renamed = updated('a1', { name: change('Old', 'New') });

/** Rows of a Sync that changed nothing in Vitally, and what Undo returns for each. */
const NOT_WRITTEN: Array<{ row: string; item: IDataObject; result: string; reason?: string }> = [
	...[
		{ row: 'a row that the Sync left unchanged', id: vitallyId('a1'), result: 'unchanged' },
		{ row: 'a row whose record was missing', id: null, result: 'missing' },
		{ row: 'a record that was not in the table', id: vitallyId('a1'), result: 'notInTable' },
		{ row: 'a row that the Sync skipped', result: 'skipped' },
		{ row: 'a row whose fields had changed since', fieldsLeft: ['name'], result: 'changedSince' },
	].map(({ row: rowOfSync, ...item }) => ({
		row: rowOfSync,
		item: { externalId: 'a1', resource: 'account', ...item },
		result: 'skipped',
	})),
	{
		row: 'a change of a dry run that was not applied',
		item: updated('a1', { name: change('Old', 'Newer') }, { dryRun: true, result: 'wouldUpdate' }),
		result: 'unchanged',
	},
	{
		row: 'a creation of a dry run that was not applied',
		item: updated('a9', { name: change(null, 'Old') }, { result: 'wouldCreate', id: '' }),
		result: 'unchanged',
	},
	{
		row: 'a record that the Sync created and that is gone',
		item: updated('a9', { name: change(null, 'Old') }, { result: 'created', id: null }),
		result: 'unchanged',
	},
	{
		row: 'a row that failed',
		item: { result: 'failed', externalId: 'a1', reason: 'No such group', resource: 'account' },
		result: 'skipped',
		reason: 'No such group',
	},
	{
		row: "a row that n8n's error item shows as failed",
		item: { error: 'No such group', message: 'Check it', details: {} },
		result: 'skipped',
		reason: 'No such group',
	},
];

describeOperation('account: undo of a Sync', [
	{
		name: 'restores each field that still has the value of the Sync',
		given: accounts({
			a1: ['New', { 'vitally.custom.seats': '13', mrr: 5, region: 'EU' }],
		}),
		parameters: undo(),
		items: [
			updated('a1', {
				name: change('Old', 'New'),
				'traits.vitally.custom.seats': change(12, 13),
				'traits.mrr': change(4, 5),
			}),
		],
		returns: [
			{
				result: 'restored',
				row: 1,
				name: 'Old',
				externalId: 'a1',
				id: vitallyId('a1'),
				changedFields: JSON.stringify({
					name: change('New', 'Old'),
					'traits.vitally.custom.seats': change('13', 12),
					'traits.mrr': change(5, 4),
				}),
			},
		],
		sends: [
			GET(`${ACCOUNTS}/${vitallyId('a1')}`),
			PUT(`${ACCOUNTS}/${vitallyId('a1')}`, {
				name: 'Old',
				traits: { 'vitally.custom.seats': 12, mrr: 4 },
			}),
		],
	},
	{
		name: 'clears a field that was empty before the Sync',
		given: accounts({ a1: ['New', { plan: 'gold' }] }),
		parameters: undo(),
		items: [updated('a1', { 'traits.plan': change(null, 'gold') })],
		returns: [
			{
				result: 'restored',
				externalId: 'a1',
				changedFields: JSON.stringify({ 'traits.plan': change('gold', null) }),
			},
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox) }).toEqual({ written: [{ traits: { plan: null } }] }),
	},
	{
		name: 'leaves unchanged a record that has its old values again',
		given: accounts({ a1: ['Old'] }),
		parameters: undo(),
		items: [renamed],
		returns: [{ result: 'unchanged', externalId: 'a1', changedFields: null }],
		then: (sandbox) => expect({ written: bodiesOf(sandbox) }).toEqual({ written: [] }),
	},
	...NOT_WRITTEN.map(
		({ row: rowOfSync, item, ...returned }): OperationCase => ({
			name: `writes nothing for ${rowOfSync}`,
			given: accounts({ a1: ['Old'] }),
			parameters: undo(),
			items: [item],
			returns: [{ row: 1, resource: 'account', ...returned }],
			then: (sandbox) => expect({ written: bodiesOf(sandbox) }).toEqual({ written: [] }),
		}),
	),
	...['updated', 'applied', 'alreadyApplied', 'changedSince', 'wouldUpdate'].map(
		(result): OperationCase => ({
			name: `restores the fields of a row with the result ${result}`,
			given: accounts({ a1: ['New'] }),
			parameters: undo(),
			items: [{ ...renamed, result }],
			returns: [{ externalId: 'a1', result: 'restored', reason: null }],
		}),
	),
	{
		name: 'restores the fields of a row that failed, since its change may have been made',
		given: accounts({ a1: ['New'] }),
		parameters: undo(),
		items: [{ ...renamed, result: 'failed', reason: 'The connection was lost' }],
		returns: [{ externalId: 'a1', result: 'restored', reason: null }],
	},
	{
		name: 'restores by the items of a dry run, since n8n may have ended after the write of the plan',
		given: accounts({ a1: ['New'], a2: ['Old'], a3: ['Other'], a4: ['Four'] }),
		parameters: undo(),
		items: [
			...['a1', 'a2', 'a3'].map((id) =>
				updated(id, renamed.changedFields, { result: 'wouldUpdate', dryRun: true }),
			),
			updated('a4', { name: change(null, 'Four') }, { result: 'wouldCreate', id: null }),
		],
		returns: [
			{ externalId: 'a1', result: 'restored' },
			{ externalId: 'a2', result: 'unchanged' },
			{ externalId: 'a3', result: 'changedSince' },
			{ externalId: 'a4', result: 'leftInPlace' },
		],
		then: (sandbox) =>
			expect({ written: writesOf(sandbox).map(({ path, body }) => ({ path, body })) }).toEqual({
				written: [{ path: `${ACCOUNTS}/${vitallyId('a1')}`, body: { name: 'Old' } }],
			}),
	},
	{
		name: 'restores nothing where the IDs of the table slipped by a row',
		given: accounts({ a1: ['New'], a2: ['New'] }),
		parameters: undo(),
		items: ['a1', 'a2'].map((id, index, all) =>
			updated(id, { name: change('Old', 'New') }, { id: vitallyId(all[1 - index]) }),
		),
		throws: rowError(
			`This row has the IDs of two accounts: id "${vitallyId('a2')}" has the External ID "a2", the row has "a1"`,
			"Check whether the columns 'id' and 'externalId' were sorted or filled separately. If you remove one of these columns, the other identifies the record. Nothing was written.",
			{ name: 'New', externalId: 'a2', id: vitallyId('a2') },
		),
		then: (sandbox) => expect({ written: bodiesOf(sandbox) }).toEqual({ written: [] }),
	},
	{
		name: 'creates no account again that was deleted before the undo',
		given: accounts({ a2: ['New'] }),
		parameters: undo(),
		items: [renamed, updated('a2', renamed.changedFields)],
		returns: [
			{ externalId: 'a1', result: 'failed', reason: 'Vitally no longer has this account' },
			{ externalId: 'a2', result: 'restored' },
		],
		then: (sandbox) => expect(externalIdsOf(sandbox)).toEqual(['a2']),
	},
	{
		name: 'creates no account again that the Sync created and changed, and that was deleted before the undo',
		given: accounts({ a2: ['New'] }),
		parameters: undo(),
		items: [
			updated('a1', { name: change(null, 'Old') }, { result: 'created', row: 1 }),
			{ ...renamed, row: 2 },
			updated('a2', renamed.changedFields, { row: 3 }),
		],
		returns: [
			{ row: 1, externalId: 'a1', result: 'unchanged' },
			{
				row: 2,
				externalId: 'a1',
				result: 'failed',
				reason: 'Vitally no longer has this account',
			},
			{ row: 3, externalId: 'a2', result: 'restored' },
		],
		then: (sandbox) => expect(externalIdsOf(sandbox)).toEqual(['a2']),
	},
	{
		name: 'changes a record in one request, though Vitally rejects what its rows change together',
		given: withFault(accounts({ a1: ['New', { plan: 'gold' }], a2: ['Old'] }), {
			kind: 'status',
			status: 400,
			on: { method: 'PUT' },
		}),
		parameters: undo(),
		items: [
			{ ...renamed, row: 1 },
			updated('a1', { 'traits.plan': change('free', 'gold') }, { row: 2 }),
			updated('a2', renamed.changedFields, { row: 3 }),
		],
		returns: [
			{ row: 1, externalId: 'a1', result: 'failed', reason: 'Vitally rejected this item' },
			{ row: 2, externalId: 'a1', result: 'failed', reason: 'Vitally rejected this item' },
			{ row: 3, externalId: 'a2', result: 'unchanged' },
		],
		then: (sandbox) =>
			expect({ bodiesSent: bodiesOf(sandbox) }).toEqual({
				bodiesSent: [{ name: 'Old', traits: { plan: 'free' } }],
			}),
	},
	{
		name: 'creates no account again that is deleted during the undo',
		given: (sandbox) => {
			accounts({ a1: ['New'], a2: ['New'] })(sandbox);
			deleteAtWrite(sandbox, 'a2');
		},
		parameters: undo(),
		items: [renamed, updated('a2', renamed.changedFields)],
		returns: [
			{ externalId: 'a1', result: 'restored' },
			{ externalId: 'a2', result: 'failed', reason: 'Vitally no longer has this account' },
		],
		then: (sandbox) => expect(externalIdsOf(sandbox)).toEqual(['a1']),
	},
	{
		name: 'says where the IDs of the table slipped onto an account that has no External ID',
		given: ({ state }) => {
			state.accounts.insert(newAccount(row(vitallyId('a1')), '', 'New', {}));
		},
		parameters: undo(),
		items: [renamed],
		throws: rowError(
			`This row has the IDs of two accounts: id "${vitallyId('a1')}" has no External ID, the row has "a1"`,
			"Check whether the columns 'id' and 'externalId' were sorted or filled separately. If you remove one of these columns, the other identifies the record. Nothing was written.",
			{ name: 'New', externalId: '', id: vitallyId('a1') },
		),
		sends: [GET(`${ACCOUNTS}/${vitallyId('a1')}`)],
	},
	{
		name: 'says where the External ID of a row has a space that the one of the account does not have',
		given: accounts({ a1: ['New'] }),
		parameters: undo(),
		items: [{ ...renamed, externalId: 'a1 ' }],
		throws: rowError(
			`This row has the IDs of two accounts: id "${vitallyId('a1')}" has the External ID "a1", the row has "a1 "`,
			"Check whether the columns 'id' and 'externalId' were sorted or filled separately. If you remove one of these columns, the other identifies the record. Nothing was written.",
			{ name: 'New', externalId: 'a1', id: vitallyId('a1') },
		),
		sends: [GET(`${ACCOUNTS}/${vitallyId('a1')}`)],
	},
	...[1, 4].map((count): OperationCase => {
		// The first one's Vitally ID is the External ID of the last one.
		const other = vitallyId('a1');
		const items = ['a1', 'a2', 'a3'].map((id) => updated(id, renamed.changedFields));

		return {
			name: `finds each record by its own ID, whatever External ID another one has, of ${count}`,
			given: accounts({ [other]: ['New'], a1: ['New'], a2: ['New'], a3: ['New'] }),
			parameters: undo(),
			items: [...items, updated(other, renamed.changedFields, { id: null })].slice(0, count),
			returns: ['a1', 'a2', 'a3', other]
				.slice(0, count)
				.map((id) => ({ result: 'restored', externalId: id, id: vitallyId(id) })),
		};
	}),
	{
		name: 'reads many records by one page of the list, also those without an External ID in their rows',
		given: accounts({ a1: ['New'], a2: ['New'], a3: ['New'], a4: ['New'], a5: ['New'] }),
		parameters: undo(),
		items: ['a1', 'a2', 'a3', 'a4', 'a5'].map((id) => ({
			...updated(id, renamed.changedFields),
			externalId: null,
		})),
		returns: ['a1', 'a2', 'a3', 'a4', 'a5'].map((externalId) => ({
			externalId,
			result: 'restored',
		})),
		then: ({ requests }) => {
			const reads = requests.filter(({ method }) => method === 'GET');

			expect(reads.map(({ path }) => path)).toEqual([ACCOUNTS]);
		},
	},
	{
		name: 'shows both IDs of a row whose record Vitally no longer has',
		given: accounts({ a2: ['New'] }),
		parameters: undo(),
		items: [renamed, updated('a2', renamed.changedFields)],
		returns: [
			{ result: 'failed', externalId: 'a1', id: vitallyId('a1') },
			{ result: 'restored', externalId: 'a2', id: vitallyId('a2') },
		],
	},
	{
		name: 'finds an account that the Sync created by its Vitally ID, which shows that it has another External ID now',
		given: ({ state }) => {
			state.accounts.insert(newAccount(row(vitallyId('a1')), 'b1', 'New', {}));
		},
		parameters: undo(),
		items: [
			updated('a1', { name: change(null, 'New') }, { result: 'created' }),
			updated('a9', { name: change(null, 'New') }, { result: 'created' }),
		],
		returns: [
			{
				row: 1,
				result: 'failed',
				reason: `This row has the IDs of two accounts: id "${vitallyId('a1')}" has the External ID "b1", the row has "a1"`,
			},
			{ externalId: 'a9', result: 'unchanged' },
		],
	},
	{
		name: 'fails of the rows of a record that Vitally refuses the one that changed it, not the one that created it',
		given: withFault(accounts({ a1: ['New'] }), {
			kind: 'status',
			status: 400,
			on: { method: 'PUT' },
		}),
		parameters: undo(),
		items: [renamed, updated('a1', { name: change(null, 'Old') }, { result: 'created' })],
		returns: [
			{ result: 'failed', row: 1 },
			{ result: 'leftInPlace', row: 2 },
		],
	},
	{
		name: 'sends nothing for the summary of a Sync',
		given: accounts({ a1: ['New'] }),
		parameters: undo(),
		items: [{ created: 1, updated: 2, fieldsChanged: [] }],
		throws: rowError(
			'The input item is a summary, which has no old values',
			"Set 'Output' of the Sync to 'Changed Records'.",
			{},
		),
		sends: [],
	},
	{
		name: 'sends nothing for the summary of a Sync, though the workflow continues',
		given: accounts({ a1: ['New'] }),
		parameters: undo(),
		items: [{ created: 1, updated: 2, fieldsChanged: [] }],
		onError: 'continueRegularOutput',
		returns: [{ error: 'The input item is a summary, which has no old values [item 0]' }],
		sends: [],
	},
]);

describeOperation(
	'account: undo of a Sync over pages',
	[
		{
			name: 'finds a record by its Vitally ID, which the pages read so far show as an External ID alone',
			given: accounts({
				a1: ['New'],
				a2: ['New'],
				a3: ['New'],
				a4: ['New'],
				[vitallyId('a1')]: ['Other'],
			}),
			parameters: undo(),
			items: [
				...['a1', 'a2', 'a3'].map((id) => updated(id, renamed.changedFields)),
				updated(vitallyId('a1'), { name: change('Old', 'Other') }, { id: null }),
			],
			returns: ['a1', 'a2', 'a3', vitallyId('a1')].map((externalId) => ({
				externalId,
				result: 'restored',
				reason: null,
			})),
		},
	],
	{ seed: 'empty', largestPage: 2 },
);

describeOperation(
	'account: undo of a Sync that gave a name to an account without one',
	[
		{ value: 'null', old: null },
		{ value: 'an empty text', old: '' },
		{ value: 'an empty list', old: [] },
	].map(
		({ value, old }): OperationCase => ({
			name: `leaves the name, which Vitally cannot clear, where its old value is ${value}`,
			given: accounts({ a1: ['New'] }),
			parameters: undo(),
			items: [updated('a1', { name: change(old, 'New') })],
			returns: [
				{
					externalId: 'a1',
					result: 'changedSince',
					fieldsLeft: ['name'],
					reason: "Vitally's API cannot clear 'Name'",
					changedFields: null,
				},
			],
			then: (sandbox) => expect({ written: bodiesOf(sandbox) }).toEqual({ written: [] }),
		}),
	),
);

describeOperation('undo of a Sync of other records', [
	{
		name: 'user: restores a field beside those that Vitally cannot take back',
		given: (sandbox) => {
			withUsers('u1')(sandbox);
			const user = userOf(sandbox, 'u1');
			if (user) sandbox.state.users.change(user, { unsubscribedFromConversations: true });
		},
		parameters: undo({ resource: 'user' }),
		items: [
			updated(
				'u1',
				{
					accountIds: change(null, ['acc-1']),
					avatar: change(null, 'x'),
					unsubscribedFromConversations: change(null, true),
					name: change('Old', 'Name of u1'),
				},
				{ resource: 'user' },
			),
		],
		returns: [
			{
				externalId: 'u1',
				result: 'restored',
				changedFields: JSON.stringify({ name: change('Name of u1', 'Old') }),
				fieldsLeft: ['accountIds', 'unsubscribedFromConversations'],
				reason:
					"Vitally's API cannot remove a user from an account. Vitally's API cannot clear 'Unsubscribed From Conversations'",
			},
		],
		then: (sandbox) =>
			expect(userOf(sandbox, 'u1')).toMatchObject({ name: 'Old', accountIds: ['acc-1'] }),
	},
	...[
		{
			user: 'leaves an account, from which Vitally cannot remove a user',
			state: { accountIds: ['acc-1'] },
			field: 'accountIds',
			reason: "Vitally's API cannot remove a user from an account",
		},
		{
			user: 'leaves an organization, from which Vitally cannot remove a user',
			state: { organizationIds: ['org-1'] },
			field: 'organizationIds',
			reason: "Vitally's API cannot remove a user from an organization",
		},
		{
			user: 'leaves a switch, which Vitally cannot clear',
			state: { unsubscribedFromConversations: true },
			field: 'unsubscribedFromConversations',
			reason: "Vitally's API cannot clear 'Unsubscribed From Conversations'",
		},
	].map(
		({ user, state, field, reason }): OperationCase => ({
			name: `user: ${user}`,
			given: (sandbox) => {
				withUsers('u1')(sandbox);
				const stored = userOf(sandbox, 'u1');
				if (stored) sandbox.state.users.change(stored, state);
			},
			parameters: undo({ resource: 'user' }),
			items: [
				updated('u1', { [field]: change(null, Object.values(state)[0]) }, { resource: 'user' }),
			],
			returns: [
				{
					externalId: 'u1',
					result: 'changedSince',
					fieldsLeft: [field],
					reason,
					changedFields: null,
				},
			],
			then: (sandbox) => expect({ written: bodiesOf(sandbox) }).toEqual({ written: [] }),
		}),
	),
	{
		name: 'custom object instance: shows the custom object of the node in a row that is damaged',
		given: addDeal,
		parameters: undo({ resource: 'customObjectInstance', customObjectId: byName('Deals') }),
		items: [
			updated('D1', { name: change('Old', 'Name of i-1') }, { id: null, ...ofDeals }),
			updated('D2', { name: change('Old', 'New') }, { id: 'cut', ...ofDeals }),
		],
		returns: [
			{ externalId: 'D1', result: 'restored', customObjectId: 'obj-1' },
			{ externalId: 'D2', result: 'failed', customObjectId: 'obj-1' },
		],
	},
	{
		name: 'custom object instance: finds the one with its Vitally ID among several with one External ID',
		given: (sandbox) => {
			addDeal(sandbox);

			for (const id of ['i-2', 'i-3']) {
				addInstance(sandbox, vitallyId(id), {
					externalId: 'D1',
					name: 'New',
					traits: { amount: 1 },
				});
			}
		},
		parameters: undo({ resource: 'customObjectInstance', customObjectId: byName('Deals') }),
		items: [
			updated(
				'D1',
				{
					name: change('Old', 'New'),
					customerId: change('acc-2', 'acc-1'),
					'traits.amount': change(null, 1),
				},
				{ id: vitallyId('i-2'), ...ofDeals },
			),
		],
		returns: [{ result: 'restored', id: vitallyId('i-2'), ...ofDeals }],
		then: (sandbox) => {
			expect({ written: writesOf(sandbox).map(({ path, body }) => ({ path, body })) }).toEqual({
				written: [
					{
						path: `${INSTANCES}/${vitallyId('i-2')}`,
						body: { name: 'Old', customerId: 'acc-2', traits: { amount: null } },
					},
				],
			});
		},
	},
	{
		name: 'custom object instance: leaves the account where it had none before, which Vitally cannot clear',
		given: (sandbox) => {
			addDeal(sandbox);
			addInstance(sandbox, vitallyId('i-3'), { externalId: 'D3', name: 'New' });
		},
		parameters: undo({ resource: 'customObjectInstance', customObjectId: byName('Deals') }),
		items: [
			updated(
				'D3',
				{ name: change('Old', 'New'), customerId: change(null, 'acc-1') },
				{ id: vitallyId('i-3'), ...ofDeals },
			),
		],
		returns: [
			{
				externalId: 'D3',
				result: 'restored',
				fieldsLeft: ['customerId'],
				reason: "Vitally's API cannot clear 'Account'",
			},
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox) }).toEqual({ written: [{ name: 'Old' }] }),
	},
]);

describe('account: undo of a Sync', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const items = ['a1', 'a2'].map((id) => updated(id, { name: change('Old', 'New') }));
	const run = async (parameters: NodeRun['parameters'], rows: IDataObject[] = items) =>
		await runIn(sandbox(), { parameters, items: rows });

	it('says of a row in a dry run that it would be restored', async () => {
		accounts({ a1: ['New'] })(sandbox());
		const outcome = await run(undo({ dryRun: true }), [items[0]]);
		const json = firstJsonOf(outcome);

		expect({ result: json.result, dryRun: json.dryRun }).toEqual({
			result: 'wouldRestore',
			dryRun: true,
		});
	});

	it('counts in a dry run the results that it would have above the output', async () => {
		accounts({ a1: ['New'], a2: ['Newest'] })(sandbox());

		expect(hintsOf(await run(undo({ dryRun: true })))).toEqual([
			'Dry run: 1 would be restored, 1 changed since.',
		]);
	});

	it('counts the results above the output', async () => {
		accounts({ a1: ['New'], a2: ['Newest'] })(sandbox());
		const failed = { ...items[0], result: 'failed', changedFields: null };

		expect(hintsOf(await run(undo(), [...items, failed]))).toEqual([
			'1 restored, 1 changed since, 1 skipped: the Sync had not written it.',
		]);
	});

	it('says of several skipped rows that the Sync had not written them', async () => {
		accounts({ a1: ['New'] })(sandbox());
		const failed = { ...items[1], result: 'failed', changedFields: null };

		expect(hintsOf(await run(undo(), [items[0], failed, failed]))).toEqual([
			'1 restored, 2 skipped: the Sync had not written them.',
		]);
	});

	it('says of a record that the Sync created that it is still there', async () => {
		accounts({ a1: ['New'], a2: ['New'] })(sandbox());
		const created = { ...items[1], result: 'created' };

		expect(hintsOf(await run(undo(), [items[0], created]))).toEqual([
			'1 restored. 1 was created by the Sync and is still there: Undo deletes nothing.',
		]);
	});

	it('counts several records that the Sync created and that are still there', async () => {
		accounts({ a2: ['New'], a3: ['New'] })(sandbox());
		const created = { ...items[1], result: 'created' };
		const third = { ...created, externalId: 'a3', id: vitallyId('a3') };

		expect(hintsOf(await run(undo({ dryRun: true }), [created, third]))).toEqual([
			'Dry run: 0 would be restored. 2 were created by the Sync and are still there: Undo deletes nothing.',
		]);
	});
});
