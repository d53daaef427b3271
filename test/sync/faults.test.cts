import type { IDataObject } from 'n8n-workflow';

import { MAX_RUNNING } from '../../nodes/Vitally/execution/concurrency';
import { newAccount } from '../../sandbox/state/customers.cts';
import { firstJsonOf, jsonOf, linesOf, linesOfItems } from '../engine/itemLines.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { until } from '../engine/until.cts';
import { accountOf, ACCOUNTS, deleteAtWrite, withAccounts } from '../fixtures/accounts.cts';
import { lessThan } from '../fixtures/bounds.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { row as stateRow, vitallyId } from '../fixtures/records.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { named, sync, writesOf } from '../nodes/account/syncCases.cts';
import { change } from './changeCases.cts';

/** After each of these, the summary is true, and a second run does what is left. */
describe('a Sync in which something goes wrong', () => {
	const started = sandboxOfSuite({ seed: 'empty' });
	const known = Array.from({ length: 15 }, (_, index) => `a${index}`);

	beforeEach(async () => {
		await withAccounts(...known)(started());
		started().requests.length = 0;
	});

	const rowsOf = (name = 'New', length = 30) =>
		Array.from({ length }, (_, index) => ({ id: `a${index}`, name: `${name} ${index}` }));
	const table = rowsOf();

	interface SyncRun {
		options?: object;
		/** Parameters of the node beside the options. */
		parameters?: object;
		rows?: IDataObject[];
		cancel?: Promise<unknown>;
	}

	const run = async ({ options, parameters, rows = table, cancel }: SyncRun = {}) =>
		await runNode(
			{ parameters: sync(options, parameters), items: rows },
			{ credentials: credentialsFor(started()), cancel },
		);
	const summaryOf = async (syncRun: SyncRun = {}) => firstJsonOf(await run(syncRun));
	/** The names that the accounts of rows have in Vitally, by External ID. */
	const namesOf = (rows: IDataObject[]) =>
		Object.fromEntries(rows.map(({ id }) => [id, accountOf(started(), String(id))?.name]));

	/** A second run without faults writes what is left, and a third one nothing. */
	const expectRestWritten = async (counts: object = {}) => {
		started().faults.clear();

		expect(await summaryOf()).toMatchObject({ failed: 0, ...counts });
		expect(namesOf(table)).toEqual(Object.fromEntries(table.map(({ id, name }) => [id, name])));
		expect(await summaryOf()).toMatchObject({ created: 0, updated: 0, unchanged: 30 });
		expect({ accounts: started().state.accounts.size }).toEqual({ accounts: 30 });
	};

	it('says what was written when it is stopped in the middle', async () => {
		started().faults.add({ kind: 'delay', ms: 50 });
		const inTheMiddle = until('15 rows are written', () => writesOf(started()).length >= 15);
		const outcome = await run({ cancel: inTheMiddle });

		expect({ status: outcome.status }).toEqual({ status: 'canceled' });

		const failures = (firstJsonOf(outcome).failures ?? []) as IDataObject[];

		expect({ reasons: [...new Set(failures.map(({ reason }) => reason))] }).toEqual({
			reasons: expect.arrayContaining(['The execution was canceled']) as unknown,
		});
		expect({ writes: writesOf(started()).length }).toEqual({ writes: lessThan(30) });

		await expectRestWritten();
	});

	it('fails the row of a record that was deleted after a change that may have been saved', async () => {
		const on = { method: 'PUT' };

		started().faults.add({ kind: 'resetBefore', on, times: 1 });
		started().faults.add({ kind: 'status', status: 404, on });
		const summary = await summaryOf({ rows: [{ id: 'a1', name: 'New' }] });

		expect(summary).toMatchObject({ failed: 1, created: 0, unchanged: 0 });
		expect((summary.failures as IDataObject[])[0].description).toMatch(
			/^The change may have been saved\./,
		);
	});

	describe('a Sync during which a record is deleted between plan and write', () => {
		beforeEach(() => deleteAtWrite(started(), 'a1'));

		it('creates it again, and finds it unchanged then', async () => {
			const rows = [{ id: 'a1', name: 'New' }];

			expect(await summaryOf({ rows })).toMatchObject({ updated: 0, created: 1 });
			expect(await summaryOf({ rows })).toMatchObject({ failed: 0, unchanged: 1 });
		});

		it('creates it again without a warning that an account has its name', async () => {
			const rows = [{ ...named('a1'), traits: { seats: 1 } }, ...['a2', 'a3', 'a4'].map(named)];
			const outcome = await run({ rows, parameters: { syncOutput: 'changed' } });

			expect(linesOf(outcome)).toEqual(['row 1, a1: created']);
		});

		it('counts it as missing where missing records are not created', async () => {
			const rows = [{ id: 'a1', name: 'New' }];
			const options = { createMissing: false };

			expect(await summaryOf({ options, rows })).toMatchObject({ updated: 0, missing: 1 });
			expect(await summaryOf({ options, rows })).toMatchObject({ failed: 0, missing: 1 });
		});

		it('counts it as missing where it is matched by its Vitally ID', async () => {
			const { id = '' } = accountOf(started(), 'a1') ?? {};
			const rows = [{ id, name: 'New' }];
			const parameters = { matchBy: 'id', vitallyId: '={{ $json.id }}' };

			expect(await summaryOf({ parameters, rows })).toMatchObject({ updated: 0, missing: 1 });
			expect(await summaryOf({ parameters, rows })).toMatchObject({ failed: 0, missing: 1 });
		});
	});

	describe('a Sync of a record that others delete and create again during its write', () => {
		const rows = [{ id: 'a1', name: 'New' }];

		/** Deletes the account at a change, and creates it at the read after that, so many times. */
		const replaceAtWrite = (times: number) => {
			const { accounts } = started().state;
			let left = times;

			const matches = ({ method }: { method: string }) => {
				const account = accountOf(started(), 'a1');

				if (method === 'PUT' && account && left > 0) {
					left--;
					accounts.remove(account);
				} else if (method === 'GET' && !account) {
					accounts.insert(newAccount(stateRow(vitallyId(`again-${left}`)), 'a1', 'Theirs', {}));
				}

				return false;
			};

			started().faults.add({ kind: 'delay', ms: 0, on: { matches } });
		};

		it('changes the new record', async () => {
			replaceAtWrite(1);

			expect(await summaryOf({ rows })).toMatchObject({ updated: 1, created: 0, failed: 0 });
			expect(namesOf(rows)).toEqual({ a1: 'New' });
		});

		it('fails its row where they do so again', async () => {
			replaceAtWrite(2);
			const { error } = await run({ rows });

			expect(error?.message).toBe(
				'The record was created and deleted by someone else while this item was running [item 0]',
			);
		});
	});

	it('creates an instance again that it created before, and that is deleted between plan and write', async () => {
		const { instances } = started().state;
		const parameters = {
			resource: 'customObjectInstance',
			customObjectId: byId('obj-1'),
			accountId: byId('acc-1'),
		};

		addDeal(started());
		await run({ parameters, rows: [{ id: 'D9', name: 'New' }] });

		const deleteAtPut = ({ method }: { method: string }) => {
			const created = instances.byExternalId('D9');
			if (method === 'PUT' && created) instances.remove(created);

			return false;
		};

		started().faults.add({ kind: 'delay', ms: 0, on: { matches: deleteAtPut } });
		const rows = [{ id: 'D9', name: 'Newer' }];

		expect(await summaryOf({ parameters, rows })).toMatchObject({
			created: 1,
			updated: 0,
			failed: 0,
		});
	});

	it('writes to an instance that it created a moment ago and that the search does not find yet', async () => {
		const { instances } = started().state;
		const parameters = {
			resource: 'customObjectInstance',
			customObjectId: byId('obj-1'),
			accountId: byId('acc-1'),
			syncOutput: 'changed',
		};

		addDeal(started());
		await run({ parameters, rows: [{ id: 'D8', name: 'New' }] });

		started().faults.add({
			kind: 'status',
			status: 200,
			body: [],
			on: { path: /instances\/search$/ },
		});
		const outcome = await run({ parameters, rows: [{ id: 'D8', name: 'Newer' }] });

		expect(linesOf(outcome)).toEqual(['row 1, D8: created']);
		expect({
			instances: [...instances.all()].filter(({ externalId }) => externalId === 'D8').length,
			name: instances.byExternalId('D8')?.name,
		}).toEqual({ instances: 1, name: 'Newer' });
	});

	it('returns what was written when the key is revoked in the middle, and why the rest was not', async () => {
		let writes = 0;

		const isRevoked = ({ method }: { method: string }) => {
			if (method !== 'GET') writes++;

			return method !== 'GET' && writes >= 8;
		};

		started().faults.add({ kind: 'status', status: 401, on: { matches: isRevoked } });
		const rows = rowsOf('New', 60);
		const { error, items } = await run({ rows, parameters: { syncOutput: 'changed' } });

		expect({ error: error?.message }).toEqual({ error: undefined });

		const results = items(NODE).map(({ json }) => json);
		const done = results.filter(({ result }) => result !== 'failed');
		const namesOfDone = done.map(({ externalId }) => {
			const account = accountOf(started(), String(externalId));

			return { externalId, name: account?.name };
		});

		expect(namesOfDone).toEqual(
			done.map(({ externalId }) => ({
				externalId,
				name: String(externalId).replace('a', 'New '),
			})),
		);

		const failed = results.filter(({ result }) => result === 'failed');
		const reasons = failed.map(({ externalId, reason }) => ({ externalId, reason }));

		expect(reasons).toEqual(
			failed.map(({ externalId }) => ({
				externalId,
				reason: 'Vitally does not accept the API key',
			})),
		);
		expect({ rowsDone: done.length, rowsFailed: failed.length }).toEqual({
			rowsDone: 7,
			rowsFailed: 53,
		});
		// What had begun by then.
		expect({ writes }).toEqual({ writes: lessThan(8 + MAX_RUNNING) });

		await expectRestWritten();
	});

	it('fails both rows of a record whose change had no response, and finds them unchanged in the next run', async () => {
		started().faults.add({ kind: 'resetAfter', on: { method: 'PUT' }, times: 3 });
		const rows = [{ id: 'a1', name: 'New' }, named('a2'), { id: 'a1', traits: { seats: 1 } }];

		expect(await summaryOf({ rows })).toMatchObject({ failed: 2, unchanged: 1 });
		expect(await summaryOf({ rows })).toMatchObject({ failed: 0, unchanged: 3 });
		expect(accountOf(started(), 'a1')).toMatchObject({ name: 'New', traits: { seats: 1 } });
	});

	it('counts in the fields that changed no record whose change had no response', async () => {
		started().faults.add({ kind: 'resetAfter', on: { method: 'PUT' }, times: 3 });
		const summary = await summaryOf({ rows: [{ id: 'a1', name: 'New' }, named('a2')] });

		expect(summary).toMatchObject({ failed: 1, updated: 0, fieldsChanged: [] });
	});

	it.each([
		{
			onError: undefined,
			whatItDoes: 'stops',
			line: 'row 1, a1: failed, The connection to Vitally was lost before it responded',
		},
		{
			onError: 'continueRegularOutput' as const,
			whatItDoes: 'continues',
			line: 'row 1, a1: error, The connection to Vitally was lost before it responded [item 0]',
		},
	])(
		'returns what Sync: Undo needs where all responses to a change were lost, and the node $whatItDoes on errors',
		async ({ onError, line }) => {
			const credentials = { credentials: credentialsFor(started()) };
			const path = `${ACCOUNTS}/${accountOf(started(), 'a1')?.id}`;

			started().faults.add({ kind: 'resetAfter', on: { method: 'PUT', path }, times: 3 });
			const rows = [
				{ id: 'a1', name: 'New' },
				{ id: 'a1', traits: { seats: 1 } },
				{ id: 'a2', name: 'New' },
			];
			const parameters = sync({}, { syncOutput: 'changed' });
			const changed = await runNode({ parameters, items: rows, onError }, credentials);
			const items = jsonOf(changed);

			expect(linesOfItems(items)[0]).toBe(line);

			const undone = await runNode(
				{ parameters: { ...parameters, operation: 'undoSync' }, items },
				credentials,
			);

			expect(linesOf(undone)).toEqual([
				'row 1, a1: restored',
				'row 2, a1: restored',
				'row 3, a2: restored',
			]);
			expect(namesOf(rows)).toEqual({ a1: 'Name of a1', a2: 'Name of a2' });
		},
	);

	describe('a Sync whose change may have been made', () => {
		const rows = ['a1', 'a2'].map((id) => ({ id, name: 'New' }));
		const lost = { kind: 'resetAfter', on: { method: 'PUT' } } as const;

		/** Runs a Sync, and Sync: Undo with what it returned. */
		const runAndUndo = async (syncRun: SyncRun = {}) => {
			const outcome = await run({ rows, parameters: { syncOutput: 'changed' }, ...syncRun });
			const changed = outcome.items(NODE).map(({ json }) => json);
			const written = namesOf(rows);

			started().faults.clear();
			await run({ rows: changed, parameters: { operation: 'undoSync' } });

			return { outcome, lines: linesOfItems(changed), changed, written, restored: namesOf(rows) };
		};

		const original = { a1: 'Name of a1', a2: 'Name of a2' };
		const BOTH_LOST = ['row 1, a1', 'row 2, a2'].map(
			(row) => `${row}: failed, The connection to Vitally was lost before it responded`,
		);

		it('returns the items of all rows, from which Undo restores the values', async () => {
			started().faults.add({ ...lost, times: 6 });
			const { outcome, lines, written, restored } = await runAndUndo();

			expect({ error: outcome.error?.message }).toEqual({ error: undefined });
			expect(lines).toEqual(BOTH_LOST);
			expect(written).toEqual({ a1: 'New', a2: 'New' });
			expect(restored).toEqual(original);
		});

		it('returns no row as unchanged whose second attempt was answered with 404', async () => {
			started().faults.add({ ...lost, times: 2 });
			started().faults.add({ kind: 'status', status: 404, on: { method: 'PUT' }, times: 2 });
			const { lines, written, restored } = await runAndUndo();

			expect(lines).toEqual([
				'row 1, a1: failed, Vitally has no record with this ID',
				'row 2, a2: failed, Vitally has no record with this ID',
			]);
			expect(written).toEqual({ a1: 'New', a2: 'New' });
			expect(restored).toEqual(original);
		});

		it('keeps the values that were there, of a record that only the read before its creation found', async () => {
			const isList = { method: 'GET', path: new RegExp(`${ACCOUNTS}$`) };
			const many = [...rows, ...['a3', 'a4', 'a5'].map(named)];

			started().faults.add({ kind: 'shown', as: () => undefined, on: isList });
			started().faults.add({ ...lost, times: 6 });
			const { lines, written, restored } = await runAndUndo({ rows: many });

			expect(lines).toEqual(BOTH_LOST);
			expect(written).toEqual({ a1: 'New', a2: 'New' });
			expect(restored).toEqual(original);
		});

		it('says that a change may have been saved that was on its way when the execution was stopped', async () => {
			started().faults.add({ kind: 'delay', ms: 100, on: { method: 'PUT' } });
			const isOnItsWay = () => started().requests.some(({ method }) => method === 'PUT');
			const cancel = until('a change is on its way', isOnItsWay);
			const { outcome, lines, changed } = await runAndUndo({ cancel });

			expect({ status: outcome.status }).toEqual({ status: 'canceled' });
			expect(lines).toEqual([
				'row 1, a1: failed, The execution was canceled',
				'row 2, a2: failed, The execution was canceled',
			]);
			expect(changed[0].description).toMatch(/^The change may have been saved\./);
			expect(changed[0].changedFields).toBe(JSON.stringify({ name: change('Name of a1', 'New') }));
		});
	});

	it('creates each record once where it runs twice at the same time', async () => {
		const summaries = await Promise.all([summaryOf(), summaryOf({ rows: rowsOf('Newer') })]);

		for (const summary of summaries) expect(summary).toMatchObject({ failed: 0, missing: 0 });

		const created = summaries.reduce((sum, summary) => sum + Number(summary.created), 0);

		expect({ createdByBoth: created }).toEqual({ createdByBoth: 15 });

		await expectRestWritten({ created: 0 });
	});
});
