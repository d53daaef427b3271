import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { runWorkflow, type WorkflowFile } from '../engine/engine.cts';
import { credentialsFor } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';

/** What is in Vitally, and what comes out, once an example has run; twice where that must not matter. */
describe('what becomes of an example', () => {
	const sandbox = sandboxOfSuite();

	const run = async (file: string) => {
		const text = readFileSync(join(PROJECT_ROOT, 'examples', file), 'utf8');
		const workflow = JSON.parse(text) as WorkflowFile;
		const outcome = await runWorkflow(workflow, { credentials: credentialsFor(sandbox()) });
		expect(outcome.error).toBeUndefined();
		return outcome;
	};

	it('deal-won.json: one account, its users and its project', async () => {
		const { accounts, users, projects } = sandbox().state;
		const before = [accounts.size, users.size, projects.size];
		await run('deal-won.json');
		await run('deal-won.json');

		const account = accounts.byExternalId('crm-7001');
		expect(account).toMatchObject({ name: 'Lantern Retail', traits: { mrr: 1850 } });
		expect(users.byExternalId('crm-c-1')).toMatchObject({
			email: 'ines@lantern.example',
			accountIds: [account?.id],
		});
		const mine = [...projects.all()].filter(({ accountId }) => accountId === account?.id);
		expect(mine.map(({ name }) => name)).toEqual(Array(2).fill('Onboarding: Lantern Retail'));
		expect([accounts.size, users.size, projects.size]).toEqual(
			before.map((size, index) => size + [1, 2, 2][index]),
		);
	});

	it('deals-from-spreadsheet.json: no deal twice', async () => {
		const { instances } = sandbox().state;
		const before = instances.size;
		await run('deals-from-spreadsheet.json');
		const after = await run('deals-from-spreadsheet.json');
		expect(instances.size).toBe(before + 2);
		const created = after.items('Create or Update Deals').map(({ json }) => json.created);
		expect(created).toEqual([false, false, false, false]);
	});
});
