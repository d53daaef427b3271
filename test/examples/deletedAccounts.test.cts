import { readExamples } from '../../scripts/generate/examplesPage.cts';
import { newNode, runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { ACCOUNTS } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

const { nodes } = readExamples(PROJECT_ROOT).find(
	({ file }) => file === 'delete-accounts-from-csv.json',
) as unknown as WorkflowFile;
const nodeOf = (name: string) => nodes.find((node) => node.name === name);

describe('the last page of delete-accounts-from-csv.json', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('gives the reason for an ID that could not be read, which may be an account', async () => {
		sandbox().faults.add({ kind: 'status', status: 403, on: { path: `${ACCOUNTS}/acct-1` } });

		const get = nodeOf('Get Accounts');
		const value = nodeOf('Show Result')?.parameters.completionMessage;
		const text = newNode('Text', 'n8n-nodes-base.set', {
			typeVersion: 3.4,
			parameters: {
				mode: 'manual',
				assignments: { assignments: [{ id: 'text', name: 'text', value, type: 'string' }] },
				options: {},
			} as never,
		});
		const start = newNode('Upload CSV File', 'n8n-nodes-base.manualTrigger');
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		const outcome = await runWorkflow(
			{
				name: 'The last page',
				nodes: [start, get ?? start, text],
				connections: {
					[start.name]: { main: [to('Get Accounts')] },
					'Get Accounts': { main: [[], to('Text')] },
				},
				pinData: { [start.name]: [{ json: { account_id: 'acct-1', Mode: 'Backup only' } }] },
			},
			{ credentials: credentialsFor(sandbox()) },
		);

		expect(outcome.items('Text')[0].json.text).toBe(
			'Accounts: none<br>Not stored: acct-1 (Vitally does not allow this request with the API key [item 0])',
		);
	});
});
