import { restoreMachineClock, setMachineClock } from './machineDate.cts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, runNode } from '../engine/node.cts';

const HOUR = 3_600_000;
const create = { resource: 'account', operation: 'create', externalId: 'a1', name: 'Acme' };

describe("the machine's clock, set back by an hour after a 429", () => {
	let sandbox: Sandbox;
	afterEach(async () => await sandbox.close());
	afterAll(restoreMachineClock);

	it('lets no request wait longer than the service asked for', async () => {
		sandbox = await startSandbox({ seed: 'empty' });
		sandbox.faults.add({ kind: 'status', status: 429, times: 1, headers: { 'retry-after': '2' } });
		const answered = (async () => {
			while (sandbox.requests.length === 0) await new Promise((next) => setTimeout(next, 5));
			await new Promise((next) => setTimeout(next, 200));
			setMachineClock(-HOUR);
		})();
		const outcome = await runNode({ parameters: create }, { credentials: credentialsFor(sandbox) });
		await answered;
		expect(outcome.error).toBeUndefined();
		expect(sandbox.requests.map(({ status }) => status)).toEqual([429, 200]);
	});
});
