import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/sandbox.cts';
import { firstJsonOf, linesOf } from '../engine/itemLines.cts';
import { NODE, runIn, type NodeRun } from '../engine/node.cts';
import { describeOperation, type OperationCase } from '../engine/operationCases.cts';
import { ACCOUNTS, createAccount, withAccounts } from '../fixtures/accounts.cts';
import { addTeammate } from '../fixtures/customers.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { withUsers } from '../fixtures/users.cts';
import { bodiesOf, hintsOf, named, sync } from '../nodes/account/syncCases.cts';

const output = { notInTable: 'output' };
const churnedAt = '2026-01-01T00:00:00.000Z';
const changed = { syncOutput: 'changed' };

/** The account a1 of a teammate, and a2, which has churned. */
async function givenAccounts(sandbox: Sandbox): Promise<void> {
	await withAccounts('a1', 'a3')(sandbox);
	await createAccount(sandbox, {
		externalId: 'a2',
		name: 'Name of a2',
		traits: { churnedAt },
	});
	const [account] = sandbox.state.accounts.all();

	sandbox.state.accounts.change(account, { csmId: 'admin-1' });
	addTeammate(sandbox, 'admin-1', 'Support Lead', 'lead@team.example');
	sandbox.requests.length = 0;
}

const notInTable = {
	result: 'notInTable',
	name: 'Name of a1',
	externalId: 'a1',
	updatedAt: expect.stringMatching(/^20\d\d-/),
	churnedAt: null,
	csmName: 'Support Lead',
	id: expect.any(String),
	resource: 'account',
};

/** A key role of an account. */
const role = (label: string, name: string, id: string) => ({
	keyRole: { label },
	vitallyUser: { id, name, email: `${id}@team.example` },
});

describeOperation(
	'sync: the CSM of a record not in the table',
	[
		{ shownBy: 'its ID alone', account: { csmId: 'admin-1' }, csmName: 'Support Lead' },
		{
			shownBy: 'a key role alone',
			account: { keyRoles: [role('CSM', 'Role Holder', 'admin-2')] },
			csmName: 'Role Holder',
		},
		{
			shownBy: 'its ID and a key role',
			account: { csmId: 'admin-2', keyRoles: [role('CSM', 'Role Holder', 'admin-2')] },
			csmName: 'Role Holder',
		},
		{
			shownBy: 'another key role only',
			account: { keyRoles: [role('TAM', 'Another', 'admin-2')] },
			csmName: null,
		},
	].map(
		({ shownBy, account, csmName }): OperationCase => ({
			name: `has the name ${csmName}, where the list shows ${shownBy}`,
			given: async (sandbox) => {
				await givenAccounts(sandbox);
				sandbox.faults.add({
					kind: 'shown',
					as: (record) =>
						record.externalId === 'a1' ? { ...record, csmId: null, ...account } : record,
				});
			},
			parameters: sync(output, changed),
			items: [named('a2'), { id: 'a3', name: 'New' }],
			returns: [
				{ externalId: 'a3', result: 'updated' },
				{ externalId: 'a1', result: 'notInTable', csmName },
			],
		}),
	),
);

describeOperation('sync: records not in the table', [
	{
		name: 'come after the rows, churned ones among them, and stay as they are',
		given: givenAccounts,
		parameters: sync(output, changed),
		items: [{ id: 'a3', name: 'New' }],
		returns: [
			{ result: 'updated', externalId: 'a3' },
			{ ...notInTable, name: 'Name of a2', externalId: 'a2', csmName: null, churnedAt },
			notInTable,
		],
		then: (sandbox) =>
			expect({ written: bodiesOf(sandbox) }).toEqual({ written: [{ name: 'New' }] }),
	},
	{
		name: 'have an item each where several have no External ID',
		given: async (sandbox) => {
			await withAccounts('a1', 'a2', 'a3')(sandbox);

			const [first, second] = sandbox.state.accounts.all();

			for (const account of [first, second]) {
				sandbox.state.accounts.change(account, { externalId: undefined });
			}
		},
		parameters: sync(output, changed),
		items: [{ id: 'a3', name: 'New' }],
		returns: [
			{ result: 'updated', name: 'New' },
			{ result: 'notInTable', name: 'Name of a2' },
			{ result: 'notInTable', name: 'Name of a1' },
		],
	},
	{
		name: 'exclude those of rows that failed',
		given: givenAccounts,
		parameters: sync(output, changed),
		items: [{ id: 'a1', traits: 'none' }, named('a2'), { id: 'a3', name: 'New' }],
		returns: [
			{ externalId: 'a1', result: 'failed' },
			{ externalId: 'a3', result: 'updated' },
		],
	},
	...[
		{ rowId: 'is empty', id: '' },
		{ rowId: 'contains an invisible character', id: 'a1\u200b' },
		{ rowId: 'is an error of a spreadsheet', id: '#N/A' },
	].map(
		({ rowId, id }): OperationCase => ({
			name: `stay out where the External ID of a row ${rowId}, because the row may be about any account`,
			given: givenAccounts,
			parameters: sync(output, changed),
			items: [{ id, name: 'Name of a1' }, named('a2'), { id: 'a3', name: 'New' }],
			returns: [
				{ row: 1, result: 'failed' },
				{ row: 3, externalId: 'a3', result: 'updated' },
			],
		}),
	),
	{
		name: 'show their custom object where they are instances',
		given: addDeal,
		parameters: {
			resource: 'customObjectInstance',
			operation: 'sync',
			customObjectId: byId('obj-1'),
			externalId: 'D9',
			name: '={{ $json.name }}',
			traitsMode: 'fields',
			dryRun: false,
			options: output,
			createMissing: false,
			...changed,
		},
		items: [{ name: 'New' }],
		returns: [
			{ externalId: 'D9', result: 'missing' },
			{ externalId: 'D1', result: 'notInTable', customObjectId: 'obj-1' },
		],
	},
	{
		name: 'stay out where a list of the table cannot be read',
		given: addDeal,
		parameters: {
			resource: 'customObjectInstance',
			operation: 'sync',
			traitsMode: 'fields',
			externalId: 'D9',
			name: 'New',
			customObjectId: byId('={{ $json.object }}'),
			options: output,
			createMissing: false,
			...changed,
			dryRun: false,
		},
		items: [{ object: 'obj-1' }, { object: 'obj-9' }],
		returns: [
			{ row: 1, externalId: 'D9', result: 'missing' },
			{ row: 2, externalId: 'D9', result: 'failed' },
		],
	},
	{
		name: 'include users whose email address no row has, and exclude an address that several have',
		given: (sandbox) => {
			withUsers('u1', 'u2', 'u3')(sandbox);
			const [user] = sandbox.state.users.all();

			sandbox.state.users.change(user, { email: 'U2@customer.example' });
		},
		parameters: {
			resource: 'user',
			operation: 'sync',
			matchBy: 'email',
			matchEmail: '={{ $json.mail }}',
			traitsMode: 'json',
			traitsJson: '{ "plan": "gold" }',
			options: output,
			...changed,
			dryRun: false,
		},
		items: [{ mail: 'u2@customer.example' }, { mail: 'none@customer.example' }],
		returns: [
			{
				row: 1,
				result: 'failed',
				reason: '2 users have the email address "u2@customer.example"',
			},
			{ row: 2, result: 'missing' },
			{ result: 'notInTable', externalId: 'u3', csmName: null },
		],
	},
]);

