import { additionalDataOf, builtPackages } from '../../engine/engine.cts';

import { ExecuteSingleContext } from 'n8n-core';
import { createRunExecutionData, Workflow, type INode } from 'n8n-workflow';

import { readRunKey } from '../../../nodes/Vitally/execution/itemContext';
import type { ItemContext } from '../../../nodes/Vitally/execution/operation';
import { withMessageId } from '../../../nodes/VitallyAnalytics/analyticsMessage';

/** One item of a run; each message of the workflow has another one. */
const PLACE = { execution: '1', workflow: 'workflow', node: 'node', run: 0, item: 0 };

async function idAt(change: Partial<typeof PLACE> = {}, fields: object = { accountId: 'c1' }) {
	const place = { ...PLACE, ...change };
	const node: INode = {
		id: place.node,
		name: 'Vitally Analytics',
		type: 'n8n-nodes-vitally.vitallyAnalytics',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const packages = await builtPackages();
	const workflow = new Workflow({
		id: place.workflow,
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: packages,
	});
	const items = [{ json: {} }, { json: {} }];
	const context = new ExecuteSingleContext(
		workflow,
		node,
		{
			...additionalDataOf(workflow, packages, { credentials: {} }),
			executionId: place.execution,
		},
		'trigger',
		createRunExecutionData(),
		place.run,
		items,
		{ main: [items] },
		place.item,
		{ node, data: { main: [items] }, source: null },
	);
	const itemKey = () => [...readRunKey(context), place.item];
	return withMessageId({ itemKey } as ItemContext, { ...fields }).messageId;
}

it('the ID of a message is the same whenever the same item of the same run is executed', async () => {
	expect(await idAt()).toMatch(/^[0-9a-f]{64}$/);
	expect(await idAt()).toBe(await idAt());
});

it('the ID of a message differs for every other message', async () => {
	const ids = await Promise.all([
		idAt(),
		idAt({ execution: '2' }),
		idAt({ workflow: 'other' }),
		idAt({ node: 'other' }),
		idAt({ run: 1 }),
		idAt({ item: 1 }),
		idAt({}, { accountId: 'c2' }),
		idAt({}, { accountId: 'c1', traits: { plan: 'gold' } }),
	]);
	expect(new Set(ids).size).toBe(ids.length);
});
