import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { ExecuteContext } from 'n8n-core';
import { createRunExecutionData, type IExecuteData, type IExecuteFunctions } from 'n8n-workflow';

import { earlierTriesOf } from '../../nodes/Vitally/execution/earlierTries';
import { newNode, openWorkflow } from '../engine/engine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';
import { atMost, lessThan } from '../fixtures/bounds.cts';

const ITEMS = [{ json: {} }];

/** What n8n runs a node with: each try has the same. */
async function openRun({ retryOnFail = true, nodeThatRuns = NODE } = {}) {
	const file = nodeWorkflow({ parameters: {}, settings: { retryOnFail } });
	const { workflow, additionalData } = await openWorkflow(file, { credentials: {} });
	const node = workflow.nodes[NODE];
	const runs = nodeThatRuns === NODE ? node : newNode(nodeThatRuns, 'agent', { retryOnFail });
	const run: IExecuteData = { node: runs, data: { main: [ITEMS] }, source: null };

	/** The context of the next try. */
	const nextTry = () =>
		new ExecuteContext(
			workflow,
			node,
			additionalData,
			'trigger',
			createRunExecutionData(),
			0,
			ITEMS,
			run.data,
			run,
			[],
		) as unknown as IExecuteFunctions;

	return { nextTry };
}

/** Executes the first item in each of two contexts, and returns the outputs. */
async function executeInBoth(
	first: IExecuteFunctions,
	second: IExecuteFunctions,
): Promise<{ first: unknown; second: unknown }> {
	const executeIn = async (context: IExecuteFunctions, output: string) => {
		const [{ json }] = await earlierTriesOf(context).executeOnce(
			0,
			async () => await Promise.resolve([{ json: { output } }]),
		);

		return json.output;
	};

	return {
		first: await executeIn(first, 'of the first'),
		second: await executeIn(second, 'of the second'),
	};
}

const OUTPUTS_OF_THEIR_OWN = { first: 'of the first', second: 'of the second' };

describe('the output of an item', () => {
	it('comes back in the next try of the run', async () => {
		const { nextTry } = await openRun();

		expect(await executeInBoth(nextTry(), nextTry())).toEqual({
			first: 'of the first',
			second: 'of the first',
		});
	});

	it('stays out of another run of the node in the same execution', async () => {
		const first = await openRun();
		const second = await openRun();

		expect(await executeInBoth(first.nextTry(), second.nextTry())).toEqual(OUTPUTS_OF_THEIR_OWN);
	});

	it('stays out of another call of a tool by the same run of its agent', async () => {
		const { nextTry } = await openRun({ nodeThatRuns: 'Agent' });

		expect(await executeInBoth(nextTry(), nextTry())).toEqual(OUTPUTS_OF_THEIR_OWN);
	});

	it('stays nowhere where n8n does not try again', async () => {
		const { nextTry } = await openRun({ retryOnFail: false });

		expect(await executeInBoth(nextTry(), nextTry())).toEqual(OUTPUTS_OF_THEIR_OWN);
	});
});

describe('the memory of tries', () => {
	const RUNS = 50;
	const BYTES = 4_000_000;

	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;

	/** Fails a run after an item with a long output, as n8n does: it then drops the run. */
	const failRun = async () => {
		const { nextTry } = await openRun();
		const output = Buffer.alloc(BYTES, 'a').toString('latin1');

		await earlierTriesOf(nextTry()).executeOnce(
			0,
			async () => await Promise.resolve([{ json: { output } }]),
		);
	};

	const usedBytes = async () => {
		// What one collection finds unused may free what the next one finds.
		for (let pass = 0; pass < 3; pass++) {
			await new Promise((next) => setTimeout(next, 1));

			collectGarbage();
		}

		return process.memoryUsage().heapUsed + process.memoryUsage().external;
	};

	it('ends with the executions, whatever they returned', async () => {
		await failRun();

		const before = await usedBytes();

		for (let run = 0; run < RUNS; run++) await failRun();

		expect({ bytesKept: (await usedBytes()) - before }).toEqual({ bytesKept: lessThan(2 * BYTES) });
	});

	it('ends with the executions also where they are many', async () => {
		let executionsLeft = 0;
		const registry = new FinalizationRegistry(() => executionsLeft--);

		for (let run = 0; run < RUNS; run++) {
			const { nextTry } = await openRun();

			registry.register(earlierTriesOf(nextTry()), run);
			executionsLeft++;
		}

		await usedBytes();

		expect({ executionsLeft }).toEqual({ executionsLeft: atMost(1) });
	});
});
