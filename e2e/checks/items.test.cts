import assert from 'node:assert/strict';

import { startSandbox } from '../../sandbox/sandbox.cts';
import { addressOfN8n, report } from '../context.cts';
import { itemsOf, errorOf, sequence, Session } from '../session.cts';

const COUNT = 10_000;
const MAX_MS = 300_000;
const NODE = 'Get Account';

it('10,000 items: each record arrives, linked to its own item', async () => {
	const sandbox = await startSandbox({ limits: { budget: 10 * COUNT }, record: false });
	const session = await Session.open(await addressOfN8n('items'));
	const accounts = [...sandbox.state.accounts.all()];
	const ids = Array.from({ length: COUNT }, (_, index) => accounts[index % accounts.length].id);
	const workflowId = await session.addWorkflow({
		...sequence('Items', [
			{ name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
			{
				name: NODE,
				type: 'n8n-nodes-vitally.vitally',
				parameters: {
					resource: 'account',
					operation: 'get',
					accountId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
					output: 'raw',
				},
				credentials: await session.addVitally(sandbox),
			},
		]),
		pinData: { Start: ids.map((id) => ({ json: { id } })) },
	});
	const execution = await session.run(workflowId, 'Start', MAX_MS);

	await sandbox.close();

	assert.equal(execution.status, 'success', errorOf(execution));

	const items = itemsOf(execution, NODE);

	assert.deepEqual(
		items.map(({ json }) => json.id),
		ids,
	);
	assert.ok(
		items.every(({ pairedItem }, index) => {
			const { item } = pairedItem as { item: number };

			return item === index;
		}),
	);

	const [{ executionTime }] = execution.data.resultData.runData[NODE];

	report(`${(executionTime / COUNT).toFixed(2)} ms an item`);
});
