import type { INodeExecutionData } from 'n8n-workflow';

import { startSandbox, type Sandbox } from '../../sandbox/sandbox.cts';
import { credentialsFor, NODE, runNode, type NodeRun } from '../engine/node.cts';

interface Paired extends Pick<NodeRun, 'parameters'> {
	given: (sandbox: Sandbox) => unknown;
	/** An item that the operation carries out. */
	good: object;
	/** An item that it refuses. */
	bad: object;
	/** What stands in the text of the refusal. */
	refuses: RegExp;
}

/** Shows that an operation keeps its items paired whatever n8n is to do about a refused one. */
export function describePairing(
	title: string,
	{ given, parameters, good, bad, refuses }: Paired,
): void {
	describe(`${title}: pairing`, () => {
		let sandbox: Sandbox;
		beforeAll(async () => {
			sandbox = await startSandbox({ seed: 'empty' });
		});
		beforeEach(async () => {
			sandbox.reset();
			await given(sandbox);
		});
		afterAll(async () => await sandbox.close());

		const run = async (onError?: NodeRun['onError']) =>
			await runNode(
				{ parameters, items: [{ ...good }, { ...bad }, { ...good }], onError },
				{ credentials: credentialsFor(sandbox) },
			);
		const pairs = (items: INodeExecutionData[]) =>
			items.map(({ pairedItem }) => (pairedItem as { item: number }).item);

		it('names the item at which the workflow stops', async () => {
			const { error } = await run();
			expect(error?.message).toMatch(refuses);
			expect(error?.context.itemIndex).toBe(1);
		});

		it('pairs results and refusals when the workflow goes on', async () => {
			const output = (await run('continueRegularOutput')).items(NODE);
			expect([...new Set(pairs(output))]).toEqual([0, 1, 2]);
			expect(output.find(({ json }) => json.error)?.json.error).toMatch(refuses);
		});

		it('pairs both outputs when refusals have one of their own', async () => {
			const outcome = await run('continueErrorOutput');
			expect([...new Set(pairs(outcome.items(NODE, 0)))]).toEqual([0, 2]);
			expect(pairs(outcome.items(NODE, 1))).toEqual([1]);
		});
	});
}
