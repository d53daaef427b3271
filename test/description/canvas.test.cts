import type { INodeTypeDescription } from 'n8n-workflow';

import { openWorkflow } from '../engine/engine.cts';
import { NODE, nodeWorkflow } from '../engine/node.cts';
import { builtNodes } from './nodeDescriptions.cts';

const descriptionOf = (name: string) =>
	builtNodes.find(({ className }) => className === name)?.description as INodeTypeDescription;

describe('the text below a node on the canvas', () => {
	it.each([
		['Vitally', { resource: 'account', operation: 'getAll' }, 'Get Many: Account'],
		['Vitally', { resource: 'customField', operation: 'getAll' }, 'Get Many: Trait Definition'],
		['VitallyAnalytics', { resource: 'event', operation: 'track' }, 'Track: Event'],
		['VitallyTrigger', { triggerOn: 'accountChurned' }, 'Account Churned'],
	])('%s with %j: %s', async (node, parameters, expected) => {
		const { name: type, subtitle = '' } = descriptionOf(node);
		const { workflow } = await openWorkflow(nodeWorkflow({ type, parameters }), {
			credentials: {},
		});
		// As n8n's editor resolves it.
		const shown = await workflow.expression.withIsolate(async () =>
			workflow.expression.getSimpleParameterValue(workflow.nodes[NODE], subtitle, 'internal', {}),
		);

		expect(shown).toBe(expected);
	});
});

describe('the hint that a list is read for each input item', () => {
	const [hint] = descriptionOf('Vitally').hints ?? [];

	it.each([
		['getAll', 2, true],
		['getAll', 1, false],
		['get', 2, false],
	])('%s with %d items: %p', async (operation, count, expected) => {
		const items = Array.from({ length: count }, (_, index) => ({ index }));
		const file = nodeWorkflow({ parameters: { resource: 'account', operation }, items });
		const { workflow } = await openWorkflow(file, { credentials: {} });
		const input = items.map((json) => ({ json }));
		// As n8n's editor resolves it, with the items that came in (n8n 2.41, `getNodeHints`).
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

		expect(isShown).toBe(expected);
	});
});
