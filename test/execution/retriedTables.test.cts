import type { IDataObject } from 'n8n-workflow';

import { runIn, NODE } from '../engine/node.cts';
import { accountOf, withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { sync, writesOf } from '../nodes/account/syncCases.cts';

/** n8n's Retry On Fail runs a Sync again whose first row is an error. */
describe('a row of a table that an earlier try has written', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const IDS = ['a0', 'a1', 'a2', 'a3', 'a4'];
	const NEW = { name: 'New' };

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

	const run = async (rows: IDataObject[], options: object = {}): Promise<IDataObject[]> => {
		const { items } = await runIn(sandbox(), {
			parameters: sync({ maxChangesPercent: 100, ...options }, { syncOutput: 'changed' }),
			items: rows,
			onError: 'continueRegularOutput',
			settings: { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		return items(NODE).map(({ json }) => json);
	};

	const rowsOf = (...changedIds: string[]) =>
		IDS.map((id) => ({
			id,
			name: changedIds.includes(id) ? NEW.name : accountOf(sandbox(), id)?.name,
		}));

	it('the next try returns it with its old value, by which Sync: Undo restores it, and does not write it again', async () => {
		const before = accountOf(sandbox(), 'a1')?.name;

		rejectFirst();

		const items = await run(rowsOf('a0', 'a1'));
		const written = writesOf(sandbox()).filter(({ status }) => status === 200);
		const updated = items.filter(({ result }) => result === 'updated');

		expect(written).toHaveLength(1);
		expect(items[0].error).toBeDefined();
		expect(updated).toHaveLength(1);
		expect(JSON.parse(String(updated[0].changedFields))).toEqual({
			name: { old: before, new: 'New' },
		});

		sandbox().faults.clear();
		const { error } = await runIn(sandbox(), {
			parameters: { resource: 'account', operation: 'undoSync', dryRun: false },
			items: updated,
		});

		expect(error?.message).toBeUndefined();
		expect(accountOf(sandbox(), 'a1')?.name).toBe(before);
	});

	it('the next try returns it also where it would exceed a limit', async () => {
		rejectFirst(() => {
			for (const id of ['a2', 'a3', 'a4']) {
				const account = accountOf(sandbox(), id);
				if (account) sandbox().state.accounts.change(account, { name: 'Changed by someone' });
			}
		});

		const items = await run(rowsOf('a0', 'a1'), { maxChanges: 2 });

		expect(items).toMatchObject([
			{ error: expect.stringContaining('[item 0]') as string },
			{ result: 'updated', externalId: 'a1' },
		]);
		expect(accountOf(sandbox(), 'a2')?.name).toBe('Changed by someone');
	});
});
