import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, runNode } from '../engine/node.cts';
import { addDeal } from '../fixtures/customObjects.cts';
import { byId } from '../fixtures/locators.cts';
import { addNote } from '../fixtures/notes.cts';

/** Runs a node with a key of the workspace, beside the other nodes of this process. */
async function runWithKey(sandbox: Sandbox, apiKey: string, run: Parameters<typeof runNode>[0]) {
	const { vitallyApi } = credentialsFor(sandbox);

	return await runNode(run, { credentials: { vitallyApi: { ...vitallyApi, apiKey } } });
}

describe('two keys of one workspace', () => {
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startSandbox({ seed: 'empty', latencyMs: 5 });
		addDeal(sandbox);
	});

	afterEach(async () => await sandbox.close());

	const runWithBoth = async (runOf: (key: number) => Parameters<typeof runNode>[0]) => {
		const keys = [sandbox.apiKey, sandbox.secondApiKey];
		const outcomes = await Promise.all(
			keys.map(async (apiKey, index) => await runWithKey(sandbox, apiKey, runOf(index))),
		);

		for (const { error } of outcomes) {
			expect({ error: error?.message }).toEqual({ error: undefined });
		}
	};

	it('lose no tag that the other one adds to the same note', async () => {
		addNote(sandbox, 'n-1', { tags: ['own'] });
		const rows = Array.from({ length: 10 }, (_, index) => index);

		await runWithBoth((key) => ({
			parameters: {
				resource: 'note',
				operation: 'update',
				noteId: byId('n-1'),
				tagsMode: 'add',
				tags: '={{ $json.tag }}',
			},
			items: rows.map((row) => ({ tag: `${key}-${row}` })),
		}));

		const expected = ['own', ...rows.flatMap((row) => [`0-${row}`, `1-${row}`])];

		expect([...(sandbox.state.notes.get('n-1')?.tags ?? [])].sort()).toEqual(expected.sort());
	});

	it('create an instance once that both create or update', async () => {
		const items = Array.from({ length: 10 }, (_, index) => ({ id: `N${index}` }));

		await runWithBoth(() => ({
			parameters: {
				resource: 'customObjectInstance',
				operation: 'upsert',
				customObjectId: byId('obj-1'),
				externalId: '={{ $json.id }}',
				name: 'Renewal',
				accountId: byId('acc-1'),
			},
			items,
		}));

		const created = [...sandbox.state.instances.all()].filter(({ id }) => id !== 'i-1');

		expect(created.map(({ externalId }) => externalId).sort()).toEqual(items.map(({ id }) => id));
	});
});
