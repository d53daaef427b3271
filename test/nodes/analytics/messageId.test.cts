import { ExecuteSingleContext } from 'n8n-core';
import { createRunExecutionData, type IDataObject } from 'n8n-workflow';

import { readRunKey } from '../../../nodes/Vitally/execution/itemContext';
import type { ItemContext } from '../../../nodes/Vitally/execution/operation';
import { ensureMessageId } from '../../../nodes/VitallyAnalytics/analyticsMessage';
import { openWorkflow } from '../../engine/engine.cts';
import {
	resultThrough,
	throughExpressions,
	throughRunner,
	throughTool,
} from '../../engine/entryPoints.cts';
import { NODE, nodeWorkflow, runIn } from '../../engine/node.cts';
import { sandboxOfSuite } from '../../fixtures/sandboxOfSuite.cts';
import { hintsOf } from '../account/syncCases.cts';

/** The place of an item in a run; each message of the workflow has another place. */
const PLACE = {
	instance: 'first',
	executionId: '1',
	workflow: 'workflow',
	node: 'node',
	run: 0,
	item: 0,
};

type Place = Omit<typeof PLACE, 'executionId'> & { executionId: string | undefined };

async function idAt(change: Partial<Place> = {}, fields: object = { accountId: 'c1' }) {
	const place = { ...PLACE, ...change };
	const file = nodeWorkflow({ type: 'vitallyAnalytics', parameters: {} });
	const { workflow, additionalData } = await openWorkflow(file, { credentials: {} });

	workflow.id = place.workflow;
	const node = workflow.nodes[NODE];

	node.id = place.node;
	const items = [{ json: {} }, { json: {} }];
	const context = new ExecuteSingleContext(
		workflow,
		node,
		{ ...additionalData, executionId: place.executionId },
		'trigger',
		createRunExecutionData(),
		place.run,
		items,
		{ main: [items] },
		place.item,
		{ node, data: { main: [items] }, source: null },
	);

	jest.spyOn(context, 'getInstanceId').mockReturnValue(place.instance);
	const itemKey = () => [...readRunKey(context), place.item];

	return ensureMessageId({ itemKey } as ItemContext, { ...fields }).messageId;
}

describe('the ID of a message', () => {
	it('stays the same for the same item of a run', async () => {
		expect(await idAt()).toMatch(/^[0-9a-f]{64}$/);
		expect(await idAt()).toBe(await idAt());
	});

	it.each<{ other: string; place?: Partial<Place>; fields?: object }>([
		{ other: 'instance of n8n', place: { instance: 'second' } },
		{ other: 'execution', place: { executionId: '2' } },
		{ other: 'workflow', place: { workflow: 'other' } },
		{ other: 'node of the workflow', place: { node: 'other' } },
		{ other: 'run of the node', place: { run: 1 } },
		{ other: 'item', place: { item: 1 } },
		{ other: 'ID in the message', fields: { accountId: 'c2' } },
		{ other: 'trait in the message', fields: { accountId: 'c1', traits: { plan: 'gold' } } },
	])('differs for another $other', async ({ place, fields }) => {
		const isSame = (await idAt()) === (await idAt(place, fields));

		expect({ isSame }).toEqual({ isSame: false });
	});
});

it('the ID of a message is another one for each call without an execution', async () => {
	const call = { executionId: undefined };

	const isSame = (await idAt(call)) === (await idAt(call));

	expect({ isSame }).toEqual({ isSame: false });
});

describe('equal items', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });

	it.each([
		['of a workflow', throughRunner],
		['where the operation is an expression', throughExpressions('operation')],
	])('have messages of their own: %s', async (_title, entryPoint) => {
		const parameters = { resource: 'account', operation: 'upsert', accountId: 'c1', name: 'A' };
		const run = { type: 'vitallyAnalytics', parameters, items: [{}, {}] };
		const { requests } = await resultThrough(entryPoint, sandbox(), run);
		// The messages of a workflow are one request.
		const messages = requests.flatMap(({ body }) => body as Array<{ messageId: string }>);
		const [first, second] = messages.map(({ messageId }) => messageId);

		expect(second).toMatch(/^[0-9a-f]{64}$/);
		expect({ distinctIds: new Set([first, second]).size }).toEqual({ distinctIds: 2 });
	});

	it('have messages of their own in calls of a tool that n8n counts as one run', async () => {
		const parameters = { resource: 'account', operation: 'upsert', accountId: 'c1', name: 'A' };
		const run = { type: 'vitallyAnalytics', parameters };

		const calls = await Promise.all([
			resultThrough(throughTool, sandbox(), run),
			resultThrough(throughTool, sandbox(), run),
		]);

		expect(calls.map(({ error }) => error)).toEqual([undefined, undefined]);

		const [first, second] = sandbox().requests.map(
			({ body }) => (body as { messageId: string }).messageId,
		);

		expect(second).toMatch(/^[0-9a-f]{64}$/);
		expect({ distinctIds: new Set([first, second]).size }).toEqual({ distinctIds: 2 });
	});
});

describe('equal events', () => {
	const sandbox = sandboxOfSuite({ seed: 'empty' });
	const DAY = { timestamp: '2026-01-05' };
	const HINT =
		"Several items are the same event with the same 'Timestamp', so Vitally counts them once. To count each of them, enter a 'Message ID' that differs, such as the number of the row.";

	const track = async (items: IDataObject[], { batch } = { batch: true }) =>
		await runIn(sandbox(), {
			type: 'vitallyAnalytics',
			parameters: {
				resource: 'event',
				operation: 'track',
				event: 'Login',
				userId: 'u1',
				additionalFields: {
					timestamp: '={{ $json.timestamp }}',
					messageId: '={{ $json.messageId }}',
				},
				options: { batch },
			},
			items,
		});

	it.each([{ batch: true }, { batch: false }])(
		'get a line above the output where they have one time, because Vitally counts them once: Batch $batch',
		async ({ batch }) => {
			const outcome = await track([DAY, DAY, DAY], { batch });

			expect(hintsOf(outcome)).toContain(HINT);
			expect({ counted: sandbox().state.receivedMessages.size }).toEqual({ counted: 1 });
		},
	);

	it.each([
		{ others: 'of different times', items: [DAY, { timestamp: '2026-01-06' }] },
		{
			others: 'messages with different IDs',
			items: [1, 2].map((messageId) => ({ ...DAY, messageId })),
		},
		{ others: 'without a time', items: [{}, {}] },
	])(
		'count by themselves, without a line above the output, where they are $others',
		async ({ items }) => {
			const outcome = await track(items);

			expect(hintsOf(outcome).filter((hint) => hint === HINT)).toEqual([]);
			expect({ counted: sandbox().state.receivedMessages.size }).toEqual({ counted: 2 });
		},
	);
});
