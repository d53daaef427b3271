import type { Sandbox } from '../../sandbox/sandbox.cts';
import { newAccount } from '../../sandbox/state/customers.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { accountOf, withAccounts } from '../fixtures/accounts.cts';
import { withFault } from '../fixtures/faults.cts';
import { byExternalId } from '../fixtures/locators.cts';
import { row as stateRow } from '../fixtures/records.cts';
import { userOf, withUsers } from '../fixtures/users.cts';
import { bodiesOf, named, sync, writesOf } from '../nodes/account/syncCases.cts';
import { accounts, change } from './changeCases.cts';

const each = (options: object = {}) => sync(options, { syncOutput: 'each' });
const row = (name: string, traits: object = {}, id = 'a1') => ({ id, name, traits });

/** Vitally rejects what sets the trait `seats` to a text. */
const rejectsSeats = {
	kind: 'status',
	status: 400,
	on: {
		matches: ({ method, body }: { method: string; body: unknown }) =>
			method !== 'GET' && JSON.stringify(body).includes('"seats":"many"'),
	},
} as const;

const contradiction = (rows: string, fields: string) =>
	`Rows ${rows} have the External ID "a1" and different values for ${fields}`;

describeOperation('account: sync of several rows of one record', [
	{
		name: 'fails all that set a field to different values, whatever their order and the limits are',
		given: withAccounts('a1', 'a2'),
		parameters: each({ maxChanges: 1 }),
		items: [row('New', { plan: 'gold' }), row('New', { plan: 'free' }), named('a2')],
		returns: [
			{ row: 1, result: 'failed', reason: contradiction('1 and 2', "'Plan'"), changedFields: null },
			{ row: 2, result: 'failed', reason: contradiction('1 and 2', "'Plan'"), changedFields: null },
			{ externalId: 'a2', result: 'unchanged' },
		],
		then: (sandbox) => expect({ written: bodiesOf(sandbox).slice(2) }).toEqual({ written: [] }),
	},
	{
		name: 'names in the error each field that rows set to different values',
		given: withAccounts('a1', 'a2'),
		parameters: each(),
		items: [row('One', { plan: 'gold' }), row('Two', { plan: 'free' }), named('a2')],
		returns: [
			{ result: 'failed', reason: contradiction('1 and 2', "'Name' and 'Plan'") },
			{ result: 'failed', reason: contradiction('1 and 2', "'Name' and 'Plan'") },
			{ externalId: 'a2', result: 'unchanged' },
		],
	},
	{
		name: 'fails those that change a value and change it back, which would count as updates every night',
		given: withAccounts('a1', 'a2'),
		parameters: each(),
		items: [row('New'), row('Name of a1'), named('a2')],
		returns: [
			{ row: 1, result: 'failed', reason: contradiction('1 and 2', "'Name'") },
			{ row: 2, result: 'failed', reason: contradiction('1 and 2', "'Name'") },
			{ externalId: 'a2', result: 'unchanged' },
		],
		then: (sandbox) => expect({ written: bodiesOf(sandbox).slice(2) }).toEqual({ written: [] }),
	},
	{
		name: 'writes the row that only contradicts a row which names a record that Vitally does not have',
		given: withAccounts('a1', 'a2'),
		parameters: {
			...each(),
			additionalFields: { organizationId: byExternalId('={{ $json.group }}') },
		},
		items: [
			{ ...row('One'), group: 'O9' },
			{ ...row('Two'), group: '' },
			{ ...named('a2'), group: '' },
		],
		returns: [
			{
				row: 1,
				result: 'failed',
				reason: 'Vitally has no organization with the External ID "O9"',
			},
			{ row: 2, result: 'updated', externalId: 'a1' },
			{ row: 3, result: 'unchanged', externalId: 'a2' },
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox).slice(2) }).toEqual({ written: [{ name: 'Two' }] }),
	},
	{
		name: 'writes the rows of the record that contradict no other',
		given: withAccounts('a1'),
		parameters: each(),
		items: [
			row('One'),
			row('Two'),
			row('Three'),
			row('Four'),
			row('Five'),
			row('Six'),
			{ id: 'a1', traits: { plan: 'gold' } },
		],
		returns: [
			...Array.from({ length: 6 }, () => ({
				result: 'failed',
				reason: contradiction('1, 2, 3, 4, 5 and 1 more', "'Name'"),
			})),
			{ result: 'updated', changedFields: JSON.stringify({ 'traits.plan': change(null, 'gold') }) },
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox).slice(1) }).toEqual({
				written: [{ traits: { plan: 'gold' } }],
			}),
	},
	{
		name: 'creates no record by the name of rows that contradict each other',
		parameters: each(),
		items: [row('One'), row('Two'), row('', { plan: 'gold' }), named('a2')],
		returns: [
			{ row: 1, result: 'failed', reason: contradiction('1 and 2', "'Name'") },
			{ row: 2, result: 'failed', reason: contradiction('1 and 2', "'Name'") },
			{
				row: 3,
				result: 'failed',
				reason: "No account has the External ID 'a1', and a new one needs a 'Name'",
			},
			{ result: 'created', externalId: 'a2' },
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox) }).toEqual({
				written: [{ externalId: 'a2', name: 'Name of a2' }],
			}),
	},
	{
		name: 'merges those that set the same or other fields, in one request',
		given: withAccounts('a1'),
		parameters: each(),
		items: [row('New', { seats: 12 }), row('New', { seats: '12.0' }), row('', { plan: 'gold' })],
		returns: [{ result: 'updated' }, { result: 'unchanged' }, { result: 'updated' }],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox).slice(1) }).toEqual({
				written: [{ name: 'New', traits: { seats: 12, plan: 'gold' } }],
			}),
	},
	{
		name: 'leaves unchanged the row that sets a trait to the value that the row before it gives it',
		given: accounts({ a1: ['Account 1', { plan: 'free' }] }),
		parameters: each(),
		items: [row('', { plan: 'gold' }), row('', { plan: 'gold' })],
		returns: [
			{
				row: 1,
				result: 'updated',
				changedFields: JSON.stringify({ 'traits.plan': change('free', 'gold') }),
			},
			{ row: 2, result: 'unchanged', changedFields: null },
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox) }).toEqual({ written: [{ traits: { plan: 'gold' } }] }),
	},
	{
		name: 'creates a record whose name is in another of its rows',
		parameters: each(),
		items: [row('', { plan: 'gold' }), row('New')],
		returns: [{ result: 'created' }, { result: 'updated' }],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox) }).toEqual({
				written: [{ externalId: 'a1', name: 'New', traits: { plan: 'gold' } }],
			}),
	},
	{
		name: 'fails all that were part of a write that Vitally refused, also the equal one',
		given: withFault(withAccounts('a1', 'a2'), rejectsSeats),
		parameters: each(),
		items: [row('New', { seats: 'many' }), row('New', { seats: 'many' }), named('a2')],
		returns: [{ result: 'failed' }, { result: 'failed' }, { result: 'unchanged' }],
		then: (sandbox) => expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'Name of a1' }),
	},
	{
		name: 'fails the row whose value Vitally refuses, and writes the others',
		given: withFault(withAccounts('a1'), rejectsSeats),
		parameters: each(),
		items: [row('', { seats: 'many' }), row('New'), row('', { plan: 'gold' })],
		returns: [{ result: 'failed' }, { result: 'updated' }, { result: 'updated' }],
		then: (sandbox) =>
			expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'New', traits: { plan: 'gold' } }),
	},
	{
		name: 'writes none of the rows that contradict each other where Vitally refuses what the others change together',
		given: withFault(withAccounts('a1'), rejectsSeats),
		parameters: each({ maxChanges: 9 }),
		items: [row('One'), row('Two'), row('', { seats: 'many' }), row('', { plan: 'gold' })],
		returns: [
			{ row: 1, result: 'failed', reason: contradiction('1 and 2', "'Name'") },
			{ row: 2, result: 'failed', reason: contradiction('1 and 2', "'Name'") },
			{ row: 3, result: 'failed', reason: 'Vitally rejected this item' },
			{ row: 4, result: 'updated' },
		],
		then: (sandbox) =>
			expect(accountOf(sandbox, 'a1')).toMatchObject({
				name: 'Name of a1',
				traits: { plan: 'gold' },
			}),
	},
	{
		name: 'creates the record by the row that Vitally accepts, once',
		given: withFault(() => {}, rejectsSeats),
		parameters: each(),
		items: [row('New', { seats: 'many' }), row('New'), row('', { plan: 'gold' })],
		returns: [{ result: 'failed' }, { result: 'created' }, { result: 'updated' }],
		then: (sandbox) => {
			expect({ accounts: sandbox.state.accounts.size }).toEqual({ accounts: 1 });
			expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'New', traits: { plan: 'gold' } });
		},
	},
	{
		name: 'writes also a row without a name that comes before the row which creates the record',
		given: withFault(() => {}, rejectsSeats),
		parameters: each(),
		items: [row('', { plan: 'gold' }), row('', { seats: 'many' }), row('New')],
		returns: [{ result: 'updated' }, { result: 'failed' }, { result: 'created' }],
		then: (sandbox) => {
			expect(accountOf(sandbox, 'a1')).toMatchObject({ name: 'New', traits: { plan: 'gold' } });
		},
	},
	{
		name: 'leaves unchanged the row with the values of Vitally, where that refuses the write of the other one',
		given: withFault(withAccounts('a1', 'a2'), {
			kind: 'status',
			status: 400,
			on: { method: 'PUT' },
		}),
		parameters: each({ maxChanges: 9 }),
		items: [row('Name of a1'), row('', { plan: 'gold' }), named('a2')],
		returns: [{ result: 'unchanged' }, { result: 'failed' }, { result: 'unchanged' }],
		then: (sandbox) => {
			const sent = writesOf(sandbox).filter(({ method }) => method === 'PUT');

			expect({ writes: sent.length }).toEqual({ writes: 1 });
		},
	},
	...[
		{ status: 400, about: 'the values', writes: 3 },
		{ status: 422, about: 'the values', writes: 3 },
		{ status: 401, about: 'the API key', writes: 1 },
		{ status: 403, about: 'the API key', writes: 1 },
	].map(
		({ status, about, writes }): OperationCase => ({
			name: `fails two rows with ${writes} writes where Vitally rejects ${about} with ${status}`,
			given: withFault(withAccounts('a1', 'a2'), { kind: 'status', status, on: { method: 'PUT' } }),
			parameters: each({ maxChanges: 9 }),
			items: [row('New'), row('', { plan: 'gold' }), named('a2')],
			returns: [{ result: 'failed' }, { result: 'failed' }, { result: 'unchanged' }],
			then: (sandbox) => {
				const sent = writesOf(sandbox).filter(({ method }) => method === 'PUT');

				expect({ writes: sent.length }).toEqual({ writes });
			},
		}),
	),
	...[
		{ count: 5, named: '1, 2, 3, 4 and 5' },
		{ count: 6, named: '1, 2, 3, 4, 5 and 1 more' },
		{ count: 7, named: '1, 2, 3, 4, 5 and 2 more' },
	].map(
		({ count, named: rows }): OperationCase => ({
			name: `names in the error of ${count} rows that contradict each other: ${rows}`,
			given: withAccounts('a1', 'a2'),
			parameters: each(),
			items: [...Array.from({ length: count }, (_, index) => row(`Name ${index}`)), named('a2')],
			returns: [
				...Array.from({ length: count }, () => ({ reason: contradiction(rows, "'Name'") })),
				{ result: 'unchanged' },
			],
		}),
	),
	{
		name: 'tries none by itself where the write was rejected after an attempt without an answer',
		given: withFault(
			withAccounts('a1', 'a2'),
			{ kind: 'resetAfter', on: { method: 'PUT' }, times: 1 },
			{ kind: 'status', status: 400, on: { method: 'PUT' } },
		),
		parameters: each(),
		items: [row('New'), row('', { plan: 'gold' }), named('a2')],
		returns: [
			{
				result: 'failed',
				changedFields: JSON.stringify({ name: change('Name of a1', 'New') }),
			},
			{
				result: 'failed',
				changedFields: JSON.stringify({ 'traits.plan': change(null, 'gold') }),
			},
			{ result: 'unchanged' },
		],
		then: (sandbox) => {
			const together = { name: 'New', traits: { plan: 'gold' } };

			expect({ written: bodiesOf(sandbox).slice(2) }).toEqual({ written: [together, together] });
		},
	},
	{
		name: 'tries none by itself where the outcome of the write is unknown',
		given: withFault(withAccounts('a1', 'a2'), {
			kind: 'resetAfter',
			on: { method: 'PUT' },
		}),
		parameters: each(),
		items: [row('New'), row('New'), row('', { plan: 'gold' }), named('a2')],
		returns: [
			{
				result: 'failed',
				changedFields: JSON.stringify({ name: change('Name of a1', 'New') }),
			},
			{ result: 'failed', changedFields: null },
			{
				result: 'failed',
				changedFields: JSON.stringify({ 'traits.plan': change(null, 'gold') }),
			},
			{ result: 'unchanged' },
		],
		then: (sandbox) => {
			const together = { name: 'New', traits: { plan: 'gold' } };

			expect({ written: bodiesOf(sandbox).slice(2) }).toEqual({
				written: [together, together, together],
			});
		},
	},
]);

