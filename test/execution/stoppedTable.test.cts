import { notReachedReason } from '../../nodes/Vitally/sync/report/hints';
import { engineLog } from '../engine/engineLog.cts';
import { credentialsFor, NODE, runNode } from '../engine/node.cts';
import { until } from '../engine/until.cts';
import { accountOf } from '../fixtures/accounts.cts';
import { atLeast, lessThan, moreThan } from '../fixtures/bounds.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { hintsOf, sync, writesOf } from '../nodes/account/syncCases.cts';

describe('the reason why rows of a stopped Sync have no result', () => {
	it.each([
		{ rowsNotReached: 1, reason: '1 row was not reached before the execution was stopped' },
		{
			rowsNotReached: 1200,
			reason: '1,200 rows were not reached before the execution was stopped',
		},
	])('counts $rowsNotReached', ({ rowsNotReached, reason }) => {
		expect(notReachedReason({ rowsNotReached })).toBe(reason);
	});
});

/** n8n stores of a stopped node what it returns at once, if anything; its log stays. */
describe('a Sync that is stopped', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty', limits: { budget: 1_000_000 } });

	afterEach(() => jest.restoreAllMocks());

	const ROWS = 1000;

	/** Stops a Sync that creates accounts, after a number of writes. */
	const stopAfter = async (
		writes: number,
		syncOutput: string,
		{ rowsOfEach = 1, options = {} }: { rowsOfEach?: number; options?: object } = {},
	) => {
		const warn = jest.spyOn(engineLog, 'warn').mockReturnValue(undefined);
		const cancel = until(`${writes} rows are written`, () => writesOf(sandbox()).length >= writes);
		const outcome = await runNode(
			{
				parameters: sync({ maxChanges: ROWS, maxChangesPercent: 100, ...options }, { syncOutput }),
				items: Array.from({ length: ROWS }, (_, index) => ({
					id: `a${Math.floor(index / rowsOfEach)}`,
					name: 'New',
				})),
				onError: 'continueRegularOutput',
			},
			{ credentials: credentialsFor(sandbox()), cancel },
		);

		return {
			items: outcome.items(NODE).map(({ json }) => json),
			hints: hintsOf(outcome),
			warnings: warn.mock.calls.map(([text]) => text),
		};
	};

	it('returns the rows that were written or in flight, and one item for the others', async () => {
		const { items } = await stopAfter(100, 'changed');
		const written = items.filter(
			({ result, error }) => result === 'created' || error !== undefined,
		);
		const others = items.filter(({ result }) => result === 'skipped');

		expect({ writtenRows: written.length }).toEqual({ writtenRows: atLeast(90) });
		expect({ writtenRows: written.length }).toEqual({ writtenRows: lessThan(200) });
		expect(others).toMatchObject([
			{
				reason: `${ROWS - written.length} rows were not reached before the execution was stopped`,
			},
		]);
	});

	it('counts in the summary the rows that were not reached', async () => {
		const { items } = await stopAfter(100, 'summary');
		const [{ created, failed, notReached }] = items as Array<Record<string, number>>;

		expect({ rows: created + failed + notReached }).toEqual({ rows: ROWS });
		expect({ notReached }).toEqual({ notReached: moreThan(800) });
	});

	it('counts all rows of a record that had no turn', async () => {
		const { items } = await stopAfter(50, 'summary', { rowsOfEach: 2 });
		const [{ created, unchanged, failed, notReached }] = items as Array<Record<string, number>>;

		expect({ rows: created + unchanged + failed + notReached }).toEqual({ rows: ROWS });
	});

	it('counts in a line above the output the rows that were not reached', async () => {
		const { items, hints } = await stopAfter(50, 'summary');
		const [{ notReached }] = items as Array<Record<string, number>>;

		expect(hints.at(-1)).toBe(`${notReachedReason({ rowsNotReached: notReached })}.`);
	});

	it('does not say which records are not in the table, since it did not end', async () => {
		const { items } = await stopAfter(50, 'summary', { options: { notInTable: 'output' } });

		expect(items).toMatchObject([{ notInTable: null }]);
	});

	it('logs rows in the order of the table, whichever was written last', async () => {
		const warn = jest.spyOn(engineLog, 'warn').mockReturnValue(undefined);
		const ids = Array.from({ length: 12 }, (_, index) => `b${index}`);
		const isFirst = ({ method, body }: { method: string; body?: { externalId?: string } }) =>
			method === 'POST' && body?.externalId === 'b0';

		sandbox().faults.add({ kind: 'delay', ms: 500, on: { matches: isFirst } });
		const cancel = until('the other rows are written', () =>
			ids.slice(1).every((id) => accountOf(sandbox(), id) !== undefined),
		);

		await runNode(
			{
				parameters: sync({ maxChangesPercent: 100 }),
				items: ids.map((id) => ({ id, name: 'New' })),
				onError: 'continueRegularOutput',
			},
			{ credentials: credentialsFor(sandbox()), cancel },
		);

		expect(warn.mock.calls.map(([text]) => text)).toEqual([
			'Vitally: the execution was stopped. Rows 1-12 of 12 were written, or may be.',
		]);
	});

	/** Lets the node read the answers that the sandbox has sent. */
	const turns = async () => {
		for (let turn = 0; turn < 100; turn++) await new Promise((next) => setImmediate(next));
	};

	/** Stops a Sync of five rows, of which Vitally rejects some, when the last one is written. */
	const logOf = async (rejected: string[]) => {
		const warn = jest.spyOn(engineLog, 'warn').mockReturnValue(undefined);
		const isRejected = ({ method, body }: { method: string; body?: { externalId?: string } }) =>
			method === 'POST' && rejected.includes(String(body?.externalId));

		sandbox().faults.add({ kind: 'status', status: 422, on: { matches: isRejected } });
		sandbox().faults.add({ kind: 'delay', ms: 300, on: { method: 'POST' } });
		const ids = ['b0', 'b1', 'b2', 'b3', 'b4'];
		const cancel = until('five rows are sent, and the rejected ones answered', () => {
			const answered = writesOf(sandbox()).filter(({ status }) => status === 422);

			return writesOf(sandbox()).length === 5 && answered.length === rejected.length;
		}).then(turns);

		await runNode(
			{
				parameters: sync({ maxChangesPercent: 100 }),
				items: ids.map((id) => ({ id, name: 'New' })),
				onError: 'continueRegularOutput',
			},
			{ credentials: credentialsFor(sandbox()), cancel },
		);

		return warn.mock.calls.map(([text]) => text);
	};

	it.each([
		{ rows: 'a row between two rejected ones', rejected: ['b1', 'b3'], named: 'Rows 1, 3, 5 of 5' },
		{ rows: 'two rows next to each other', rejected: ['b2'], named: 'Rows 1-2, 4-5 of 5' },
	])('logs the numbers of the rows that were written: $rows', async ({ rejected, named }) => {
		expect(await logOf(rejected)).toEqual([
			`Vitally: the execution was stopped. ${named} were written, or may be.`,
		]);
	});

	it('logs the rows that were written in one line', async () => {
		const { warnings } = await stopAfter(100, 'changed');

		expect(warnings).toEqual([
			expect.stringMatching(
				/^Vitally: the execution was stopped\. Rows 1-[\d, -]+ of 1000 were written, or may be\.$/,
			),
		]);
	});
});
