import { readExamples } from '../../scripts/generate/examplesPage.cts';
import { NODE, runIn } from '../engine/node.cts';
import { PROJECT_ROOT } from '../engine/nodeTypes.cts';
import { accountOf, withAccounts } from '../fixtures/accounts.cts';
import { sandboxOfSuite } from '../fixtures/sandboxOfSuite.cts';
import { read } from './docFiles.cts';

/** The step of docs/sync.md that deletes accounts, after each was stored in a data table. */
const [step = ''] =
	/^5\. Add a \*\*Vitally\*\* node with the operation _Delete_.*$/m.exec(read('docs/sync.md')) ??
	[];
const [, advised] = /this is `(\{\{ .*? \}\})`/.exec(step) ?? [];

describe('the deletion in docs/sync.md', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it('takes the ID from the column of its example', () => {
		const example = readExamples(PROJECT_ROOT).find(
			({ file }) => file === 'delete-accounts-from-csv.json',
		);
		const deletion = example?.nodes.find(({ name }) => name === 'Delete Accounts');

		expect(deletion?.parameters.accountId).toMatchObject({ mode: 'id', value: `=${advised}` });
	});

	it('deletes the stored account, and not the one with the number of its row', async () => {
		await withAccounts('1', 'left')(sandbox());

		const outcome = await runIn(sandbox(), {
			parameters: {
				resource: 'account',
				operation: 'delete',
				accountId: { __rl: true, mode: 'id', value: `=${advised}` },
				confirmPermanentDelete: true,
			},
			items: [{ id: 1, vitally_id: accountOf(sandbox(), 'left')?.id as string }],
		});

		expect(outcome.items(NODE)).toHaveLength(1);
		expect(accountOf(sandbox(), 'left')).toBeUndefined();
		expect(accountOf(sandbox(), '1')).toBeDefined();
	});
});
