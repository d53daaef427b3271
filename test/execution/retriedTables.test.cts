import type { IDataObject } from 'n8n-workflow';

import { linesOfItems } from '../engine/itemLines.cts';
import { runIn, NODE } from '../engine/node.cts';
import { accountOf, ACCOUNTS, withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';
import { change, changed, changeOperation } from '../sync/changeCases.cts';

/** n8n's Retry On Fail runs a Sync again whose first row is an error. */
describe('a row that an earlier try of a Sync has written', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const IDS = ['a0', 'a1', 'a2', 'a3', 'a4'];
	const NEW = { name: 'New' };
	const changes = (fields: object) => JSON.stringify(fields);

	beforeEach(async () => {
		await withAccounts(...IDS)(sandbox());
		sandbox().requests.length = 0;
	});

	/** Rejects the changes of the first account, and then calls `afterwards`. */
	const rejectFirst = (afterwards = () => {}) => {
		const isFirst = ({ path }: { path: string }) =>
			path.endsWith(String(accountOf(sandbox(), 'a0')?.id));

		const matches = (request: { path: string }) => {
			if (!isFirst(request)) return false;

			afterwards();

			return true;
		};

		sandbox().faults.add({ kind: 'status', status: 422, on: { method: 'PUT', matches } });
	};

	/** Changes accounts of the table in Vitally, which the next try would change back. */
	const changeOthers = () => {
		for (const id of ['a2', 'a3', 'a4']) {
			const account = accountOf(sandbox(), id);
			if (account) sandbox().state.accounts.change(account, { name: 'Changed by someone' });
		}
	};

	const runRows = async (rows: IDataObject[], options: object = {}, syncOutput = 'changed') =>
		await runIn(sandbox(), {
			parameters: sync({ maxChangesPercent: 100, ...options }, { syncOutput }),
			items: rows,
			onError: 'continueRegularOutput',
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

	/** Returns the JSON of the items of the last try. */
	const run = async (...table: Parameters<typeof runRows>): Promise<IDataObject[]> => {
		const { items } = await runRows(...table);

		return items(NODE).map(({ json }) => json);
	};

	const rowsOf = (...changedIds: string[]) =>
		IDS.map((id) => ({
			id,
			name: changedIds.includes(id) ? NEW.name : accountOf(sandbox(), id)?.name,
		}));

	it('goes out once, and comes back from the last try with its old value', async () => {
		const before = accountOf(sandbox(), 'a1')?.name;

		rejectFirst();

		const [rejected, ...others] = await run(rowsOf('a0', 'a1'));

		expect(rejected.error).toBe('Vitally rejected the request [item 0]');
		expect(others).toMatchObject([
			{
				result: 'updated',
				externalId: 'a1',
				changedFields: JSON.stringify({ name: { old: before, new: NEW.name } }),
			},
		]);

		const written = writesOf(sandbox()).filter(({ status }) => status === 200);

		expect(written.map(({ path, body }) => ({ path, body }))).toEqual([
			{ path: `${ACCOUNTS}/${accountOf(sandbox(), 'a1')?.id}`, body: NEW },
		]);
	});

	it('comes back from the last try so that Sync: Undo restores it', async () => {
		const before = accountOf(sandbox(), 'a1')?.name;

		rejectFirst();

		const items = await run(rowsOf('a0', 'a1'));
		const updated = items.filter(({ result }) => result === 'updated');

		expect(accountOf(sandbox(), 'a1')?.name).toBe(NEW.name);

		sandbox().faults.clear();
		const { error } = await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'undoSync', dryRun: false },
			items: updated,
		});

		expect({ error: error?.message }).toEqual({ error: undefined });
		expect(accountOf(sandbox(), 'a1')?.name).toBe(before);
	});

	it('comes back with each of its changes where two rows changed its record', async () => {
		rejectFirst();

		const [first, second] = rowsOf('a0', 'a1');
		const rows = [first, second, { ...second, traits: { plan: 'gold' } }];

		const [, ...others] = await run(rows, {}, 'each');

		expect(others.map(({ row, changedFields }) => ({ row, changedFields }))).toEqual([
			{ row: 2, changedFields: changes({ name: { old: 'Name of a1', new: 'New' } }) },
			{ row: 3, changedFields: changes({ 'traits.plan': { old: null, new: 'gold' } }) },
		]);
	});

	it('counts once above the output where two rows changed its record', async () => {
		rejectFirst();

		const [first, second] = rowsOf('a0', 'a1');
		const rows = [first, second, { ...second, traits: { plan: 'gold' } }];
		const [counts] = hintsOf(await runRows(rows));

		expect(counts).toMatch(/^0 created, 2 updated, 0 unchanged, 1 failed, with \d+ requests?\.$/);
	});

	it('comes back as failed, with its change, where the answer to that was lost', async () => {
		const before = accountOf(sandbox(), 'a0')?.name;

		sandbox().faults.add({ kind: 'resetAfter', on: { method: 'PUT' } });

		const items = await run(rowsOf('a0'));

		expect(items).toMatchObject([
			{
				error: 'The connection to Vitally was lost before it responded [item 0]',
				details: {
					result: 'failed',
					externalId: 'a0',
					changedFields: JSON.stringify({ name: { old: before, new: NEW.name } }),
				},
			},
		]);
	});

	it('comes back in the next try also where it would exceed Max Changes now', async () => {
		rejectFirst(changeOthers);

		expect(linesOfItems(await run(rowsOf('a0', 'a1'), { maxChanges: 2 }))).toEqual([
			'row 1, a0: error, Vitally rejected the request [item 0]',
			'row 2, a1: updated',
		]);
		expect(accountOf(sandbox(), 'a2')?.name).toBe('Changed by someone');
	});

	it('stands in no output of the next try where it was not written, and Max Changes is exceeded now', async () => {
		rejectFirst(changeOthers);

		expect(linesOfItems(await run(rowsOf('a0'), { maxChanges: 2 }))).toEqual([
			"item 0: error, Sync would change 4 of 5 accounts, more than the 2 that 'Max Changes' allows",
		]);
	});

	it('leaves its result to a row of the same record, which an earlier Sync: Apply Changes had applied', async () => {
		const stored = (before: string, after: string, id: unknown) =>
			changed('wouldUpdate', 'a1', { name: change(before, after) }, { id });
		const id = accountOf(sandbox(), 'a1')?.id;
		const { items } = await runIn(sandbox(), {
			parameters: changeOperation('applyChanges')(),
			items: [
				stored('Older', 'Newer', 'cut'),
				stored('Older', 'Name of a1', id),
				stored('Name of a1', 'New', id),
			],
			onError: 'continueRegularOutput',
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(linesOfItems(items(NODE).map(({ json }) => json)).slice(1)).toEqual([
			'row 2, a1: alreadyApplied',
			'row 3, a1: applied',
		]);
	});
});