const givenUser = (sandbox: Sandbox) => {
	withUsers('u1')(sandbox);
	sandbox.state.accounts.insert(newAccount(stateRow('acc-3'), 'A3', 'Account 3', {}));
};

/** Adds the account of each row to the user u1. */
const addAccount = {
	resource: 'user',
	operation: 'sync',
	dryRun: false,
	externalId: 'u1',
	traitsMode: 'json',
	traitsJson: '{}',
	syncOutput: 'each',
	additionalFields: { accountIds: '={{ $json.account }}' },
};

describeOperation('user: sync of several rows of one record', [
	{
		name: 'counts the user once in the field that two rows change',
		given: givenUser,
		parameters: { ...addAccount, syncOutput: 'summary' },
		items: [{ account: 'acc-2' }, { account: 'acc-3' }],
		returns: [{ updated: 2, fieldsChanged: [{ field: 'accountIds', records: 1 }] }],
	},
	{
		name: 'leaves unchanged a user who has the account of the row already',
		given: givenUser,
		parameters: addAccount,
		items: [{ account: 'acc-1' }],
		returns: [{ externalId: 'u1', result: 'unchanged', changedFields: null }],
	},
	{
		name: 'adds each account once, also one that the user has already',
		given: givenUser,
		parameters: { ...addAccount, additionalFields: { accountIds: 'acc-1, acc-2' } },
		items: [{}],
		returns: [
			{
				externalId: 'u1',
				result: 'updated',
				changedFields: JSON.stringify({ accountIds: change(['acc-1'], ['acc-1', 'acc-2']) }),
			},
		],
	},
	{
		name: 'adds the accounts of all rows',
		given: givenUser,
		parameters: addAccount,
		items: [{ account: 'acc-2' }, { account: 'acc-3' }],
		returns: [{ result: 'updated' }, { result: 'updated' }],
		then: (sandbox) =>
			expect(userOf(sandbox, 'u1')).toMatchObject({ accountIds: ['acc-1', 'acc-2', 'acc-3'] }),
	},
]);