describe('records not in the table', () => {
	const started = sandboxOfSuite({ seed: 'empty', largestPage: 2 });

	beforeEach(async () => await givenAccounts(started()));

	const run = async (items: IDataObject[], others: Partial<NodeRun> = {}) =>
		await runIn(started(), { parameters: sync(output, changed), items, ...others });

	it('have no paired item', async () => {
		const outcome = await run([named('a1'), named('a2')]);

		expect(linesOf(outcome)).toEqual(['a3: notInTable']);
		expect(outcome.items(NODE)[0].pairedItem).toEqual([]);
	});

	it('count in the line above the output', async () => {
		const outcome = await run([named('a1'), named('a2')]);

		expect(hintsOf(outcome)).toEqual([
			'0 created, 0 updated, 2 unchanged, 1 not in the table, with 2 requests.',
		]);
	});

	it('stay uncounted, with a line above the output, where a row may be about any account', async () => {
		const items = [named('a1'), { id: '#N/A', name: 'Name of a3' }];
		const outcome = await run(items, { parameters: sync(output, { syncOutput: 'summary' }) });

		expect(hintsOf(outcome).at(-1)).toBe(
			'Which accounts are not in the table is unknown: rows without a valid ID may be about any of them. Rows: 2.',
		);
		expect({ notInTable: firstJsonOf(outcome).notInTable }).toEqual({ notInTable: null });
	});

	it.each([
		{ looksForThem: 'looks for them', option: 'output', count: 0 },
		{ looksForThem: 'does not look for them', option: 'ignore', count: null },
	])('count as $count in the summary of a whole table that $looksForThem', async (row) => {
		const ids = [...started().state.accounts.all()].map(({ externalId }) => String(externalId));
		const outcome = await runIn(started(), {
			parameters: sync({ notInTable: row.option }, { syncOutput: 'summary' }),
			items: ids.map(named),
		});

		expect({ notInTable: firstJsonOf(outcome).notInTable }).toEqual({
			notInTable: row.count,
		});
	});

	it('count in a summary, for which nothing more of them is looked up', async () => {
		const parameters = sync(output, { syncOutput: 'summary' });
		const items = (await run([named('a2'), named('a3')], { parameters })).items(NODE);

		expect(items.map(({ json }) => json)).toMatchObject([{ unchanged: 2, notInTable: 1 }]);
		expect([...new Set(started().requests.map(({ path }) => path))]).toEqual([ACCOUNTS]);
	});

	it('end the run before anything is written where the list was not read to its end', async () => {
		started().faults.add({ kind: 'status', status: 400, on: { path: ACCOUNTS, nth: 2 } });
		const items = [{ id: 'a1', name: 'New' }, named('a2')];
		const { error } = await run(items);
		const reason = 'Vitally rejected this item';

		expect(error?.message).toBe(`${reason} [item 0]`);

		const outcome = await run(items, { onError: 'continueRegularOutput' });

		expect(linesOf(outcome)).toEqual([
			`row 1, a1: error, ${reason} [item 0]`,
			`row 2, a2: error, ${reason} [item 1]`,
		]);
		expect({ written: bodiesOf(started()) }).toEqual({ written: [] });
	});
});
