import { linesOf } from '../engine/itemLines.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import { withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { named, sync, writesOf } from '../nodes/account/syncCases.cts';

/** A suite of its own: a 429 delays all further requests with the key. */
describe('a Sync whose rate limit is used up', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('sends what two rows of a record change once, and no row by itself', async () => {
		await withAccounts('a1', 'a2')(sandbox());
		sandbox().requests.length = 0;
		sandbox().faults.add({ kind: 'status', status: 429, on: { method: 'PUT' } });
		const { vitallyApi } = credentialsFor(sandbox());
		const outcome = await runNode(
			{
				parameters: sync({}, { syncOutput: 'each' }),
				items: [{ id: 'a1', name: 'New' }, { id: 'a1', traits: { seats: 1 } }, named('a2')],
			},
			{ credentials: { vitallyApi: { ...vitallyApi, maxWait: 0 } } },
		);
		const reason = expect.stringContaining("failed, Vitally's rate limit is used up");

		expect(linesOf(outcome)).toEqual([reason, reason, 'row 3, a2: unchanged']);
		expect({ writes: writesOf(sandbox()).length }).toEqual({ writes: 1 });
	});
});
