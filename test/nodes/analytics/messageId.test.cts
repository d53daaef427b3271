import { builtPackages } from '../../engine/engine.cts';

import { ExecuteSingleContext } from 'n8n-core';
import {
	createRunExecutionData,
	Workflow,
	type IDataObject,
	type INode,
	type INodeTypes,
	type IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { readRunKey } from '../../../nodes/Vitally/execution/itemContext';
import type { ItemContext } from '../../../nodes/Vitally/execution/operation';
import { withMessageId } from '../../../nodes/VitallyAnalytics/message';

/** The position of an item; each message of the workflow has another one. */
interface Place {
	executionId?: string;
	workflowId?: string;
	nodeId?: string;
	runIndex?: number;
	itemIndex?: number;
}

describe('the ID that the node creates for a message', () => {
	let nodeTypes: INodeTypes;
	beforeAll(async () => {
		nodeTypes = await builtPackages();
	});

	const idAt = (place: Place, fields: IDataObject = { accountId: 'c1' }) => {
		const node: INode = {
			id: place.nodeId ?? 'node',
			name: 'Vitally Analytics',
			type: 'n8n-nodes-vitally.vitallyAnalytics',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const id = place.workflowId ?? 'workflow';
		const workflow = new Workflow({ id, nodes: [node], connections: {}, active: false, nodeTypes });
		const items = [{ json: {} }, { json: {} }];
		const context = new ExecuteSingleContext(
			workflow,
			node,
			{
				executionId: place.executionId ?? '1',
				webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
				formWaitingBaseUrl: 'http://localhost/form-waiting',
			} as IWorkflowExecuteAdditionalData,
			'trigger',
			createRunExecutionData(),
			place.runIndex ?? 0,
			items,
			{ main: [items] },
			place.itemIndex ?? 0,
			{ node, data: { main: [items] }, source: null },
		);
		const item: Pick<ItemContext, 'param' | 'timeZone' | 'itemKey'> = {
			param: () => undefined,
			timeZone: 'UTC',
			itemKey: () => [...readRunKey(context), place.itemIndex ?? 0],
		};
		return withMessageId(item as ItemContext, fields).messageId;
	};

	it('is the same whenever the same item of the same run is carried out', () => {
		expect(idAt({})).toMatch(/^[0-9a-f]{64}$/);
		expect(idAt({})).toBe(idAt({}));
	});

	it('differs for every other message', () => {
		const ids = [
			idAt({}),
			idAt({ executionId: '2' }),
			idAt({ workflowId: 'other' }),
			idAt({ nodeId: 'other' }),
			idAt({ runIndex: 1 }),
			idAt({ itemIndex: 1 }),
			idAt({}, { accountId: 'c2' }),
			idAt({}, { accountId: 'c1', traits: { plan: 'gold' } }),
		];
		expect(new Set(ids).size).toBe(ids.length);
	});
});
