import type { INodeTypeDescription } from 'n8n-workflow';

import { openWorkflow } from '../engine/engine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';
import { builtNodes } from './nodeDescriptions.cts';

const descriptionOf = (name: string) =>
	builtNodes.find(({ className }) => className === name)?.description as INodeTypeDescription;

describe('the text below a node on the canvas', () => {
	it.each([
		{
			node: 'Vitally',
			parameters: { resource: 'account', operation: 'getAll' },
			text: 'Get Many: Account',
		},
		{
			node: 'Vitally',
			parameters: { resource: 'customField', operation: 'getAll' },
			text: 'Get Many: Trait Definition',
		},
		{
			node: 'Vitally',
			parameters: { resource: 'account', operation: 'applyChanges' },
			text: 'Sync - Apply Changes: Account',
		},
		{
			node: 'VitallyAnalytics',
			parameters: { resource: 'event', operation: 'track' },
			text: 'Track: Event',
		},
		{
			node: 'VitallyTrigger',
			parameters: { triggerOn: 'accountChurned' },
			text: 'Account Churned',
		},
	])('says "$text" for $node', async ({ node, parameters, text }) => {
		const { name: type, subtitle = '' } = descriptionOf(node);
		const file = nodeWorkflow({ type, parameters });
		const { workflow } = await openWorkflow(file, { credentials: {} });

		// The editor of n8n resolves it in this way.
		const shown = await workflow.expression.withIsolate(async () =>
			workflow.expression.getSimpleParameterValue(workflow.nodes[NODE], subtitle, 'internal', {}),
		);

		expect(shown).toBe(text);
	});
});

describe('the hint that a list is read for each input item', () => {
	const [hint] = descriptionOf('Vitally').hints ?? [];

	it.each([
		{ operation: 'getAll', count: 2, hint: 'shown' },
		{ operation: 'getAll', count: 1, hint: 'hidden' },
		{ operation: 'get', count: 2, hint: 'hidden' },
	])('comes $hint for the operation $operation with $count items', async (row) => {
		const { operation, count } = row;
		const items = Array.from({ length: count }, (_, index) => ({ index }));
		const file = nodeWorkflow({ parameters: { resource: 'account', operation }, items });
		const { workflow } = await openWorkflow(file, { credentials: {} });
		const input = items.map((json) => ({ json }));

		// The editor of n8n resolves it in this way, with the items that came in (n8n 2.41, `getNodeHints`).
		const isShown = await workflow.expression.withIsolate(async () =>
			workflow.expression.getParameterValue(
				String(hint.displayCondition),
				null,
				0,
				0,
				NODE,
				input,
				'manual',
				{},
			),
		);

		expect({ hint: isShown ? 'shown' : 'hidden' }).toEqual({ hint: row.hint });
	});
});
