import type { IDataObject } from 'n8n-workflow';

import { MAX_RUNNING } from '../../nodes/Vitally/execution/concurrency';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { accountOf, ACCOUNTS, withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { named, sync, writesOf } from '../nodes/account/syncCases.cts';

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
	const run = async (
		options: object = {},
		more: { rows?: IDataObject[]; cancel?: Promise<unknown>; by?: object } = {},
	) =>
		await runNode(
			{ parameters: sync(options, more.by), items: more.rows ?? table },
			{ credentials: credentialsFor(started()), cancel: more.cancel },
		);
	const summaryOf = async (...parameters: Parameters<typeof run>) =>
		(await run(...parameters)).items(NODE)[0].json;
	const namesOf = (rows: IDataObject[]) =>
		rows.map(({ id }) => accountOf(started(), String(id))?.name);
	const isHome = () => expect(namesOf(table)).toEqual(table.map(({ name }) => name));

	const bringsHome = async (counts: object) => {
		started().faults.clear();

		expect(await summaryOf()).toMatchObject({ failed: 0, ...counts });

		isHome();

		expect(await summaryOf()).toMatchObject({ created: 0, updated: 0, unchanged: 30 });
		expect(started().state.accounts.size).toBe(30);
	};

	it('is stopped in the middle, and says what was written by then', async () => {
		started().faults.add({ kind: 'delay', ms: 50 });
		const inTheMiddle = (async () => {
			while (writesOf(started()).length < 15) await new Promise((next) => setTimeout(next, 1));
		})();
		const { status, items } = await run({}, { cancel: inTheMiddle });

		expect(status).toBe('canceled');
		expect(items(NODE)[0]?.json.failures).toContainEqual(
			expect.objectContaining({ reason: 'The execution was canceled' }),
		);
		expect(writesOf(started()).length).toBeLessThan(30);

		await bringsHome({});
	});

	it.each([
		[{}, undefined, 'created'],
		[{ createMissing: false }, undefined, 'missing'],
		[{}, { matchBy: 'id', vitallyId: '={{ $json.id }}' }, 'missing'],
	])('a record is deleted between plan and write: %j, %j: %s', async (options, by, result) => {
		const { id = '' } = accountOf(started(), 'a1') ?? {};

		started().faults.add({
			kind: 'delay',
			ms: 0,
			on: {
				matches: ({ method }) => {
					const account = method === 'PUT' && accountOf(started(), 'a1');
					if (account) started().state.accounts.remove(account);

					return false;
				},
			},
		});
		const rows = [{ id: by ? id : 'a1', name: 'New' }];

		expect(await summaryOf(options, { rows, by })).toMatchObject({ updated: 0, [result]: 1 });

		const again = result === 'created' ? { unchanged: 1 } : { missing: 1 };

		expect(await summaryOf(options, { rows, by })).toMatchObject({ failed: 0, ...again });
	});

	it('returns what was written when the key is revoked in the middle, and why the rest was not', async () => {
		let writes = 0;
		const isRevoked = ({ method }: { method: string }) => method !== 'GET' && ++writes >= 8;

		started().faults.add({ kind: 'status', status: 401, on: { matches: isRevoked } });
		const rows = rowsOf('New', 60);
		const { error, items } = await run({}, { rows, by: { syncOutput: 'changed' } });

		expect(error).toBeUndefined();

		const results = items(NODE).map(({ json }) => json);
		const done = results.filter(({ result }) => result !== 'failed');

		expect(done.map(({ externalId }) => accountOf(started(), String(externalId))?.name)).toEqual(
			done.map(({ externalId }) => String(externalId).replace('a', 'New ')),
		);
		expect(done).toHaveLength(7);

		const failed = results.filter(({ result }) => result === 'failed');

		expect(failed.map(({ reason }) => reason)).toEqual(
			failed.map(() => expect.stringMatching(/does not accept|rejected/)),
		);
		expect(failed).toHaveLength(53);
		// What had begun by then.
		expect(writes).toBeLessThan(8 + MAX_RUNNING);

		await bringsHome({});
	});

	it('has several rows of a record that was written without a response', async () => {
		started().faults.add({ kind: 'resetAfter', on: { method: 'PUT' }, times: 3 });
		const rows = [{ id: 'a1', name: 'New' }, named('a2'), { id: 'a1', name: 'Newer' }];

		expect(await summaryOf({}, { rows })).toMatchObject({ failed: 2, unchanged: 1 });
		expect(await summaryOf({}, { rows })).toMatchObject({ failed: 0, updated: 2 });
		expect(accountOf(started(), 'a1')).toMatchObject({ name: 'Newer' });
	});

	it.each([undefined, 'continueRegularOutput'] as const)(
		'is undone where all responses to a change were lost: %s',
		async (onError) => {
			const credentials = { credentials: credentialsFor(started()) };
			const path = `${ACCOUNTS}/${accountOf(started(), 'a1')?.id}`;

			started().faults.add({ kind: 'resetAfter', on: { method: 'PUT', path }, times: 3 });
			const rows = ['New', 'Newer'].map((name) => ({ id: 'a1', name }));

			rows.push({ id: 'a2', name: 'New' });
			const parameters = sync({}, { syncOutput: 'changed' });
			const changed = await runNode({ parameters, items: rows, onError }, credentials);
			const items = changed.items(NODE).map(({ json }) => json);

			expect(JSON.stringify(items[0])).toContain('failed');

			await runNode({ parameters: { ...parameters, operation: 'undoSync' }, items }, credentials);

			expect(namesOf(rows.slice(1))).toEqual(['Name of a1', 'Name of a2']);
		},
	);

	it('runs twice at the same time', async () => {
		const summaries = await Promise.all([summaryOf(), summaryOf({}, { rows: rowsOf('Newer') })]);

		for (const summary of summaries) expect(summary).toMatchObject({ failed: 0, missing: 0 });

		expect(summaries.reduce((sum, { created }) => sum + Number(created), 0)).toBe(15);

		await bringsHome({ created: 0 });
	});
});
